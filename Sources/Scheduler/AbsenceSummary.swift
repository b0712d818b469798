import Alarms
import Journal
import Workdays

/// Tells once what was missed while nothing could ring for long: one message in place of silence, or of one for each.
struct AbsenceSummary {
  /// From how long ago on what was missed is told. A shorter time away leaves a person knowing what they missed.
  static let longEnough = Duration.seconds(6 * 3600)
  /// How many alarms are told of by name.
  private static let most = 8

  let configuration: Configuration
  let now: Instant

  /// What to record beside `records`; `nil` where nothing was missed for so long.
  func due(_ records: [DueFiring]) -> DueFiring? {
    var missed = records.filter { record in
      guard case .missed = record.verdict, record.ring.report.alarm != nil else { return false }
      return record.ring.fires.duration(to: now) > promptness
    }
    guard !missed.isEmpty else { return nil }
    // What is never to ring late is not worth a word either.
    let policies = Dictionary(uniqueKeysWithValues: configuration.alarms.map { ($0.id, $0.missed) })
    missed.removeAll { policies[$0.ring.report.alarm ?? ""] == .never }
    guard let first = missed.map(\.ring.fires).min(), first.duration(to: now) >= Self.longEnough else { return nil }
    let zone = configuration.zones[configuration.zone] ?? .utc
    return .message(
      id: "missed/\(now.formatted(utcOffset: zone.utcOffset(at: now)))",
      title: "\(englishCount(missed.count, "ring")) missed", lines: lines(missed.map(\.ring)), urgency: .low,
      by: configuration, at: now)
  }

  /// One line an alarm, that of the latest ring first.
  private func lines(_ missed: [Ring]) -> [String] {
    let groups = Dictionary(grouping: missed) { $0.report.alarm ?? "" }.values
      .compactMap { rings in rings.max { $0.firesSeconds < $1.firesSeconds }.map { (last: $0, count: rings.count) } }
      .sorted { ($1.last.firesSeconds, $0.last.id) < ($0.last.firesSeconds, $1.last.id) }
    var lines = groups.prefix(Self.most).map { last, count in
      let fires = last.fires.civil(utcOffset: last.utcOffset)
      let title = last.report.title.singleLine
      return "\(title): \(count == 1 ? "" : "\(count), the last ")\(fires.date) \(fires.time)"
    }
    if groups.count > Self.most { lines.append("and of \(englishCount(groups.count - Self.most, "more alarm"))") }
    return lines + ["notifierctl missed lists them"]
  }
}
