import Testing

import struct FoundationEssentials.Data
import class FoundationEssentials.JSONDecoder

/// `notifierctl next --format`, for status bars.
///
/// The members of an object are those of waybar-custom(5) and of <https://i3wm.org/docs/i3bar-protocol.html>.
@Suite("what status bars show", .timeLimit(.minutes(2)))
struct StatusBarTests {
  /// What waybar reads.
  private struct Module: Decodable {
    let text, alt, tooltip: String
    let `class`: String
  }

  /// What i3bar reads.
  private struct Block: Decodable {
    let name, full_text, short_text: String
    let urgent: Bool
  }

  private static func object<Value: Decodable>(_ output: String) throws -> Value {
    try #require(output.hasSuffix("\n") && output.filter { $0 == "\n" }.count == 1)
    return try JSONDecoder().decode(Value.self, from: Data(output.utf8))
  }

  @Test(
    "a line tells the next ring alone, and how far it is",
    arguments: [
      ("2026-09-19 12:00:00", "Tomorrow is a make-up workday: set the alarm · today at 20:00\n"),
      ("2026-09-19 19:48:00", "Tomorrow is a make-up workday: set the alarm · in 12 minutes\n"),
      ("2026-09-19 20:00:10", "Clock in · tomorrow at 08:50\n"),
    ])
  func line(moment: String, text: String) async throws {
    let next = try await Home.office().command("next", "--format", "line", clock: FakeClock(moment))
    #expect(next.output == text && next.errors.isEmpty && next.status == 0)
  }

  @Test(
    "waybar gets a class for how near the ring is",
    arguments: [("12:00", "today"), ("19:46", "soon"), ("20:01", "later")])
  func nearness(time: String, word: String) async throws {
    let clock = FakeClock("2026-09-19 \(time):00")
    let module: Module = try Self.object(
      try await Home.office().command("next", "--format=waybar", clock: clock).output)
    #expect(module.class == word && module.alt == word)
  }

  @Test("waybar reads markup, so what looks like it in a title is escaped, and a tooltip lists what comes")
  func markup() async throws {
    let home = try Home()
    try home.configure(
      """
      alarms:
        - { id: a, title: "R&D <all>", at: "13:00", days: every day }
        - { id: b, title: Tea, at: "16:00", days: every day }
      """)
    let module: Module = try Self.object(try await home.command("next", "--format", "waybar").output)
    #expect(module.text == "R&amp;D &lt;all&gt; · in 1 hour")
    #expect(module.tooltip == "Sat 2026-09-19 13:00  R&amp;D &lt;all&gt;\nSat 2026-09-19 16:00  Tea")
    let block: Block = try Self.object(try await home.command("next", "--format", "i3bar").output)
    #expect(block.full_text == "R&D <all> · in 1 hour" && block.short_text == "R&D <all>")
    #expect(block.name == "notifier" && !block.urgent)
  }

  @Test("without a ring to come a bar shows nothing, and the exit status is 1")
  func nothing() async throws {
    let home = try Home()
    try home.configure("alarms: []")
    let module = try await home.command("next", "--format", "waybar")
    let shown: Module = try Self.object(module.output)
    #expect(shown.text.isEmpty && shown.class == "none" && module.status == 1 && module.errors.isEmpty)
    #expect(try await home.command("next", "--format", "line").output == "\n")
  }

  @Test("what is wrong is told all the same, and options that exclude each other are")
  func wrong() async throws {
    let home = try Home()
    try home.configure("alarms: [{ id: a }]")
    let next = try await home.command("next", "--format", "line")
    #expect(next.status == 78 && next.output.isEmpty && next.errors.contains("the alarm has no time of day"))
    for options in [["--json", "--watch"], ["--format", "line", "--json"], ["--watch", "--from", "today"]] {
      #expect(try await home.command(["next"] + options, clock: nil).status == 2, "\(options)")
    }
    #expect(try await home.command("next", "--format", "xml").errors.contains("expected line, waybar, i3bar"))
  }
}

