import Alarms
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@Suite("notifierctl import")
struct ImportCommandTests {
  private static let clock = FakeClock("2026-11-30 12:00:00")

  private static func calendar(_ events: [String]) -> String {
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test\r\n"
      + events.map { "BEGIN:VEVENT\r\n\($0)\r\nEND:VEVENT\r\n" }.joined() + "END:VCALENDAR\r\n"
  }

  private static let review =
    "UID:review@example.org\r\nSUMMARY:Review\r\nDTSTART;TZID=Asia/Shanghai:20261203T150000\r\n"
    + "BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT15M\r\nEND:VALARM"
  private static let past = "UID:past@example.org\r\nSUMMARY:Past\r\nDTSTART:20200101T000000Z"

  @Test("an event becomes an alarm; the same file changes nothing, a newer one what is new, and remove takes it away")
  func idempotent() async throws {
    let home = try Home()
    _ = try home.write(
      "region: CN\ntimezone: Asia/Shanghai\nalarms:\n  - { id: tea, at: \"16:00\", days: workdays }\n",
      to: "config/notifier/notifier.yaml")
    let file = try home.write(Self.calendar([Self.review, Self.past]), to: "team.ics")
    let own = "\(home.path)/config/notifier/notifier.d/own-alarms.yaml"
    let dry = try await home.command("import", "--dry-run", file, clock: Self.clock)
    #expect(dry.status == 0)
    #expect(dry.output.contains("1 added, 0 changed, 0 as before, 1 over"))
    #expect(dry.errors.contains("nothing was kept"))
    #expect(!Files.exists(own))
    let first = try await home.command("import", file, clock: Self.clock)
    #expect(first.status == 0, "\(first.errors)")
    #expect(first.output.contains("  Review\n1 added, 0 changed, 0 as before, 1 over\n"))
    let next = try await home.command("next", clock: Self.clock)
    #expect(next.output.contains("14:45"))
    let text = try readText(own)
    let again = try await home.command("import", file, clock: Self.clock)
    #expect(again.output == "0 added, 0 changed, 1 as before, 1 over\n")
    #expect(try readText(own) == text)
    _ = try home.write(Self.calendar([Self.review.replacing("PT15M", with: "PT30M")]), to: "team.ics")
    let newer = try await home.command("import", file, "--json", clock: Self.clock)
    #expect(newer.output.contains(#""changed":["ics-"#))
    #expect(try await home.command("next", clock: Self.clock).output.contains("14:30"))
    let id = try #require(text.split(separator: "\n").first { $0.contains("- id: ") }).split(separator: " ").last!
    #expect(try await home.command("remove", String(id), clock: Self.clock).status == 0)
  }

  @Test("what is lost is told and makes the exit status 1; the rest is kept")
  func partial() async throws {
    let home = try Home()
    let file = try home.write(Self.calendar([Self.review, "UID:b\r\nSUMMARY:No start"]), to: "a.ics")
    let ending = try await home.command("import", file, clock: Self.clock)
    #expect(ending.status == 1)
    #expect(ending.errors.contains("No start: has no DTSTART"))
    #expect(ending.output.contains("1 added"))
  }

  @Test("an alarm that stands in a file written by hand is left to the person")
  func byHand() async throws {
    let home = try Home()
    _ = try home.write(
      "region: CN\nalarms:\n  - { id: tea, at: \"16:00\", days: workdays }\n", to: "config/notifier/notifier.yaml")
    let file = try home.write(
      Self.calendar(["UID:tea@notifier\r\nSUMMARY:Tea\r\nDTSTART:20270101T000000Z"]), to: "a.ics")
    let ending = try await home.command("import", file, clock: Self.clock)
    #expect(ending.status == 1)
    #expect(ending.errors.contains("tea: stands in"))
    #expect(ending.output.contains("0 added"))
  }

  @Test(
    "what cannot be imported says why",
    arguments: [
      (["/dev/null/a.ics"], Int32(65), "the file cannot be read"),
      (["--calendar", "x", "a.ics"], 2, "no calendar \"x\""),
      (["http://127.0.0.1:1/secret-0123456789/basic.ics"], 69, "http://127.0.0.1:1/…: "),
      ([], 2, "no file is named"),
    ])
  func mistakes(words: [String], status: Int32, sentence: String) async throws {
    let ending = try await Home().command(["import"] + words, clock: Self.clock)
    #expect(ending.status == status)
    #expect(ending.errors.contains(sentence), "\(ending.errors)")
    #expect(!ending.errors.contains("secret-0123456789"))
  }
}
