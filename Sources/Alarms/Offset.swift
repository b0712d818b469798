package import Workdays

/// When to ring, relative to an occurrence.
package struct Offset: Hashable, Sendable {
  /// What an offset counts from.
  package enum Anchor: Hashable, Sendable {
    case start
    case end
  }

  /// How far, and in which kind of time.
  package enum Shift: Hashable, Sendable {
    /// Days on the wall calendar, which keep the time of day, then exact seconds. Either may be negative or zero.
    case span(days: Int, seconds: Int)
    /// A time of day, so many days from the occurrence's date: −1 for the day before.
    case timeOfDay(CivilTime, days: Int)
    /// So many real workdays from the occurrence's date, at the occurrence's time of day.
    case workdays(Int)
  }

  package let shift: Shift
  package let anchor: Anchor

  package init(_ shift: Shift, from anchor: Anchor = .start) {
    self.anchor = anchor
    self.shift = shift
  }

  /// At the occurrence's start.
  package static let atStart = Offset(.span(days: 0, seconds: 0))

  /// `exact`, `nominal`, `time-of-day` or `workdays`: in which kind of time it counts.
  package var kind: String {
    switch shift {
    case .span(let days, _): days == 0 ? "exact" : "nominal"
    case .timeOfDay: "time-of-day"
    case .workdays: "workdays"
    }
  }

  /// The canonical form within a firing's id: without spaces, the same for all ways to write the same offset.
  package var idText: String {
    let text =
      switch shift {
      case .timeOfDay(let time, let days): "\(time)@\(days < 0 ? "" : "+")\(days)d"
      case .span, .workdays: Offset.text(of: shift)
      }
    return anchor == .end ? "end\(text)" : text
  }

  /// What `next --json` and the control socket show.
  package var report: FiringReport.OffsetReport { FiringReport.OffsetReport(text: description, kind: kind) }
}

extension Offset: CustomStringConvertible {
  /// The canonical text, which reads back as the same offset: `-10m`, `20:00 the day before`, `end -5m`.
  package var description: String { (anchor == .end ? "end " : "") + Offset.text(of: shift) }

  private static func text(of shift: Shift) -> String {
    switch shift {
    case .workdays(let count): return "\(count < 0 ? "-" : "+")\(abs(count))wd"
    case .timeOfDay(let time, let days):
      switch days {
      case 0: return "\(time) on the day"
      case -1: return "\(time) the day before"
      case 1: return "\(time) the day after"
      default: return "\(time) \(abs(days)) days \(days < 0 ? "before" : "after")"
      }
    case .span(let days, let seconds):
      guard days != 0 || seconds != 0 else { return "0m" }
      let sign = days < 0 || seconds < 0 ? "-" : "+"
      var text = ""
      let (wholeDays, wholeSeconds) = (abs(days), abs(seconds))
      if wholeDays > 0 { text += wholeDays % 7 == 0 ? "\(wholeDays / 7)w" : "\(wholeDays)d" }
      if wholeSeconds >= 3600 { text += "\(wholeSeconds / 3600)h" }
      if wholeSeconds / 60 % 60 > 0 { text += "\(wholeSeconds / 60 % 60)m" }
      if wholeSeconds % 60 > 0 { text += "\(wholeSeconds % 60)s" }
      return sign + text
    }
  }
}
