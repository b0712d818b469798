import Testing
import Workdays

@Suite("Mainland China's days")
struct ChinaDaysTests {
  private static let calendar = WorkCalendar(national: .china)

  /// One line of the vectors: a date, its letter, the holiday's English name.
  private struct Line {
    let date: CivilDate
    let letter: Character
    let name: String

    init?(_ text: String) {
      let words = text.split(separator: " ", maxSplits: 2)
      guard words.count >= 2, let date = CivilDate(words[0]), let letter = words[1].first else { return nil }
      (self.date, self.letter, name) = (date, letter, words.count == 3 ? String(words[2]) : "")
    }
  }

  private static func lines() throws -> [Line] {
    try dataLines(contents(of: packagePath("Tests/WorkdaysTests/Vectors/china-days.txt"))).compactMap(Line.init)
  }

  @Test("every day of 2007 through 2026 is what chinesecalendar and holidays say it is")
  func everyDay() throws {
    let kinds: [Character: DayKind] = [
      "W": .workday, "M": .makeUpWorkday, "S": .statutoryHoliday, "L": .inLieuRestDay, "R": .restDay,
    ]
    let lines = try Self.lines()
    let differing = lines.filter { line in
      let day = Self.calendar.day(on: line.date)
      return day.kind != kinds[line.letter] || day.isWorkday != Self.calendar.isWorkday(line.date)
        || day.certainty != certainty(line.date)
    }
    #expect(lines.count == 7305)
    #expect(differing.map { "\($0.date): \(Self.calendar.day(on: $0.date).kind), not \($0.letter)" } == [])
  }

  /// 29 to 31 December 2026 wait for the notice of 2027.
  private func certainty(_ date: CivilDate) -> Certainty {
    date >= CivilDate(year: 2026, month: 12, day: 29)! ? .provisional : .announced
  }

  @Test("every day off and every make-up workday carries the holiday's name and the notice's address")
  func names() throws {
    // chinesecalendar gives one English name; a notice that joins two holidays names both.
    let chinese = [
      "New Year's Day": ["元旦"], "Spring Festival": ["春节"], "Tomb-sweeping Day": ["清明节"],
      "Labour Day": ["劳动节", "“五一”", "“五一”国际劳动节"], "Dragon Boat Festival": ["端午节"],
      "Mid-autumn Festival": ["中秋节"], "National Day": ["国庆节", "“十一”"],
      "Anti-Fascist 70th Day": ["抗日战争暨世界反法西斯战争胜利70周年纪念日"],
    ]
    var named = 0
    for line in try Self.lines() where !line.name.isEmpty {
      let day = Self.calendar.day(on: line.date)
      // Weekends beside a short holiday are not in the notices.
      guard let name = day.name else {
        #expect(day.kind == .restDay, "\(line.date)")
        continue
      }
      named += 1
      #expect(try #require(chinese[line.name]).contains { name.contains($0) }, "\(line.date): \(name), \(line.name)")
      #expect(try #require(day.source).contains("gov.cn/zhengce/"), "\(line.date)")
    }
    #expect(named > 660)
  }

