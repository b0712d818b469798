import Alarms
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import Control

@Suite("The interface's description", .timeLimit(.minutes(1)))
struct InterfaceTests {
  /// The package's directory.
  static let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

  /// A Python that has PyPI's varlink.
  static let python = ["\(root)/.venv/bin/python3", "/usr/bin/python3", "/usr/local/bin/python3"].first {
    access($0, X_OK) == 0
      && (try? run([$0, "-c", "import importlib.util as u; exit(not u.find_spec('varlink'))"])) != nil
  }

  @Test("the file that is shipped is what the daemon tells")
  func shipped() throws {
    #expect(try readFile("\(InterfaceTests.root)/contrib/varlink/io.notifier.Control.varlink") == Interface.description)
  }

  @Test("both descriptions are given out on request", arguments: ["io.notifier.Control", "org.varlink.service"])
  func given(name: String) async throws {
    let fixture = try Fixture()
    let reply = try await onThread {
      try ControlClient(path: fixture.path).call(
        "org.varlink.service.GetInterfaceDescription", InterfaceParameters(interface: name),
        returning: [String: String].self)
    }
    let expected = name == Interface.name ? Interface.description : Interface.serviceDescription
    #expect(reply == ["description": expected])
  }

  private struct Seen: Decodable {
    struct Failure: Decodable, Equatable {
      var error: String
      var parameters: [String: String]
    }
    struct Info: Decodable {
      var vendor, product, version: String
      var interfaces: [String]
    }
    var info: Info
    var members: [String]
    var status: StatusReport
    var next, nextOfAll: NextReply
    var fire: FireReply
    var snooze: SnoozeReply
    var done: DoneReply
    var reload: ReloadReport
    var skip: NextReply
    var unskip: CountReply
    var pause: NoReply
    var resume, resumeOne: ResumeReply
    var retry: RetryReport
    var discard: CountReply
    var test: TrialReport
    var stopped: StoppedReply
    var noSuchDestination: Failure
    var noSuchAlarm, noSuchRing, badDelay, badUntil, badSkip, badCount, noSuchInterface: Failure
  }

  @Test(
    "a client by other hands reads the description and gets every answer",
    .enabled(if: python != nil, "needs PyPI's varlink: make test brings it, or: pip install varlink"))
  func independentClient() async throws {
    let expected = ReloadReport(ok: false, errors: ["notifier.yaml:5:11: error: unknown days \"workdyas\""])
    let fixture = try Fixture(
      FakeHandler(
        onStatus: { .sample }, onNext: { firings($0, of: $1 ?? "any") },
        onFire: { $0 == "ghost" ? nil : "test/\($0)" }, onReload: { expected }))
    let python = try #require(InterfaceTests.python)
    let output = try await onThread {
      try run([python, "\(InterfaceTests.root)/contrib/test/varlink_client.py", fixture.path])
    }
    let seen = try JSONDecoder().decode(Seen.self, from: Data(output.utf8))
    #expect(seen.info.version == "1.2.3")
    #expect(seen.info.interfaces == ["org.varlink.service", "io.notifier.Control"])
    #expect(
      seen.members == [
        "BadMessage", "Day", "Deliveries", "Discard", "Done", "Failed", "Fire", "Firing", "GetStatus", "Load", "Next",
        "NoSuchAlarm", "NoSuchDestination", "NoSuchRing", "Offset", "Pause", "Reload", "Resume", "Retry", "Skip",
        "Snooze", "Stopped", "Test", "Unskip", "Wake",
      ])
    #expect(seen.status == .sample)
    #expect(seen.next.firings == firings(2))
    #expect(seen.nextOfAll.firings == firings(1, of: "any"))
    #expect(seen.fire.id == "test/clock-in")
    #expect(seen.skip.firings == firings(2) && seen.unskip.count == 3)
    #expect(seen.resume.resumed && !seen.resumeOne.resumed)
    #expect(seen.badUntil == .init(error: "org.varlink.service.InvalidParameter", parameters: ["parameter": "until"]))
    #expect(seen.badSkip == .init(error: "org.varlink.service.InvalidParameter", parameters: ["parameter": "count"]))
    #expect(seen.snooze.firing.id == "any in next workday")
    #expect(seen.done.id == firings(1)[0].id)
    #expect(seen.noSuchRing == .init(error: "io.notifier.Control.NoSuchRing", parameters: ["ring": "ghost"]))
    #expect(
      seen.badDelay == .init(error: "org.varlink.service.InvalidParameter", parameters: ["parameter": "delay"]))
    #expect(
      seen.retry == RetryReport(count: 201, held: ["c": "2026-09-20T00:52:00Z"], missing: ["no c"])
        && seen.discard.count == -3)
    #expect(seen.test.outcome == "rejected" && seen.stopped.stopped == ["hook": "HTTP 410"])
    #expect(
      seen.noSuchDestination
        == .init(error: "io.notifier.Control.NoSuchDestination", parameters: ["destination": "ghost"]))
    #expect(seen.reload == expected)
    #expect(seen.noSuchAlarm == .init(error: "io.notifier.Control.NoSuchAlarm", parameters: ["alarm": "ghost"]))
    #expect(
      seen.badCount == .init(error: "org.varlink.service.InvalidParameter", parameters: ["parameter": "count"]))
    #expect(
      seen.noSuchInterface
        == .init(error: "org.varlink.service.InterfaceNotFound", parameters: ["interface": "org.example.Nothing"]))
  }
}
