import Workdays

/// Reads one entry of `alarms:`.
struct AlarmReader {
  static let keys = [
    "id", "title", "at", "days", "rrule", "rdate", "exdate", "remind", "to", "timezone", "start", "until", "count",
    "duration", "all-day", "ring-at", "notes", "location", "link", "calendar", "missed", "urgency", "icon", "holidays",
    "only", "position", "except", "move", "dst", "half-days", "region", "workWeek", "enabled", "ack", "nag",
    "escalate", "during-quiet", "snooze", "wake",
  ]

  let defaultZone: String
  let week: WorkWeek
  let regions: RegionStore
  let destinations: Set<String>
  let calendars: [String]
  let zoneStore: ZoneStore
  let diagnostics: Diagnostics
  private let phrases = PhraseStore()

  /// The alarm, or `nil` with its problems reported.
  func alarm(_ node: Node) -> Alarm? {
    guard case .mapping = node.value, let fields = Fields(node, known: Self.keys, of: "the alarm", diagnostics) else {
      diagnostics.error("an alarm is \(node.localKind); expected a mapping with id, title, at and days", at: node)
      return nil
    }
    // Everything is read before anything is given up, so that one run reports all problems.
    let id = id(fields)
    // `nil` where something stands there that is neither true nor false.
    let allDay = fields["all-day"] == nil ? false : fields.flag("all-day")
    let isAllDay = allDay == true
    let (region, ownWeek) = (region(fields), fields.workWeek())
    let schedule = ScheduleReader(
      week: ownWeek ?? region?.week ?? week, zoneStore: zoneStore, phrases: phrases, diagnostics: diagnostics
    )
    .schedule(fields, allDay: allDay)
    let zone = zone(fields)
    let duration = duration(fields)
    let offsets = offsets(fields, isAllDay: isAllDay)
    let targets = destinations(fields)
    let calendar = calendar(fields)
    let missed = missed(fields)
    let urgency: Urgency? = fields.choice("urgency")
    let (notes, location, link, icon) = (
      fields.text("notes"), fields.text("location"), fields.text("link"), fields.text("icon")
    )
    let snoozes = fields.items("snooze", splitsCommas: true).map { $0.compactMap(delay) }
    let duringQuiet: DuringQuiet? = fields.choice("during-quiet")
    let acknowledgement = AcknowledgementReader(
      destinations: DestinationNames(known: destinations), diagnostics: diagnostics
    ).acknowledgement(fields)
    let (title, isEnabled, wakes) = (fields.text("title"), fields.flag("enabled"), fields.flag("wake"))
    if offsets.contains(where: { $0.anchor == .end }), !isAllDay, duration == nil || duration == EventDuration.none,
      let node = fields.key("remind")
    {
      diagnostics.warning("the alarm has no duration, so it ends as it starts; add duration: 1h", at: node)
    }
    guard let id, let schedule else { return nil }
    var alarm = Alarm(
      id: id, title: title ?? id, schedule: schedule, zone: zone ?? defaultZone,
      place: fields["id"]?.place ?? node.place,
      notes: notes, location: location, link: link, calendar: calendar,
      duration: duration ?? (isAllDay ? EventDuration(days: 1, seconds: 0) : .none), isAllDay: isAllDay,
      offsets: offsets,
      destinations: targets, missed: missed ?? .standard, urgency: urgency ?? .normal, icon: icon,
      isEnabled: isEnabled ?? true, region: region?.calendar.region, week: ownWeek)
    alarm.acknowledgement = acknowledgement
    alarm.snoozes = snoozes
    alarm.duringQuiet = duringQuiet ?? .hold
    alarm.wakes = wakes ?? false
    return alarm
  }

