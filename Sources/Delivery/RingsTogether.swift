import Alarms
import Workdays

extension Ring {
  /// How many rings a message about several names.
  private static let mostNamed = 10

  /// One ring that tells of several, which are due at once: a screen draws only some popups a second, and nobody reads forty.
  ///
  /// - Parameter rings: at least one, in the order in which they are told.
  init(together rings: [Ring], at now: Instant, in language: Language = .english) {
    let words = MessageWords(language: language)
    var first = rings[0]
    let offset = first.utcOffset
    first.id = "together/\(first.id)"
    first.report.id = first.id
    first.report.alarm = nil
    first.report.title = words.rings(rings.count)
    first.follows = nil
    first.isTest = false
    first.icon = nil
    first.urgency =
      rings.contains { $0.urgency == .critical } ? .critical : rings.contains { $0.urgency == .normal } ? .normal : .low
    var lines = rings.prefix(Ring.mostNamed).map { ring in
      "\(ring.report.title.singleLine.isolated): \(words.relative(from: now, to: ring.end ?? ring.occurrence, utcOffset: offset, allDay: ring.allDay))"
    }
    if rings.count > Ring.mostNamed { lines.append(words.more(rings.count - Ring.mostNamed)) }
    first.notes = lines.joined(separator: "\n")
    self = first
  }
}