  @Test("the notice that set a day is named where a year had two")
  func secondNotices() throws {
    let expected = [
      ("2015-09-03", "content_9742"), ("2015-05-01", "content_9302"), ("2019-05-02", "content_5375877"),
      ("2019-10-01", "content_5346276"), ("2020-01-31", "content_5472352"), ("2020-01-24", "content_5454164"),
    ]
    for (date, notice) in expected {
      let day = Self.calendar.day(on: try #require(CivilDate(date)))
      #expect(try #require(day.source).contains(notice), "\(date)")
    }
  }

  @Test(
    "the statutory days of years without a notice are computed",
    arguments: [
      // 全国年节及纪念日放假办法 as amended in 2024: 13 days; where two fall on one day there are fewer.
      (
        2027,
        [
          "01-01", "02-05", "02-06", "02-07", "02-08", "04-05", "05-01", "05-02", "06-09", "09-15", "10-01", "10-02",
          "10-03",
        ]
      ),
      // Mid-Autumn 2028 is 3 October (lunar 8-15), National Day's third.
      (
        2028,
        ["01-01", "01-25", "01-26", "01-27", "01-28", "04-04", "05-01", "05-02", "05-28", "10-01", "10-02", "10-03"]
      ),
    ])
  func computed(year: Int, expected: [String]) throws {
    let first = try #require(CivilDate(year: year, month: 1, day: 1))
    let days = (first...first.adding(days: 365)).filter { $0.year == year }.map(Self.calendar.day)
    let holidays = days.filter { $0.kind == .statutoryHoliday }
    #expect(holidays.map(\.date.description) == expected.map { "\(year)-\($0)" })
    #expect(days.allSatisfy { $0.certainty == .provisional })
    #expect(holidays.allSatisfy { $0.reason == .statute && $0.name != nil })
  }

  @Test("before the first notice nothing is known, and it says so")
  func beforeFirstNotice() throws {
    let day = Self.calendar.day(on: try #require(CivilDate("2005-10-03")))
    #expect(day.kind == .workday)
    #expect(day.certainty == .unknown)
    // But the notice of 2007 set the last days of 2006.
    let claimed = Self.calendar.day(on: try #require(CivilDate("2006-12-30")))
    #expect(claimed.kind == .makeUpWorkday)
    #expect(claimed.certainty == .announced)
  }
}

@Suite("Layers of overrides")
struct LayerTests {
  private func entries(_ days: [(String, DayOverride.Kind)], source: String = "test") -> [DayOverride] {
    days.map { DayOverride(date: CivilDate($0.0)!, kind: $0.1, name: "名", source: source) }
  }

  @Test("a notice year replaces that whole year, so that a withdrawn swap dies")
  func replaces() throws {
    let china = HolidayCalendar.china
    let withdrawn = try #require(CivilDate("2026-09-20"))
    #expect(WorkCalendar(national: china).isWorkday(withdrawn))
    let newer = china.replacing(NoticeYear(year: 2026, overrides: entries([("2026-10-01", .off)])))
    #expect(!WorkCalendar(national: newer).isWorkday(withdrawn))
    #expect(WorkCalendar(national: newer).isWorkday(try #require(CivilDate("2025-09-28"))), "2025 stays")
  }

  @Test("an empty year means that it is not announced, never that it has no holidays")
  func emptyYear() throws {
    let calendar = WorkCalendar(national: HolidayCalendar.china.replacing(NoticeYear(year: 2027, overrides: [])))
    let newYear = calendar.day(on: try #require(CivilDate("2027-01-01")))
    #expect(newYear.kind == .statutoryHoliday)
    #expect(newYear.certainty == .provisional)
    let kept = WorkCalendar(national: HolidayCalendar.china.replacing(NoticeYear(year: 2026, overrides: [])))
    #expect(kept.isWorkday(try #require(CivilDate("2026-09-20"))))
  }

  @Test("days that were worked out keep a year provisional, and replace no notice")
  func computedYear() throws {
    func computed(_ year: Int, _ date: String) -> NoticeYear {
      NoticeYear(year: year, overrides: entries([(date, .off)]), basis: .computed)
    }
    let china = HolidayCalendar.china.replacing(computed(2027, "2027-10-01"))
    let calendar = WorkCalendar(national: china)
    func day(_ date: String) throws -> Day { calendar.day(on: try #require(CivilDate(date))) }
    #expect(!china.isAnnounced(year: 2027))
    #expect(try day("2027-10-01").certainty == .provisional && day("2027-10-01").kind == .statutoryHoliday)
    // 国庆节 takes three days by the law, in no notice yet.
    #expect(try day("2027-10-02").kind == .statutoryHoliday && day("2027-10-08").certainty == .provisional)
    #expect(try day("2028-03-01").certainty == .provisional, "a notice for 2028 is due as well")
    #expect(HolidayCalendar.china.replacing(computed(2026, "2026-10-01")) == .china)
  }

  @Test("a year becomes announced by its notice, and the last days of the year before with it")
  func announced() throws {
    let notice = NoticeYear(
      year: 2027, overrides: entries([("2027-01-01", .off), ("2027-02-06", .off), ("2026-12-31", .off)]))
    let calendar = WorkCalendar(national: HolidayCalendar.china.replacing(notice))
    #expect(calendar.day(on: try #require(CivilDate("2026-12-30"))).certainty == .announced)
    #expect(calendar.day(on: try #require(CivilDate("2026-12-31"))).kind == .inLieuRestDay)
    #expect(calendar.day(on: try #require(CivilDate("2027-05-03"))).certainty == .announced)
    #expect(calendar.day(on: try #require(CivilDate("2027-12-29"))).certainty == .provisional)
  }

  @Test("personal and company days lie above the region's")
  func ownLayers() throws {
    let company = WorkCalendar.OwnLayer(entries([("2026-09-20", .off), ("2026-10-01", .work), ("2026-09-21", .work)]))
    let personal = WorkCalendar.OwnLayer(entries([("2026-10-01", .off)]))
    let calendar = WorkCalendar(national: .china, own: [company, personal])
    #expect(calendar.day(on: try #require(CivilDate("2026-09-20"))).kind == .personalRestDay)
    #expect(calendar.day(on: try #require(CivilDate("2026-10-01"))).kind == .personalRestDay)
    #expect(calendar.day(on: try #require(CivilDate("2026-09-21"))).kind == .workday)
    let companyOnly = WorkCalendar(national: .china, own: [company])
    #expect(companyOnly.day(on: try #require(CivilDate("2026-10-01"))).kind == .personalWorkday)
    #expect(companyOnly.isWorkday(try #require(CivilDate("2026-10-01"))))
  }

  @Test("a region without data follows Monday to Friday, and its certainty is unknown")
  func unknownRegion() throws {
    let calendar = WorkCalendar(national: .unknown(region: "NO"))
    #expect(calendar.national.region == "NO")
    let day = calendar.day(on: try #require(CivilDate("2026-05-17")))
    #expect(day.kind == .restDay)
    #expect(day.certainty == .unknown)
    #expect(calendar.isWorkday(try #require(CivilDate("2026-05-18"))))
  }

  @Test("a make-up mark on an ordinary Monday changes nothing and is no make-up workday")
  func confirming() throws {
    // 2020-02-03, the one such entry of 2007 through 2026.
    let day = WorkCalendar(national: .china).day(on: try #require(CivilDate("2020-02-03")))
    #expect(day.kind == .workday)
    #expect(day.name == "春节")
    #expect(!WorkCalendar(national: .china).isMakeUpWorkday(day.date))
  }

  @Test(
    "workdays are counted from a date, which itself does not count",
    arguments: [
      ("2026-09-30", 1, "2026-10-08"), ("2026-10-08", -1, "2026-09-30"), ("2026-09-18", 1, "2026-09-20"),
      ("2026-09-20", 0, "2026-09-20"), ("2026-10-01", 2, "2026-10-09"), ("2026-10-09", 1, "2026-10-10"),
    ])
  func counting(from: String, count: Int, expected: String) throws {
    let date = WorkCalendar(national: .china).date(count, workdaysFrom: try #require(CivilDate(from)))
    #expect(date?.description == expected)
  }

  @Test("counting workdays ends where there are none")
  func countingNothing() throws {
    let calendar = WorkCalendar(week: WorkWeek(workdays: []), national: .unknown(region: "XX"))
    #expect(calendar.date(1, workdaysFrom: try #require(CivilDate("2026-01-01"))) == nil)
  }
}
