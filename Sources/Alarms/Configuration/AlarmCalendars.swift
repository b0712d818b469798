import Workdays

/// Finds the calendar of each alarm. Those that agree in region, work week and layers share one, which is built once.
struct AlarmCalendars {
  /// What tells one calendar from another. Without a word on anything it is the one that most alarms share.
  private struct Key: Hashable {
    var region: String?
    var week: WorkWeek?
    /// The scopes of days that name the alarm.
    var scopes: Set<AlarmScope> = []
  }

  private let settings: Settings
  private let regions: RegionStore
  private let scopes: Set<AlarmScope>
  private var built: [Key: WorkCalendar] = [:]

  init(_ settings: Settings, regions: RegionStore) {
    (self.settings, self.regions, scopes) = (settings, regions, settings.scopes)
  }

  /// Whether anything is said that may give an alarm a calendar of its own.
  func mayDiffer(for alarm: Alarm) -> Bool { !scopes.isEmpty || alarm.region != nil || alarm.week != nil }

  /// The calendar of an alarm; `nil` where it is the one of the settings.
  mutating func calendar(of alarm: Alarm) -> WorkCalendar? {
    var key = Key(scopes: scopes.filter { $0.names(alarm.id) })
    if let region = alarm.region, region != settings.region.calendar.region { key.region = region }
    if let week = alarm.week, key.region != nil || week != settings.week { key.week = week }
    guard key != Key() else { return nil }
    if let known = built[key] { return known }
    let region = key.region.flatMap { try? regions.region($0) }
    let calendar = settings.calendar(region: region, week: key.week, scopes: key.scopes)
    built[key] = calendar
    return calendar
  }
}

/// Regions that alarms name, each read once.
final class RegionStore {
  private var known: [String: ShippedRegion] = [:]

  /// The region with this code, in any case of letters.
  func region(_ code: String) throws(RegionError) -> ShippedRegion {
    let code = code.uppercased()
    if let region = known[code] { return region }
    let region = try ShippedRegion(code)
    known[code] = region
    return region
  }
}

extension Fields {
  /// What `workWeek:` says.
  func workWeek() -> WorkWeek? {
    value("workWeek", expected: LocalText(verbatim: WorkWeek.forms)) { WorkWeek($0) }
  }
}
