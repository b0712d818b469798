/// One event of a schedule: a civil date-time in the schedule's zone, resolved to an instant.
public struct Occurrence: Hashable, Sendable {
  /// What its date is, and why. An offset never changes it.
  public let day: Day
  /// What the rule said, before any move and before any shift out of a gap: what identifies the occurrence.
  public let nominal: CivilDateTime
  /// What the wall clock shows when it starts: moved to a workday, to the hour of a half-day, and out of a gap where need
  /// be.
  public let civil: CivilDateTime
  /// Whether this is the second pass of a wall time that the clock repeats.
  public let isSecondPass: Bool
  /// When it starts.
  public let instant: Instant
  /// By how many seconds the clock change moved it forward; 0 outside a gap.
  public var gapShift: Int { Int(shift) }
  private let shift: Int32

  /// What the wall clock was to show when it starts: the nominal time, moved to a workday and to the hour of a half-day,
  /// before any shift out of a gap.
  public var wanted: CivilDateTime { civil.adding(seconds: -gapShift) }

  /// Joins the parts of an occurrence.
  public init(
    nominal: CivilDateTime, isSecondPass: Bool = false, civil: CivilDateTime, instant: Instant, day: Day,
    gapShift: Int = 0
  ) {
    self.nominal = nominal
    self.isSecondPass = isSecondPass
    self.civil = civil
    self.instant = instant
    self.day = day
    shift = Int32(gapShift)
  }
}

/// A date that a schedule chose, and the one it came from before any move.
public struct ScheduledDate: Hashable, Sendable {
  /// The date that the rule said.
  public let nominal: CivilDate
  /// The date on which it takes place.
  public let date: CivilDate
}
