import TestSupport
import Testing

import struct FoundationEssentials.Data
import class FoundationEssentials.JSONDecoder

/// A session bus in a home, at `$XDG_RUNTIME_DIR/bus`, where programs look for it without being told.
final class HomeBus: Sendable {
  let address: String
  private let daemon: ChildProcess

  /// Starts a bus that starts no services by itself, and returns once it takes connections.
  init(in home: Home) async throws {
    address = "unix:path=\(home.path)/run/bus"
    let configuration = try home.write(
      """
      <busconfig>
        <type>session</type>
        <listen>\(address)</listen>
        <policy context="default">
          <allow send_destination="*" eavesdrop="true"/>
          <allow eavesdrop="true"/>
          <allow own="*"/>
        </policy>
      </busconfig>
      """, to: "bus.conf")
    daemon = ChildProcess(["dbus-daemon", "--config-file=\(configuration)", "--nofork", "--print-address=1"])
    let line = await daemon.nextLine()
    try #require(line?.hasPrefix("unix:") == true, "dbus-daemon did not start; is it installed?")
  }

  func stop() { daemon.stop() }
}

/// A desktop as a person has one: an X display, a session bus, and dunst, a notification server of Debian's.
final class DesktopSession: Sendable {
  /// A notification as dunst shows it.
  struct Notification: Decodable {
    let appname: String
    let summary: String
    let body: String
  }

  private let bus: HomeBus
  private let display: ChildProcess
  private let server: ChildProcess
  private let environment: [String: String?]

  init(in home: Home) async throws {
    bus = try await HomeBus(in: home)
    display = ChildProcess(["Xvfb", "-displayfd", "1", "-screen", "0", "800x600x24", "-nolisten", "tcp"])
    let number = try #require(await display.nextLine(), "Xvfb did not start; is it installed?")
    let environment: [String: String?] = [
      "DISPLAY": ":\(number)", "DBUS_SESSION_BUS_ADDRESS": bus.address, "XDG_RUNTIME_DIR": "\(home.path)/run",
      "WAYLAND_DISPLAY": nil, "HOME": home.path,
    ]
    self.environment = environment
    // Everything is shown and kept: what is told twice must show.
    let configuration = try home.write(
      """
      [global]
        history_length = 200
        notification_limit = 0
        stack_duplicates = false
        idle_threshold = 0
        font = Noto Sans CJK SC 10
      """, to: "dunstrc")
    server = ChildProcess(["dunst", "-verbosity", "crit", "-conf", configuration], environment: environment)
    try await eventually("dunst answers; is it installed?", within: 20) {
      let call = ChildProcess(
        [
          "dbus-send", "--session", "--print-reply", "--dest=org.freedesktop.DBus", "/org/freedesktop/DBus",
          "org.freedesktop.DBus.NameHasOwner", "string:org.freedesktop.Notifications",
        ], environment: environment)
      return await call.output().contains("boolean true")
    }
  }

  /// Everything that was shown, oldest first.
  func notifications() async throws -> [Notification] {
    let script = "\(Programs.root)/contrib/test/dunst_history.py"
    let lines = await ChildProcess(["/usr/bin/python3", script], environment: environment).output()
    return try lines.split(separator: "\n").map {
      try JSONDecoder().decode(Notification.self, from: Data($0.utf8))
    }
  }

  func stop() {
    server.stop()
    display.stop()
    bus.stop()
  }
}