  private func id(_ fields: Fields) -> String? {
    guard fields["id"] != nil else {
      diagnostics.error("the alarm has no id; expected id: with a name of its own, such as clock-in", at: fields.node)
      return nil
    }
    return fields.value("id", expected: "1 to 64 letters, digits, -, _ or .") { text in
      // Nearly all are ASCII, of which no lookup in Unicode's tables is needed.
      if text.utf8.allSatisfy(AlarmReader.isPlain) { return (1...64).contains(text.utf8.count) ? text : nil }
      return (1...64).contains(text.count) && text.allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
        ? text : nil
    }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  private func region(_ fields: Fields) -> ShippedRegion? {
    guard let code = fields.text("region"), let node = fields["region"] else { return nil }
    do throws(RegionError) {
      return try regions.region(code)
    } catch {
      diagnostics.error("region is \(error)", at: node)
      return nil
    }
  }

  private func zone(_ fields: Fields) -> String? {
    guard let name = fields.text("timezone"), let node = fields["timezone"] else { return nil }
    do throws(FileError) {
      return try zoneStore.rules(named: name).identifier
    } catch {
      diagnostics.error("\(error)", at: node)
      return nil
    }
  }

  private func duration(_ fields: Fields) -> EventDuration? {
    fields.value("duration", expected: "a span such as 1h30m or 2d") { text in
      guard let span = SpanComponents(text), span.workdays == nil else { return nil }
      return EventDuration(days: span.days, seconds: span.seconds)
    }
  }

  private func offsets(_ fields: Fields, isAllDay: Bool) -> [Offset] {
    var ringAt = CivilTime(hour: 9, minute: 0)!
    if let time = fields.value("ring-at", expected: "a time such as 09:00", { CivilTime($0) }) {
      ringAt = time
      if !isAllDay { diagnostics.error("ring-at goes with all-day: true; use at: instead", at: fields.key("ring-at")!) }
    }
    if isAllDay, fields["remind"] != nil, let key = fields.key("ring-at"), fields["ring-at"] != nil {
      diagnostics.error(
        "ring-at and remind exclude each other; write remind: [\"\(ringAt) on the day\", …]", at: key)
    }
    guard let items = fields.items("remind", splitsCommas: true) else {
      return isAllDay ? [Offset(.timeOfDay(ringAt, days: 0))] : [.atStart]
    }
    var offsets: [Offset] = []
    for item in items {
      guard let offset = item.text.flatMap({ Offset($0) }) else {
        let text = item.text ?? item.kindName
        diagnostics.error("remind has \"\(text)\"; \(Offset.fault(in: item.text ?? ""))", at: item)
        continue
      }
      if offsets.contains(offset) {
        diagnostics.warning("\(offset) stands twice; it rings once", at: item)
      } else {
        offsets.append(offset)
      }
    }
    if items.isEmpty {
      diagnostics.error("remind is empty, so nothing would ring; expected \(Offset.forms)", at: fields.key("remind")!)
    }
    return offsets
  }

  private func destinations(_ fields: Fields) -> [String] {
    guard let items = fields.items("to", splitsCommas: true) else { return ["desktop"] }
    let names = DestinationNames(known: destinations).read(items, diagnostics)
    if items.isEmpty {
      diagnostics.error(
        "to is empty, so nothing would be told; name a destination, or enabled: false", at: fields.key("to")!)
    }
    return names
  }

  private func delay(_ node: Node) -> Delay? {
    if let delay = node.text.flatMap({ Delay($0) }) { return delay }
    diagnostics.error("snooze has \"\(node.wording)\"; expected \(Delay.forms)", at: node)
    return nil
  }

  private func calendar(_ fields: Fields) -> String? {
    guard let name = fields.text("calendar"), let node = fields["calendar"] else { return nil }
    guard calendars.contains(name) else {
      let hint: LocalText =
        nearest(name, among: calendars).map { "did you mean \"\($0)\"?" } ?? "add it under calendars:"
      diagnostics.error("there is no calendar \"\(name)\"; \(hint)", at: node)
      return nil
    }
    return name
  }

  private func missed(_ fields: Fields) -> MissedPolicy? {
    fields.value("missed", expected: "always, never, or within a span such as \"within 30m\"") { text in
      switch text {
      case "always": return .always
      case "never": return .never
      default:
        guard text.hasPrefix("within "), let span = SpanComponents(text.dropFirst(7)), span.workdays == nil else {
          return nil
        }
        return .within(.seconds(span.days * 86_400 + span.seconds))
      }
    }
  }
}
