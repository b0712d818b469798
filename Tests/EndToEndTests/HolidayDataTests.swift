import Alarms
import Concurrency
import Control
import Glibc
import TestSupport
import Testing
import Workdays

/// Holiday data that comes over the network while the daemon runs.
@Suite("Holiday data that is fetched", .serialized, .timeLimit(.minutes(4)))
struct HolidayDataTests {
  /// What a server like holiday-cn's has, a file a year; others are not found.
  private final class Source: Sendable {
    private let years: Guarded<[Int: String]>
    let server: LocalServer

    init(_ years: [Int: String]) {
      let years = Guarded(years)
      self.years = years
      server = LocalServer { request in
        let year = request.target.split(separator: "/").last.flatMap { Int($0.prefix(4)) }
        guard let year, let text = years.withLock({ $0[year] }) else { return .respond(404) }
        return .respond(200, headers: [("Content-Type", "application/json")], body: text)
      }
    }

    func publish(_ text: String, for year: Int) { years.withLock { $0[year] = text } }

    var yaml: String { "holidaySources: [{ url: \"\(server.url("/{year}.json"))\", kind: holiday-cn }]" }
  }

  private static func year(_ year: Int, _ days: [(String, Bool)]) -> String {
    let entries = days.map { "{\"name\": \"节\", \"date\": \"\($0.0)\", \"isOffDay\": \($0.1)}" }
    return
      "{\"year\": \(year), \"papers\": [\"https://example.org/\(year)\"], \"days\": [\(entries.joined(separator: ", "))]}"
  }

  /// By the machine's clock and in a region of which nothing ships, so that it holds in any year.
  @Test("a notice that appears while the daemon runs is taken over without a restart, and told once")
  func appears() async throws {
    let now = Programs.year
    let source = Source([
      now - 1: Self.year(now - 1, [("\(now - 1)-01-01", true)]), now: Self.year(now, [("\(now)-01-01", true)]),
      now + 1: "{\"year\": \(now + 1), \"papers\": [], \"days\": []}",
    ])
    let home = try Home()
    try home.configure(
      """
      region: AQ
      timezone: Asia/Shanghai
      \(source.yaml)
      alarms:
        - { id: clock-in, at: "09:00", days: workdays }
      """)
    let desktop = try await DesktopSession(in: home)
    defer { desktop.stop() }
    let daemon = try await RunningDaemon(in: home, clock: nil)
    try await eventually("this year is taken over", every: 50, details: { daemon.log }) {
      try await daemon.status().holidays.contains("announced to 28 December \(now)")
    }
    // A Saturday of the year to come.
    let saturday = try #require(
      CivilDate("\(now + 1)-03-01").flatMap { first in (0...6).map(first.adding).first { $0.weekday == .saturday } })
    func next() async throws -> JSON? {
      let ending = try await home.command("next", "clock-in", "--from", "\(saturday)", "--json", clock: nil)
      return try JSON(ending.output).elements.first?["day"]
    }
    #expect(try await next()?["certainty"]?.text == "provisional")
    #expect(try await next()?["date"]?.text == "\(saturday.adding(days: 2))")

    source.publish(Self.year(now + 1, [("\(now + 1)-01-01", true), ("\(saturday)", false)]), for: now + 1)
    let update = try await home.command("holidays", "update", clock: nil)
    #expect(update.status == 0, "\(update.errors)")
    #expect(update.output.contains("new data for \(now + 1)"))
    #expect(update.output.contains("\(saturday) 09:00 rings"))
    #expect(try await next()?["certainty"]?.text == "announced")
    #expect(try await next()?["date"]?.text == "\(saturday)")
    // The daemon sees the new copy by itself.
    try await eventually("it is taken over", every: 50, details: { daemon.log }) {
      try await daemon.status().holidays.contains("announced to 28 December \(now + 1)")
    }
    let title = "The holidays of \(now + 1) are announced"
    try await eventually("it is told", every: 100, details: { daemon.log }) {
      try await desktop.notifications().contains { $0.summary == title }
    }
    let told = try await desktop.notifications().filter { $0.summary == title }
    #expect(told.count == 1 && told[0].body.contains("\(saturday)") && told[0].body.contains("clock-in"))

