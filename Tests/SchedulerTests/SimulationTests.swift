import Alarms
import Journal
import Scheduler
import Testing
import Workdays

@Suite("Simulations", .timeLimit(.minutes(2)))
struct SimulationTests {
  private static let alarms = [
    "id: clock-in, at: 09:00, days: workdays, remind: [-10m, 0m]",
    "id: berlin, at: 02:30, days: every day, timezone: Europe/Berlin",
  ]
  private let start = Rig.time("2026-09-19T00:00")
  private let end = Rig.time("2026-10-12T00:00")

  private func simulate(_ events: SimulatedClock.Event...) async throws -> [FiringRecord] {
    let clock = SimulatedClock(from: start, to: end, events: events)
    return try await Simulation(try Rig.configuration(Self.alarms), on: clock).run()
  }

  private func event(_ at: String, _ resumes: String, restarts: Bool = false) -> SimulatedClock.Event {
    SimulatedClock.Event(at: Rig.time(at), resumes: Rig.time(resumes), restarts: restarts)
  }

  @Test("where nothing happens to the machine all rings that the planner lists, in time, and arrives")
  func undisturbed() async throws {
    let records = try await simulate()
    let expected = try Rig.configuration(Self.alarms).planner.firings(in: start..<end)
    #expect(records.map(\.ring.id) == expected.map(\.id))
    #expect(records.map(\.recorded) == expected.map(\.instant))
    #expect(records.allSatisfy { $0.verdict == .rung(lateBy: .zero) && $0.deliveries.map(\.state) == [.delivered] })
  }

  @Test(
    "what a machine that was off or asleep has missed rings late or not at all, and the rest in time",
    arguments: [true, false])
  func off(restarts: Bool) async throws {
    let records = try await simulate(event("2026-09-20T08:40", "2026-09-20T09:15", restarts: restarts))
    let sunday = records.filter { $0.ring.id.hasPrefix("clock-in/2026-09-20") }
    #expect(
      sunday.map(\.verdict) == [
        .missed(reason: "a later one of the same alarm rings for it"), .rung(lateBy: .seconds(15 * 60)),
      ])
    #expect(sunday.map(\.recorded) == Array(repeating: Rig.time("2026-09-20T09:15"), count: 2))
    let others = records.filter { !$0.ring.id.hasPrefix("clock-in/2026-09-20") }
    #expect(others.count == (try await simulate()).count - 2)
    #expect(others.allSatisfy { $0.verdict == .rung(lateBy: .zero) })
  }

  @Test("a clock that is set back lets nothing ring twice")
  func setBack() async throws {
    let records = try await simulate(event("2026-09-20T09:30", "2026-09-20T08:30"))
    #expect(records.map(\.ring.id) == (try await simulate()).map(\.ring.id))
  }

  @Test("too many rings end it, with how far it came")
  func tooMany() async throws {
    let simulation = Simulation(try Rig.configuration(Self.alarms), on: SimulatedClock(from: start, to: end))
    // Berlin rings at 08:30 here, on the 19th and the 20th, and clock-in at 08:50 and 09:00 on the 20th.
    let error = await #expect(throws: Simulation.TooMany.self) { try await simulation.run(limit: 3) }
    #expect(error?.reached == Rig.time("2026-09-20T09:00") && error?.limit == 3)
  }

  @Test("what the clock was set past does not happen, and time ends at its end")
  func skippedEvent() async throws {
    let records = try await simulate(
      event("2026-09-20T08:00", "2026-10-11T23:00"), event("2026-09-25T00:00", "2026-09-24T00:00"))
    #expect(
      records.last { $0.ring.report.alarm != nil && $0.verdict == .rung(lateBy: .zero) }?.recorded ?? start
        < Rig.time("2026-09-20T08:00"))
    #expect(records.allSatisfy { $0.recorded <= end })
  }
}
