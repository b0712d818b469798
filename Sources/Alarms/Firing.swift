package import Workdays

/// One alarm, one occurrence, one offset: the thing that becomes due.
package struct Firing: Hashable, Sendable {
  /// `clock-in/2026-09-20T09:00/-10m`: the alarm's id, the nominal date-time with a mark on the second pass of a repeated
  /// hour, and the offset. The same on every run and machine, whatever holiday data does to the date.
  package let id: String
  package let alarm: String
  package let occurrence: Occurrence
  package let offset: Offset
  /// When it rings.
  package let instant: Instant

  package init(alarm: String, occurrence: Occurrence, offset: Offset, instant: Instant) {
    let pass = occurrence.isSecondPass ? "~2" : ""
    id = "\(alarm)/\(occurrence.nominal)\(pass)/\(offset.idText)"
    self.alarm = alarm
    self.occurrence = occurrence
    self.offset = offset
    self.instant = instant
  }
}
