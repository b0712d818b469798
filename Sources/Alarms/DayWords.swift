package import Workdays

extension Weekday {
  /// `Monday`.
  package var title: String { name.prefix(1).uppercased() + name.dropFirst() }

  /// `Mon`.
  package var shortTitle: String { abbreviation.prefix(1).uppercased() + abbreviation.dropFirst() }
}

extension Day {
  /// What the day is without its name: `make-up workday`, `workday, until 12:00`.
  package var kindWords: String { kind.words + end }

  /// What the day is, in words, however certain that is: `make-up workday (国庆节)`.
  package var plainWords: String { kind.words + (name.map { " (\($0))" } ?? "") + end }

  /// When a half-day ends: `, until 12:00`.
  private var end: String { worksUntil.map { ", until \($0)" } ?? "" }

  /// What the day is, in words: `make-up workday (国庆节)`, with a mark where that is not certain.
  package var words: String {
    var text = kind.words
    if let name, !name.isEmpty { text += " (\(name))" }
    text += end
    switch certainty {
    case .announced: break
    case .provisional: text += ", provisional"
    case .unknown: text += ", certainty unknown"
    }
    return text
  }
}
