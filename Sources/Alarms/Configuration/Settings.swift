import Workdays

/// What stands beside the alarms, gathered over all files; a later file's word replaces an earlier one's.
struct Settings {
  static let keys = [
    "language", "region", "timezone", "workWeek", "holidaySources", "ownDays", "quiet", "destinations", "calendars",
    "imports", "sync", "alarms", "disabled",
  ]

  /// The language of what the program says to destinations.
  /// `nil` where nothing is said: what goes out is in English then, what a person sees as the environment says.
  var language: Language?
  /// Without a word about it: no region's holidays are known, and every date is uncertain.
  var region = ShippedRegion.none
  var zone: String
  var zoneNode: Node?
  /// What `workWeek:` says.
  var writtenWeek: WorkWeek?
  /// What `workWeek:` says, or else the region's own.
  var week: WorkWeek { writtenWeek ?? region.week }
  var holidaySources: [SourcedDays] = []
  /// Days of a person's own, with the file that holds them, lowest first.
  var ownDays: [(file: String, days: OwnDays)] = []
  var destinations: [String: Destination] = [
    "desktop": Destination(id: "desktop", kind: .desktop), "console": Destination(id: "console", kind: .console),
    "sound": Destination(id: "sound", kind: .sound(Destination.Sound())),
  ]
  /// Names of destinations that are written down with an error, which alone is to be told: alarms may name them.
  var faultyDestinations: Set<String> = []
  var calendars: [AlarmCalendar] = []
  /// The entries of `sync:`.
  var syncAccounts: [SyncAccount] = []
  /// The entries of `imports:`.
  var imports: [ImportSource] = []
  /// What `quiet:` says.
  var quiet: QuietHours?
  /// The items of `disabled:`.
  var disabled: [Node] = []

  init(systemZone: String) { zone = systemZone }

  /// The scopes of days that are not for all alarms.
  var scopes: Set<AlarmScope> {
    Set(holidaySources.map(\.source.scope)).union(ownDays.flatMap(\.days.scopes)).subtracting([.all])
  }

  /// The work week with the region's shipped data and the layers of the files.
  ///
  /// - Parameters:
  ///   - other: another region than the settings'. A national source that says of no region that it is of it is data of
  ///     the settings' one, unless it names the alarm; layers of a company and of a person hold everywhere.
  ///   - otherWeek: another work week than the region's.
  ///   - scopes: the scopes that apply beside `all`.
  func calendar(
    region other: ShippedRegion? = nil, week otherWeek: WorkWeek? = nil, scopes: Set<AlarmScope> = []
  ) -> WorkCalendar {
    func applies(_ scope: AlarmScope) -> Bool { scope == .all || scopes.contains(scope) }
    let region = other ?? self.region
    let sources = holidaySources.filter { days in
      let source = days.source
      let isOfTheSettings = source.layer == .national && source.region == nil && source.scope == .all
      return applies(source.scope) && source.applies(to: region.calendar.region) && (other == nil || !isOfTheSettings)
    }
    func layer(_ wanted: HolidaySource.Layer) -> [WorkCalendar.OwnLayer] {
      let overrides = sources.filter { $0.source.layer == wanted }.flatMap(\.noticeYears).flatMap(\.overrides)
      return overrides.isEmpty ? [] : [WorkCalendar.OwnLayer(overrides)]
    }
    let days = ownDays.map { WorkCalendar.OwnLayer($0.days.overrides(source: $0.file, where: applies)) }
    return WorkCalendar(
      week: otherWeek ?? other?.week ?? week, national: national(of: region, from: sources),
      own: layer(.company) + layer(.personal) + days)
  }

  /// The sources that are of one of these regions, or of any.
  func sources(of regions: Set<String>) -> [SourcedDays] {
    holidaySources.filter { days in regions.contains { days.source.applies(to: $0) } }
  }

