import Glibc

/// A session bus of the tests' own, found as a user's bus is: at `$XDG_RUNTIME_DIR/bus`.
///
/// GLib and libnotify know one session bus a process, so tests that use one run one after the other.
package final class PrivateBus: Sendable {
  private let daemon: ChildProcess

  /// The directory that stands in for /run/user/UID. The environment is changed once, with the first use.
  package static let directory: String = {
    var template = Array("/tmp/notifier-test.XXXXXX".utf8CString)
    precondition(mkdtemp(&template) != nil, "no directory in /tmp: \(String(cString: strerror(errno)))")
    let directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    setenv("XDG_RUNTIME_DIR", directory, 1)
    unsetenv("DBUS_SESSION_BUS_ADDRESS")
    atexit { PrivateBus.removeDirectory() }
    return directory
  }()

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
