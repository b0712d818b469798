import Alarms
import Delivery
import Glibc
import Testing
import TestSupport
import Workdays

import struct FoundationEssentials.Data
import class FoundationEssentials.JSONDecoder

/// What contrib/test/notification_server.py prints for each call.
private struct Call: Decodable {
  let summary, body: String
  let app_name, app_icon: String
  let replaces_id, expire_timeout: Int
  let actions: [String]
  let hints: Hints

  struct Hints: Decodable {
    let urgency: Int
    let category: String
    let desktopEntry: String
    let sound, image: String?
    let isSilent: Bool?

    enum CodingKeys: String, CodingKey {
      case urgency, category
      case desktopEntry = "desktop-entry"
      case sound = "sound-name"
      case image = "image-path"
      case isSilent = "suppress-sound"
    }
  }
}

/// The recording notification server, on the bus of the tests.
private final class Recorder: Sendable {
  private let process: ChildProcess

  init(_ arguments: [String] = ["--capability", "body", "--capability", "body-markup"]) async {
    let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    process = ChildProcess(["/usr/bin/python3", "\(root)/contrib/test/notification_server.py"] + arguments)
    let line = await process.nextLine()
    precondition(line == #"{"ready": true}"#, "the notification server did not start; is python3-gi installed?")
  }

  func nextCall() async throws -> Call {
    let line = try #require(await process.nextLine(), "the notification server has ended")
    return try JSONDecoder().decode(Call.self, from: Data(line.utf8))
  }

  /// The id of the popup that is closed next.
  func nextClosed() async throws -> Int {
    struct Closed: Decodable {
      let id: Int
    }
    let line = try #require(await process.nextLine(), "the notification server has ended")
    return try JSONDecoder().decode(Closed.self, from: Data(line.utf8)).id
  }

  func stop() { process.stop() }
}

@Suite("Desktop notifications", .serialized, .timeLimit(.minutes(1)))
struct DesktopTests {
  let now = Instant.china("2026-09-20 08:50:00")

  /// DN-01 of the public reports: the title and notes of text that was cut off or shown raw.
  private let awkward = Ring.ordinary { ring in
    ring.report.title = "R&D <周会>"
    ring.notes = "We <3 dunst & \"mako\" <b>x</b> &amp;"
  }

  @Test("the body is escaped for a server that reads markup, the summary never is")
  func markup() async throws {
    let bus = await PrivateBus()
    let recorder = await Recorder()
    try #require(await Desktop().deliver(awkward, at: now) == .delivered)
    let call = try await recorder.nextCall()
    #expect(call.summary == "R&D <周会>")
    #expect(call.body.split(separator: "\n").last == "We &lt;3 dunst &amp; \"mako\" &lt;b&gt;x&lt;/b&gt; &amp;amp;")
    recorder.stop()
    bus.stop()
  }

  @Test("nothing that a person typed turns the text around it")
  func direction() async throws {
    let bus = await PrivateBus()
    let recorder = await Recorder()
    let ring = Ring.ordinary { ring in
      ring.report.title = "\u{202E}gnp.\u{2067}exe\u{200F}"
      ring.location = "\u{2066}שלום\u{202D} 3"
      ring.notes = "one\u{202B}\ntwo\u{2068}\u{061C}"
    }
    try #require(await Desktop().deliver(ring, at: now) == .delivered)
    let call = try await recorder.nextCall()
    #expect(call.summary == "gnp.exe")
    let place = call.body.split(separator: "\n").first { $0.contains("שלום") }
    #expect(place?.hasSuffix("\u{2068}שלום 3\u{2069}") == true, "\(call.body)")
    #expect(call.body.hasSuffix("\none\ntwo"))
    recorder.stop()
    bus.stop()
  }

