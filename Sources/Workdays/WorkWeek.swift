/// The pattern under the overrides: on which days people work when nothing else is said.
///
/// Mostly a set of weekdays; also weeks that take turns, as big and small weeks (大小周) do, and shifts that ignore weeks.
public struct WorkWeek: Hashable, Sendable {
  /// Days of work and rest that repeat from a date on, and back before it.
  struct Cycle: Hashable, Sendable {
    /// What the pattern is told in.
    enum Unit: Hashable, Sendable {
      case weeks
      case days
    }

    let unit: Unit
    /// The date of the first of `works`; of weeks a Monday.
    let first: CivilDate
    /// Whether each day is worked; at most ``WorkWeek/longestCycle``, of weeks whole ones.
    let works: [Bool]

    func isWorkday(_ date: CivilDate) -> Bool {
      works[first.days(until: date).flooringRemainder(by: works.count)]
    }
  }

  /// The most days after which a pattern repeats: a year of weeks.
  public static let longestCycle = 53 * 7

  /// Bit n is set when the weekday with raw value n is worked in every week.
  private let mask: UInt8
  /// `nil` where every week is the same.
  let cycle: Cycle?

  /// Monday to Friday.
  public static let mondayToFriday = WorkWeek(workdays: [.monday, .tuesday, .wednesday, .thursday, .friday])

  /// The week in which these weekdays are worked and all others are days of rest.
  public init(workdays: some Sequence<Weekday>) { self.init(mask: WorkWeek.mask(of: workdays), cycle: nil) }

  private init(mask: UInt8, cycle: Cycle?) {
    self.mask = mask
    self.cycle = cycle
  }

  /// Weeks that take turns: the first of them is the week, from Monday, that holds `date`.
  ///
  /// - Returns: `nil` without a week, for more than 53, and where nothing is worked in one of them.
  public init?(alternating weeks: [Set<Weekday>], from date: CivilDate) {
    guard let first = weeks.first, weeks.count * 7 <= WorkWeek.longestCycle, !weeks.contains([]) else { return nil }
    let common = weeks.reduce(first) { $0.intersection($1) }
    let cycle = Cycle(
      unit: .weeks, first: date.startOfWeek(on: .monday), works: weeks.flatMap { Weekday.allCases.map($0.contains) })
    self.init(mask: WorkWeek.mask(of: common), cycle: weeks.allSatisfy { $0 == first } ? nil : cycle)
  }

  /// Shifts: days of work and of rest by turns, beginning with work on `date`.
  ///
  /// - Parameter shifts: how many days are worked and then free, each at least one.
  /// - Returns: `nil` without a shift, or where they last longer than ``longestCycle``.
  public init?(shifts: [(on: Int, off: Int)], from date: CivilDate) {
    guard !shifts.isEmpty, shifts.allSatisfy({ (1...WorkWeek.longestCycle).contains($0.on) && $0.off >= 1 }),
      shifts.allSatisfy({ $0.off <= WorkWeek.longestCycle }),
      shifts.reduce(0, { $0 + $1.on + $1.off }) <= WorkWeek.longestCycle
    else { return nil }
    let works = shifts.flatMap { Array(repeating: true, count: $0.on) + Array(repeating: false, count: $0.off) }
    let cycle = Cycle(unit: .days, first: date, works: works)
    // Where the turns come to a week, each weekday is always the same.
    let weeks = (0..<works.count).map { week in
      Set((0..<7).map { date.adding(days: week * 7 + $0) }.filter(cycle.isWorkday).map(\.weekday))
    }
    let isWeekly = weeks.allSatisfy { $0 == weeks[0] }
    self.init(mask: WorkWeek.mask(of: weeks.reduce(weeks[0]) { $0.intersection($1) }), cycle: isWeekly ? nil : cycle)
  }

  private static func mask(of weekdays: some Sequence<Weekday>) -> UInt8 {
    weekdays.reduce(0) { $0 | 1 << $1.rawValue }
  }

  /// Whether the pattern says that people work on `date`.
  public func isWorkday(_ date: CivilDate) -> Bool { cycle?.isWorkday(date) ?? isAlwaysWorkday(date.weekday) }

  /// The days after which the pattern repeats, and the day number of the first of them.
  var daysOfTurn: (works: [Bool], firstDay: Int) {
    if let cycle { return (cycle.works, cycle.first.dayNumber) }
    // 1970-01-05 was a Monday.
    return (Weekday.allCases.map(isAlwaysWorkday), 4)
  }

  /// Whether `weekday` is worked in every week.
  public func isAlwaysWorkday(_ weekday: Weekday) -> Bool { mask & 1 << weekday.rawValue != 0 }

  /// The weekdays that are worked in every week, Monday first.
  public var workdays: [Weekday] { Weekday.allCases.filter(isAlwaysWorkday) }

  /// Whether every week is the same, and these weekdays are the ones worked.
  public func consists(of weekdays: Set<Weekday>) -> Bool { cycle == nil && Set(workdays) == weekdays }

  /// The weekday on which a week begins where workdays are counted in it: the one after the longest rest.
  ///
  /// Monday where weeks differ, where none is longest, and where nobody rests or works.
  public var firstWeekday: Weekday {
    guard cycle == nil else { return .monday }
    var (first, longest) = (Weekday.monday, 0)
    for weekday in Weekday.allCases where isAlwaysWorkday(weekday) {
      let rest = (1...7).first { isAlwaysWorkday(Weekday(rawValue: (weekday.rawValue + 6 - $0) % 7 + 1)!) }! - 1
      if rest > longest { (first, longest) = (weekday, rest) }
    }
    return first
  }
}
