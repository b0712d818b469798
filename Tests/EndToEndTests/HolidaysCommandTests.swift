import Alarms
import TestSupport
import Testing
import Workdays

/// `holidays`: sources, years, imports. Today is Saturday, 19 September 2026.
@Suite("notifierctl holidays", .timeLimit(.minutes(2)))
struct HolidaysCommandTests {
  private static func home(_ sources: String = "") throws -> Home {
    let home = try Home()
    try home.configure(
      """
      region: CN
      timezone: Asia/Shanghai
      \(sources)
      alarms:
        - { id: clock-in, at: "09:00", days: workdays }
      """)
    return home
  }

  private func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
  }

  @Test("every day of a year leads to its notice, and what no notice sets to the law")
  func show() async throws {
    let home = try Self.home()
    let year = try await home.command("holidays", "show", "2026")
    let shown = lines(year.output)
    #expect(shown.first == "2026 in CN: announced; from the data that ships with notifier")
    #expect(shown.contains("Sun 2026-09-20 make-up workday 国庆节 [1]"))
    #expect(shown.contains("Fri 2026-09-25 statutory holiday 中秋节 [1]"))
    #expect(shown.last == "[1] https://www.gov.cn/zhengce/zhengceku/202511/content_7047091.htm")
    // Of 2015, the second notice of that year is a source of its own.
    let second = try await home.command("holidays", "show", "2015")
    #expect(second.output.contains("2015-05/13/content_9742.htm"))
    let next = lines(try await home.command("holidays", "show", "2027").output)
    #expect(next.first == "2027 in CN: not announced; what law and calendar fix is computed")
    #expect(next.contains("Fri 2027-01-01 statutory holiday 元旦 [1] provisional"))
    #expect(try await home.command("holidays", "show", "soon").status == 2)
    let json = try await home.command("holidays", "show", "2026", "--json")
    #expect(json.output.contains("\"date\":\"2026-10-10\",\"kind\":\"make-up-workday\""))
  }

  @Test("list tells each source with its layer and years, status how far ahead is announced, doctor both")
  func sources() async throws {
    let home = try Self.home(
      "holidaySources: [{ file: company.csv, layer: company }, { url: \"http://127.0.0.1:9/{year}.json\" }]")
    try home.write("2026-12-24,off,店庆\n2027-12-24,off,店庆\n", to: "config/notifier/company.csv")
    let list = lines(try await home.command("holidays").output)
    #expect(list.count == 3)
    #expect(list[0] == "national shipped with notifier (CN) 2007–2026 as of \(ShippedRegion.dataDate)")
    #expect(list[1] == "national http://127.0.0.1:9/{year}.json never fetched")
    #expect(list[2] == "company \(home.path)/config/notifier/company.csv 2026–2027 a file")
    let status = try await home.command("holidays", "status")
    #expect(status.status == 0)
    #expect(lines(status.output)[0] == "CN: announced to 28 December 2026; the notice for 2027 is not known yet")
    let doctor = try await home.command("doctor")
    #expect(doctor.status == 1)
    #expect(lines(doctor.output).contains { $0.hasPrefix("good holidays CN: announced to 28 December 2026") })
    #expect(
      lines(doctor.output).contains { $0.hasPrefix("warning holiday source") && $0.contains("holidays update") })
    // Nobody has asked for weeks.
    let source = HolidaySource(origin: .web([Secret("http://127.0.0.1:9/{year}.json")]))
    try HolidayStore(directory: "\(home.path)/.cache/notifier/holidays").write(
      HolidaySourceState(checked: Instant("2026-09-01T00:00:00Z")!.seconds), of: source.key)
    #expect(
      lines(try await home.command("doctor").output).contains {
        $0.hasPrefix("warning holiday source") && $0.contains("once a day")
      })
    #expect(lines(doctor.output).contains { $0.hasPrefix("bad daemon notifierd does not run") })
  }

  @Test("import keeps a file's years, tells what moves, lasts, and --remove forgets them")
  func imports() async throws {
    let home = try Self.home()
    let path = try home.write(Notice2027.json, to: "2027.json")
    let differs = try await home.command("holidays", "diff", path)
    #expect(differs.status == 1)
    #expect(lines(differs.output).contains("Sat 2027-01-30 rest day → make-up workday (春节)"))
    let imported = try await home.command("holidays", "import", path)
    #expect(imported.status == 0, "\(imported.errors)")
    let rings = lines(imported.output).drop { $0 != "rings:" }.dropFirst()
    let expected =
      Notice2027.freed.map { ($0, "- \(CivilDate($0)!.weekday.shortTitle) \($0) 09:00 no longer rings clock-in 0m") }
      + Notice2027.makeUp.map { ($0, "+ \(CivilDate($0)!.weekday.shortTitle) \($0) 09:00 rings clock-in 0m") }
    #expect(Array(rings) == expected.sorted { $0.0 < $1.0 }.map(\.1))
    #expect(
      lines(try await home.command("holidays", "show", "2027").output).first?.contains("2027 in CN: announced; from")
        == true)
    #expect(try await home.command("holidays", "diff", path).status == 0)
    #expect(try await home.command("workday", "2027-10-09").status == 0)
    let removed = try await home.command("holidays", "import", "--remove", "2027")
    #expect(removed.status == 0)
    #expect(try await home.command("workday", "2027-10-09").status == 1)
    #expect(try await home.command("holidays", "import", "--remove", "2027").status == 1)
  }

  @Test("a company's days are imported into their layer; a file that would be refused changes nothing")
  func importLayers() async throws {
    let home = try Self.home()
    let company = try home.write("2026-12-24,off,店庆\n", to: "company.csv")
    let imported = try await home.command("holidays", "import", company, "--layer", "company")
    #expect(lines(imported.output).contains("- Thu 2026-12-24 09:00 no longer rings clock-in 0m"))
    let short = try home.write(
      "{\"year\": 2026, \"days\": [{\"date\": \"2026-10-01\", \"isOffDay\": true}]}", to: "2026.json")
    let refused = try await home.command("holidays", "import", short)
    #expect(refused.status == 65 && refused.errors.contains("fewer than the 39"))
    #expect(try await home.command("workday", "2026-10-10").status == 0)
    let empty = try home.write(Notice2027.emptyJSON, to: "2027.json")
    #expect(try await home.command("holidays", "import", empty).errors.contains("sets no day"))
    #expect(try await home.command("holidays", "import").status == 2)
    #expect(try await home.command("holidays", "lst").errors.contains("did you mean \"list\"?"))
  }
}
