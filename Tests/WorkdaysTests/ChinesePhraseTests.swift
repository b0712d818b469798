import Testing
import Workdays

@Suite("Phrases in Chinese")
struct ChinesePhraseTests {
  @Test(
    "a phrase means the same in both languages, and prints in the one that is asked for",
    arguments: [
      ("工作日", "workdays", "工作日"), ("每个工作日", "workdays", "工作日"), ("休息日", "rest days", "休息日"),
      ("节假日", "holidays", "节假日"), ("法定节假日", "statutory holidays", "法定节假日"),
      ("法定假日", "statutory holidays", "法定节假日"), ("补班日", "make-up workdays", "补班日"),
      ("调休补班日", "make-up workdays", "补班日"), ("调休休息日", "in-lieu rest days", "调休休息日"),
      ("假期第一天", "first day of a holiday", "假期第一天"), ("假期最后一天", "last day of a holiday", "假期最后一天"),
      ("节前最后一个工作日", "last workday before a holiday", "节前最后一个工作日"),
      ("节后第一个工作日", "first workday after a holiday", "节后第一个工作日"), ("每天", "every day", "每天"),
      ("每周一三五", "mon, wed, fri", "每周一、三、五"), ("周一、周三和周五", "mon, wed, fri", "每周一、三、五"),
      ("星期六、星期天", "sat, sun", "每周六、日"), ("周末", "sat, sun", "每周六、日"), ("每周日", "sun", "每周日"),
      ("每周一到周五", "mon-fri", "每周一至周五"), ("周一至五", "mon-fri", "每周一至周五"),
      ("周五至周一", "mon, fri, sat, sun", "每周一、五、六、日"), ("2026年12月24日", "2026-12-24", "2026-12-24"),
      ("2026-12-31、2026年12月24日", "2026-12-24, 2026-12-31", "2026-12-24、2026-12-31"),
      ("每月最后一个工作日", "last workday of the month", "每月最后一个工作日"),
      ("每月第3个工作日", "3rd workday of the month", "每月第3个工作日"),
      ("每个月第三个工作日", "3rd workday of the month", "每月第3个工作日"),
      ("每月倒数第二个工作日", "2nd to last workday of the month", "每月倒数第2个工作日"),
      ("每月第二十一个工作日", "21st workday of the month", "每月第21个工作日"),
      ("每年第一百零二个工作日", "102nd workday of the year", "每年第102个工作日"),
      ("每周第一个工作日", "first workday of the week", "每周第一个工作日"),
      ("每季度最后一个工作日", "last workday of the quarter", "每季度最后一个工作日"),
      ("每年首个补班日", "first make-up workday of the year", "每年第一个补班日"),
      ("每月第一个和最后一个工作日", "first and last workday of the month", "每月第一个、最后一个工作日"),
      ("每月最后一天", "last day of the month", "每月最后一天"), ("每月15号", "15th day of the month", "每月15日"),
      ("每月1、15日", "first and 15th day of the month", "每月1日、15日"),
      ("每月初一", nil, nil), ("每月第一天、最后一天", "first and last day of the month", "每月第一天、最后一天"),
      ("每月第一个星期一", "first monday of the month", "每月第一个周一"),
      ("每季度最后一个周日", "last sunday of the quarter", "每季度最后一个周日"),
      ("从2026-01-05起每10个工作日", "every 10 workdays from 2026-01-05", "从2026-01-05起每10个工作日"),
      ("每十个工作日，从2026年1月5日起", "every 10 workdays from 2026-01-05", "从2026-01-05起每10个工作日"),
      ("农历八月十五", "lunar 8-15", "农历八月十五"), ("中秋节", "lunar 8-15", "农历八月十五"),
      ("农历8月15日", "lunar 8-15", "农历八月十五"), ("每年农历正月初一", "lunar 1-1", "农历正月初一"),
      ("春节", "lunar 1-1", "农历正月初一"), ("除夕", "lunar 12-30", "农历十二月三十"),
      ("农历腊月三十", "lunar 12-30", "农历十二月三十"), ("农历冬月廿三", "lunar 11-23", "农历十一月廿三"),
      ("农历十月二十", "lunar 10-20", "农历十月二十"), ("端午", "lunar 5-5", "农历五月初五"), ("重阳节", "lunar 9-9", "农历九月初九"),
      ("农历闰六月初一", "lunar leap 6-1", "农历闰六月初一"),
      ("农历六月初一（闰月也算）", "lunar 6-1 in both months", "农历六月初一（闰月也算）"),
      ("农历十二月三十(小月跳过)", "lunar 12-30 or skip", "农历十二月三十（没有则跳过）"),
      ("农历六月三十（闰月也算，没有则跳过）", "lunar 6-30 in both months or skip", "农历六月三十（闰月也算，没有则跳过）"),
      (" 每月　第３个 工作日 ", "3rd workday of the month", "每月第3个工作日"),
    ] as [(String, String?, String?)])
  func means(text: String, english: String?, chinese: String?) throws {
    guard let english, let chinese else {
      #expect(throws: PhraseError.self) { try DaysPhrase(text) }
      return
    }
    let phrase = try DaysPhrase(text)
    #expect(phrase.text(in: .english) == english)
    #expect(phrase.text(in: .chinese) == chinese)
    #expect(try DaysPhrase(english) == phrase)
    #expect(try DaysPhrase(chinese) == phrase)
  }

  @Test(
    "a phrase that is not understood is answered with its place and the nearest one",
    arguments: [
      ("公作日", "公作日", "工作日"), ("每月最后一个工做日", "工做日", "每月最后一个工作日"),
      ("每月倒数", "倒数", nil), ("农历十三月初一", "农历十三月初一", "农历八月十五"), ("农历八月卅一", "农历八月卅一", "农历八月十五"),
      ("每10个工作日", nil, "从2026-01-05起每10个工作日"), ("每一个工作日", "每一个工作日", "工作日"),
      ("从2026-01-05起每2000个工作日", "从2026-01-05起每2000个工作日", "从2026-01-05起每10个工作日"),
      ("每月第40个工作日", "每月第40个工作日", "每月最后一个工作日"),
      ("每月第一个工作日吧", "吧", "每月第一个工作日"), ("想起来的时候", "想起来的时候", nil), ("从2026-02-30起每3个工作日", "2026-02-30起每3个工作日", nil),
    ] as [(String, String?, String?)])
  func faults(text: String, found: String?, suggestion: String?) {
    do {
      let phrase = try DaysPhrase(text)
      Issue.record("\(text) was read as \(phrase)")
    } catch {
      if let found { #expect(error.description.contains("\"\(found)\"")) }
      #expect(error.suggestion == suggestion, "\(error)")
      #expect(error.description.contains("expected") || suggestion != nil)
    }
  }

  @Test("only: and the work week are read in the same words")
  func others() throws {
    #expect(try DayClass(phrase: "节后第一个工作日") == .workdayAfterHoliday)
    #expect(WorkWeek("周一至周六") == WorkWeek("mon-sat"))
  }
}
