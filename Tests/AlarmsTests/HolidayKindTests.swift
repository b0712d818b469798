import Alarms
import Testing
import TestSupport
import Workdays

@Suite("Reading holiday files of other forms")
struct HolidayKindTests {
  private func read(_ text: String, file: String, kind: HolidayFile.Kind? = nil) throws -> HolidayFile.Contents {
    do throws(DiagnosticList) {
      return try HolidayFile.read(Array(text.utf8), file: file, kind: kind, week: .mondayToFriday)
    } catch {
      throw UnexpectedProblems(description: error.diagnostics.map(\.description).joined(separator: "\n"))
    }
  }

  private func faults(_ text: String, file: String, kind: HolidayFile.Kind? = nil) throws -> [Diagnostic] {
    try #require(throws: DiagnosticList.self) {
      _ = try HolidayFile.read(Array(text.utf8), file: file, kind: kind, week: .mondayToFriday)
    }.diagnostics
  }

  /// `2026-01-01 off 元旦`, a line a day.
  private func lines(_ contents: HolidayFile.Contents) -> [String] {
    contents.noticeYears.flatMap { year in
      year.overrides.map { "\(year.year): \($0.date) \($0.kind.rawValue) \($0.name)" }
    }
  }

  /// The shape of an answer of timor.tech's service, with days of the notice for 2026.
  static let timor = """
    {"code":0,"holiday":{
      "01-01":{"holiday":true,"name":"元旦","wage":3,"date":"2026-01-01","rest":1},
      "01-02":{"holiday":true,"name":"元旦","wage":2,"date":"2026-01-02","rest":2},
      "02-14":{"holiday":false,"name":"春节前补班","wage":1,"after":false,"target":"春节","date":"2026-02-14","rest":9},
      "10-10":{"holiday":false,"name":"国庆节后补班","wage":1,"after":true,"date":"2026-10-10"}}}
    """

  /// The shape of an answer of Nager.Date's version 3.
  static let nager = """
    [{"date":"2026-01-01","localName":"Neujahr","name":"New Year's Day","countryCode":"DE","fixed":false,"global":true,
      "counties":null,"launchYear":null,"types":["Public"]},
     {"date":"2026-01-06","localName":"Heilige Drei Könige","name":"Epiphany","countryCode":"DE","fixed":false,
      "global":false,"counties":["DE-BW","DE-BY","DE-ST"],"launchYear":null,"types":["Public"]},
     {"date":"2026-02-14","localName":"Valentinstag","name":"Valentine's Day","countryCode":"DE","global":true,
      "counties":null,"types":["Observance"]},
     {"date":"2027-01-01","localName":null,"name":"New Year's Day","countryCode":"DE","global":true,"types":["Public","Bank"]}]
    """

  static let csv =
    "\u{FEFF}Date,Kind,Name\r\n# closed\r\n\r\n2026-12-30..2027-01-02,off,\"Year's \"\"end\"\", paid\"\r\n"
    + "2026-03-30..31, off ,leave\n2026-06-06,work"

  @Test("timor.tech's year: a make-up day takes the name of its target")
  func timorYear() throws {
    let contents = try read(Self.timor, file: "cn.json")
    #expect(
      lines(contents) == [
        "2026: 2026-01-01 off 元旦", "2026: 2026-01-02 off 元旦", "2026: 2026-02-14 work 春节",
        "2026: 2026-10-10 work 国庆节后补班",
      ])
    #expect(contents.warnings.isEmpty)
    #expect(contents.noticeYears[0].overrides.allSatisfy { $0.source == "cn.json" })
  }

  @Test("an empty answer speaks of the year in the file's name only", arguments: ["{}", "[]", "null"])
  func timorEmpty(holiday: String) throws {
    let text = "{\"code\":0,\"holiday\":\(holiday)}"
    #expect(try read(text, file: "2027.json").noticeYears == [NoticeYear(year: 2027, overrides: [])])
    #expect(try read(text, file: "cn.json").noticeYears.isEmpty)
  }

  @Test(
    "what is wrong with timor.tech's answer is told with its place",
    arguments: [
      ("{\"code\":▸-1,\"holiday\":{}}", ["refused", "\"-1\", expected 0", "again later"]),
      ("▸{\"holiday\":{}}", ["no code"]),
      ("{\"code\":0,\"holiday\":▸1}", ["holiday is a single value"]),
      ("{\"code\":0,\"holiday\":{▸\"01-01\":{\"holiday\":true}}}", ["the day has no date"]),
      ("{\"code\":0,\"holiday\":{▸\"01-01\":{\"date\":\"2026-01-01\"}}}", ["does not say holiday"]),
      (
        "{\"code\":0,\"holiday\":{\"01-01\":{\"holiday\":true,\"date\":▸\"2026-10-01\"}}}",
        ["2026-10-01 stands under \"01-01\"", "same month and day"]
      ),
      ("{\"code\":0,\"holiday\":{\"01-01\":{\"holiday\":true,\"date\":▸\"2026-02-30\"}}}", ["a date of the calendar"]),
      (
        "{\"code\":0,\"holiday\":{\"01-01\":{\"holiday\":true,\"date\":▸\"2025-01-01\"}}}",
        ["named for 2026", "year 2025"]
      ),
    ] as [(String, [String])])
  func timorFaults(text: String, words: [String]) throws {
    let text = MarkedText(text)
    text.expect([words], in: try faults(text.text, file: "2026.json", kind: .timor))
  }

  @Test("timor.tech's slips are warned of as holiday-cn's are")
  func timorWarnings() throws {
    let text: MarkedText = """
      {"code":0,"holiday":{"09-17":{"holiday":false,"name":"a","date":▸"2026-09-17"},
        "10-01":{"holiday":true,"name":"b","date":"2026-10-01"},"10-02":{"holiday":true,"name":"b","date":▸"2062-10-02"}}}
      """
    let contents = try read(text.text, file: "cn.json")
    text.expect(
      [["2026-09-17 is a thursday and a workday anyway"], ["2062-10-02 lies outside the notice of 2026"]],
      in: contents.warnings, severity: .warning)
  }

  @Test("Nager.Date: public holidays of the whole country, by the year of their date")
  func nagerList() throws {
    let expected = ["2026: 2026-01-01 off Neujahr", "2027: 2027-01-01 off New Year's Day"]
    #expect(lines(try read(Self.nager, file: "de.json")) == expected)
    #expect(lines(try read(Self.nager, file: "2026.json", kind: .nager)) == expected)
    #expect(try read("[]", file: "de.json", kind: .nager).noticeYears.isEmpty)
  }

  @Test("two holidays on one day are one day off with both names")
  func nagerDouble() throws {
    let text =
      #"[{"date":"2026-05-14","localName":"A","types":["Public"]},{"date":"2026-05-14","localName":"B","types":["Public"]}]"#
    #expect(lines(try read(text, file: "x.json")) == ["2026: 2026-05-14 off A, B"])
  }

  @Test(
    "what is wrong with Nager.Date's list is told with its place",
    arguments: [
      ("▸{}", ["expected a list of holidays"]),
      ("[▸{\"types\":[\"Public\"]}]", ["has no date"]),
      ("[▸{\"date\":\"2026-01-01\"}]", ["does not say what it is", "\"types\": [\"Public\"]"]),
      ("[{\"date\":▸\"01.01.2026\",\"types\":[\"Public\"]}]", ["a date of the calendar"]),
      ("[▸7]", ["expected a holiday as a mapping"]),
      ("[{\"date\":▸\"2025-01-01\",\"types\":[\"Public\"]}]", ["named for 2026", "year 2025"]),
    ] as [(String, [String])])
  func nagerFaults(text: String, words: [String]) throws {
    let text = MarkedText(text)
    text.expect([words], in: try faults(text.text, file: "2026.json", kind: .nager))
  }

  @Test("CSV: a heading, comments, quotes, ranges over a year's end, any line end, a byte order mark")
  func csvLines() throws {
    let name = "Year's \"end\", paid"
    #expect(
      lines(try read(Self.csv, file: "own.csv")) == [
        "2026: 2026-12-30 off \(name)", "2026: 2026-12-31 off \(name)", "2026: 2026-03-30 off leave",
        "2026: 2026-03-31 off leave", "2026: 2026-06-06 work ", "2027: 2027-01-01 off \(name)",
        "2027: 2027-01-02 off \(name)",
      ])
    #expect(try read("# nothing\n", file: "own.csv").noticeYears.isEmpty)
  }

  @Test(
    "what is wrong with CSV is told with its place",
    arguments: [
      ("▸2026-01-01", ["1 field;", "date,off|work,name"]),
      ("▸2026-01-01,work,a,12:00,b", ["5 fields;"]),
      ("2026-01-01,▸Off,a", ["\"Off\" is no kind of day"]),
      ("2026-01-01,off\n▸2026-02-30,off", ["\"2026-02-30\" is no date"]),
      ("▸2026-01-05..04,off", ["is no date"]),
      ("▸2026-01-01..2027-01-02,off", ["at most 366 days"]),
      ("▸2026-01-01..,off", ["is no date"]),
      ("2026-01-01,off\n▸2025-12-31..2026-01-02,work", ["2026-01-01 stands twice, first in line 1"]),
      ("2026-01-01,off,▸\"a\n", ["never closed"]),
      ("2026-01-01,off,\"a\" ▸b\n", ["after a closing quote"]),
      ("2026-01-01,off,a▸\"b\n", ["write each quote in it twice"]),
      ("▸<!DOCTYPE html>\n", ["a web page"]),
    ] as [(String, [String])])
  func csvFaults(text: String, words: [String]) throws {
    let text = MarkedText(text)
    text.expect([words], in: try faults(text.text, file: "own.csv"))
  }

  @Test("a file in another charset is refused at the first byte that is wrong")
  func charset() throws {
    // 春节 in GB 18030.
    let bytes = Array("2026-01-01,off,".utf8) + [0xB4, 0xBA, 0xBD, 0xDA]
    let list = try #require(throws: DiagnosticList.self) {
      _ = try HolidayFile.read(bytes, file: "own.csv", week: .mondayToFriday)
    }
    #expect(
      list.diagnostics.map(\.description) == [
        "own.csv:1:16: error: the file is not UTF-8 and seems to be GBK (GB 18030); convert it: iconv -f GB18030 -t UTF-8"
      ])
  }

  @Test("a file that sets very many days is refused")
  func manyDays() throws {
    let text = (1900..<1960).map { "\($0)-01-01..\($0)-12-31,off\n" }.joined()
    #expect(try faults(text, file: "own.csv")[0].message.contains("more than 20000 days"))
  }

  @Test("HTML in the place of data, and iCalendar, say what to do")
  func otherFiles() throws {
    #expect(try faults("\n <html>", file: "2027.json").map(\.message)[0].contains("a web page or XML"))
    #expect(try faults("BEGIN:VCALENDAR", file: "cn.ics").map(\.message)[0].contains("notifier-calendars convert"))
  }

  @Test("holiday-cn's years may stand in a list, each once")
  func listOfYears() throws {
    let day = "{\"name\": \"元旦\", \"date\": \"2027-01-01\", \"isOffDay\": true}"
    let text = "[{\"year\": 2027, \"days\": [\(day)]}, {\"year\": 2026, \"days\": []}]"
    let contents = try read(text, file: "cn.json")
    #expect(contents.noticeYears.map(\.year) == [2026, 2027])
    #expect(lines(contents) == ["2027: 2027-01-01 off 元旦"])
    let twice: MarkedText = "[{\"year\": 2027, \"days\": []}, ▸{\"year\": 2027, \"days\": []}]"
    twice.expect([["2027 stands twice"]], in: try faults(twice.text, file: "cn.json"))
  }

  @Test("the configuration takes every form, in every layer, and its kind: is checked")
  func withinConfiguration() throws {
    let directory = TemporaryDirectory()
    directory.write("cn.json", Self.timor)
    directory.write("own.csv", Self.csv)
    directory.write("data", Self.nager)
    let text = """
      region: CN
      holidaySources: [cn.json, { file: own.csv, layer: personal }, { file: data, kind: nager, layer: company }]
      """
    let calendar = try configuration(text, file: directory["a.yaml"]).calendar
    func kind(_ date: String) -> DayKind { calendar.day(on: CivilDate(date)!).kind }
    #expect(kind("2026-02-14") == .makeUpWorkday)
    #expect(kind("2026-01-03") == .restDay, "the year is replaced as a whole")
    #expect(kind("2026-06-06") == .personalWorkday)
    #expect(kind("2026-12-31") == .personalRestDay)
    #expect(kind("2027-01-01") == .personalRestDay)
    let wrong: MarkedText = "holidaySources: [{ file: own.csv, kind: ▸holidaycn }]"
    wrong.expect([["did you mean \"holiday-cn\"?"]], in: problems(wrong.text, file: directory["a.yaml"]))
  }
}
