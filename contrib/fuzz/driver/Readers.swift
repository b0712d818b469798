import Alarms
import Calendars
import Workdays

/// One reader of outside data, and what has to hold of whatever it makes of some bytes.
struct Reader: Sendable {
  let read: @Sendable ([UInt8]) -> Void
}

/// The readers by name.
let readers: [String: Reader] = [
  "holiday-cn": holidayFile(.holidayCN),
  "timor": holidayFile(.timor),
  "nager": holidayFile(.nager),
  "csv": holidayFile(.csv),
  "icalendar": Reader(read: iCalendar),
  "configuration": Reader(read: configuration),
  "own-days": Reader(read: ownDays),
  "rrule": Reader { rule(String(decoding: $0, as: UTF8.self)) },
  "rule-fields": Reader(read: ruleFields),
  "days": Reader { phrase(String(decoding: $0, as: UTF8.self)) },
  "days-chinese": Reader { phrase(chinese($0)) },
  "position": Reader(read: position),
  "tzif": Reader(read: zone),
]

private func holidayFile(_ kind: HolidayFile.Kind) -> Reader {
  Reader { bytes in
    do throws(DiagnosticList) {
      let contents = try HolidayFile.read(bytes, file: "2026.x", kind: kind, week: .mondayToFriday)
      let years = contents.noticeYears.map(\.year)
      hold(years == Set(years).sorted(), "years ascend and stand once")
      hold(contents.warnings.allSatisfy { $0.severity == .warning }, "an error keeps a file from being used")
    } catch {
      check(error, bytes)
    }
  }
}

private func iCalendar(_ bytes: [UInt8]) {
  do throws(DiagnosticList) {
    let contents = try HolidayFeed(file: "a.ics", marks: DayMarks(), region: "CN", year: 2026).read(bytes)
    hold(contents.noticeYears.contains { !$0.overrides.isEmpty }, "a calendar without days is refused")
    // What is written is read again by the other end of the pipe.
    guard let text = try? HolidayJSON.text(of: contents.noticeYears) else { fatalError("no JSON of the days") }
    guard let again = try? HolidayFile.read(Array(text.utf8), file: "a.json", week: .mondayToFriday) else {
      return hold(
        contents.noticeYears.contains { !(1900...2999).contains($0.year) }, "the days cannot be read again")
    }
    hold(
      again.noticeYears.map(\.overrides.count) == contents.noticeYears.map(\.overrides.count),
      "other days are written than read")
  } catch {
    check(error, bytes)
  }
}

/// Two weeks around the National Day of 2026.
private let range = Instant("2026-09-24T00:00:00Z")!..<Instant("2026-10-08T00:00:00Z")!

private func configuration(_ bytes: [UInt8]) {
  // What is not UTF-8 goes no further than the reader of YAML.
  guard let text = String(validating: bytes, as: UTF8.self) else {
    do throws(Diagnostic) {
      _ = try YAMLReader.read(bytes, file: "a.yaml")
      fatalError("bytes that are no UTF-8 were read")
    } catch {
      return check(DiagnosticList([error]), bytes)
    }
  }
  let loader = ConfigurationLoader(locations: Locations { ["HOME": "/nonexistent"][$0] }, systemZone: "UTC")
  do throws(DiagnosticList) {
    let configuration = try loader.load([.init(path: "a.yaml", givesAlarms: true, text: text)])
    let firings = configuration.planner.firings(in: range)
    hold(firings.allSatisfy { range.contains($0.instant) }, "a firing lies outside the range asked for")
  } catch {
    check(error, bytes)
  }
}

private func ownDays(_ bytes: [UInt8]) {
  do throws(DiagnosticList) {
    let days = try OwnDays.read(bytes, file: "own-days.yaml")
    guard let again = try? OwnDays.read(Array(days.yaml.utf8), file: "own-days.yaml") else {
      fatalError("the days that were written cannot be read: \(days.yaml)")
    }
    hold(
      again.entries.mapValues { $0.map(\.kind) } == days.entries.mapValues { $0.map(\.kind) },
      "other days are written than read")
  } catch {
    check(error, bytes)
  }
}

private func rule(_ text: String) {
  do throws(RuleSyntaxError) {
    let rule = try RecurrenceRule(text)
    hold((try? RecurrenceRule(rule.description)) == rule, "\(rule) reads back as another rule")
    let start = CivilDateTime("2026-01-30T09:00")!
    if !rule.frequency.isFinerThanDay {
      var (last, count) = (start.date.adding(days: -1), 0)
      RecurrenceDates(rule: rule, start: start.date).forEach(from: start.date, through: CivilDate("2030-12-31")!) {
        hold($0 > last, "dates do not ascend")
        (last, count) = ($0, count + 1)
        return count < 100
      }
    }
    let set = RecurrenceSet(rules: [rule], start: start, zone: .utc)
    var instant = Instant(start, utcOffset: 0).advanced(by: .nanoseconds(-1))
    for _ in 0..<3 {
      guard let next = try? set.next(after: instant) else { break }
      hold(next.instant > instant, "instants do not ascend")
      instant = next.instant
    }
  } catch {
    check(error, text)
  }
}

