import Glibc
import TestSupport
import Testing

/// `cal --format svg` and `html`. What the pictures show is compared with tables of its own by contrib/test/picture.py.
@Suite("pictures of the calendar", .timeLimit(.minutes(2)))
struct PictureTests {
  private static let office = """
    region: CN
    timezone: Asia/Shanghai
    calendars:
      work: { title: "Work & play", color: "#d9480f" }
      unused: { title: Unused, color: "#123456" }
    alarms:
      - { id: clock-in, title: "Clock <in>", at: "09:00", days: workdays, calendar: work }
      - { id: retro, title: Retrospective, at: "16:00", days: last day of the month }
    """

  private func picture(_ arguments: String...) async throws -> (text: String, ending: Launch.Ending) {
    let home = try Home()
    try home.configure(PictureTests.office)
    let ending = try await home.command(["cal"] + arguments, clock: FakeClock("2026-09-19 12:00:00"))
    return (ending.output, ending)
  }

  /// What picture.py says of what the command prints.
  private func judged(_ asked: String, _ format: String, language: String, weekday: String = "mon") async throws
    -> String
  {
    let home = try Home()
    try home.configure("language: \(language)\n\(PictureTests.office)")
    let script = """
      \(Programs.command) cal \(asked) --format \(format) --lunar always --first-weekday \(weekday) 2>/dev/null \
      | /usr/bin/python3 \(Programs.root)/contrib/test/picture.py \(asked)
      """
    return await (try Launch(["/bin/sh", "-c", script], environment: home.environment)).ending().output
  }

  @Test(
    "a year has all its days with those of the Chinese calendar, and contrast",
    arguments: ["1900", "1901", "2026", "2027", "2033", "2100", "2101", "9999"], ["en", "zh"])
  func years(year: String, language: String) async throws {
    let days = Int(year)! % 4 == 0 && Int(year)! % 100 != 0 ? 366 : 365
    #expect(try await judged(year, "html", language: language) == "good: \(days) days\n")
    #expect(try await judged(year, "svg", language: language) == "good: \(days) days\n")
  }

  @Test(
    "a month of four, five or six rows, with a leap month of the Chinese calendar or at the end of all dates",
    arguments: [("2027-02", 28), ("2026-09", 30), ("2026-08", 31), ("2025-07", 31), ("2033-12", 31), ("9999-12", 31)],
    ["en", "zh"])
  func months(month: (String, Int), language: String) async throws {
    #expect(try await judged(month.0, "html", language: language) == "good: \(month.1) days\n")
    #expect(try await judged(month.0, "svg", language: language) == "good: \(month.1) days\n")
  }

  @Test("what people wrote is text there, and no markup; the legend has the signs that occur")
  func markup() async throws {
    for format in ["html", "svg"] {
      let (text, ending) = try await picture("2026-09", "--format", format)
      #expect(ending.status == 0 && ending.errors.isEmpty)
      #expect(text.contains("Clock &lt;in&gt;") && !text.contains("<in>"))
      #expect(text.contains("Work &amp; play") && text.contains("other alarms") && text.contains("make-up workday"))
      #expect(!text.contains("Unused") && !text.contains("not announced yet"))
      #expect(text.contains("#d9480f"))
    }
    let (text, ending) = try await picture("2027", "--format", "html")
    #expect(text.contains("<h1>2027 (provisional)</h1>") && text.contains("not announced yet"))
    #expect(ending.errors.contains("the holiday notice for 2027 is not out"))
  }

  @Test("a file's name says the format; what is there is written over, and what cannot be written is told")
  func files() async throws {
    let home = try Home()
    try home.configure(PictureTests.office)
    let path = try home.write(String(repeating: "longer than a picture ", count: 50_000), to: "2026.svg")
    let ending = try await home.command("cal", "2026", "--output", path)
    #expect(ending.status == 0 && ending.output.isEmpty)
    let printed = try await home.command("cal", "2026", "--format", "svg")
    #expect(try readText(path) == printed.output)
    let lost = try await home.command("cal", "2026", "--output", "\(home.path)/none/2026.html")
    #expect(lost.status == 69)
    #expect(
      lost.errors == "notifierctl: cal: \(home.path)/none/2026.html cannot be written: No such file or directory\n")
  }

  @Test("what does not go with a picture is refused")
  func refused() async throws {
    for arguments in [
      ["--format", "png"], ["--output", "2026.pdf"], ["--format", "svg", "-3"], ["--format", "svg", "--json"],
    ] {
      let home = try Home.office()
      let ending = try await home.command(["cal"] + arguments, clock: nil)
      #expect(ending.status == 2 && ending.output.isEmpty, "\(arguments): \(ending.errors)")
    }
  }
}
