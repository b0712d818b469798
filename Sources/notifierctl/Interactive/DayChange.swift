import Alarms
import Workdays

/// What a person has made of a date from the calendar, and can take back.
enum CalendarChange {
  case dayOff(DayChange)
  case skips(DaySkips)

  var date: CivilDate {
    switch self {
    case .dayOff(let change): change.date
    case .skips(let skips): skips.date
    }
  }

  /// Takes it back.
  ///
  /// - Throws: a `FileError`, a `DiagnosticList` or a ``Failure``.
  func undo(_ file: OwnDaysFile) throws {
    switch self {
    case .dayOff(let change): try change.undo(file)
    case .skips(let skips): try skips.undo()
    }
  }
}

/// What a person has made of a date, with what was there before.
struct DayChange {
  let date: CivilDate
  private let before: [OwnDays.Entry]

  /// Takes a day off, for all alarms.
  ///
  /// - Throws: a `FileError` or a `DiagnosticList`; nothing has then changed.
  static func off(_ date: CivilDate, _ file: OwnDaysFile) throws -> DayChange {
    var before: [OwnDays.Entry] = []
    try file.update { days in
      before = days.entries[date] ?? []
      days.set(OwnDays.Entry(kind: .off, name: ""), on: date)
    }
    return DayChange(date: date, before: before)
  }

  /// Puts back what was there.
  ///
  /// - Throws: a `FileError` or a `DiagnosticList`; nothing has then changed.
  func undo(_ file: OwnDaysFile) throws {
    try file.update { days in
      days.forget(.all, on: date)
      for entry in before { days.set(entry, on: date) }
    }
  }
}
