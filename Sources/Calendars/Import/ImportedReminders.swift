import Alarms
import Workdays

/// The alarms of an event as offsets.
struct ImportedReminders {
  /// As `remind:` has them, each once; empty where the event has no alarm.
  private(set) var offsets: [String] = []
  /// Moments of their own in a series, which has each once and not with every day.
  private(set) var moments: [Instant] = []
  /// Whether one of them is to be heard.
  private(set) var isAudible = false
  /// What is not as the event has it, and whether something does not ring for it.
  private(set) var faults: [(text: String, isLoss: Bool)] = []

  /// - Parameters:
  ///   - start: when the event, or the first of its series, starts.
  ///   - isSeries: whether there is more than one, so that a moment of its own is an offset of none.
  init(_ event: CalendarComponent, start: Instant?, isSeries: Bool) {
    for alarm in event.parts where alarm.name == "VALARM" {
      switch (alarm["ACTION"]?.value ?? "DISPLAY").uppercased() {
      case "DISPLAY": break
      case "AUDIO": isAudible = true
      // So Apple's calendars say that there is no alarm.
      case "NONE": continue
      case let action:
        faults.append(("an alarm's ACTION is \(action.singleLine); it is shown in place of that", false))
      }
      guard let trigger = alarm["TRIGGER"] else {
        faults.append(("an alarm has no TRIGGER that can be read, and is left out", true))
        continue
      }
      guard let offset = offset(trigger, start: start, isSeries: isSeries) else { continue }
      let pause = alarm["DURATION"].flatMap { ImportedReminders.span($0.value) }
      let count = alarm["REPEAT"].flatMap { Int($0.value) } ?? 0
      let repeats = pause == nil ? 0 : min(max(0, count), ImportedReminders.mostRepeats)
      if count > repeats {
        let reason = pause == nil ? "without DURATION it says not when" : "no more are taken"
        faults.append(("an alarm repeats \(count) times, here \(repeats): \(reason)", pause != nil))
      }
      for number in 0...repeats {
        let days = offset.days + number * (pause?.days ?? 0)
        let seconds = offset.seconds + number * (pause?.seconds ?? 0)
        let text = ImportedReminders.text(days: days, seconds: seconds, offset.anchor)
        if !offsets.contains(text) { offsets.append(text) }
      }
    }
  }

  /// More than this nobody wants to be told of one event.
  private static let mostRepeats = 20

  private mutating func offset(
    _ trigger: CalendarComponent.Property, start: Instant?, isSeries: Bool
  ) -> (days: Int, seconds: Int, anchor: Offset.Anchor)? {
    if let span = ImportedReminders.span(trigger.value) {
      return (span.days, span.seconds, trigger.parameters["RELATED"] == "END" ? .end : .start)
    }
    guard case .instant(let moment)? = RecurrenceMoment(trigger.value), let start else {
      faults.append(("the TRIGGER \"\(trigger.value.singleLine)\" cannot be read; the alarm is left out", true))
      return nil
    }
    guard !isSeries else {
      moments.append(moment)
      return nil
    }
    return (0, moment.seconds - start.seconds, .start)
  }

  private static func text(days: Int, seconds: Int, _ anchor: Offset.Anchor) -> String {
    // Days and a time of the other sign have no form of their own.
    let isMixed = days != 0 && seconds != 0 && (days < 0) != (seconds < 0)
    let shift: Offset.Shift =
      isMixed ? .span(days: 0, seconds: days * 86_400 + seconds) : .span(days: days, seconds: seconds)
    return Offset(shift, from: anchor).description
  }

  /// Reads a duration of iCalendar, `-P1DT2H`; `nil` for anything else.
  static func span(_ text: String) -> (days: Int, seconds: Int)? {
    var rest = Substring(text.uppercased())
    let sign = rest.hasPrefix("-") ? -1 : 1
    if rest.hasPrefix("-") || rest.hasPrefix("+") { rest = rest.dropFirst() }
    guard rest.hasPrefix("P") else { return nil }
    // libical writes no time as PT0S, and some write P alone.
    guard let span = SpanComponents(rest.dropFirst(), iso: true), span.workdays == nil else { return nil }
    return (sign * span.days, sign * span.seconds)
  }
}
