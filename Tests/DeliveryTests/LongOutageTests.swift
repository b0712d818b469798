import Alarms
import Concurrency
import Delivery
import HTTP
import TestSupport
import Testing
import Workdays

import struct FoundationEssentials.Data
import class FoundationEssentials.JSONDecoder

@Suite("A destination that is down for a day", .timeLimit(.minutes(2)))
struct LongOutageTests {
  private let start = Instant.china("2026-09-20 08:50:00")

  /// What a webhook says of a ring.
  private struct Received: Decodable {
    let id: String
    let lateSeconds: Int
    let message: Message

    struct Message: Decodable { let body: String }
  }

  @Test("nothing is lost that has not expired, and all of it says how late it is")
  func day() async throws {
    let isUp = Guarded(false)
    let receiver = LocalServer { _ in isUp.withLock(\.self) ? .respond(204) : .respond(503) }
    var settings = ServiceSettings(kind: "webhook")
    settings.set("url", Secret(receiver.url("/hook")))
    let (record, clock) = (WriteRecord(), TestClock(start))
    let outbox = Outbox(
      deliverers: ["hook": ServiceDeliverer(settings, client: HTTPClient(), userAgent: "notifier/1")], ledger: record,
      clock: clock)
    // One each hour, of which each is worth a day. When the first one's is over, the receiver is back.
    for hour in 0..<24 {
      await outbox.accept([owed(hour)])
      await clock.waitForSleepers(1)
      if hour == 23 { isUp.withLock { $0 = true } }
      clock.advance(by: .seconds(3600))
    }
    await record.wait(forEnded: 24)
    await outbox.shutdown(deadline: clock.now)
    let ended = await record.ended
    #expect(ended["0"] == .expired && ended.values.count { $0 == .delivered } == 23)
    let received = try receiver.requests.suffix(23).map {
      try JSONDecoder().decode(Received.self, from: Data($0.body.utf8))
    }
    #expect(received.compactMap { Int($0.id) }.sorted() == Array(1..<24))
    for ring in received {
      let hours = 24 - (try #require(Int(ring.id)))
      #expect(ring.lateSeconds == hours * 3600 && ring.message.body.contains("late by"), "\(ring)")
    }
  }

  private func owed(_ hour: Int) -> OwedDelivery {
    let due = start.advanced(by: .seconds(3600 * hour))
    let ring = Ring.makeUpSunday { ring in
      ring.id = "\(hour)"
      ring.report.id = ring.id
      ring.firesSeconds = due.seconds
    }
    return OwedDelivery(
      id: DeliveryID(firing: "\(hour)", destination: "hook"), ring: ring, state: .pending, attempts: 0, due: due,
      expires: due.advanced(by: .seconds(86_400)))
  }
}
