import Testing
import Workdays

@Suite("Solar terms")
struct SolarTermTests {
  @Test("every term of 1900 through 2100 falls on the day that lunar_python has")
  func everyTerm() throws {
    let lines = dataLines(try contents(of: packagePath("Tests/WorkdaysTests/Vectors/solar-terms.txt")))
    #expect(lines.count == 201)
    for line in lines {
      let fields = line.split(separator: " ").map { Int($0)! }
      let expected = fields.dropFirst().enumerated().map { CivilDate(year: fields[0], month: $0 / 2 + 1, day: $1) }
      #expect(SolarTerm.allCases.map { $0.date(inYear: fields[0]) } == expected, "\(fields[0])")
    }
  }

  @Test("a day has the term that falls on it, and the days between have none")
  func everyDay() {
    var found: [SolarTerm] = []
    for date in CivilDate("2026-01-01")!...CivilDate("2026-12-31")! {
      if let term = SolarTerm.on(date) {
        #expect(term.date(inYear: 2026) == date)
        found.append(term)
      }
    }
    #expect(found == SolarTerm.allCases)
  }

  // State Council notices name 清明 as a holiday on 2026-04-05; the others are the solstices and equinoxes of 2026 in Beijing.
  @Test(
    "known days have their names",
    arguments: [
      ("2026-04-05", "清明", "qingming", "Bright and Clear"), ("2026-03-20", "春分", "chunfen", "Vernal Equinox"),
      ("2026-06-21", "夏至", "xiazhi", "Summer Solstice"), ("2026-09-23", "秋分", "qiufen", "Autumnal Equinox"),
      ("2026-12-22", "冬至", "dongzhi", "Winter Solstice"),
    ])
  func names(date: String, chinese: String, pinyin: String, english: String) throws {
    let term = try #require(CivilDate(date).flatMap { SolarTerm.on($0) })
    #expect(term.chineseName == chinese && term.pinyin == pinyin && term.englishName == english)
  }

  @Test("outside the table there is no term")
  func outside() {
    #expect(SolarTerm.qingming.date(inYear: 1899) == nil)
    #expect(SolarTerm.qingming.date(inYear: 2101) == nil)
    #expect((1...30).allSatisfy { SolarTerm.on(CivilDate(year: 2101, month: 4, day: $0)!) == nil })
  }
}
