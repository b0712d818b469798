package import Workdays

/// All that a person's files say, read and checked: what the planner, the daemon and the command work from.
package struct Configuration: Sendable {
  /// The code of the region whose holidays count: ISO 3166-1, or ISO 3166-2 where a subdivision is named.
  package let region: String
  /// The IANA name of the zone for alarms that name none.
  package let zone: String
  /// The work week with all layers of overrides, without the days that are for some alarms only.
  package private(set) var calendar: WorkCalendar
  /// The calendars of those alarms that have another one, by their ids. Where they agree they are one value.
  package private(set) var ownCalendars: [String: WorkCalendar]
  /// What `workWeek:` says; `nil` where the work week is the region's own.
  package let writtenWeek: WorkWeek?
  /// Rules for the default zone and for every zone that an alarm names.
  package let zones: [String: ZoneRules]
  /// All destinations by name, `desktop` and `console` always among them.
  package let destinations: [String: Destination]
  /// Groups of alarms, in the order written.
  package let calendars: [AlarmCalendar]
  /// The alarms that this program's daemon rings, in the order written.
  package private(set) var alarms: [Alarm]
  /// What was read, as shown to a person, lowest first: paths, and the built-in default by its name.
  package let sources: [String]
  /// The files among the sources.
  package let files: [String]
  /// Whether the person has no alarms of their own, so that the built-in default gives them.
  package let isBuiltIn: Bool
  /// How many alarms the machine's file holds: they ring for no person.
  package let silentAlarms: Int
  /// The entries of `holidaySources:`, in the order written, with the days that each gave.
  package let sourcedDays: [SourcedDays]
  /// The holidays of the region as they ship.
  package let shippedHolidays: HolidayCalendar
  /// Other files that it was put together from: holiday data and secrets.
  package let references: [String]
  /// Doubts that do not keep the configuration from being used.
  package let warnings: [Diagnostic]

  /// That the zone may not be the one that was wanted; it is among the warnings too.
  package var zoneDoubt: Diagnostic?
  /// What does not ring for now; from the journal, not from the files.
  package var adjustments = Adjustments()
  /// What `language:` says; `nil` where it is not there.
  package var language: Language?
  /// The entries of `imports:`, in the order written.
  package var imports: [ImportSource] = []
  /// The entries of `sync:`, in the order written.
  package var syncAccounts: [SyncAccount] = []
  /// When alarms are to keep quiet; `nil` for never.
  package let quiet: QuietHours?
  /// The files that the rules of its zones come from, and the one that names the system's zone.
  package let zoneFiles: [String]

  /// The entries of `holidaySources:`, in the order written.
  package var holidaySources: [HolidaySource] { sourcedDays.map(\.source) }

  /// What works out when the alarms ring.
  package var planner: Planner {
    Planner(
      alarms: alarms, calendar: calendar, ownCalendars: ownCalendars, zones: zones, adjustments: adjustments)
  }

  /// The same with other national holidays for its region. What holds for some alarms only still does.
  package func with(national: HolidayCalendar) -> Configuration {
    var changed = self
    changed.calendar = WorkCalendar(week: calendar.week, national: national, own: calendar.own)
    changed.ownCalendars = ownCalendars.mapValues { own in
      guard own.national.region == calendar.national.region else { return own }
      let years = own.national.knownYears.map(Array.init) ?? []
      let ofItsOwn = years.compactMap { year in
        own.national.noticeYear(year).flatMap { $0 == calendar.national.noticeYear(year) ? nil : $0 }
      }
      return WorkCalendar(
        week: own.week, national: ofItsOwn.reduce(national) { $0.replacing($1) }, own: own.own)
    }
    return changed
  }

  /// The same with one of its alarms alone.
  package func with(onlyAlarm id: String) -> Configuration {
    var changed = self
    changed.alarms = alarms.filter { $0.id == id }
    return changed
  }

  /// The calendar of an alarm; `nil` where it names none.
  package func calendar(of alarm: Alarm) -> AlarmCalendar? { calendars.first { $0.id == alarm.calendar } }

  /// How a firing is shown by `next --json`, the control socket and webhooks.
  package func report(of firing: Firing, of plan: AlarmPlan) -> FiringReport {
    FiringReport(firing, plan: plan)
  }

  /// When an alarm's quiet hours are over, if `instant` lies in them and the alarm heeds them.
  package func quietEnd(of alarm: Alarm, at instant: Instant) -> Instant? {
    guard let quiet, alarm.duringQuiet != .ring, let rules = zones[zone] else { return nil }
    return quiet.end(at: instant, zone: rules)
  }

  /// What a firing has to say.
  package func ring(for firing: Firing, of plan: AlarmPlan, isTest: Bool = false, alsoMissed: Int = 0) -> Ring {
    let alarm = plan.alarm
    var ring = Ring(
      id: firing.id, report: FiringReport(firing, plan: plan), occurrenceSeconds: firing.occurrence.instant.seconds,
      endSeconds: firing.offset.anchor == .end ? plan.end(of: firing.occurrence).seconds : nil,
      firesSeconds: firing.instant.seconds, utcOffset: plan.zone.utcOffset(at: firing.occurrence.instant),
      allDay: alarm.isAllDay, seesHolidays: alarm.schedule.seesHolidays, notes: alarm.notes, location: alarm.location,
      link: alarm.link,
      calendar: calendar(of: alarm)?.title, urgency: alarm.urgency, icon: alarm.icon, isTest: isTest,
      alsoMissed: alsoMissed)
    // A test has nothing to be done about.
    if alarm.acknowledgement != nil, !isTest { ring.asks = true }
    ring.snoozes = alarm.snoozes?.map(\.description)
    return ring
  }
}

extension FiringReport {
  /// The report of one firing of one alarm.
  package init(_ firing: Firing, plan: AlarmPlan) {
    let zone = plan.zone
    func formatted(_ instant: Instant) -> String { instant.formatted(utcOffset: zone.utcOffset(at: instant)) }
    self.init(
      id: firing.id, alarm: firing.alarm, title: plan.alarm.title, occurrence: formatted(firing.occurrence.instant),
      zone: zone.identifier, offset: firing.offset.report, fires: formatted(firing.instant),
      day: DayReport(firing.occurrence.day), destinations: plan.alarm.destinations)
  }
}
