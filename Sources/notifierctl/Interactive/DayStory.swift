import Alarms
import Workdays

/// What is told of a day: what it is and why, and what rings.
struct DayStory {
  let configuration: Configuration
  let calendar: WorkCalendar
  let zone: ZoneRules
  /// The calendars whose alarms count; of all where there are none.
  let calendars: [String]
  let words: InteractiveWords

  /// - Parameter isLong: whether more than one line is wanted.
  func lines(_ date: CivilDate, _ page: CalendarPage, isLong: Bool) -> [CalendarFrame.Told] {
    let day = calendar.day(on: date)
    let head: CalendarFrame.Told = (page.words.selected(day).singleLine, Style.bold.rawValue)
    guard isLong else { return [head] }
    let rings = rings(on: date)
    let told: [CalendarFrame.Told] = rings.map { ring in
      ring.state == "rings"
        ? ("  \(ring.text)", nil) : ("  \(ring.text): \(words.state(ring.state))", Style.dim.rawValue)
    }
    let why: [CalendarFrame.Told] = WhyCommand.reasons(day, calendar).map { ("  \($0)".singleLine, Style.dim.rawValue) }
    return [head] + (told.isEmpty ? [("  \(words.nothingRings)", nil)] : told) + why
  }

  /// The plans of the alarms that count.
  var plans: [AlarmPlan] {
    configuration.planner.enabledPlans.filter { plan in
      calendars.isEmpty || configuration.calendar(of: plan.alarm).map { calendars.contains($0.id) } == true
    }
  }

  /// A day in the person's zone; `nil` where dates end.
  func range(of date: CivilDate) -> Range<Instant>? {
    guard let lower = zone.instant(of: CivilDateTime(date: date, time: .midnight)),
      let upper = zone.instant(of: CivilDateTime(date: date.adding(days: 1), time: .midnight)), lower < upper
    else { return nil }
    return lower..<upper
  }

  private func rings(on date: CivilDate) -> [(text: String, state: String)] {
    guard let range = range(of: date) else { return [] }
    let found = plans.flatMap { plan -> [(firing: Firing, text: String, state: String)] in
      plan.unadjusted.firings(in: range).map { firing in
        let listed = NextCommand.Listed(
          firing: firing, plan: plan, quiet: NextCommand.quietWords(firing, plan, configuration))
        let text = "\(zone.civil(at: firing.instant).time) \(plan.alarm.title)  \(NextCommand.purpose(listed))"
        return (firing, text.singleLine, plan.adjustments.reason(for: firing) ?? "rings")
      }
    }
    return found.sorted { $0.firing < $1.firing }.map { ($0.text, $0.state) }
  }
}
