import Control
import TestSupport
import Testing

/// The daemon lives through 19 September to 12 October 2026: Mid-Autumn, National Day, and the two days worked for it.
///
/// From the State Council's notice for 2026 (https://www.gov.cn/zhengce/zhengceku/202511/content_7047091.htm): off are
/// 25 to 27 September (Mid-Autumn) and 1 to 7 October (National Day); Sunday 20 September and Saturday 10 October are
/// worked. All other days here follow their weekday.
@Suite("Across the holidays of autumn 2026", .timeLimit(.minutes(5)))
struct HolidayWeekTests {
  /// Every ring, in order, written down by hand from the notice.
  private static let rings = [
    "make-up-eve/2026-09-20T08:00/20:00@-1d",  // on Saturday the 19th, a rest day
    "clock-in/2026-09-20T09:00/-10m", "clock-in/2026-09-20T09:00/0m",  // Sunday, made up
    "clock-in/2026-09-21T09:00/-10m", "clock-in/2026-09-21T09:00/0m",  // Monday
    "clock-in/2026-09-22T09:00/-10m", "clock-in/2026-09-22T09:00/0m",
    "clock-in/2026-09-23T09:00/-10m", "clock-in/2026-09-23T09:00/0m",
    "clock-in/2026-09-24T09:00/-10m", "clock-in/2026-09-24T09:00/0m",  // Thursday, then Mid-Autumn to Sunday
    "clock-in/2026-09-28T09:00/-10m", "clock-in/2026-09-28T09:00/0m",  // Monday
    "clock-in/2026-09-29T09:00/-10m", "clock-in/2026-09-29T09:00/0m",
    "clock-in/2026-09-30T09:00/-10m", "clock-in/2026-09-30T09:00/0m",  // Wednesday, then National Day
    "clock-in/2026-10-08T09:00/-10m", "clock-in/2026-10-08T09:00/0m",  // Thursday
    "clock-in/2026-10-09T09:00/-10m", "clock-in/2026-10-09T09:00/0m",  // Friday
    "make-up-eve/2026-10-10T08:00/20:00@-1d",  // on Friday the 9th
    "clock-in/2026-10-10T09:00/-10m", "clock-in/2026-10-10T09:00/0m",  // Saturday, made up; Sunday is off
    "clock-in/2026-10-12T09:00/-10m", "clock-in/2026-10-12T09:00/0m",  // Monday
  ]

  /// A run of the daemon, from one local time to another. Between runs it is off.
  private struct Run {
    let from: String
    let to: String
    var rings = 2
    /// At 1800 ten minutes take a third of a second, enough to keep rings apart; days without one pass at four hours a
    /// second. A program built with a sanitizer starts a few times as slowly.
    var speed = Programs.areSanitized ? 600 : 1800

    /// The half hour before 09:00 of a day in which people work, and some minutes after it.
    static func workday(_ date: String) -> Run { Run(from: "\(date) 08:20:00", to: "\(date)T09:20:00") }
    /// The evening before a make-up workday.
    static func eve(_ date: String) -> Run { Run(from: "\(date) 19:30:00", to: "\(date)T20:30:00", rings: 1) }
    /// Days of rest. It ends in the evening: well before the next ring, should the machine be slow.
    static func rest(_ from: String, _ to: String) -> Run {
      Run(from: "\(from) 00:00:00", to: "\(to)T18:00:00", rings: 0, speed: 14_400)
    }
  }

  private static let runs: [Run] = [
    .eve("2026-09-19"), .workday("2026-09-20"), .workday("2026-09-21"), .workday("2026-09-22"),
    .workday("2026-09-23"), .workday("2026-09-24"), .rest("2026-09-25", "2026-09-27"), .workday("2026-09-28"),
    .workday("2026-09-29"), .workday("2026-09-30"), .rest("2026-10-01", "2026-10-07"), .workday("2026-10-08"),
    .workday("2026-10-09"), .eve("2026-10-09"), .workday("2026-10-10"), .rest("2026-10-11", "2026-10-11"),
    .workday("2026-10-12"),
  ]

