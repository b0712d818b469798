import Workdays

/// Reads what an alarm says about when: `days:` or `rrule:`, `at:`, and their bounds.
struct ScheduleReader {
  /// The largest `count:`: every one of them is kept at hand.
  static let mostCounted = 100_000

  let week: WorkWeek
  let diagnostics: Diagnostics

  /// The schedule, or `nil` with its problems reported.
  ///
  /// - Parameter allDay: whether events span their day; `nil` where that could not be read.
  func schedule(_ fields: Fields, allDay: Bool?) -> Schedule? {
    let days = days(fields)
    let (start, startHasTime) = start(fields)
    let times = times(fields, allDay: allDay, start: startHasTime ? start?.time : nil)
    let until = fields.value("until", expected: "a date as YYYY-MM-DD") { CivilDate($0) }
    let count = fields.value("count", expected: "a whole number from 1 to \(ScheduleReader.mostCounted)") { text in
      Int(text).flatMap { (1...ScheduleReader.mostCounted).contains($0) ? $0 : nil }
    }
    let holidays: Schedule.Holidays? = fields.choice("holidays")
    let move: Schedule.Move? = fields.choice("move")
    let clockChange: Schedule.ClockChange? = fields.choice("dst")
    let halfDays = fields.value("half-days", expected: "keep, drop, or a time such as \"11:30\"") {
      Schedule.HalfDays($0)
    }
    if let start, let until, until < start.date, let node = fields["until"] {
      diagnostics.error("until lies before start; expected \(start.date) or later", at: node)
    }
    guard let days, let times else { return nil }
    let schedule = Schedule(
      days: days, times: times, start: start, until: until, count: count, holidays: holidays, move: move ?? .keep,
      clockChange: clockChange ?? .first, halfDays: allDay == false ? halfDays ?? .keep : .keep)
    warn(ofHalfDays: halfDays, schedule, fields, allDay: allDay)
    guard let fault = schedule.contradiction(week: week) else {
      warn(of: schedule, fields, holidaysAreNamed: holidays != nil)
      return schedule
    }
    let key =
      switch fault.part {
      case .days: fields.key("rrule") ?? fields.key("days")
      case .count: fields.key("count")
      case .holidays: fields.key("holidays")
      }
    diagnostics.error("\(fault)", at: key ?? fields.node)
    return nil
  }

  private func days(_ fields: Fields) -> Schedule.Days? {
    switch (fields["days"], fields["rrule"]) {
    case (let days?, nil): return phrase(days)
    case (nil, let rule?): return recurrence(rule)
    case (.some, .some):
      diagnostics.error("days and rrule exclude each other; keep one", at: fields.key("rrule")!)
    case (nil, nil):
      diagnostics.error(
        "the alarm does not say on which days; expected days: workdays, or rrule: FREQ=…", at: fields.node)
    }
    return nil
  }

  private func phrase(_ node: Node) -> Schedule.Days? {
    var text = node.text
    if case .sequence(let items) = node.value {
      // A list of dates or weekdays, one an item.
      let texts = items.compactMap(\.text)
      text = texts.count == items.count ? texts.joined(separator: ", ") : nil
    }
    guard let text else {
      diagnostics.error("days is \(node.kindName); expected a phrase such as workdays", at: node)
      return nil
    }
    do throws(PhraseError) {
      return .phrase(try DaysPhrase(text))
    } catch {
      let hint = error.suggestion.map { "; did you mean \"\($0)\"?" } ?? ""
      diagnostics.error("\(error)\(hint)", at: node)
      return nil
    }
  }

  private func recurrence(_ node: Node) -> Schedule.Days? {
    guard let text = node.text else {
      diagnostics.error("rrule is \(node.kindName); expected a rule such as FREQ=WEEKLY;BYDAY=MO,WE", at: node)
      return nil
    }
    do throws(RuleSyntaxError) {
      return .rule(try RecurrenceRule(text))
    } catch {
      var place = node.place
      if case .scalar(_, let isQuoted) = node.value { place.column += error.offset + (isQuoted ? 1 : 0) }
      diagnostics.report(Diagnostic("\(error)", at: place, width: error.length))
      return nil
    }
  }