    // Neither another check that brings nothing new, nor a restart tells it again.
    #expect(try await home.command("holidays", "update", clock: nil).output.contains("nothing new"))
    daemon.signal(SIGHUP)
    try await eventually("it has read its files again", every: 50) {
      daemon.log.components(of: "configuration reloaded") >= 2
    }
    await daemon.stop()
    let second = try await RunningDaemon(in: home, clock: nil)
    try await eventually("the second daemon has checked too", every: 100, details: { second.log }) {
      try await second.status().holidays.contains("announced to 28 December \(now + 1)")
    }
    await second.stop()
    #expect(
      try await desktop.notifications().filter { $0.summary.hasPrefix("The holidays of") && $0.summary == title }.count
        == 1)
  }

  /// The first day off of the year to come lies a day later in the other version of the notice.
  @Test("a change that comes back after it was undone is told each time")
  func comesBack() async throws {
    let now = Programs.year
    func version(_ day: String) -> String { Self.year(now + 1, [("\(now + 1)-\(day)", true)]) }
    let source = Source([
      now - 1: Self.year(now - 1, [("\(now - 1)-01-01", true)]), now: Self.year(now, [("\(now)-01-01", true)]),
      now + 1: version("01-04"),
    ])
    let home = try Home()
    try home.configure("region: AQ\ntimezone: Asia/Shanghai\n\(source.yaml)\n")
    let desktop = try await DesktopSession(in: home)
    defer { desktop.stop() }
    let daemon = try await RunningDaemon(in: home, clock: nil)
    func told() async throws -> Int {
      try await desktop.notifications().count { $0.summary == "Holiday data changed" }
    }
    try await eventually("the first version is told", every: 100, details: { daemon.log }) {
      try await desktop.notifications().contains { $0.summary.hasPrefix("The holidays of") }
    }
    for (count, day) in [(1, "01-05"), (2, "01-04"), (3, "01-05"), (4, "01-04")] {
      source.publish(version(day), for: now + 1)
      #expect(try await home.command("holidays", "update", clock: nil).status == 0)
      try await eventually("it is told for the \(count). time", every: 100, details: { daemon.log }) {
        try await told() == count
      }
    }
    await daemon.stop()
  }

  /// A notice of the last minute: 1 December 2026 is made a day off at 08:5x of that day.
  @Test("a ring that is armed does not ring when a change of holidays cancels it")
  func cancels() async throws {
    let known = HolidayCalendar.china.noticeYear(2026)!.overrides.map { ("\($0.date)", $0.kind != .work) }
    let source = Source([2026: Self.year(2026, known)])
    let receiver = LocalServer.taking(4)
    let home = try Home()
    try home.configure(
      """
      region: CN
      timezone: Asia/Shanghai
      \(source.yaml)
      destinations:
        hook: { kind: webhook, url: "\(receiver.url("/hook"))" }
      alarms:
        - { id: clock-in, at: "09:00", days: workdays, remind: [-1m], to: [hook] }
        - { id: witness, at: "09:00", days: every day, remind: [-30s], to: [hook] }
      """)
    let daemon = try await RunningDaemon(in: home, clock: FakeClock("2026-12-01 08:56:40"))
    // Its own first fetch must not be the one that finds the change.
    try await eventually("the first fetch", every: 50, details: { daemon.log }) {
      Files.names(in: "\(home.path)/.cache/notifier/holidays").contains { $0.hasSuffix(".state.json") }
    }
    #expect(try await daemon.status().next?.alarm == "clock-in")
    source.publish(Self.year(2026, known + [("2026-12-01", true)]), for: 2026)
    let update = try await home.command("holidays", "update", clock: FakeClock("2026-12-01 08:56:50"))
    #expect(update.status == 0 && update.output.contains("2026-12-01 08:59 no longer rings"), "\(update.errors)")
    daemon.signal(SIGHUP)
    try await eventually("the ring is gone", every: 50, details: { daemon.log }) {
      try await daemon.status().next?.alarm == "witness"
    }
    try await eventually("the other alarm rings", within: 120, every: 100, details: { daemon.log }) {
      !receiver.requests.isEmpty
    }
    await daemon.stop()
    #expect(try receiver.received().map(\.id) == ["witness/2026-12-01T09:00/-30s"])
    #expect(daemon.log.contains("Holiday data changed"))
  }

  @Test("what is no data is refused with the reason, the last good copy stays, and the daemon is untouched")
  func refused() async throws {
    let now = Programs.year
    let source = Source([
      now - 1: Self.year(now - 1, [("\(now - 1)-01-01", true)]),
      now: Self.year(now, [("\(now)-01-01", true), ("\(now)-06-01", true)]),
    ])
    let home = try Home()
    try home.configure("region: AQ\ntimezone: Asia/Shanghai\n\(source.yaml)\n")
    #expect(try await home.command("holidays", "update", clock: nil).output.contains("new data for \(now - 1), \(now)"))
    for (answer, reason) in [
      ("<html>sign in</html>", "web page"), ("{\"year\": \(now), \"days\": [", "cut off"),
      (Self.year(now - 1, [("\(now - 1)-01-01", true)]), "\(now - 1)"), (Self.year(now, []), "empty"),
      (Self.year(now, [("\(now)-01-01", true)]), "fewer than the 2"),
    ] {
      source.publish(answer, for: now)
      let update = try await home.command("holidays", "update", clock: nil)
      #expect(update.status == 75 && update.errors.contains(reason), "\(update.errors)")
      #expect(try await home.command("workday", "\(now)-06-01", clock: nil).status == 1)
    }
    let status = try await home.command("holidays", "status", clock: nil)
    #expect(status.status == 75 && status.output.contains("fewer than the 2"))
    #expect(status.output.contains("the copy in use was right"))
    let doctor = try await home.command("doctor", clock: nil)
    #expect(doctor.output.contains("fewer than the 2"))
    // A person may know better.
    #expect(try await home.command("holidays", "update", "--force", clock: nil).status == 0)
    #expect(try await home.command("holidays", "show", "\(now)", clock: nil).output.contains("\(now)-06-01") == false)
  }

  @Test("plan tells what data at an address would move, and changes nothing")
  func plan() async throws {
    let source = Source([2027: Notice2027.json])
    let home = try Home()
    try home.configure(
      "region: CN\ntimezone: Asia/Shanghai\nalarms: [{ id: clock-in, at: \"09:00\", days: workdays }]\n")
    let plan = try await home.command("plan", "--holidays", source.server.url("/2027.json"))
    #expect(plan.status == 1, "\(plan.errors)")
    for date in Notice2027.makeUp { #expect(plan.output.contains("\(date) 09:00 rings")) }
    for date in Notice2027.freed { #expect(plan.output.contains("\(date) 09:00 no longer rings")) }
    #expect(try await home.command("workday", "2027-10-09").status == 1)
    #expect(try await home.command("plan", "--holidays", "ftp://127.0.0.1/2027.json").status == 2)
    source.publish("<html>sign in</html>", for: 2028)
    let page = try await home.command("plan", "--holidays", source.server.url("/2028.json"))
    #expect(page.status == 65 && page.errors.contains("would be refused"), "\(page.errors)")
    let missing = try await home.command("plan", "--holidays", source.server.url("/2031.json"))
    #expect(
      missing.status == 69 && missing.errors.contains("404") && missing.errors.contains("could not be had"),
      "\(missing.errors)")
  }
}

extension String {
  /// How often a text stands in it.
  fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}

extension Programs {
  /// The civil year by the machine's clock, in China.
  static var year: Int {
    var seconds = time(nil) + 8 * 3600
    var fields = tm()
    gmtime_r(&seconds, &fields)
    return Int(fields.tm_year) + 1900
  }
}