  /// `missed: always`, so that whatever should not ring while the daemon is off would ring at its next start.
  private static func configuration(_ url: String) -> String {
    """
    region: CN
    timezone: Asia/Shanghai
    destinations:
      hook: { kind: webhook, url: "\(url)" }
    alarms:
      - id: clock-in
        title: 上班打卡
        at: "09:00"
        days: workdays
        remind: [-10m, 0m]
        to: [desktop, hook]
        missed: always
      - id: make-up-eve
        title: "Tomorrow is a make-up workday: set the alarm"
        at: "08:00"
        days: make-up workdays
        remind: ["20:00 the day before"]
        to: [desktop, hook]
        missed: always
    """
  }

  @Test("exactly the right rings reach the desktop and the webhook, once each, over seventeen runs of the daemon")
  func rings() async throws {
    let home = try Home()
    let session = try await DesktopSession(in: home)
    defer { session.stop() }
    let receiver = LocalServer.taking(100)
    try home.configure(HolidayWeekTests.configuration(receiver.url("/hook")))

    var rung = 0
    for run in HolidayWeekTests.runs {
      let daemon = try await RunningDaemon(in: home, clock: FakeClock(run.from, speed: run.speed))
      rung += run.rings
      try await eventually(
        "\(run.to) with \(rung) rings", every: 100, details: { "\(receiver.keys)\n\(daemon.log)" }
      ) {
        let status = try await daemon.status()
        return status.now >= run.to && status.rung >= rung && status.deliveries.owed == 0
      }
      let status = try await daemon.status()
      #expect(await daemon.stop() == 0, "\(daemon.log)")
      try #require(
        status.rung == rung && status.missed == 0 && status.deliveries.delivered == 2 * rung,
        "from \(run.from) to \(run.to): \(status)\n\(daemon.log)")
    }
    #expect(receiver.keys == HolidayWeekTests.rings)
    try check(receiver.received())
    try check(await session.notifications())
  }

  /// What the receiver was told of the days.
  private func check(_ received: [Received]) {
    #expect(received.map(\.id) == HolidayWeekTests.rings)
    for message in received {
      let isMakeUp = message.day.date == "2026-09-20" || message.day.date == "2026-10-10"
      #expect(message.day.kind == (isMakeUp ? "make-up-workday" : "workday"))
      #expect(message.day.name == (isMakeUp ? "国庆节" : nil))
      #expect(!message.test && message.alsoMissed == 0)
    }
    #expect(received.first?.fires == "2026-09-19T20:00:00+08:00")
    #expect(received.last?.fires == "2026-10-12T09:00:00+08:00")
  }

  /// The same rings as dunst showed them: two a workday, with the day's date in the text.
  private func check(_ shown: [DesktopSession.Notification]) {
    let expected = [
      "eve Sun 20 Sep", "Sun 20 Sep", "Sun 20 Sep", "Mon 21 Sep", "Mon 21 Sep", "Tue 22 Sep", "Tue 22 Sep",
      "Wed 23 Sep", "Wed 23 Sep", "Thu 24 Sep", "Thu 24 Sep", "Mon 28 Sep", "Mon 28 Sep", "Tue 29 Sep", "Tue 29 Sep",
      "Wed 30 Sep", "Wed 30 Sep", "Thu 8 Oct", "Thu 8 Oct", "Fri 9 Oct", "Fri 9 Oct", "eve Sat 10 Oct", "Sat 10 Oct",
      "Sat 10 Oct", "Mon 12 Oct", "Mon 12 Oct",
    ]
    let seen = shown.map { notification in
      let when = notification.body.prefix { $0 != "\n" }
      let date = when.split(separator: " · ").last.map { $0.split(separator: " ").prefix(3).joined(separator: " ") }
      return (notification.summary == "上班打卡" ? "" : "eve ") + (date ?? "")
    }
    #expect(seen == expected)
    #expect(shown.allSatisfy { $0.appname == "notifier" })
    let makeUp = shown.filter { $0.body.contains("make-up workday (国庆节)") }
    #expect(makeUp.count == 6)
  }
}
