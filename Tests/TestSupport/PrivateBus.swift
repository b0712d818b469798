import Glibc

/// A session bus of the tests' own, found as a user's bus is: at `$XDG_RUNTIME_DIR/bus`.
///
/// GLib and libnotify know one session bus a process, so tests that use one run one after the other.
package final class PrivateBus: Sendable {
  private let daemon: ChildProcess

  /// The directory that stands in for /run/user/UID. The environment is changed once, with the first use.
  package static let directory: String = {
    setenv("XDG_RUNTIME_DIR", place.path, 1)
    unsetenv("DBUS_SESSION_BUS_ADDRESS")
    // What is held for good is not let go of at the end.
    atexit { PrivateBus.removeDirectory() }
    return place.path
  }()

  private static let place = TemporaryDirectory()

  /// Where the bus listens.
  package static var address: String { "unix:path=\(directory)/bus" }

  /// Starts a bus that starts no services by itself, and returns once it takes connections.
  package init() async {
    let configuration = "\(PrivateBus.directory)/bus.conf"
    let text = """
      <busconfig>
        <type>session</type>
        <listen>\(PrivateBus.address)</listen>
        <policy context="default">
          <allow send_destination="*" eavesdrop="true"/>
          <allow eavesdrop="true"/>
          <allow own="*"/>
        </policy>
      </busconfig>
      """
    let file = fopen(configuration, "w")
    precondition(file != nil, "\(configuration) cannot be written: \(String(cString: strerror(errno)))")
    fputs(text, file)
    fclose(file)
    unlink("\(PrivateBus.directory)/bus")
    daemon = ChildProcess(["dbus-daemon", "--config-file=\(configuration)", "--nofork", "--print-address=1"])
    let line = await daemon.nextLine()
    precondition(line?.hasPrefix("unix:") == true, "dbus-daemon did not start; is it installed?")
  }

  /// Ends the bus; its address is gone then.
  package func stop() {
    daemon.stop()
    unlink("\(PrivateBus.directory)/bus")
  }

  private static func removeDirectory() {
    for name in ["bus", "bus.conf"] { unlink("\(directory)/\(name)") }
    rmdir(directory)
  }
}