  @Test("nothing is escaped for a server that reads no markup, and a server without a body gets one line")
  func noMarkup() async throws {
    let bus = await PrivateBus()
    let plain = await Recorder(["--capability", "body"])
    let desktop = Desktop()
    try #require(await desktop.deliver(awkward, at: now) == .delivered)
    #expect(try await plain.nextCall().body.split(separator: "\n").last == "We <3 dunst & \"mako\" <b>x</b> &amp;")
    plain.stop()
    let secretive = await Recorder(["--capability", "body", "--capability", "x-dunst-stack-tag"])
    try #require(await desktop.deliver(awkward, at: now) == .delivered)
    #expect(try await secretive.nextCall().body.split(separator: "\n").last == "We ‹3 dunst & \"mako\" ‹b›x‹/b› &amp;")
    secretive.stop()

    let summaryOnly = await Recorder(["--capability", "actions"])
    try #require(await desktop.deliver(.makeUpSunday(), at: now) == .delivered)
    let call = try await summaryOnly.nextCall()
    #expect(call.summary == "Clock in · in 10 minutes · Sun 20 Sep 09:00 · make-up workday (国庆节)")
    #expect(call.body.isEmpty)
    summaryOnly.stop()
    bus.stop()
  }

  // The levels are 0, 1 and 2, and a time of -1 is the server's own (Desktop Notifications Specification 1.2).
  @Test("urgency, icon, category and time go along")
  func hints() async throws {
    let bus = await PrivateBus()
    let recorder = await Recorder()
    let desktop = Desktop()
    for (urgency, level, timeout) in [(Urgency.low, 0, -1), (.normal, 1, -1), (.critical, 2, 0)] {
      try #require(await desktop.deliver(.makeUpSunday { $0.urgency = urgency }, at: now) == .delivered)
      let call = try await recorder.nextCall()
      #expect(call.hints.urgency == level && call.expire_timeout == timeout)
      #expect(call.app_name == "notifier" && call.app_icon == "appointment-soon")
      #expect(call.hints.category == "x-notifier.alarm" && call.hints.desktopEntry == "notifier")
      #expect(call.hints.sound == "alarm-clock-elapsed" && call.hints.isSilent == nil && call.hints.image == nil)
      #expect(call.actions.isEmpty)
    }
    try #require(await desktop.deliver(ring(asks: true), at: now) == .delivered)
    #expect(try await recorder.nextCall().expire_timeout == 0, "what asks for an answer does not go away unseen")
    try #require(await desktop.deliver(.makeUpSunday { $0.icon = "x-office-calendar" }, at: now) == .delivered)
    #expect(try await recorder.nextCall().app_icon == "x-office-calendar")
    try #require(await desktop.deliver(.makeUpSunday { $0.icon = "/home/mei/图 1.png" }, at: now) == .delivered)
    #expect(try await recorder.nextCall().hints.image == "file:///home/mei/%E5%9B%BE%201.png")
    recorder.stop()
    bus.stop()
  }

  /// A ring of another firing, or of one that follows the usual one.
  func ring(_ id: String? = nil, follows kind: Following.Kind? = nil, asks: Bool = false) -> Ring {
    .makeUpSunday { ring in
      if let id { ring.id = id }
      if let kind {
        ring.follows = Following(kind, origin: ring.id, parent: ring.id, number: 1, since: now)
        ring.id = ring.follows!.id
      }
      ring.asks = asks
    }
  }

  @Test("what follows a ring takes the place of its popup, another ring does not, and neither does a closed one")
  func replaces() async throws {
    let bus = await PrivateBus()
    let recorder = await Recorder(["--capability", "body", "--first-id", "8"])
    let desktop = Desktop()
    var replaced: [Int] = []
    for ring in [ring(), ring("other/2026-09-20T09:00/0m"), ring(follows: .nag), ring(follows: .snooze)] {
      try #require(await desktop.deliver(ring, at: now) == .delivered)
      replaced.append(try await recorder.nextCall().replaces_id)
    }
    #expect(replaced == [0, 0, 8, 8])
    await desktop.close(ring().id)
    #expect(try await recorder.nextClosed() == 8)
    try #require(await desktop.deliver(ring(), at: now) == .delivered)
    #expect(try await recorder.nextCall().replaces_id == 0)
    recorder.stop()
    bus.stop()
  }

