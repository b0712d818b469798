package import Workdays

/// One alarm, one occurrence, one offset: the thing that becomes due.
package struct Firing: Hashable, Sendable {
  package let alarm: String
  package let occurrence: Occurrence
  package let offset: Offset
  /// When it rings.
  package let instant: Instant

  package init(alarm: String, occurrence: Occurrence, offset: Offset, instant: Instant) {
    self.alarm = alarm
    self.occurrence = occurrence
    self.offset = offset
    self.instant = instant
  }

  /// `clock-in/2026-09-20T09:00/-10m`: the alarm's id, the nominal date-time with a mark on the second pass of a repeated
  /// hour, and the offset. The same on every run and machine, whatever holiday data does to the date.
  ///
  /// Put together when asked for: a search makes many firings and looks at one.
  package var id: String { "\(occurrenceID)/\(offset.idText)" }
}

extension Firing: Comparable {
  /// The sooner firing is the smaller; of two at one instant, the one whose id is.
  package static func < (left: Firing, right: Firing) -> Bool {
    left.instant == right.instant ? left.id < right.id : left.instant < right.instant
  }
}