/// What stands in braces: a rule's parts under EventKit's names.
private func ruleFields(_ bytes: [UInt8]) {
  let text = "{" + String(decoding: bytes, as: UTF8.self) + "}"
  do throws(RuleSyntaxError) {
    let rule = try RecurrenceRule(written: text)
    hold((try? RecurrenceRule(written: rule.fields)) == rule, "\(rule.fields) reads back as another rule")
    hold((try? RecurrenceRule(rule.description)) == rule, "\(rule) reads back as another rule")
  } catch {
    hold(!error.description.isEmpty && error.offset >= 0 && error.length >= 0, "no reason or no place")
  }
}

private func check(_ error: RuleSyntaxError, _ text: String) {
  hold(!error.description.isEmpty && error.offset >= 0 && error.length >= 0, "no reason or no place")
  hold(error.offset + error.length <= max(1, text.utf8.count) + 1, "\(error) points past the text")
}

private func position(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  do throws(PhraseError) {
    let position = try Position(text)
    hold((try? Position(position.description)) == position, "\(position) reads back as another position")
  } catch {
    check(error, text)
  }
}

/// The words of the Chinese grammar. A byte stands for one of them: letters of several bytes are seldom hit upon.
private let chineseWords = [
  "每", "每周", "每月", "每季度", "每年", "周", "星期", "礼拜", "一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "百", "零", "两",
  "日", "天", "号", "个", "第", "倒数第", "最后一", "首", "工作日", "休息日", "节假日", "法定节假日", "调休休息日", "补班日", "假期第一天",
  "节前最后一个工作日", "从", "自", "起", "开始", "每天", "周末", "农历", "阴历", "闰", "正", "冬", "腊", "月", "年", "初", "廿", "（", "）", "，",
  "、", "和", "至", "到", "-", "~", "闰月也算", "没有则跳过", "除夕", "中秋节", "2026-01-05", "2026", "0", "1", "2", "9", "10", " ", "上",
  "班",
  "做", "休", "大小周", "大周", "小周", "周一",
]

private func chinese(_ bytes: [UInt8]) -> String { bytes.map { chineseWords[Int($0) % chineseWords.count] }.joined() }

private func phrase(_ text: String) {
  if let week = WorkWeek(text) { hold(WorkWeek(week.description) == week, "\(week) reads back as another week") }
  if let position = try? Position(text) {
    hold((try? Position(position.description)) == position, "\(position) reads back as another position")
  }
  do throws(PhraseError) {
    let phrase = try DaysPhrase(text)
    for language in PhraseLanguage.allCases {
      let printed = phrase.text(in: language)
      hold((try? DaysPhrase(printed)) == phrase, "\(printed) reads back as another phrase")
    }
  } catch {
    check(error, text)
    if let suggestion = error.suggestion {
      hold((try? DaysPhrase(suggestion)) != nil, "the suggestion \(suggestion) is no phrase")
    }
  }
}

private func check(_ error: PhraseError, _ text: String) {
  hold(!error.description.isEmpty, "no reason")
  let isInside = error.offset >= 0 && error.length >= 0 && error.offset + error.length <= text.count
  hold(isInside, "\(error) points past the text")
}

private func zone(_ bytes: [UInt8]) {
  do throws(ZoneRulesError) {
    let rules = try ZoneRules(identifier: "Fuzz/Zone", tzif: bytes)
    for seconds in [-62_135_596_800, -2_000_000_000, 0, 1_800_000_000, 4_102_444_800, 253_402_300_799] {
      var instant = Instant(seconds: seconds)
      let civil = rules.civil(at: instant)
      _ = rules.resolve(civil)
      for _ in 0..<4 {
        guard let next = rules.nextTransition(after: instant) else { break }
        hold(next > instant, "a transition does not lie ahead")
        instant = next
      }
    }
  } catch {
    hold(!"\(error)".isEmpty, "no reason")
  }
}

/// Ends the run where something does not hold; `precondition` says nothing of why in a release.
private func hold(_ condition: Bool, _ message: @autoclosure () -> String) {
  if !condition { fatalError(message()) }
}

/// A file that cannot be used says where and why.
private func check(_ list: DiagnosticList, _ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  hold(list.diagnostics.contains { $0.severity == .error }, "refused without a reason")
  for diagnostic in list.diagnostics {
    let place = diagnostic.place
    hold(place.line >= 1 && place.column >= 1 && !diagnostic.message.isEmpty, "\(diagnostic)")
    hold(diagnostic.rendered(in: text).hasPrefix("\(place): "), "\(diagnostic)")
  }
}
