import Workdays

/// What stands beside the alarms, gathered over all files; a later file's word replaces an earlier one's.
struct Settings {
  static let keys = [
    "region", "timezone", "workWeek", "holidaySources", "ownDays", "destinations", "calendars", "alarms",
  ]

  /// Without a word about it: no region's holidays are known, and every date is uncertain.
  var region = ShippedRegion.none
  var zone: String
  var zoneNode: Node?
  /// What `workWeek:` says.
  var writtenWeek: WorkWeek?
  /// What `workWeek:` says, or else the region's own.
  var week: WorkWeek { writtenWeek ?? region.week }
  var holidaySources: [SourcedDays] = []
  /// Those of them that are of the region that is set.
  var applicableSources: [SourcedDays] { holidaySources.filter { $0.source.applies(to: region.calendar.region) } }
  /// Days of a person's own, with the file that holds them, lowest first.
  var ownDays: [(file: String, days: OwnDays)] = []
  var destinations: [String: Destination] = [
    "desktop": Destination(id: "desktop", kind: .desktop), "console": Destination(id: "console", kind: .console),
  ]
  /// Names of destinations that are written down with an error, which alone is to be told: alarms may name them.
  var faultyDestinations: Set<String> = []
  var calendars: [AlarmCalendar] = []

  init(systemZone: String) { zone = systemZone }

  /// The work week with the region's shipped data and the layers of the files.
  func calendar(_ diagnostics: Diagnostics) -> WorkCalendar {
    func layer(_ wanted: HolidaySource.Layer) -> [WorkCalendar.OwnLayer] {
      let overrides = applicableSources.filter { $0.source.layer == wanted }.flatMap(\.noticeYears).flatMap(\.overrides)
      return overrides.isEmpty ? [] : [WorkCalendar.OwnLayer(overrides)]
    }
    let days = ownDays.map { WorkCalendar.OwnLayer($0.days.overrides(source: $0.file)) }
    return WorkCalendar(week: week, national: national, own: layer(.company) + layer(.personal) + days)
  }

  /// The region's shipped data with the national sources over it.
  ///
  /// A file that a person names replaces its years. What was fetched replaces a year unless what ships is newer, and days
  /// that are only computed never replace a notice.
  private var national: HolidayCalendar {
    var national = region.calendar
    for days in applicableSources where days.source.layer == .national {
      for noticeYear in days.noticeYears {
        let known = national.noticeYear(noticeYear.year)
        if noticeYear.basis == .computed, let known, known.basis != .computed { continue }
        if let date = days.dataDates[noticeYear.year], date < ShippedRegion.dataDate,
          known != nil, known == region.calendar.noticeYear(noticeYear.year)
        {
          continue
        }
        national = national.replacing(noticeYear)
      }
    }
    return national
  }
}

/// Reads one file's settings.
struct SettingsReader {
  let locations: Locations
  let file: String
  let diagnostics: Diagnostics
  /// The copies as they were told last, where those are asked for in place of the present ones.
  let told: HolidayStore?

  func read(_ fields: Fields, into settings: inout Settings) {
    if let text = fields.text("region"), let node = fields["region"] {
      do throws(RegionError) {
        settings.region = try ShippedRegion(text)
      } catch {
        diagnostics.error("region is \(error)", at: node)
      }
    }
    if let zone = fields.text("timezone") { (settings.zone, settings.zoneNode) = (zone, fields["timezone"]) }
    if let week = workWeek(fields) { settings.writtenWeek = week }
    let sources = HolidaySourceReader(
      locations: locations, file: file, diagnostics: diagnostics, week: settings.week, told: told)
    settings.holidaySources += (fields.items("holidaySources") ?? []).compactMap(sources.read)
    let days = OwnDays.read(fields, diagnostics)
    if !days.entries.isEmpty { settings.ownDays.append((file, days)) }
    if let node = fields["destinations"] { readDestinations(node, into: &settings) }
    for calendar in readCalendars(fields) {
      settings.calendars.removeAll { $0.id == calendar.id }
      settings.calendars.append(calendar)
    }
  }

  private func workWeek(_ fields: Fields) -> WorkWeek? {
    fields.value("workWeek", expected: "the weekdays that are worked, such as mon-fri or sun-thu") { text in
      guard case .weekdays(let weekdays) = try? DaysPhrase(text) else { return nil }
      return WorkWeek(workdays: weekdays)
    }
  }

  private func readCalendars(_ fields: Fields) -> [AlarmCalendar] {
    guard let node = fields["calendars"] else { return [] }
    guard case .mapping(let pairs) = node.value else {
      diagnostics.error("calendars is \(node.kindName); expected a mapping from names to title and color", at: node)
      return []
    }
    return pairs.compactMap { key, value in
      guard let id = key.text,
        let fields = Fields(value, known: ["title", "color"], of: "the calendar \"\(id)\"", diagnostics)
      else { return nil }
      let color = fields.value("color", expected: "a colour as \"#rrggbb\", in quotes", colorCode)
      return AlarmCalendar(id: id, title: fields.text("title") ?? id, color: color)
    }
  }

  private func colorCode(_ text: String) -> String? {
    let digits = text.dropFirst()
    guard text.first == "#", digits.count == 6, digits.allSatisfy(\.isHexDigit) else { return nil }
    return text.lowercased()
  }

  private func readDestinations(_ node: Node, into settings: inout Settings) {
    guard case .mapping(let pairs) = node.value else {
      diagnostics.error("destinations is \(node.kindName); expected a mapping from names to settings", at: node)
      return
    }
    let reader = DestinationReader(locations: locations, file: file, diagnostics: diagnostics)
    for (key, value) in pairs {
      guard let id = key.text else { continue }
      if let destination = reader.destination(id, value) {
        settings.destinations[id] = destination
      } else {
        settings.faultyDestinations.insert(id)
      }
    }
  }
}
