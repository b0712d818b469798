import Calendars
import HTTP
import TestSupport
import Testing

@Suite(
  "Alarms in a calendar of a real server", .enabled(if: TestCalendarServer.isInstalled), .timeLimit(.minutes(5)))
struct CalendarServerTests {
  private func counts(_ report: CalendarSync.Report) -> [Int] {
    [report.added, report.changed, report.removed, report.unchanged]
  }

  @Test("the calendar is made with its title and colour, changes go there, and nothing new is one request")
  func rounds() async throws {
    let server = try await TestCalendarServer()
    defer { server.stop() }
    let bench = SyncBench(address: server.address)
    let (a, b) = (SyncBench.alarm("a"), SyncBench.alarm("b"))
    let planned = try await bench.sync([a, b], isDryRun: true)
    #expect(planned.isNew && counts(planned) == [2, 0, 0, 0])
    #expect(try await bench.ask("GET", SyncBench.collection).status == 404)
    let first = try await bench.sync([a, b])
    #expect(first.isNew && counts(first) == [2, 0, 0, 0] && first.faults.isEmpty, "\(first.faults)")
    #expect(try await bench.uids() == ["a@notifier", "b@notifier"])
    let properties = try await bench.ask("PROPFIND", SyncBench.collection, depth: 0)
    let text = String(decoding: properties.body, as: UTF8.self)
    #expect(text.contains("Work &amp; &lt;play&gt;") && text.contains("#2E7D32FF"))
    let second = try await bench.sync([a, b])
    #expect(counts(second) == [0, 0, 0, 2] && second.requests == 1)
    let third = try await bench.sync([SyncBench.alarm("a", at: 10), SyncBench.alarm("c")])
    #expect(counts(third) == [1, 1, 1, 0] && third.faults.isEmpty)
    #expect(try await bench.uids() == ["a@notifier", "c@notifier"])
  }

  @Test("what a person made in the same calendar is never touched, through a hundred rounds of chance")
  func planted() async throws {
    let server = try await TestCalendarServer()
    defer { server.stop() }
    let bench = SyncBench(address: server.address)
    _ = try await bench.sync([SyncBench.alarm("a0")])
    // One of them bears a name as ours do, and one lies at the same time as an alarm.
    let names = ["mine.ics", "notifier-0000000000000000.ics", "notifier.ics"]
    var tags: [String: String] = [:]
    for name in names {
      let put = try await bench.ask(
        "PUT", "\(SyncBench.collection)/\(name)", body: SyncBench.event("p-\(name)", "Mine"))
      #expect(put.status == 201)
      tags[name] = put.header("etag")
    }
    #expect(tags.count == 3)
    var random = SplitMix64(seed: 9)
    for round in 0..<100 {
      let ids = (0..<6).filter { _ in Bool.random(using: &random) }
      let alarms = ids.map { SyncBench.alarm("a\($0)", at: Int.random(in: 0...23, using: &random)) }
      // An alarm at least, since without one nothing would be said of the calendar.
      let report = try await bench.sync(alarms, edited: round % 2 == 0 ? "leave" : "restore")
      #expect(report.faults.isEmpty && report.left.isEmpty, "round \(round): \(report.faults)")
      let wanted = Set(ids.map { "a\($0)@notifier" } + names.map { "p-\($0)" })
      #expect(try await bench.uids() == wanted, "round \(round)")
    }
    for name in names {
      let got = try await bench.ask("GET", "\(SyncBench.collection)/\(name)")
      #expect(got.header("etag") == tags[name])
    }
  }

  @Test("an event of ours that a person changed or removed stays so, or becomes ours again, by choice")
  func edited() async throws {
    let server = try await TestCalendarServer()
    defer { server.stop() }
    let bench = SyncBench(address: server.address)
    let alarms = [SyncBench.alarm("a"), SyncBench.alarm("b"), SyncBench.alarm("c")]
    _ = try await bench.sync(alarms)
    let changed = SyncBench.event("a@notifier", "Changed by hand")
    let put = try await bench.ask("PUT", SyncBench.path(of: "a"), body: changed)
    #expect((200...299).contains(put.status))
    #expect(try await bench.ask("DELETE", SyncBench.path(of: "b")).status == 200)
    for wanted in [alarms, [SyncBench.alarm("a", at: 12)] + alarms[1...]] {
      let report = try await bench.sync(wanted)
      #expect(report.left.sorted() == ["a@notifier", "b@notifier"])
      #expect(counts(report) == [0, 0, 0, 1])
    }
    // The alarm is gone, what a person made of it is not.
    #expect(try await bench.sync([alarms[2]]).left.count == 1)
    let kept = String(decoding: try await bench.ask("GET", SyncBench.path(of: "a")).body, as: UTF8.self)
    #expect(kept.contains("Changed by hand"))
    let restored = try await bench.sync(alarms, edited: "restore")
    #expect(counts(restored) == [1, 1, 0, 1] && restored.left.isEmpty)
    let text = String(decoding: try await bench.ask("GET", SyncBench.path(of: "a")).body, as: UTF8.self)
    #expect(!text.contains("Changed by hand"))
  }

  @Test("a wrong password is told, without the password")
  func password() async throws {
    let server = try await TestCalendarServer()
    defer { server.stop() }
    let bench = SyncBench(address: server.address)
    let report = try await bench.sync([SyncBench.alarm("a")], login: "user: me, password: wr0ng")
    #expect(report.faults.map(\.kind) == [.login])
    #expect(!report.faults.contains { $0.description.contains("wr0ng") })
  }

  @Test("what was written and forgotten here is known again by what it says, and written once")
  func forgotten() async throws {
    let server = try await TestCalendarServer()
    defer { server.stop() }
    let alarms = (0..<20).map { SyncBench.alarm("a\($0)") }
    _ = try await SyncBench(address: server.address).sync(alarms)
    let other = SyncBench(address: server.address)
    let report = try await other.sync(alarms)
    #expect(counts(report) == [0, 0, 0, 20] && report.left.isEmpty)
    #expect(try await other.sync(alarms).requests == 1)
  }
}
