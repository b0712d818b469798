/// What a date is to the people who work by a calendar.
public enum DayKind: String, CaseIterable, Hashable, Sendable {
  /// A working day by the weekly pattern.
  case workday
  /// A day of rest by the weekly pattern. Inside a long holiday it keeps this kind and carries the holiday's name.
  case restDay = "rest-day"
  /// A day of rest that the law itself names.
  case statutoryHoliday = "statutory-holiday"
  /// A day of rest that a notice gives in exchange for a make-up workday, or joins to a holiday.
  case inLieuRestDay = "in-lieu-rest-day"
  /// A day of rest by the pattern on which people work to pay for a long holiday (调休补班).
  case makeUpWorkday = "make-up-workday"
  /// A day that a person or company takes off.
  case personalRestDay = "personal-rest-day"
  /// A day on which a person or company works though the layers below say rest.
  case personalWorkday = "personal-workday"

  /// Whether people work on such a day.
  public var isWorkday: Bool {
    switch self {
    case .workday, .makeUpWorkday, .personalWorkday: true
    case .restDay, .statutoryHoliday, .inLieuRestDay, .personalRestDay: false
    }
  }

  /// The kind in words: `make-up workday`.
  public var words: String {
    switch self {
    case .workday: "workday"
    case .restDay: "rest day"
    case .statutoryHoliday: "statutory holiday"
    case .inLieuRestDay: "in-lieu rest day"
    case .makeUpWorkday: "make-up workday"
    case .personalRestDay: "personal rest day"
    case .personalWorkday: "personal workday"
    }
  }
}

/// How sure a day's kind is.
public enum Certainty: String, CaseIterable, Hashable, Sendable {
  /// The notice that covers the date is out.
  case announced
  /// A notice is due but not out: only what law and calendar fix is known, the swaps are not.
  case provisional
  /// There is no source for this region, or none for so early a year.
  case unknown
}

/// One date with what it is, and why: the answer to "is this a workday?".
public struct Day: Hashable, Sendable {
  /// The holiday's name, on a holiday, on a rest day inside one, and on a make-up workday that pays for one.
  public let name: String?
  /// Where the kind comes from: the notice's address, the file, the law; `nil` where only the weekly pattern spoke.
  public let source: String?
  /// The date that was asked about.
  public let date: CivilDate
  /// When the work of a half-day ends; `nil` on a day that is worked to its end, and on a day of rest.
  public let worksUntil: CivilTime?
  /// What the date is.
  public let kind: DayKind
  /// How sure that is.
  public let certainty: Certainty
  /// Which step of the classification decided.
  public let reason: Reason

  /// Which step of the classification decided a day's kind.
  public enum Reason: String, Hashable, Sendable {
    /// No override: the weekly pattern.
    case pattern
    /// An entry of a notice or a file.
    case override
    /// No notice yet: the law in force, computed.
    case statute
  }

  /// Whether people work on this day.
  public var isWorkday: Bool { kind.isWorkday }

  /// Joins the parts of an answer.
  public init(
    date: CivilDate, kind: DayKind, name: String?, certainty: Certainty, source: String?, reason: Reason,
    worksUntil: CivilTime? = nil
  ) {
    self.date = date
    self.kind = kind
    self.name = name
    self.certainty = certainty
    self.source = source
    self.reason = reason
    self.worksUntil = worksUntil
  }
}
