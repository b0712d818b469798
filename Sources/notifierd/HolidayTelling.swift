import Alarms
import Concurrency
import Journal
import Workdays

/// Tells a person once what a change of holiday data moves.
struct HolidayTelling {
  let locations: Locations
  let journal: SQLiteJournal

  /// What to record of the change from the data that was told last; `nil` where nothing is to be told.
  ///
  /// The id comes from what is told and from what was told before it, so that a crash before ``note(_:at:)`` does not
  /// tell it twice, and the same change is told again when it comes back after it was undone.
  func due(_ configuration: Configuration, inputs: [ConfigurationLoader.Input], at now: Instant) -> DueFiring? {
    let store = ToldHolidays.store(locations)
    guard configuration.sourcedDays.contains(where: { store.copy(of: $0.source.key) != nil || $0.source.isFetched }),
      let told = try? ConfigurationLoader(locations: locations, told: store).load(inputs)
    else { return nil }
    let news = HolidayNews(old: told, new: configuration, from: now)
    guard !news.isEmpty else { return nil }
    Log.notice(news.title, ["days": "\(news.days.count)", "rings": "\(news.ringLines.count)"])
    for line in news.lines { Log.notice("  \(line)") }
    return DueFiring(
      ring: ring(news, configuration, at: now),
      destinations: [DueFiring.Target(name: "desktop", expires: now.advanced(by: .seconds(7 * 86_400)))],
      verdict: .rung(lateBy: .zero))
  }

  /// Notes that the data was told.
  func note(_ configuration: Configuration, at now: Instant) {
    do {
      try ToldHolidays.note(configuration, in: ToldHolidays.store(locations), at: now)
    } catch {
      Log.warning("that a change of holiday data was told cannot be noted", ["reason": "\(error)"])
    }
  }

  private func ring(_ news: HolidayNews, _ configuration: Configuration, at now: Instant) -> Ring {
    let zone = configuration.zones[configuration.zone] ?? .utc
    let utcOffset = zone.utcOffset(at: now)
    let time = now.formatted(utcOffset: utcOffset)
    let days = news.days.map { "\($0.date)\($0.after.kind)\($0.after.name ?? "")" }
    let past = ToldHolidays.marks(of: configuration, in: ToldHolidays.store(locations))
    let id = "holiday-data/\(digest(days + news.lines + past))"
    let report = FiringReport(
      id: id, alarm: nil, title: news.title, occurrence: time, zone: zone.identifier,
      offset: Offset.atStart.report, fires: time,
      day: DayReport(configuration.calendar.day(on: zone.civil(at: now).date)), destinations: ["desktop"])
    return Ring(
      id: id, report: report, occurrenceSeconds: now.seconds, firesSeconds: now.seconds, utcOffset: utcOffset,
      notes: news.lines.joined(separator: "\n"), icon: "x-office-calendar")
  }

  /// FNV-1a, in hex.
  private func digest(_ words: [String]) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in words.joined(separator: "\n").utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return String(hash, radix: 16)
  }
}
