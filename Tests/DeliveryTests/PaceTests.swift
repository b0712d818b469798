import Alarms
import Testing
import TestSupport
import Workdays

@testable import Delivery

@Suite("How fast a destination is sent to")
struct PaceTests {
  let start = Instant.china("2026-09-20 09:00:00")

  @Test("no span of the limit's length ever holds more than it allows, and no message waits without need")
  func windows() {
    let limits = [RateLimit(5, per: .seconds(1)), RateLimit(12, per: .seconds(60))]
    var keeper = PaceKeeper(Pace(limits: limits))
    var sent: [Instant] = []
    var now = start
    for _ in 0..<60 {
      now = keeper.nextSlot(at: now)
      keeper.note(at: now)
      sent.append(now)
    }
    for limit in limits {
      for first in sent.indices.dropLast(limit.count) {
        #expect(sent[first].duration(to: sent[first + limit.count]) >= limit.span)
      }
    }
    // Twelve a minute: the 60th goes after four full minutes, and not a second later than the first five a second need.
    #expect(sent[0].duration(to: sent[59]) <= .seconds(4 * 60 + 3))
  }

  @Test("a clock that is set back holds nobody up for longer than a span")
  func setBack() {
    var keeper = PaceKeeper(Pace(limits: [RateLimit(1, per: .seconds(60))]))
    keeper.note(at: start)
    let earlier = start.advanced(by: .seconds(-86_400))
    #expect(keeper.nextSlot(at: earlier) == earlier.advanced(by: .seconds(60)))
  }

  @Test("beyond the limit messages wait, in order")
  func spread() throws {
    var lane = Lane(pace: Pace(limits: [RateLimit(2, per: .seconds(60))]))
    for id in ["a", "b", "c"] { lane.add(owed(id)) }
    for id in ["a", "b"] {
      guard case .send(let entry) = lane.next(at: start) else {
        Issue.record("not sent")
        return
      }
      #expect(entry.delivery.id.firing == id)
      lane.noteSent(at: start)
      lane.remove(entry.delivery.id)
    }
    guard case .wait(let until) = lane.next(at: start) else {
      Issue.record("no wait")
      return
    }
    #expect(until == start.advanced(by: .seconds(60)))
    guard case .send = lane.next(at: until) else {
      Issue.record("not sent in the end")
      return
    }
  }

  @Test("or they become one, when that is wanted")
  func digest() {
    var lane = Lane(pace: Pace(limits: [RateLimit(2, per: .seconds(60))], excess: .digest))
    for id in ["a", "b", "c"] { lane.add(owed(id)) }
    guard case .sendTogether(let entries) = lane.next(at: start) else {
      Issue.record("not together")
      return
    }
    #expect(entries.map(\.delivery.id.firing) == ["a", "b", "c"])
  }

  @Test(
    "a limit is read as it is written",
    arguments: [
      ("20/1m", RateLimit(20, per: .seconds(60))), ("1/1s", RateLimit(1, per: .seconds(1))),
      ("5/2s", RateLimit(5, per: .seconds(2))), ("100/1d", RateLimit(100, per: .seconds(86_400))), ("0/1m", nil),
      ("20", nil), ("20/0s", nil), ("20/1wd", nil), ("-1/1m", nil), ("20/1m/1", nil), ("", nil),
    ])
  func reading(text: String, limit: RateLimit?) { #expect(RateLimit(text) == limit) }

  @Test("ten thousand owed to one destination are gone through in order, in steps that do not grow")
  func many() {
    var lane = Lane()
    for number in 0..<10_000 { lane.add(owed("\(number)")) }
    var order: [String] = []
    while case .send(let entry) = lane.next(at: start) {
      order.append(entry.delivery.id.firing)
      lane.remove(entry.delivery.id)
    }
    #expect(order == (0..<10_000).map { "\($0)" })
    #expect(lane.isEmpty)
  }

  @Test("what expires while others wait is told at its time")
  func expiry() {
    var lane = Lane()
    lane.add(owed("a"))
    lane.add(owed("b", expires: .seconds(30)))
    lane.putBack(owed("a").id, attempts: 1, wait: .seconds(600), wasUnknown: false, at: start)
    guard case .wait(let until) = lane.next(at: start), until == start.advanced(by: .seconds(30)) else {
      Issue.record("no wait for the expiry")
      return
    }
    guard case .expire(let entry) = lane.next(at: until) else {
      Issue.record("not expired")
      return
    }
    #expect(entry.delivery.id.firing == "b")
  }

  private func owed(_ id: String, expires: Duration = .seconds(86_400)) -> OwedDelivery {
    OwedDelivery(
      id: DeliveryID(firing: id, destination: "web"), ring: .makeUpSunday { $0.id = id }, state: .pending, attempts: 0,
      due: start, expires: start.advanced(by: expires))
  }
}
