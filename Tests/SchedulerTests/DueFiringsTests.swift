import Alarms
import Journal
import Scheduler
import Testing
import Workdays

@Suite("What becomes of firings that are due")
struct DueFiringsTests {
  /// What is decided on an alarm's firings of 2 March 2026 up to `now`, one line a firing.
  private func decide(_ alarm: String, now: String) throws -> [String] {
    let configuration = try Rig.configuration(["id: a, days: 2026-03-02, \(alarm)"])
    let plan = try #require(configuration.planner.plan(of: "a"))
    let firings = plan.firings(in: Rig.time("2026-03-02T00:00")..<Rig.time("2026-03-03T00:00"))
    return DueFirings(configuration: configuration, now: Rig.time(now)).decide(firings, of: plan).map { due in
      let id = due.ring.id.dropFirst("a/2026-03-02T".count)
      switch due.verdict {
      case .rung(let late): return "\(id) rings \(late.inWords) late for \(due.ring.alsoMissed + 1)"
      case .skipped(let reason): return "\(id) skipped: \(reason)"
      case .missed(let reason): return "\(id) \(due.destinations.isEmpty ? "missed" : "sent"): \(reason)"
      }
    }
  }

  @Test("one rings, with how late it is, and those ahead are left alone")
  func one() throws {
    #expect(try decide("at: [09:00, 10:00]", now: "2026-03-02T09:01") == ["09:00/0m rings 60 seconds late for 1"])
    #expect(try decide("at: [09:00, 10:00]", now: "2026-03-02T08:59").isEmpty)
  }

  @Test("of several the last one rings for all that still may")
  func several() throws {
    let late = "a later one of the same alarm rings for it"
    #expect(
      try decide("at: [08:00, 09:00, 09:10], remind: [-5m, 0m]", now: "2026-03-02T09:12") == [
        "08:00/-5m missed: it was due 77 minutes before it could ring",
        "08:00/0m missed: it was due 72 minutes before it could ring",
        "09:00/-5m missed: \(late)", "09:00/0m missed: \(late)", "09:10/-5m missed: \(late)",
        "09:10/0m rings 2 minutes late for 4",
      ])
  }

  @Test("the policy for what was missed decides beyond half a minute")
  func policies() throws {
    #expect(
      try decide("at: 09:00, missed: never", now: "2026-03-02T09:00:30") == ["09:00/0m rings 30 seconds late for 1"])
    #expect(
      try decide("at: 09:00, missed: never", now: "2026-03-02T09:00:31") == [
        "09:00/0m missed: it was due 31 seconds before it could ring"
      ])
    #expect(try decide("at: 09:00, missed: always", now: "2026-06-10T09:00") == ["09:00/0m rings 100 days late for 1"])
  }

  @Test("the person's own screen is worth trying for the grace, a receiver for a day, unless it says otherwise")
  func expiry() throws {
    let text = """
      destinations:
        hook: { kind: webhook, url: "https://h/" }
        robot: { kind: dingtalk, url: "https://h/", expires: 2h }
      alarms:
        - { id: a, at: 09:00, days: every day, to: [desktop, hook, robot, console] }
        - { id: never, at: 09:00, days: every day, missed: never }
        - { id: always, at: 09:00, days: every day, missed: always }
        - { id: hours, at: 09:00, days: every day, missed: within 3h }
      """
    let loader = ConfigurationLoader(locations: Locations { ["HOME": "/nonexistent"][$0] }, systemZone: "UTC")
    let configuration = try loader.load([.init(path: "a.yaml", givesAlarms: true, text: text)])
    let now = Rig.time("2026-03-02T09:00")
    let due = DueFirings(configuration: configuration, now: now)
    func spans(_ id: String) -> [String] {
      due.targets(of: configuration.alarms.first { $0.id == id }!).map {
        "\($0.name) \(now.duration(to: $0.expires) / .seconds(60))"
      }
    }
    #expect(spans("a") == ["desktop 30.0", "hook 1440.0", "robot 120.0", "console 30.0"])
    #expect(spans("never") == ["desktop 1.0"])
    #expect(spans("always") == ["desktop 1440.0"])
    #expect(spans("hours") == ["desktop 180.0"])
  }

  @Test(
    "a span in words is rounded down to its largest unit",
    arguments: [
      (0, "0 seconds"), (1, "1 second"), (119, "119 seconds"), (120, "2 minutes"), (7199, "119 minutes"),
      (7200, "2 hours"), (172_799, "47 hours"), (172_800, "2 days"),
    ])
  func words(seconds: Int, expected: String) { #expect(Duration.seconds(seconds).inWords == expected) }
}
