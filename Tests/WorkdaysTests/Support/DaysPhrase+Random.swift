import Workdays

extension DaysPhrase {
  /// Any phrase of the grammar.
  static func random(using random: inout SplitMix64) -> DaysPhrase {
    let day = CivilDate(year: 2026, month: 1, day: 1)!
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return .days(DayClass.allCases.randomElement(using: &random)!)
    case 1: return .everyDay
    case 2:
      return .weekdays(Set(Weekday.allCases.shuffled(using: &random).prefix(Int.random(in: 1...7, using: &random))))
    case 3:
      let dates = Set(
        (0...Int.random(in: 0..<4, using: &random)).map { _ in
          day.adding(days: Int.random(in: -40_000...40_000, using: &random))
        })
      return .dates(dates.sorted())
    case 4: return .everyWorkdays(Int.random(in: 2...longestStep, using: &random), from: day)
    case 5:
      let months: [LunarDay.Months] = [.regular, .leap, .both]
      return .lunar(
        LunarDay(
          month: Int.random(in: 1...12, using: &random), day: Int.random(in: 1...30, using: &random),
          in: months.randomElement(using: &random)!, skips: Bool.random(using: &random))!)
    default:
      let period = Position.Period.allCases.randomElement(using: &random)!
      let numbers = (0...Int.random(in: 0..<4, using: &random)).map { _ in
        Int.random(in: 1...period.mostDays, using: &random) * (Bool.random(using: &random) ? 1 : -1)
      }
      let classes: [DayClass] = [
        .workdays, .restDays, .holidays, .makeUpWorkdays, .statutoryHolidays, .inLieuRestDays,
      ]
      let counted: [Counted] = [
        .days, .dayClass(classes.randomElement(using: &random)!),
        .weekday(Weekday.allCases.randomElement(using: &random)!),
      ]
      return .position(Position(numbers, of: period)!, of: counted.randomElement(using: &random)!)
    }
  }
}
