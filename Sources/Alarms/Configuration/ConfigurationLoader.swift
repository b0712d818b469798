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

    /// Whether it is what the program brings.
    fileprivate var isBuiltIn: Bool { text == defaultConfiguration }
  }

  private let locations: Locations
  private let systemZone: String
  /// What `$TZ` says in vain.
  private let strayZone: String?
  private let zoneStore: ZoneStore
  private let told: HolidayStore?

  /// - Parameters:
  ///   - systemZone: the zone where none is configured; the system's where it is not said.
  ///   - told: reads the holiday data as it was told last in place of the present one.
  package init(
    locations: Locations, systemZone: String? = nil, zoneStore: ZoneStore = ZoneStore(),
    told: HolidayStore? = nil
  ) {
    self.told = told
    self.locations = locations
    self.systemZone = systemZone ?? ZoneStore.systemZoneName()
    strayZone = systemZone == nil ? ZoneStore.strayVariable : nil
    self.zoneStore = zoneStore
  }

  /// What a person's daemon reads: the machine's settings, then their own files or, without any, the built-in default.
  ///
  /// - Parameter file: a single file to read in their place.
  package func inputs(file: String? = nil) -> [Input] {
    if let file { return [Input(path: file, givesAlarms: true)] }
    let machine = locations.machineFile.map { [Input(path: $0, givesAlarms: false)] } ?? []
    return inputs(machine: machine, own: locations.personalFiles.map { Input(path: $0, givesAlarms: true) })
  }

  /// The same with a text in the place of what is, or will be, at `path`: what a change would make of it.
  package func inputs(file: String? = nil, replacing path: String, with text: String) -> [Input] {
    let replacement = Input(path: path, givesAlarms: true, text: text)
    if let file { return [file == path ? replacement : Input(path: file, givesAlarms: true)] }
    let machine = locations.machineFile.map { [Input(path: $0, givesAlarms: false)] } ?? []
    let paths = locations.personalFiles
    let first = path == locations.mainFile ? 0 : paths.firstIndex { $0 != locations.mainFile && $0 > path }
    let all =
      paths.contains(path)
      ? paths : Array(paths[..<(first ?? paths.count)]) + [path] + paths[(first ?? paths.count)...]
    return inputs(
      machine: machine, own: all.map { $0 == path ? replacement : Input(path: $0, givesAlarms: true) })
  }

  private func inputs(machine: [Input], own: [Input]) -> [Input] {
    let names = Set(own.map { Files.name(of: $0.path) })
    // Days off alone, or an example that is disabled, are no configuration: the examples stay.
    if names.isSubset(of: [OwnDaysFile.name, ImportedHolidays.name, DisabledFile.name]) {
      return machine + [ConfigurationLoader.builtIn(givesAlarms: true)] + own
    }
    // Alarms of `notifierctl add` alone say nothing of whose holidays count: the examples go, the settings beside them stay.
    let isWrittenByHand = !names.isSubset(of: [
      OwnDaysFile.name, ImportedHolidays.name, DisabledFile.name, OwnAlarmsFile.name,
    ])
    return machine
      + (isWrittenByHand || !machine.isEmpty ? [] : [ConfigurationLoader.builtIn(givesAlarms: false)]) + own
  }

  /// How the alarms and settings are called that the program brings.
  private static let exampleFile = "the built-in default"

  private static func builtIn(givesAlarms: Bool) -> Input {
    Input(path: exampleFile, givesAlarms: givesAlarms, text: defaultConfiguration)
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
    let zoneDoubt = zoneDoubt(settings)
    zoneDoubt.map(diagnostics.report)
    settings.heldBack.forEach(diagnostics.report)
    var alarms: [Alarm] = []
    var silentAlarms = 0
    alarms.reserveCapacity(alarmNodes.count)
    var places: [String: SourcePlace] = [:]
    places.reserveCapacity(alarmNodes.count)
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
    for source in settings.imports {
      alarms += imported(source, settings, calendar.week, regions, &places, diagnostics)
    }
    if !settings.disabled.isEmpty {
      let disabled = disabled(settings, among: alarms.map(\.id), diagnostics)
      for index in alarms.indices where disabled.contains(alarms[index].id) { alarms[index].isEnabled = false }
    }
    if !diagnostics.alarmNames.isEmpty {
      diagnostics.checkAlarmNames(
        among: alarmNodes.compactMap { $0.node["id"]?.text } + (settings.imports.isEmpty ? [] : alarms.map(\.id)))
    }
    diagnostics.checkCalendarNames(among: settings.calendars.map(\.id))
    guard !diagnostics.hasErrors else { throw DiagnosticList(diagnostics.all) }
    var calendars = AlarmCalendars(settings, regions: regions)
    var ownCalendars: [String: WorkCalendar] = [:]
    for alarm in alarms where calendars.mayDiffer(for: alarm) {
      ownCalendars[alarm.id] = calendars.calendar(of: alarm)
    }
    var configuration = Configuration(
      region: calendar.national.region, zone: settings.zone, calendar: calendar, ownCalendars: ownCalendars,
      writtenWeek: settings.writtenWeek, zones: zoneStore.zones,
      destinations: settings.destinations.mapValues { $0.speaking(settings.language ?? .english) },
      calendars: settings.calendars,
      alarms: alarms,
      sources: inputs.map(\.path), files: inputs.filter { $0.text == nil }.map(\.path),
      isBuiltIn: inputs.contains { $0.isBuiltIn && $0.givesAlarms },
      silentAlarms: silentAlarms,
      sourcedDays: settings.sources(of: Set([settings.region.calendar.region] + alarms.compactMap(\.region))),
      shippedHolidays: settings.region.calendar, references: diagnostics.references,
      warnings: DiagnosticList(diagnostics.all).diagnostics, quiet: settings.quiet,
      zoneFiles: zoneStore.files)
    configuration.zoneDoubt = zoneDoubt
    configuration.language = settings.language
    configuration.imports = settings.imports
    configuration.syncAccounts = settings.syncAccounts
    return configuration
  }

  /// The alarms that a source gave when it was read last. No fault in them keeps the others from ringing.
  private func imported(
    _ source: ImportSource, _ settings: Settings, _ week: WorkWeek, _ regions: RegionStore,
    _ places: inout [String: SourcePlace], _ diagnostics: Diagnostics
  ) -> [Alarm] {
    let file = ImportStore(locations).alarmFile(source.name)
    diagnostics.references.append(file)
    if case .path(let path) = source.origin {
      // Of a directory whatever is in it matters.
      diagnostics.references += [path, "\(path)/\(ImportSource.pattern)"]
    }
    guard let bytes = try? Files.read(file).bytes else { return [] }
    let own = Diagnostics()
    let reader = AlarmReader(
      defaultZone: settings.zone, week: week, regions: regions,
      destinations: settings.faultyDestinations.union(settings.destinations.keys),
      calendars: settings.calendars.map(\.id), zoneStore: zoneStore, diagnostics: own)
    guard let root = try? YAMLReader.read(bytes, file: file), let items = root["alarms"]?.items else { return [] }
    var alarms: [Alarm] = []
    for node in items {
      guard let alarm = reader.alarm(node), places[alarm.id] == nil else { continue }
      places[alarm.id] = alarm.place
      alarms.append(alarm)
    }
    if let fault = own.all.first(where: { $0.severity == .error }) {
      diagnostics.report(
        Diagnostic(
          "alarms of the import \"\(source.name)\" cannot be used: \(fault.message); to read it again run: notifierctl import",
          at: fault.place, severity: .warning))
    }
    return alarms
  }

  /// The alarms that `disabled:` names; one that is gone does no harm.
  private func disabled(_ settings: Settings, among ids: [String], _ diagnostics: Diagnostics) -> Set<String> {
    let known = Set(ids)
    for node in settings.disabled {
      guard let name = node.text else {
        diagnostics.error("disabled holds \(node.localKind); expected the id of an alarm", at: node)
        continue
      }
      guard !known.contains(name) else { continue }
      diagnostics.warning(
        "disabled names \"\(name)\", which is no alarm; to forget it run: notifierctl enable \(name)", at: node)
    }
    return Set(settings.disabled.compactMap(\.text))
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

  /// That alarms may ring hours away from where a person expects them: the zone they wanted is none.
  private func zoneDoubt(_ settings: Settings) -> Diagnostic? {
    guard settings.zoneNode == nil, let strayZone else { return nil }
    do throws(FileError) { _ = try zoneStore.rules(named: strayZone) } catch {
      return Diagnostic(
        "the machine's zone \(settings.zone) is used, and not what the variable TZ says: \(error)",
        at: SourcePlace(file: "TZ", line: 1, column: 1), severity: .warning)
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