  /// A date, or a date with a time, which then is the time of day of a rule without `at:`.
  private func start(_ fields: Fields) -> (CivilDateTime?, hasTime: Bool) {
    let start = fields.value("start", expected: "a date as YYYY-MM-DD, or with a time as YYYY-MM-DDTHH:MM") {
      text -> (CivilDateTime, Bool)? in
      if let date = CivilDate(text) { return (CivilDateTime(date: date, time: .midnight), false) }
      return CivilDateTime(text).map { ($0, true) }
    }
    return (start?.0, start?.1 ?? false)
  }

  private func times(_ fields: Fields, allDay: Bool?, start: CivilTime?) -> [CivilTime]? {
    guard let items = fields.items("at", splitsCommas: true) else {
      if allDay != false { return [.midnight] }
      if let start { return [start] }
      if fields["at"] == nil {
        diagnostics.error(
          "the alarm has no time of day; expected at: \"09:00\", a list of times, or all-day: true", at: fields.node)
      }
      return nil
    }
    if allDay == true {
      diagnostics.error(
        "all-day: true and at exclude each other; ring-at: says when an all-day alarm rings", at: fields.key("at")!)
      return nil
    }
    var times: [CivilTime] = []
    for item in items {
      guard let text = item.text, let read = TimesOfDay.read(text) else {
        diagnostics.error(
          "at has \"\(item.text ?? item.kindName)\"; expected \(TimesOfDay.forms)\(fullWidthHint(item.text ?? ""))",
          at: item)
        continue
      }
      times += read
    }
    guard times.count <= TimesOfDay.most else {
      diagnostics.error(
        "at names \(times.count) times a day; expected at most \(TimesOfDay.most)", at: fields.key("at")!)
      return nil
    }
    if items.isEmpty { diagnostics.error("at is empty; expected \(TimesOfDay.forms)", at: fields.key("at")!) }
    return times.isEmpty ? nil : times
  }

  /// Half-days are workdays: they mean nothing to a rule that does not ask for those.
  private func warn(ofHalfDays halfDays: Schedule.HalfDays?, _ schedule: Schedule, _ fields: Fields, allDay: Bool?) {
    guard let halfDays, halfDays != .keep, let key = fields.key("half-days") else { return }
    if allDay == true {
      diagnostics.warning(
        "half-days has no effect: an all-day alarm has no time of day that could lie after the work's end", at: key)
      return
    }
    switch schedule.days {
    case .phrase(.restDays), .phrase(.holidays):
      diagnostics.warning("half-days has no effect: nothing is worked on these days", at: key)
    case _ where !schedule.seesHolidays:
      diagnostics.warning(
        "half-days has no effect: this rule does not look at workdays; write days: workdays, or add holidays: skip",
        at: key)
    default: break
    }
  }

  /// A list of the plain working days is nearly always meant to know holidays.
  private func warn(of schedule: Schedule, _ fields: Fields, holidaysAreNamed: Bool) {
    guard !holidaysAreNamed, schedule.holidays == .ignore, schedule.move == .keep else { return }
    switch schedule.days {
    case .rule(let rule) where rule.frequency != .yearly && rule.namesWorkdays(of: week):
      diagnostics.warning(
        "this rule rings on holidays and is silent on make-up workdays; add holidays: swap (or skip, or ignore)",
        at: fields["rrule"]!)
    case .phrase(.weekdays(let weekdays)) where weekdays == Set(week.workdays):
      diagnostics.warning(
        "these weekdays ring on holidays and are silent on make-up workdays; write days: workdays, or add "
          + "holidays: ignore", at: fields["days"]!)
    default: break
    }
  }
}
