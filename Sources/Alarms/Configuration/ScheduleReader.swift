import Workdays

/// Reads what an alarm says about when: `days:` or `rrule:`, `at:`, and their bounds.
struct ScheduleReader {
  /// The largest `count:`: every one of them is kept at hand.
  static let mostCounted = 100_000

  let week: WorkWeek
  let zoneStore: ZoneStore
  let phrases: PhraseStore
  let diagnostics: Diagnostics

  /// The schedule, or `nil` with its problems reported.
  ///
  /// - Parameter allDay: whether events span their day; `nil` where that could not be read.
  func schedule(_ fields: Fields, allDay: Bool?) -> Schedule? {
    let days = days(fields)
    let (start, startHasTime) = start(fields)
    let hasOwnTimes = if case .recurrence(let recurrence)? = days { recurrence.hasOwnTimes } else { false }
    let startTime = startHasTime ? start?.time : nil
    let times =
      hasOwnTimes
      ? ownTimes(fields, allDay: allDay, start: startTime) : times(fields, allDay: allDay, start: startTime)
    let until = fields.value("until", expected: "a date as YYYY-MM-DD") { CivilDate($0) }
    let count = fields.value("count", expected: "a whole number from 1 to \(ScheduleReader.mostCounted)") { text in
      Int(text).flatMap { (1...ScheduleReader.mostCounted).contains($0) ? $0 : nil }
    }
    let holidays: Schedule.Holidays? = fields.choice("holidays")
    let only = only(fields)
    let position = position(fields)
    let except = dates(fields, "except")
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
      days: days, times: times, start: start, until: until, count: count, holidays: holidays, only: only,
      position: position, except: except, move: move ?? .keep, clockChange: clockChange ?? .first,
      halfDays: allDay == false ? halfDays ?? .keep : .keep)
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
      case .only: fields.key("only")
      case .position: fields.key("position")
      }
    diagnostics.error("\(fault)", at: key ?? fields.node)
    return nil
  }

  private func days(_ fields: Fields) -> Schedule.Days? {
    switch (fields["days"], fields["rrule"]) {
    case (let days?, nil):
      for name in ["rdate", "exdate"] {
        guard let key = fields.key(name) else { continue }
        diagnostics.error("\(name) goes with rrule; write the days as rrule: FREQ=…", at: key)
      }
      return phrase(days)
    case (nil, let rule?): return recurrence(rule, fields)
    case (.some, .some):
      diagnostics.error("days and rrule exclude each other; keep one", at: fields.key("rrule")!)
    case (nil, nil) where fields["rdate"] != nil:
      return recurrence(nil, fields)
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
      diagnostics.error("days is \(node.localKind); expected a phrase such as workdays", at: node)
      return nil
    }
    do throws(PhraseError) {
      return .phrase(try phrases.phrase(text))
    } catch {
      report(error, at: node)
      return nil
    }
  }

  private func recurrence(_ node: Node?, _ fields: Fields) -> Schedule.Days? {
    var nodes: [Node] = []
    if let node { if case .sequence(let items) = node.value { nodes = items } else { nodes = [node] } }
    let reader = RuleReader(diagnostics: diagnostics)
    let rules = nodes.map(reader.rule)
    let (added, excluded) = (moments(fields, "rdate"), moments(fields, "exdate"))
    if let node, nodes.isEmpty { diagnostics.error("rrule is empty; expected a rule such as FREQ=DAILY", at: node) }
    guard !(nodes.isEmpty && added.isEmpty), !rules.contains(nil) else { return nil }
    let recurrence = Recurrence(rules: rules.compactMap { $0 }, added: added, excluded: excluded)
    if let excess = recurrence.excess {
      diagnostics.error(LocalText(verbatim: excess), at: fields["rrule"] ?? fields.node)
      return nil
    }
    return .recurrence(recurrence)
  }

  private func moments(_ fields: Fields, _ name: String) -> [RecurrenceMoment] {
    guard let items = fields.items(name, splitsCommas: true) else { return [] }
    return items.compactMap { item in
      let zone = { (name: String) in try? zoneStore.rules(named: name) }
      if let moment = item.text.flatMap({ RecurrenceMoment(written: $0, zone: zone) }) { return moment }
      diagnostics.error(
        "\(name) has \(item.text.map { "\"\($0)\"" } ?? item.kindName); expected \(RecurrenceMoment.forms)", at: item)
      return nil
    }
  }

  /// A rule with times of its own takes what it leaves open from `start:`, and goes with no other time of day.
  private func ownTimes(_ fields: Fields, allDay: Bool?, start: CivilTime?) -> [CivilTime]? {
    if let key = fields.key("at") {
      diagnostics.error(LocalText(verbatim: Recurrence.timesAreSaidTwice), at: key)
    } else if allDay == true {
      diagnostics.error(
        "all-day: true and a rule that says at which times it rings exclude each other", at: fields.key("all-day")!)
    } else if start == nil {
      diagnostics.error(
        LocalText(verbatim: Recurrence.startNeedsTime), at: fields.key("start") ?? fields.key("rrule") ?? fields.node)
    } else {
      return []
    }
    return nil
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
          "at has \"\(item.wording)\"; expected \(TimesOfDay.forms)\(fullWidthHint(item.text ?? ""))",
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
    case .phrase(.days(let dayClass)) where !dayClass.isWorked:
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
    guard !holidaysAreNamed, schedule.holidays == .ignore, schedule.move == .keep, schedule.only == nil else { return }
    switch schedule.days {
    case .recurrence(let recurrence)
    where recurrence.rules.contains { $0.frequency != .yearly && $0.namesWorkdays(of: week) }:
      let remedy: LocalText = recurrence.hasOwnTimes ? "skip (or ignore)" : "swap (or skip, or ignore)"
      diagnostics.warning(
        "this rule rings on holidays and is silent on make-up workdays; add holidays: \(remedy)", at: fields["rrule"]!)
    case .phrase(.weekdays(let weekdays)) where week.consists(of: weekdays):
      diagnostics.warning(
        "these weekdays ring on holidays and are silent on make-up workdays; write days: workdays, or add "
          + "holidays: ignore", at: fields["days"]!)
    default: break
    }
  }
}

/// Phrases that were read before: many alarms say the same one.
final class PhraseStore {
  private var known: [String: DaysPhrase] = [:]

  /// What the text says.
  func phrase(_ text: String) throws(PhraseError) -> DaysPhrase {
    if let phrase = known[text] { return phrase }
    let phrase = try DaysPhrase(text)
    known[text] = phrase
    return phrase
  }
}
