import Alarms
import Journal
import Workdays

/// Tells a person once what a change of holiday data moves.
struct HolidayTelling {
  let locations: Locations

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
    let days = news.days.map { "\($0.date)\($0.after.kind)\($0.after.name ?? "")" }
    let id = "holiday-data/\(stableHash(days + news.lines + ToldHolidays.marks(of: configuration, in: store)))"
    return .message(
      id: id, title: news.title, lines: news.lines, icon: "x-office-calendar", by: configuration, at: now)
  }

  /// Notes that the data was told.
  func note(_ configuration: Configuration, at now: Instant) {
    do {
      try ToldHolidays.note(configuration, in: ToldHolidays.store(locations), at: now)
    } catch {
      Log.warning("that a change of holiday data was told cannot be noted", ["reason": "\(error)"])
    }
  }
}
