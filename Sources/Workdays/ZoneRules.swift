/// How the clocks of one zone are set, from its first transition until for ever.
///
/// Read from the bytes of a TZif file (RFC 9636), which whoever opens files hands in: see ``init(identifier:tzif:)``.
/// Every answer is a binary search over the file's transitions, or, after the last of them, arithmetic on the rule in the
/// file's footer.
public struct ZoneRules: Sendable, Hashable {
  /// The zone's name, as it was asked for: `Asia/Shanghai`.
  public let identifier: String

  private let table: ZoneTable

  /// Coordinated Universal Time.
  public static let utc = ZoneRules(
    identifier: "UTC",
    table: ZoneTable(
      times: [], typeIndices: [], types: [LocalTimeType(utcOffset: 0, isDaylightSaving: false, abbreviation: "UTC")],
      footer: nil))

  init(identifier: String, table: ZoneTable) {
    self.identifier = identifier
    self.table = table
  }

  /// Seconds east of UTC, -89,999 through 93,599.
  public func utcOffset(at instant: Instant) -> Int { span(at: instant.seconds).type.utcOffset }

  /// The zone's short name at that time, as its file has it: `CST`, `+0330`.
  public func abbreviation(at instant: Instant) -> String { span(at: instant.seconds).type.abbreviation }

  /// Whether the file marks the time as daylight saving. Europe/Dublin marks its winter in some builds of the tzdata.
  public func isDaylightSaving(at instant: Instant) -> Bool { span(at: instant.seconds).type.isDaylightSaving }

  /// What the clocks of the zone show; fractions of a second are dropped.
  public func civil(at instant: Instant) -> CivilDateTime { instant.civil(utcOffset: utcOffset(at: instant)) }

  /// The first instant after `instant` at which the offset from UTC, the abbreviation or the daylight-saving mark changes.
  ///
  /// `nil` when none of them changes any more before the year 10000.
  public func nextTransition(after instant: Instant) -> Instant? {
    var current = span(at: instant.seconds)
    while current.end < ZoneSpan.lastYearEnd {
      let next = span(at: current.end)
      if next.type != current.type { return Instant(seconds: current.end) }
      current = next
    }
    return nil
  }

  /// The stretch of time around a Unix time in which the clocks are not touched.
  func span(at seconds: Int) -> ZoneSpan { table.span(at: seconds) }

  /// The stretch of time around a Unix time, and where in it a step on the wall is a step of time.
  @inline(__always)
  func calm(at seconds: Int) -> ZoneCalm { table.calms.calm(at: seconds) ?? table.calm(at: seconds) }

  /// Hashes the name only: two versions of one zone's rules are rarely kept side by side.
  public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}

/// The content of a zone's file. A class, so that a copy of ``ZoneRules`` costs one reference, not ten.
final class ZoneTable: Sendable {
  /// Strictly ascending Unix times; `typeIndices[n]` holds from `times[n]` on.
  private let times: [Int]
  private let typeIndices: [UInt8]
  /// Never empty. The first holds before the first transition (RFC 9636, 3.2).
  private let types: [LocalTimeType]
  /// What holds from the last transition on; `nil`: the last transition's type, for ever.
  private let footer: PosixZoneRule?
  /// The stretches of the years around now, for those who ask for one after the other.
  let calms: ZoneCalms

  init(times: [Int], typeIndices: [UInt8], types: [LocalTimeType], footer: PosixZoneRule?) {
    self.times = times
    self.typeIndices = typeIndices
    self.types = types
    self.footer = footer
    let offsets = (types + [footer?.standard, footer?.daylight?.type].compactMap { $0 }).map(\.utcOffset)
    calms = ZoneCalms(margin: 2 * (offsets.max()! - offsets.min()!)) {
      ZoneTable.span(at: $0, times, typeIndices, types, footer)
    }
  }

  func span(at seconds: Int) -> ZoneSpan { ZoneTable.span(at: seconds, times, typeIndices, types, footer) }

  func calm(at seconds: Int) -> ZoneCalm { ZoneCalm(span(at: seconds), margin: calms.margin) }

  private static func span(
    at seconds: Int, _ times: [Int], _ typeIndices: [UInt8], _ types: [LocalTimeType], _ footer: PosixZoneRule?
  ) -> ZoneSpan {
    let following = firstTransition(after: seconds, times)
    let start = following > 0 ? times[following - 1] : Int.min
    let type = following > 0 ? types[Int(typeIndices[following - 1])] : types[0]
    if following < times.count { return ZoneSpan(start: start, end: times[following], type: type) }
    guard let footer else { return ZoneSpan(start: start, end: Int.max, type: type) }
    let span = footer.span(at: seconds)
    return ZoneSpan(start: max(start, span.start), end: span.end, type: span.type)
  }

  /// The index of the first transition later than a Unix time, by binary search.
  private static func firstTransition(after seconds: Int, _ times: [Int]) -> Int {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] > seconds { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension ZoneTable: Equatable {
  static func == (left: ZoneTable, right: ZoneTable) -> Bool {
    left === right
      || (left.times == right.times && left.typeIndices == right.typeIndices && left.types == right.types
        && left.footer == right.footer)
  }
}

/// What the clocks of a zone show between two transitions.
struct LocalTimeType: Hashable, Sendable {
  /// The offsets from UTC that RFC 9636, 3.2, lets a file have, in seconds: more than -25 and less than 26 hours.
  static let utcOffsets = -89_999...93_599

  let utcOffset: Int
  let isDaylightSaving: Bool
  let abbreviation: String
}

/// A stretch of time, from `start` up to and without `end` in Unix time, in which one type of local time holds.
///
/// `Int.min` and `Int.max` stand for "since ever" and "for ever".
struct ZoneSpan {
  /// The end of the year 9999 in Unix time: the calendar ends here, and with it the rules.
  static let lastYearEnd = (CivilDate.latest.dayNumber + 1) * 86_400

  let start: Int
  let end: Int
  let type: LocalTimeType
}
