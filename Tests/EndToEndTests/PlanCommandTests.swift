import Testing

/// `plan`: what a holiday file would move. Today is Saturday, 19 September 2026.
@Suite("notifierctl plan", .timeLimit(.minutes(2)))
struct PlanCommandTests {
  private static let alarm = """
    region: CN
    timezone: Asia/Shanghai
    alarms:
      - { id: clock-in, at: "09:00", days: workdays }
    """

  private static func home() throws -> Home {
    let home = try Home()
    try home.configure(alarm)
    return home
  }

  /// A year file that repeats the notice of 2026 from October on, but for one swap.
  private static func year(_ days: [(String, Bool)]) -> String {
    let entries = days.map { "{\"name\": \"国庆节\", \"date\": \"\($0.0)\", \"isOffDay\": \($0.1)}" }
    return "{\"year\": 2026, \"papers\": [], \"days\": [\(entries.joined(separator: ", "))]}"
  }

  @Test("a day that newly rests loses its ring, one that is newly worked gets one, and nothing else moves")
  func moves() async throws {
    let home = try Self.home()
    // The notice has 20 September and 10 October worked; this file works 11 October in place of 10 October.
    let off = (1...7).map { ("2026-10-0\($0)", true) }
    let path = try home.write(Self.year(off + [("2026-09-20", false), ("2026-10-11", false)]), to: "2026.json")
    let ending = try await home.command("plan", "--holidays", path, "--force", "--from", "2026-09-28")
    #expect(ending.status == 1, "\(ending.errors)")
    let lines = ending.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    #expect(lines.contains("Sat 2026-10-10 make-up workday (国庆节) → rest day"))
    #expect(lines.contains("Sun 2026-10-11 rest day → make-up workday (国庆节)"))
    #expect(
      lines.drop { $0 != "rings:" }.dropFirst() == [
        "- Sat 2026-10-10 09:00 no longer rings clock-in 0m", "+ Sun 2026-10-11 09:00 rings clock-in 0m",
      ])
  }

  @Test("a file with fewer days than are known would be refused, and one that is no holiday file too")
  func refused() async throws {
    let home = try Self.home()
    let path = try home.write(Self.year([("2026-10-01", true)]), to: "2026.json")
    let fewer = try await home.command("plan", "--holidays", path)
    #expect(fewer.status == 65 && fewer.output.isEmpty)
    #expect(fewer.errors.contains("2026.json would be refused: the data for 2026 has 1 day, fewer than the 39"))
    let broken = try home.write("<html>", to: "2027.json")
    #expect(try await home.command("plan", "--holidays", broken).status == 65)
  }

  @Test("a year that is not announced in the file moves nothing")
  func empty() async throws {
    let home = try Self.home()
    let path = try home.write("{\"year\": 2027, \"papers\": [], \"days\": []}", to: "2027.json")
    let ending = try await home.command("plan", "--holidays", path)
    #expect(ending.status == 0 && ending.output == "no day changes\nno ring moves\n")
    let json = try await home.command("plan", "--holidays", path, "--json")
    #expect(json.output == "{\"added\":[],\"days\":[],\"moved\":[],\"removed\":[]}\n")
  }

  @Test("without a file it says what is missing")
  func missing() async throws {
    let ending = try await Self.home().command("plan")
    #expect(ending.status == 2 && ending.errors.contains("--holidays FILE|URL is missing"))
  }
}
