import Alarms
import Delivery
import HTTP
import TestSupport
import Testing
import Workdays

@Suite("A hundred destinations, of which one hangs", .timeLimit(.minutes(2)))
struct HangingTests {
  private let now = Instant.china("2026-09-20 08:50:00")

  @Test("the other 99 are all delivered while it hangs, with the same writes as without it")
  func others() async {
    let with = await run(hangs: true)
    let without = await run(hangs: false)
    #expect(with["hook99"] == [[.sending]])
    #expect(without.count == 99 && without["hook0"]?.first == [.sending])
    #expect(with.filter { $0.key != "hook99" } == without)
  }

  /// The writes of each destination for three messages to each, all due at once, the hanging one's first.
  private func run(hangs: Bool) async -> [String: [[DeliveryState]]] {
    let receiver = LocalServer { $0.target == "/hook99" ? .silence : .keepOpen(204) }
    let names = (hangs ? ["hook99"] : []) + (0..<99).map { "hook\($0)" }
    let client = HTTPClient()
    let deliverers = names.map { name in
      var settings = ServiceSettings(kind: "webhook")
      settings.set("url", Secret(receiver.url("/\(name)")))
      // A time that the test does not see the end of.
      settings.transport.timeout = .seconds(3600)
      return (name, ServiceDeliverer(settings, client: client, userAgent: "notifier/1"))
    }
    let (ledger, clock) = (WriteRecord(), TestClock(now))
    let outbox = Outbox(deliverers: Dictionary(uniqueKeysWithValues: deliverers), ledger: ledger, clock: clock)
    if hangs {
      await outbox.accept(owed(to: names[0]))
      await receiver.waitForRequests(1)
    }
    await outbox.accept(names.flatMap(owed))
    await ledger.wait(forEnded: 3 * 99)
    let writes = await ledger.byDestination
    await outbox.shutdown(deadline: now)
    #expect(receiver.requests.count { $0.target == "/hook99" } == (hangs ? 1 : 0))
    return writes
  }

  private func owed(to name: String) -> [OwedDelivery] {
    (0..<3).map { number in
      OwedDelivery(
        id: DeliveryID(firing: "\(number)", destination: name), ring: .makeUpSunday { $0.id = "\(number)" },
        state: .pending, attempts: 0, due: now, expires: now.advanced(by: .seconds(3600)))
    }
  }
}
