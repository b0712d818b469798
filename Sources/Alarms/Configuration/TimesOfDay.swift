package import Workdays

/// What may stand after `at:`: a time, or a run of times.
package enum TimesOfDay {
  /// Every form, for messages.
  package static let forms: LocalText = "a time such as \"09:00\", or \"every 50m from 09:00 to 18:00\""

  /// How many times of day an alarm may have: one a minute.
  package static let most = 1440

  /// The times that `text` names, ascending, the end included where the steps meet it; `nil` for anything else.
  package static func read(_ text: String) -> [CivilTime]? {
    if let time = CivilTime(text) { return [time] }
    let words = text.lowercased().split(separator: " ")
    guard words.count == 6, words[0] == "every", words[2] == "from", words[4] == "to",
      let step = SpanComponents(words[1]), step.days == 0, step.workdays == nil, step.seconds > 0,
      let first = CivilTime(words[3]), let last = CivilTime(words[5]), first <= last
    else { return nil }
    return stride(from: first.secondOfDay, through: last.secondOfDay, by: step.seconds).compactMap {
      CivilTime(secondOfDay: $0)
    }
  }
}