  /// Warnings of files that keep other days of the same year out of use, which were fetched: a second notice, perhaps.
  var heldBack: [Diagnostic] {
    let national = holidaySources.filter {
      $0.source.layer == .national && $0.source.scope == .all && $0.source.applies(to: region.calendar.region)
    }
    func days(_ noticeYear: NoticeYear) -> Set<String> {
      Set(noticeYear.overrides.map { "\($0.date) \($0.kind) \($0.worksUntil?.description ?? "")" })
    }
    var (fetched, warnings) = ([Int: (title: String, days: Set<String>)](), [Diagnostic]())
    for entry in national {
      for noticeYear in entry.noticeYears where noticeYear.basis != .computed && !noticeYear.overrides.isEmpty {
        let (year, days) = (noticeYear.year, days(noticeYear))
        if entry.source.isFetched {
          fetched[year] = (entry.source.title, days)
        } else if case .file(let path) = entry.source.origin, let other = fetched[year], other.days != days {
          warnings.append(
            Diagnostic(
              "this file keeps the days of \(year) from \(other.title) out of use, and they differ; take it out of "
                + "holidaySources:, or, if it was imported, run: notifierctl holidays import --remove \(year)",
              at: SourcePlace(file: path, line: 1, column: 1), severity: .warning))
        }
      }
    }
    return warnings
  }

  /// A region's shipped data with national sources over it.
  ///
  /// A file that a person names replaces its years. What was fetched replaces a year unless what ships is newer, and days
  /// that are only computed never replace a notice.
  private func national(of region: ShippedRegion, from sources: [SourcedDays]) -> HolidayCalendar {
    var national = region.calendar
    for days in sources where days.source.layer == .national {
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
    if let language: Language = fields.choice("language") { settings.language = language }
    if let zone = fields.text("timezone") { (settings.zone, settings.zoneNode) = (zone, fields["timezone"]) }
    if let items = fields.items("quiet", splitsCommas: true) {
      settings.quiet = QuietHours(items.compactMap(quietSpan))
    }
    if let week = fields.workWeek() { settings.writtenWeek = week }
    let sources = HolidaySourceReader(
      locations: locations, file: file, diagnostics: diagnostics, week: settings.week, told: told)
    settings.holidaySources += (fields.items("holidaySources") ?? []).compactMap(sources.read)
    if let node = fields["holidaySources"], settings.holidaySources.count > RefreshJob.mostSources {
      diagnostics.error(
        "the files name \(settings.holidaySources.count) holiday sources, more than \(RefreshJob.mostSources); "
          + "leave some out, or put their days into one file", at: node)
    }
    let days = OwnDays.read(fields, diagnostics)
    if !days.entries.isEmpty { settings.ownDays.append((file, days)) }
    if let node = fields["destinations"] { readDestinations(node, into: &settings) }
    if let node = fields["imports"] {
      for source in ImportReader(locations: locations, file: file, diagnostics: diagnostics).sources(node) {
        settings.imports.removeAll { $0.name == source.name }
        settings.imports.append(source)
      }
    }
    if let node = fields["sync"] {
      let secrets = SecretReader(locations: locations, file: file, diagnostics: diagnostics)
      for account in SyncReader(secrets: secrets, diagnostics: diagnostics).accounts(node) {
        settings.syncAccounts.removeAll { $0.name == account.name }
        settings.syncAccounts.append(account)
      }
    }
    settings.disabled += fields.items("disabled", splitsCommas: true) ?? []
    for calendar in readCalendars(fields) {
      settings.calendars.removeAll { $0.id == calendar.id }
      settings.calendars.append(calendar)
    }
  }

  private func quietSpan(_ node: Node) -> QuietHours.Span? {
    if let text = node.text, let span = QuietHours.Span(text) { return span }
    diagnostics.error(
      "quiet has \"\(node.wording)\"; expected two times such as \"22:00-07:00\"\(fullWidthHint(node.text ?? ""))",
      at: node)
    return nil
  }

  private func readCalendars(_ fields: Fields) -> [AlarmCalendar] {
    guard let node = fields["calendars"] else { return [] }
    guard case .mapping(let pairs) = node.value else {
      diagnostics.error("calendars is \(node.localKind); expected a mapping from names to title and color", at: node)
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
      diagnostics.error("destinations is \(node.localKind); expected a mapping from names to settings", at: node)
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
