import Glibc

/// A PulseAudio server of the tests' own, with a device that nobody hears, and a recording of all that it plays.
package final class PrivateSoundServer: Sendable {
  /// What programs need to find it, and no other server.
  package let environment: [String: String]
  private let recording: String
  private let server: ChildProcess
  private let recorder: ChildProcess?

  /// How long a window of the recording is, in seconds.
  package static let window = 0.1
  private static let rate = 44_100

  /// Whether what the tests need is installed.
  package static let isInstalled = ["pulseaudio", "parec"].allSatisfy { name in
    (getenv("PATH").map { String(cString: $0) } ?? "").split(separator: ":").contains {
      access("\($0)/\(name)", X_OK) == 0
    }
  }

  /// The address of a server in this directory, there or not.
  package static func address(in directory: String) -> String { "unix:\(directory)/pulse.socket" }

  /// Starts it, and returns once it takes connections and all that it plays is recorded.
  ///
  /// - Parameters:
  ///   - directory: where it keeps what it needs; without another server.
  ///   - device: the name of its device; `nil` for none at all.
  package init(in directory: String, device: String? = "ear") async {
    let address = PrivateSoundServer.address(in: directory)
    environment = ["PULSE_SERVER": address]
    recording = "\(directory)/recording.raw"
    unlink(recording)
    let own: [String: String?] = [
      "HOME": directory, "PULSE_RUNTIME_PATH": directory, "XDG_RUNTIME_DIR": directory, "PULSE_SERVER": nil,
      "DBUS_SESSION_BUS_ADDRESS": nil, "DISPLAY": nil,
    ]
    server = ChildProcess(
      ["pulseaudio", "-n", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1", "--log-level=error"]
        + (device.map { ["--load=module-null-sink sink_name=\($0)"] } ?? [])
        + [
          "--load=module-native-protocol-unix socket=\(directory)/pulse.socket auth-anonymous=1 auth-cookie-enabled=0"
        ], environment: own)
    var asked = own
    asked["PULSE_SERVER"] = address
    // A connection that is refused returns at once; so does one that is taken.
    while await !ChildProcess(["sh", "-c", "pactl info 2>/dev/null"], environment: asked).output().contains(
      "Server Name")
    {}
    guard let device else {
      recorder = nil
      return
    }
    recorder = ChildProcess(
      [
        "parec", "-d", "\(device).monitor", "--raw", "--format=float32le", "--rate=\(PrivateSoundServer.rate)",
        "--channels=1", "--latency-msec=20", recording,
      ], environment: asked)
    while levels().isEmpty { try? await Task.sleep(for: .milliseconds(10)) }
  }

  /// How loud it was since it was started, window by window: the root of the mean square, 1 at most.
  package func levels() -> [Double] {
    let descriptor = open(recording, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    let count = Int(Double(PrivateSoundServer.rate) * PrivateSoundServer.window)
    var (levels, samples) = ([Double](), [Float](repeating: 0, count: count))
    while true {
      var filled = 0
      while filled < count * 4 {
        let got = samples.withUnsafeMutableBytes { read(descriptor, $0.baseAddress! + filled, count * 4 - filled) }
        guard got > 0 else { return levels }
        filled += got
      }
      levels.append((samples.reduce(0) { $0 + Double($1 * $1) } / Double(count)).squareRoot())
    }
  }

  /// Whether there was any sound in the last windows.
  package func isHeard(inLast windows: Int) -> Bool {
    levels().suffix(windows).contains { $0 > PrivateSoundServer.silence }
  }

  /// Below this is nothing but rounding.
  package static let silence = 1e-4

  package func stop() {
    recorder?.stop()
    server.stop()
  }
}