/// `notifierctl next --watch`.
@Suite("notifierctl next --watch", .timeLimit(.minutes(2)))
struct WatchTests {
  private static func text(_ title: String) -> String {
    "alarms: [{ id: a, title: \(title), at: \"09:00\", days: 2090-01-04 }]\n"
  }

  @Test("a bar gets a line more when the configuration changes, none while it is wrong, and an end when nobody reads")
  func changes() async throws {
    let home = try Home()
    try home.configure(Self.text("One"))
    let watch = try Launch(
      [Programs.command, "next", "--format", "line", "--watch"], environment: home.environment)
    func lines() -> [String] { watch.output.split(separator: "\n").map { String($0.prefix { $0 != " " }) } }
    try await eventually("the first line", within: 20) { lines() == ["One"] }
    try home.configure("alarms: [")
    try await eventually("the complaint", within: 20) { watch.errors.contains("not valid YAML") }
    try home.configure(Self.text("Two"))
    try await eventually("the second line", within: 20) { lines() == ["One", "Two"] }
    try home.write(Self.text("Three").replacing("id: a", with: "id: b"), to: "config/notifier/notifier.d/b.yaml")
    try home.configure("alarms: []")
    try await eventually("the third line", within: 20) { lines().last == "Three" }
    #expect(!watch.hasEnded)
  }

  @Test("what the daemon is told to skip is seen")
  func adjustments() async throws {
    let home = try Home()
    try home.configure(
      "alarms: [{ id: a, title: One, at: \"09:00\", days: [2090-01-04, 2090-01-05], remind: 0m }]\n")
    let daemon = try await RunningDaemon(in: home, clock: nil)
    let watch = try Launch([Programs.command, "next", "--watch"], environment: home.environment)
    try await eventually("the first table", within: 20) { watch.output.contains("2090-01-04") }
    #expect(!watch.output.contains("2090-01-05"))
    #expect(try await home.command("skip", "a", clock: nil).status == 0)
    try await eventually("the second table", within: 20) {
      watch.output.contains("2090-01-05") && watch.output.contains("skipped")
    }
    await daemon.stop()
  }

  @Test("Ctrl-Z gives the screen to the shell, and what was drawn is drawn again when it goes on")
  func suspended() async throws {
    let home = try Home()
    try home.configure(Self.text("One"))
    var environment = home.environment
    environment["TERM"] = "xterm"
    let script = "\(Programs.root)/contrib/test/watched.py"
    let ending = try await Launch(
      ["python3", script, "--suspend", "3", Programs.command, "next", "--watch"], environment: environment
    ).ending()
    #expect(ending.status == 0, "\(ending.errors)")
    let halves = ending.output.split(separator: "\n-- stopped --\n")
    try #require(halves.count == 2, "\(ending.output)")
    #expect(halves[0].contains("One") && halves[0].hasSuffix("\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"))
    #expect(halves[1].hasPrefix("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l") && halves[1].contains("One"))
  }

  @Test("on a terminal it draws in place, gives the screen back, and does not wake while nothing changes")
  func terminal() async throws {
    let home = try Home()
    try home.configure(Self.text("One"))
    var environment = home.environment
    environment["TERM"] = "xterm"
    let script = "\(Programs.root)/contrib/test/watched.py"
    let ending = try await Launch(
      ["python3", script, "--idle", "1", Programs.command, "next", "--watch"], environment: environment
    ).ending()
    #expect(ending.status == 0, "\(ending.errors)")
    // xterm's control sequences: the alternate screen, the cursor, and lines that are not broken.
    let (enter, leave) = ("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l", "\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
    #expect(ending.output.hasPrefix(enter))
    #expect(ending.output.contains("\u{1B}[H") && ending.output.contains("One"))
    #expect(ending.output.contains(leave))
    // A thread of the thread sanitizer's wakes ten times a second.
    if !Programs.areSanitized { #expect(ending.output.hasSuffix("\n0 waits\n"), "\(ending.output.suffix(40))") }
  }
}
