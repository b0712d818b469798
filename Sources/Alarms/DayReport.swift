package import Workdays

/// A day's classification as JSON shows it. Names and meanings change only with a version.
package struct DayReport: Codable, Hashable, Sendable {
  /// ISO 8601.
  package var date: String
  /// A ``DayKind`` by its raw value: `make-up-workday`.
  package var kind: String
  /// The holiday's name.
  package var name: String?
  /// `announced`, `provisional` or `unknown`.
  package var certainty: String
  /// The notice, file or law that decided; `nil` where only the weekly pattern spoke.
  package var source: String?
  /// When the work of a half-day ends, `12:00`; `nil` on any other day.
  package var worksUntil: String?

  package init(_ day: Day) {
    date = day.date.description
    kind = day.kind.rawValue
    name = day.name
    certainty = day.certainty.rawValue
    source = day.source
    worksUntil = day.worksUntil?.description
  }

  /// Writes every key, `null` included.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(date, forKey: .date)
    try container.encode(kind, forKey: .kind)
    try container.encode(name, forKey: .name)
    try container.encode(certainty, forKey: .certainty)
    try container.encode(source, forKey: .source)
    try container.encode(worksUntil, forKey: .worksUntil)
  }
}
