import Alarms
import Workdays

/// What `notifierctl workday` answers beside "is it one?": the next, the n-th, how many, which.
struct WorkdayQuestion {
  /// The words by which they are asked.
  enum Verb: String, CaseIterable {
    case next, previous, add, count, list

    /// What follows the word.
    fileprivate var form: String {
      switch self {
      case .next, .previous: "\(rawValue) [DATE]"
      case .add: "add DATE N"
      case .count, .list: "\(rawValue) DATE DATE"
      }
    }

    fileprivate var words: ClosedRange<Int> {
      switch self {
      case .next, .previous: 0...1
      case .add, .count, .list: 2...2
      }
    }
  }

  /// The longest span of dates that is counted or listed.
  private static let longest = 100 * 366

  /// How many days a calendar looks through for one workday.
  private static let search = 3660

  let verb: Verb
  let words: [String]
  let calendar: WorkCalendar
  let today: CivilDate

  /// The days that answer it, and those that were looked at on the way.
  private func answer() throws -> (days: [Day], seen: ClosedRange<CivilDate>) {
    switch verb {
    case .next: return try step(1, from: words.isEmpty ? today : date(words[0]))
    case .previous: return try step(-1, from: words.isEmpty ? today : date(words[0]))
    case .add:
      guard let count = Int(words[1]), count.magnitude <= WorkdayQuestion.longest else {
        throw Failure(
          .usage,
          "workday add: \"\(words[1])\" is no number of workdays; expected a whole number up to \(WorkdayQuestion.longest), below zero to go back"
        )
      }
      return try step(count, from: date(words[0]))
    case .count, .list:
      let (first, last) = (try date(words[0]), try date(words[1]))
      guard first <= last else {
        throw Failure(.usage, "workday \(verb.rawValue): \(last) lies before \(first); write the earlier date first")
      }
      guard last.dayNumber - first.dayNumber < WorkdayQuestion.longest else {
        throw Failure(.usage, "workday \(verb.rawValue): \(first) to \(last) is too long; at most 100 years")
      }
      let dates = (first.dayNumber...last.dayNumber).lazy.map { CivilDate(dayNumber: $0) }
      return (dates.filter(calendar.isWorkday).map(calendar.day), first...last)
    }
  }

  private func step(_ count: Int, from start: CivilDate) throws -> (days: [Day], seen: ClosedRange<CivilDate>) {
    guard let date = calendar.date(count, workdaysFrom: start) else {
      let room = count < 0 ? CivilDate.earliest.days(until: start) : start.days(until: .latest)
      if room < WorkdayQuestion.search + 7 * abs(count) {
        throw Failure(
          .no,
          count < 0
            ? "workday \(verb.rawValue): there is no such workday: dates begin with \(CivilDate.earliest)"
            : "workday \(verb.rawValue): there is no such workday: dates end with \(CivilDate.latest)")
      }
      throw Failure(
        .no,
        count < 0
          ? "workday \(verb.rawValue): nobody works in the ten years before that"
          : "workday \(verb.rawValue): nobody works in the ten years after that")
    }
    return ([calendar.day(on: date)], min(start, date)...max(start, date))
  }

  private func date(_ word: String) throws -> CivilDate {
    guard let date = DateArgument(today: today, calendar: calendar).read(word) else {
      throw Failure(.usage, "workday \(verb.rawValue): \"\(word)\" is no date; expected \(DateArgument.forms)")
    }
    return date
  }

  private struct CountReport: Encodable {
    let from: String
    let to: String
    let workdays: Int
  }

  /// Prints the answer.
  func run(_ arguments: Arguments, _ context: Context) throws -> ExitStatus {
    guard verb.words.contains(words.count) else {
      throw Failure(.usage, "workday \(verb.rawValue): usage: notifierctl workday \(verb.form)")
    }
    let (days, seen) = try answer()
    let isQuiet = arguments["--quiet"]
    switch verb {
    case _ where isQuiet && !arguments["--json"]: break
    case .count where arguments["--json"]:
      try context.printJSON(
        CountReport(from: "\(seen.lowerBound)", to: "\(seen.upperBound)", workdays: days.count))
    case .count: context.output.line("\(days.count)")
    case .list where arguments["--json"]: try context.printJSON(days.map(DayReport.init))
    case _ where arguments["--json"]: try context.printJSON(DayReport(days[0]))
    default:
      for day in days { context.output.say("\(day.date.dated): \(day.localWords)") }
    }
    // A day that is not sure to be one of rest decides as much as the one that is told.
    let looked = (seen.lowerBound.dayNumber...seen.upperBound.dayNumber).map {
      calendar.day(on: CivilDate(dayNumber: $0))
    }
    if !isQuiet { context.noteUncertainty(looked, calendar: calendar) }
    if arguments["--announced"], looked.contains(where: { $0.certainty != .announced }) { return .tryAgain }
    return days.isEmpty ? .no : .success
  }
}
