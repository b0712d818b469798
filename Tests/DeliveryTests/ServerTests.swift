import Alarms
import Delivery
import Glibc
import TestSupport
import Testing

/// Real notification servers, each on a bus and a screen of the tests' own. Of this suite, since GLib knows one session bus a
/// process.
extension DesktopTests {
  /// A server that Debian has.
  enum Server: String, CaseIterable, Sendable {
    case dunst = "/usr/bin/dunst"
    case xfce = "/usr/lib/x86_64-linux-gnu/xfce4/notifyd/xfce4-notifyd"
    case daemon = "/usr/lib/notification-daemon/notification-daemon"

    static let installed = allCases.filter { access($0.rawValue, X_OK) == 0 }
  }

  /// Where Xfce's programs keep their settings.
  private static let xfconfd = "/usr/lib/x86_64-linux-gnu/xfce4/xfconf/xfconfd"

  /// A server with all that it needs.
  private final class Session {
    let screen: PrivateScreen
    let environment: [String: String?]
    private let directory = TemporaryDirectory()
    private var programs: [ChildProcess] = []
    private let bus: PrivateBus

    init(_ server: Server, _ desktop: Desktop, dunstrc: String = "") async throws {
      bus = await PrivateBus()
      screen = try #require(await PrivateScreen(), "Xvfb did not start; is it installed?")
      environment = [
        "DISPLAY": screen.display, "WAYLAND_DISPLAY": nil, "DBUS_SESSION_BUS_ADDRESS": PrivateBus.address,
        "HOME": directory.path, "XDG_CONFIG_HOME": directory.path, "GSETTINGS_BACKEND": "memory",
      ]
      directory.write("dunstrc", dunstrc)
      if server == .xfce, access(DesktopTests.xfconfd, X_OK) == 0 {
        programs.append(ChildProcess([DesktopTests.xfconfd], environment: environment))
        let isThere = [
          "dbus-send", "--session", "--print-reply", "--dest=org.freedesktop.DBus", "/org/freedesktop/DBus",
          "org.freedesktop.DBus.NameHasOwner", "string:org.xfce.Xfconf",
        ]
        while await !ChildProcess(isThere, environment: environment).output().contains("true") {}
      }
      let arguments = server == .dunst ? ["-conf", directory["dunstrc"]] : []
      programs.append(ChildProcess([server.rawValue] + arguments, environment: environment))
      while await desktop.serverName() == nil { try await Task.sleep(for: .milliseconds(50)) }
    }

    func run(_ words: String...) async -> String { await ChildProcess(words, environment: environment).output() }

    func stop() {
      for program in programs.reversed() { program.stop() }
      screen.stop()
      bus.stop()
    }
  }

  /// Texts that servers have cut off, shown raw, or ended over.
  private static let texts: [(String, String)] = [
    ("R&D <周会>", "<b>x</b> &amp; <img src=\"file:///etc/passwd\"/> <a href=\"x\">y</a> &#0; <"),
    ("שלום عالم", "‮reversed‬ \u{2067}isolated with no end"), ("👩‍👩‍👧‍👦 🇨🇳", "e" + String(repeating: "\u{301}", count: 300)),
    ("bell\u{7}\u{1B}[31m\u{0}end", "a\u{0}b\tc\u{85}d\u{2028}e\u{FFFE}f"),
    (String(repeating: "long ", count: 2000), String(repeating: "w", count: 200_000)), ("", " \n \n"),
  ]

  @Test(
    "a real server draws a ring, and lives through texts of every kind",
    .enabled(if: !Server.installed.isEmpty, "needs dunst, xfce4-notifyd or notification-daemon"),
    arguments: Server.installed)
  func draws(server: Server) async throws {
    let desktop = Desktop()
    let session = try await Session(server, desktop)
    let name = await desktop.serverName()
    let empty = await session.screen.settled()
    try #require(await desktop.deliver(.makeUpSunday(), at: now) == .delivered)
    // A popup is larger than fifty times fifty points, of four bytes each.
    #expect(difference(empty, await session.screen.settled()) > 10_000)
    for (title, notes) in Self.texts {
      let awkward = Ring.makeUpSunday { ring in
        ring.report.title = title
        ring.notes = notes
        ring.location = title
      }
      #expect(await desktop.deliver(awkward, at: now) == .delivered, "\(title.prefix(20))")
      #expect(await desktop.serverName() == name, "\(title.prefix(20))")
    }
    session.stop()
  }

  @Test(
    "xfce4-notifyd's do-not-disturb keeps a popup away, and lets a critical one through",
    .enabled(if: Server.installed.contains(.xfce) && access(xfconfd, X_OK) == 0, "needs xfce4-notifyd and xfconf"))
  func xfceDoNotDisturb() async throws {
    let desktop = Desktop()
    let session = try await Session(.xfce, desktop)
    _ = await session.run(
      "xfconf-query", "-c", "xfce4-notifyd", "-p", "/do-not-disturb", "-n", "-t", "bool", "-s", "true")
    let empty = await session.screen.settled()
    try #require(await desktop.deliver(ring("a/1"), at: now) == .delivered)
    #expect(difference(empty, await session.screen.settled()) == 0)
    var critical = ring("b/1")
    critical.urgency = .critical
    try #require(await desktop.deliver(critical, at: now) == .delivered)
    #expect(difference(empty, await session.screen.settled()) > 10_000)
    session.stop()
  }

  @Test(
    "while dunst is paused popups wait, and come when it is resumed",
    .enabled(if: Server.installed.contains(.dunst), "needs dunst"))
  func dunstPaused() async throws {
    let desktop = Desktop()
    let session = try await Session(
      .dunst, desktop, dunstrc: "[global]\nidle_threshold = 0\nstack_duplicates = false\n")
    _ = await session.run("dunstctl", "set-paused", "true")
    let empty = await session.screen.settled()
    for id in ["a/1", "b/1"] { try #require(await desktop.deliver(ring(id), at: now) == .delivered) }
    #expect(difference(empty, await session.screen.settled()) == 0)
    #expect(await session.run("dunstctl", "count", "waiting") == "2\n")
    _ = await session.run("dunstctl", "set-paused", "false")
    #expect(await session.run("dunstctl", "count", "displayed") == "2\n")
    session.stop()
  }
}
