package import Workdays

/// What is wrong with a recurrence as an alarm's days: the same in a file and on the command line.
extension Recurrence {
  /// That times of day stand beside a rule that says its own.
  package static let timesAreSaidTwice =
    "the rule says itself at which times it rings; leave out at: or BYHOUR and its like"

  /// That a rule with times of its own has nothing to take from what it leaves open.
  package static let startNeedsTime =
    "a rule with times of its own needs a start with a time; write start: 2026-01-05T09:00"

  /// That it may ring too often on one day; `nil` where it does not.
  package var excess: String? {
    guard mostPerDay > TimesOfDay.most + added.count else { return nil }
    return "the rule may ring \(mostPerDay) times a day; expected at most \(TimesOfDay.most), one a minute"
  }
}