  // DN-03 of the public reports.
  @Test("after the server was restarted its old ids are neither replaced nor closed, and the new ones are")
  func idsEndWithTheServer() async throws {
    let bus = await PrivateBus()
    let desktop = Desktop()
    for firstID in [8, 3] {
      let recorder = await Recorder(["--capability", "body", "--first-id", "\(firstID)"])
      if firstID == 3 { await desktop.close(ring().id) }
      try #require(await desktop.deliver(ring(), at: now) == .delivered)
      #expect(try await recorder.nextCall().replaces_id == 0)
      if firstID == 3 {
        await desktop.close(ring().id)
        #expect(try await recorder.nextClosed() == 3)
      }
      recorder.stop()
    }
    bus.stop()
  }

  @Test(
    "a button is an answer, once; what a server without buttons has dismissed is done where that was asked for",
    arguments: [
      (["--capability", "actions", "--press", "done"], false, DesktopAnswer.done("clock-in/2026-09-20T09:00/-10m")),
      (
        ["--capability", "actions", "--press", "snooze:next workday"], true,
        .snooze("clock-in/2026-09-20T09:00/-10m", Delay("1wd")!)
      ),
      (["--capability", "body", "--dismiss"], true, .done("clock-in/2026-09-20T09:00/-10m")),
      (["--capability", "body", "--dismiss"], false, nil),
      (["--capability", "actions", "--dismiss"], true, nil),
    ] as [([String], Bool, DesktopAnswer?)])
  func answers(options: [String], asks: Bool, expected: DesktopAnswer?) async throws {
    let bus = await PrivateBus()
    let recorder = await Recorder(options)
    let desktop = Desktop()
    var ring = ring(asks: asks)
    ring.snoozes = ["5m", "next workday"]
    try #require(await desktop.deliver(ring, at: now) == .delivered)
    let buttons = ["done", "Done", "snooze:5m", "Snooze 5m", "snooze:next workday", "Snooze next workday"]
    #expect(try await recorder.nextCall().actions == (options.contains("actions") ? buttons : []))
    var answers = desktop.answers.makeAsyncIterator()
    if let expected { #expect(await answers.next() == expected) }
    // The reply comes after what the server had to say of the popup, which is gone then.
    _ = await desktop.serverName()
    try #require(await desktop.deliver(ring, at: now) == .delivered)
    let again = try await recorder.nextCall()
    #expect(again.replaces_id == 0)
    recorder.stop()
    bus.stop()
  }

  @Test("what is shown again makes no sound, and a message of no alarm has no buttons")
  func again() async throws {
    let bus = await PrivateBus()
    let recorder = await Recorder(["--capability", "actions"])
    let desktop = Desktop()
    #expect(await desktop.showAgain(ring(asks: true), at: now))
    let call = try await recorder.nextCall()
    #expect(call.hints.isSilent == true && call.hints.sound == nil && call.actions.count == 4)
    try #require(await desktop.deliver(.makeUpSunday { $0.report.alarm = nil }, at: now) == .delivered)
    #expect(try await recorder.nextCall().actions.isEmpty)
    recorder.stop()
    #expect(await !desktop.showAgain(ring(asks: true), at: now))
    bus.stop()
  }

  @Test("what asks for an answer is closed when the daemon ends, and nothing else is")
  func closeAsking() async throws {
    let bus = await PrivateBus()
    let recorder = await Recorder(["--capability", "body", "--first-id", "8"])
    let desktop = Desktop()
    await desktop.closeAsking()
    for ring in [ring("a/1"), ring("b/1", asks: true), ring("c/1")] {
      try #require(await desktop.deliver(ring, at: now) == .delivered)
      _ = try await recorder.nextCall()
    }
    await desktop.closeAsking()
    #expect(try await recorder.nextClosed() == 9)
    try #require(await desktop.deliver(ring("c/1"), at: now) == .delivered)
    #expect(try await recorder.nextCall().replaces_id == 10)
    recorder.stop()
    bus.stop()
  }

  @Test(
    "the socket of the session's bus is known before there is one",
    arguments: [
      (["XDG_RUNTIME_DIR": "/run/user/7"], "/run/user/7/bus"),
      (["XDG_RUNTIME_DIR": "/run/user/7", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/tmp/b,guid=1"], "/tmp/b"),
      (["XDG_RUNTIME_DIR": "/run/user/7", "DBUS_SESSION_BUS_ADDRESS": "unix:abstract=/tmp/b"], nil), ([:], nil),
    ] as [([String: String], String?)])
  func busSocket(variables: [String: String], path: String?) {
    #expect(Desktop.busSocket { variables[$0] } == path)
  }

  @Test("a text longer than a popup should be is cut between characters, before it is escaped")
  func long() async throws {
    let bus = await PrivateBus()
    let recorder = await Recorder()
    let ring = Ring.makeUpSunday { ring in
      ring.report.title = String(repeating: "班", count: 100)
      ring.notes = String(repeating: "&", count: 3000)
    }
    try #require(await Desktop().deliver(ring, at: now) == .delivered)
    let call = try await recorder.nextCall()
    // 65 × 3 + 3 bytes are what fits into 200.
    #expect(call.summary == String(repeating: "班", count: 65) + "…")
    #expect(call.body.hasSuffix("&amp;…") && call.body.replacing("&amp;", with: "&").utf8.count == 1000)
    recorder.stop()
    bus.stop()
  }

  @Test("an id given before the server was restarted replaces nothing after it")
  func restartedServer() async throws {
    let bus = await PrivateBus()
    let desktop = Desktop()
    for firstID in [8, 3] {
      let recorder = await Recorder(["--capability", "body", "--first-id", "\(firstID)"])
      try #require(await desktop.deliver(.makeUpSunday(), at: now) == .delivered)
      #expect(try await recorder.nextCall().replaces_id == 0)
      recorder.stop()
    }
    bus.stop()
  }

  @Test("without a server a ring is to be tried again, and the server's appearance is told")
  func serverAppears() async throws {
    let bus = await PrivateBus()
    let desktop = Desktop()
    #expect(await desktop.serverName() == nil)
    try await expectRetry(desktop, "no notification server answers")
    let recorder = await Recorder()
    var appearances = desktop.serverAppearances.makeAsyncIterator()
    await appearances.next()
    #expect(await desktop.serverName() == "recorder")
    try #require(await desktop.deliver(.makeUpSunday(), at: now) == .delivered)
    #expect(try await recorder.nextCall().summary == "Clock in")
    recorder.stop()
    bus.stop()
  }

  @Test("the bus may die and come back; the process lives and the next try finds the new bus")
  func busDies() async throws {
    let first = await PrivateBus()
    let recorder = await Recorder()
    let desktop = Desktop()
    try #require(await desktop.deliver(.makeUpSunday(), at: now) == .delivered)
    recorder.stop()
    first.stop()
    try await expectRetry(desktop)

    let second = await PrivateBus()
    let successor = await Recorder()
    try #require(await desktop.deliver(.makeUpSunday(), at: now) == .delivered)
    #expect(try await successor.nextCall().summary == "Clock in")
    successor.stop()
    second.stop()
  }

  @Test("without a session bus a ring is to be tried again")
  func noBus() async throws {
    _ = PrivateBus.directory
    try await expectRetry(Desktop(), "no session bus")
  }

  @Test("a server that answers nothing gets no message and holds nobody up for long")
  func silentServer() async throws {
    let bus = await PrivateBus()
    let recorder = await Recorder(["--silent", "GetCapabilities"])
    try await expectRetry(Desktop(timeLimit: .milliseconds(300)), "no notification server answers")
    recorder.stop()
    bus.stop()
  }

  @Test("a server that took the message and does not answer leaves open what happened, and the next try works")
  func silentNotify() async throws {
    let bus = await PrivateBus()
    let silent = await Recorder(["--capability", "body", "--silent", "Notify"])
    let desktop = Desktop(timeLimit: .milliseconds(500))
    guard case .unknown = await desktop.deliver(.makeUpSunday(), at: now) else {
      Issue.record("the outcome is not unknown")
      return
    }
    #expect(try await silent.nextCall().summary == "Clock in")
    silent.stop()
    let recorder = await Recorder()
    try #require(await desktop.deliver(.makeUpSunday(), at: now) == .delivered)
    #expect(try await recorder.nextCall().summary == "Clock in")
    recorder.stop()
    bus.stop()
  }

  @Test("dunst shows it, under an X server of the tests' own")
  func dunst() async throws {
    let bus = await PrivateBus()
    let screen = ChildProcess(["Xvfb", "-displayfd", "1", "-screen", "0", "640x400x24", "-nolisten", "tcp"])
    let display = try #require(await screen.nextLine(), "Xvfb did not start; is it installed?")
    let environment: [String: String?] = [
      "DISPLAY": ":\(display)", "DBUS_SESSION_BUS_ADDRESS": PrivateBus.address,
      "HOME": PrivateBus.directory, "XDG_CONFIG_HOME": PrivateBus.directory,
    ]
    let desktop = Desktop()
    try await expectRetry(desktop, "no notification server answers")
    let server = ChildProcess(["dunst"], environment: environment)
    var appearances = desktop.serverAppearances.makeAsyncIterator()
    await appearances.next()
    #expect(await desktop.serverName() == "dunst")
    try #require(await desktop.deliver(awkward, at: now) == .delivered)

    #expect(await ChildProcess(["dunstctl", "count", "displayed"], environment: environment).output() == "1\n")
    _ = await ChildProcess(["dunstctl", "close-all"], environment: environment).output()
    let history = await ChildProcess(["dunstctl", "history"], environment: environment).output()
    #expect(history.contains("R&D <周会>"))
    server.stop()
    screen.stop()
    bus.stop()
  }

  private static let others = [
    "/usr/lib/x86_64-linux-gnu/xfce4/notifyd/xfce4-notifyd", "/usr/lib/notification-daemon/notification-daemon",
  ].filter { (path: String) in access(path, X_OK) == 0 }

  @Test(
    "other servers take a ring with buttons and awkward text, what follows it in its place, and its end",
    .enabled(if: !others.isEmpty, "needs xfce4-notifyd or notification-daemon"), arguments: others)
  func otherServers(path: String) async throws {
    let bus = await PrivateBus()
    let screen = ChildProcess(["Xvfb", "-displayfd", "1", "-screen", "0", "640x400x24", "-nolisten", "tcp"])
    let display = try #require(await screen.nextLine(), "Xvfb did not start; is it installed?")
    let desktop = Desktop()
    try await expectRetry(desktop, "no notification server answers")
    let server = ChildProcess(
      [path],
      environment: [
        "DISPLAY": ":\(display)", "DBUS_SESSION_BUS_ADDRESS": PrivateBus.address, "HOME": PrivateBus.directory,
        "XDG_CONFIG_HOME": PrivateBus.directory, "GSETTINGS_BACKEND": "memory",
      ])
    var appearances = desktop.serverAppearances.makeAsyncIterator()
    await appearances.next()
    // What the server says of its end is heard by a watcher of its own.
    let watcher = ChildProcess(
      ["dbus-monitor", "--profile", "type='signal',member='NotificationClosed'"],
      environment: ["DBUS_SESSION_BUS_ADDRESS": PrivateBus.address])
    while let line = await watcher.nextLine(), !line.contains("NameLost") {}
    var ring = ring(asks: true)
    ring.report.title = "R&D <周会> שלום"
    try #require(await desktop.deliver(ring, at: now) == .delivered)
    try #require(await desktop.deliver(self.ring(follows: .nag), at: now) == .delivered)
    await desktop.close(ring.id)
    #expect(await watcher.nextLine()?.contains("NotificationClosed") == true)
    server.stop()
    watcher.stop()
    #expect(await !watcher.output().contains("NotificationClosed"), "there was one popup")
    screen.stop()
    bus.stop()
  }

  func expectRetry(
    _ desktop: Desktop, _ words: String = "", at location: SourceLocation = #_sourceLocation
  ) async throws {
    guard case .retry(after: nil, let reason) = await desktop.deliver(.makeUpSunday(), at: now) else {
      Issue.record("expected that it is to be tried again", sourceLocation: location)
      return
    }
    #expect(words.isEmpty || reason.contains(words), sourceLocation: location)
  }
}
