import Glibc
import Workdays

/// Reads the configuration's files and puts them together.
package struct ConfigurationLoader {
  /// One file to read.
  package struct Input: Sendable {
    /// The path as it is shown, and relative to which the file's own paths are read.
    package let path: String
    /// Whether its alarms ring: a machine's file gives a person's daemon only settings.
    package let givesAlarms: Bool
    /// The text, where it does not come from the disk.
    package let text: String?

    package init(path: String, givesAlarms: Bool, text: String? = nil) {
      self.path = path
      self.givesAlarms = givesAlarms
      self.text = text
    }
  }

  private let locations: Locations
  private let systemZone: String
  private let zoneStore: ZoneStore
  private let told: HolidayStore?

  /// - Parameter told: reads the holiday data as it was told last in place of the present one.
  package init(
    locations: Locations, systemZone: String = ZoneStore.systemZoneName(), zoneStore: ZoneStore = ZoneStore(),
    told: HolidayStore? = nil
  ) {
    self.told = told
    self.locations = locations
    self.systemZone = systemZone
    self.zoneStore = zoneStore
  }

  /// What a person's daemon reads: the machine's settings, then their own files or, without any, the built-in default.
  ///
  /// - Parameter file: a single file to read in their place.
  package func inputs(file: String? = nil) -> [Input] {
    if let file { return [Input(path: file, givesAlarms: true)] }
    let machine = locations.machineFile.map { [Input(path: $0, givesAlarms: false)] } ?? []
    let own = locations.personalFiles.map { Input(path: $0, givesAlarms: true) }
    let builtIn = Input(path: "the built-in default", givesAlarms: true, text: defaultConfiguration)
    // Days off alone are no configuration: the examples stay.
    let hasAlarms = own.contains { ![OwnDaysFile.name, ImportedHolidays.name].contains(Files.name(of: $0.path)) }
    return machine + (hasAlarms ? [] : [builtIn]) + own
  }

  /// Reads the files, later ones above earlier ones.
  ///
  /// - Throws: every problem of every file, when any of them is an error.
  package func load(_ inputs: [Input]) throws(DiagnosticList) -> Configuration {
    let diagnostics = Diagnostics()
    var settings = Settings(systemZone: systemZone)
    var alarmNodes: [(node: Node, givesAlarms: Bool)] = []
    for input in inputs {
      guard let root = read(input, diagnostics),
        let fields = Fields(root, known: Settings.keys, of: "the configuration", diagnostics)
      else { continue }
      SettingsReader(locations: locations, file: input.path, diagnostics: diagnostics, told: told)
        .read(fields, into: &settings)
      for node in fields.items("alarms") ?? [] { alarmNodes.append((node, input.givesAlarms)) }
    }
    let calendar = settings.calendar()
    let regions = RegionStore()
    checkDefaultZone(settings, diagnostics)
    settings.heldBack.forEach(diagnostics.report)
    var alarms: [Alarm] = []
    var silentAlarms = 0
    var places: [String: SourcePlace] = [:]
    let reader = AlarmReader(
      defaultZone: settings.zone, week: calendar.week, regions: regions,
      destinations: settings.faultyDestinations.union(settings.destinations.keys),
      calendars: settings.calendars.map(\.id), zoneStore: zoneStore, diagnostics: diagnostics)
    for (node, givesAlarms) in alarmNodes {
      guard let alarm = reader.alarm(node) else { continue }
      guard givesAlarms else {
        silentAlarms += 1
        continue
      }
      if let other = places[alarm.id] {
        diagnostics.report(
          Diagnostic("the id \"\(alarm.id)\" is already used at \(other); give one of them another id", at: alarm.place)
        )
        continue
      }
      places[alarm.id] = alarm.place
      alarms.append(alarm)
    }
    diagnostics.checkAlarmNames(among: alarmNodes.compactMap { $0.node["id"]?.text })
    guard !diagnostics.hasErrors else { throw DiagnosticList(diagnostics.all) }
    var calendars = AlarmCalendars(settings, regions: regions)
    var ownCalendars: [String: WorkCalendar] = [:]
    for alarm in alarms { ownCalendars[alarm.id] = calendars.calendar(of: alarm) }
    return Configuration(
      region: calendar.national.region, zone: settings.zone, calendar: calendar, ownCalendars: ownCalendars,
      writtenWeek: settings.writtenWeek, zones: zoneStore.zones,
      destinations: settings.destinations.mapValues { $0.speaking(settings.language) }, calendars: settings.calendars,
      alarms: alarms,
      sources: inputs.map(\.path), files: inputs.filter { $0.text == nil }.map(\.path),
      silentAlarms: silentAlarms,
      sourcedDays: settings.sources(of: Set([settings.region.calendar.region] + alarms.compactMap(\.region))),
      shippedHolidays: settings.region.calendar, references: diagnostics.references,
      warnings: DiagnosticList(diagnostics.all).diagnostics, quiet: settings.quiet,
      zoneFiles: zoneStore.files)
  }

  private func read(_ input: Input, _ diagnostics: Diagnostics) -> Node? {
    do {
      if let text = input.text { return try YAMLReader.read(Array(text.utf8), file: input.path) }
      let (bytes, mode) = try Files.read(input.path)
      guard !mode.othersCanWrite else {
        diagnostics.report(
          Diagnostic(
            "other people can change this file, so it is not trusted; run: chmod go-w \(input.path)",
            at: SourcePlace(file: input.path, line: 1, column: 1)))
        return nil
      }
      guard mode.isOwn else {
        diagnostics.report(
          Diagnostic(
            "this file belongs to another user (number \(mode.owner)), so it is not trusted; make it your own",
            at: SourcePlace(file: input.path, line: 1, column: 1)))
        return nil
      }
      return try YAMLReader.read(bytes, file: input.path)
    } catch let diagnostic as Diagnostic {
      diagnostics.report(diagnostic)
    } catch {
      diagnostics.report(
        Diagnostic(
          "the file cannot be read: \(error); check its path and mode",
          at: SourcePlace(file: input.path, line: 1, column: 1)))
    }
    return nil
  }

  private func checkDefaultZone(_ settings: Settings, _ diagnostics: Diagnostics) {
    do throws(FileError) {
      _ = try zoneStore.rules(named: settings.zone)
    } catch {
      if let node = settings.zoneNode {
        diagnostics.error("\(error)", at: node)
      } else {
        diagnostics.report(
          Diagnostic(
            "the system's zone is unusable: \(error); name one with timezone:",
            at: SourcePlace(file: "/etc/localtime", line: 1, column: 1)))
      }
    }
  }
}
