import Alarms
@testable import Delivery
import Concurrency
import Testing
import TestSupport
import Workdays

/// A destination that gives the outcomes it was told to give, in order, and refuses what nobody scripted.
private final class ScriptedDeliverer: Deliverer {
  let backoff: Backoff
  let mostAtOnce: Int?
  let pace: Pace
  let heedsAnswers: Bool
  private let state: Guarded<(outcomes: [Outcome], calls: [(id: String, now: Instant)])>
  /// Lets calls through one by one where the test wants to look at one under way.
  private let gate: AsyncStream<Void>?
  private let (calling, call) = AsyncStream.makeStream(of: Void.self)

  init(
    _ outcomes: [Outcome], backoff: Backoff = .local, mostAtOnce: Int? = nil, heedsAnswers: Bool = false,
    pace: Pace = Pace(), gate: AsyncStream<Void>? = nil
  ) {
    state = Guarded((outcomes, []))
    self.heedsAnswers = heedsAnswers
    self.mostAtOnce = mostAtOnce
    self.backoff = backoff
    self.pace = pace
    self.gate = gate
  }

  var calls: [(id: String, now: Instant)] { state.withLock(\.calls) }
  var ids: [String] { calls.map(\.id) }

  /// Returns once it is being called.
  func waitForCall() async {
    for await _ in calling { return }
  }

  func deliver(_ ring: Ring, at now: Instant) async -> Outcome {
    state.withLock { $0.calls.append((ring.id, now)) }
    call.yield()
    if let gate {
      var iterator = gate.makeAsyncIterator()
      // Cancelled calls end as an HTTP transfer does.
      guard await iterator.next() != nil else { return .retry(after: nil, reason: "cancelled") }
    }
    return state.withLock {
      $0.outcomes.isEmpty ? .rejected(reason: "nothing was scripted") : $0.outcomes.removeFirst()
    }
  }
}

/// A ledger in memory, which can be told to fail.
private actor MemoryLedger: DeliveryLedger {
  struct Failure: Error {}
  enum Entry: Equatable {
    case sending(String)
    case recorded(String, DeliveryState, reason: String?, nextTry: Instant?)
  }

  private(set) var entries: [Entry] = []
  private var isBroken: Bool
  private var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

  init(isBroken: Bool = false) { self.isBroken = isBroken }

  func write(_ steps: [DeliveryStep]) -> [(any Error)?] {
    steps.map { step in
      if isBroken { return Failure() }
      add(
        step.state == .sending
          ? .sending(step.id.firing)
          : .recorded(step.id.firing, step.state, reason: step.reason, nextTry: step.nextTry))
      return nil
    }
  }

  var states: [DeliveryState] {
    entries.compactMap { entry in
      guard case .recorded(_, let state, _, _) = entry else { return nil }
      return state
    }
  }

  var nextTries: [Instant?] {
    entries.compactMap { entry in
      guard case .recorded(_, _, _, let nextTry) = entry else { return nil }
      return .some(nextTry)
    }
  }

  /// Returns once that many outcomes were recorded.
  func wait(forRecords count: Int) async {
    if states.count >= count { return }
    await withCheckedContinuation { waiters.append((count, $0)) }
  }

  private func add(_ entry: Entry) {
    entries.append(entry)
    let count = states.count
    for waiter in waiters where waiter.count <= count { waiter.continuation.resume() }
    waiters.removeAll { $0.count <= count }
  }
}

/// Always the longest wait: every bit set.
private struct LongestWait: RandomNumberGenerator {
  mutating func next() -> UInt64 { .max }
}

/// Always no wait at all. A constant 0 would be drawn again for ever, to keep the draw even.
private struct NoWait: RandomNumberGenerator {
  mutating func next() -> UInt64 { 1 }
}

@Suite("Outbox", .timeLimit(.minutes(1)))
struct OutboxTests {
  private let start = Instant.china("2026-09-20 08:50")
  private let clock = TestClock(.china("2026-09-20 08:50"))
  private let ledger = MemoryLedger()

  @Test("a delivery is marked before the call and recorded after it")
  func delivered() async {
    let desktop = ScriptedDeliverer([.delivered])
    let outbox = outbox(["desktop": desktop])
    await outbox.accept([owed("a")])
    await ledger.wait(forRecords: 1)
    #expect(
      await ledger.entries == [.sending("a"), .recorded("a", .delivered, reason: nil, nextTry: nil)])
    #expect(desktop.calls.map(\.now) == [start])
    #expect(clock.deadlines.isEmpty)
  }

  @Test("deliveries to one destination keep their order, and none is taken twice")
  func order() async {
    let desktop = ScriptedDeliverer(Array(repeating: .delivered, count: 4))
    let outbox = outbox(["desktop": desktop])
    await outbox.accept(["a", "b", "a", "c"].map { owed($0) })
    await outbox.accept([owed("d")])
    await ledger.wait(forRecords: 4)
    #expect(desktop.ids == ["a", "b", "c", "d"])
  }

  @Test(
    "more than a few that are due at once are told as one, each marked and recorded, but for what asks for an answer")
  func burst() async {
    let desktop = ScriptedDeliverer(Array(repeating: .delivered, count: 9), mostAtOnce: 5)
    let outbox = outbox(["desktop": desktop])
    let asking = owed("asks") { $0.asks = true }
    await outbox.accept([owed("a"), asking] + ["b", "c", "d", "e", "f"].map { owed($0) })
    await ledger.wait(forRecords: 7)
    #expect(desktop.ids == ["together/a", "asks"])
    let all = ["a", "b", "c", "d", "e", "f", "asks"]
    #expect(
      await ledger.entries
        == all.dropLast().map { .sending($0) }
        + all.dropLast().map { .recorded($0, .delivered, reason: nil, nextTry: nil) }
        + [.sending("asks"), .recorded("asks", .delivered, reason: nil, nextTry: nil)])
    await outbox.accept(["g", "h", "i", "j", "k"].map { owed($0) })
    await ledger.wait(forRecords: 12)
    #expect(desktop.ids.suffix(5) == ["g", "h", "i", "j", "k"])
  }

  @Test("a message of several names ten, with when each takes place, and insists as much as the one that does most")
  func together() {
    let rings = (1...12).map { number in
      Ring.ordinary { ring in
        ring.report.title = "Alarm \(number)"
        ring.urgency = number == 12 ? .critical : .low
        ring.link = "https://example.org/"
      }
    }
    let ring = Ring(together: rings, at: .china("2026-09-21 08:50"))
    let message = Message(ring, at: .china("2026-09-21 08:50"))
    #expect(message.title == "12 rings" && ring.urgency == .critical)
    #expect(message.lines == (1...10).map { "Alarm \($0): in 10 minutes" } + ["and 2 more"])
  }

  @Test("a refusal is recorded with its reason and not repeated")
  func rejected() async {
    let outbox = outbox(["desktop": ScriptedDeliverer([.rejected(reason: "HTTP 404")])])
    await outbox.accept([owed("a")])
    await ledger.wait(forRecords: 1)
    #expect(await ledger.entries.last == .recorded("a", .rejected, reason: "HTTP 404", nextTry: nil))
    #expect(clock.deadlines.isEmpty)
  }

  @Test("waits grow from two seconds to thirty for the desktop, and to ten minutes for the network")
  func growth() async {
    #expect((1...6).map { Backoff.local.span(afterAttempts: $0) } == [2, 4, 8, 16, 30, 30].map { .seconds($0) })
    #expect(
      (1...8).map { Backoff.network.span(afterAttempts: $0) }
        == [10, 20, 40, 80, 160, 320, 600, 600].map { .seconds($0) })
    #expect(Backoff.network.span(afterAttempts: 1_000_000) == .seconds(600))
  }

  @Test("every wait lies between nothing and its span", arguments: 0..<50)
  func jitter(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let wait = Backoff.network.wait(afterAttempts: seed, using: &random)
    #expect(wait >= .zero && wait <= Backoff.network.span(afterAttempts: seed))
  }

  @Test("a failure is tried again after a wait that grows, each time with the time of that try")
  func retries() async {
    let desktop = ScriptedDeliverer(Array(repeating: .retry(after: nil, reason: "no server"), count: 3) + [.delivered])
    let outbox = outbox(["desktop": desktop], random: LongestWait())
    await outbox.accept([owed("a")])
    for wait in [2, 4, 8] {
      await clock.waitForSleepers(1)
      #expect(clock.deadlines == [clock.now.advanced(by: .seconds(wait))])
      clock.advance(by: .seconds(wait))
    }
    await ledger.wait(forRecords: 4)
    #expect(await ledger.states == [.retrying, .retrying, .retrying, .delivered])
    #expect(desktop.calls.map { start.duration(to: $0.now) } == [0, 2, 6, 14].map { .seconds($0) })
    #expect(await ledger.nextTries == [2, 6, 14].map { start.advanced(by: .seconds($0)) } + [nil])
  }

  @Test("attempts of earlier runs count for the wait")
  func earlierAttempts() async {
    let outbox = outbox(
      ["desktop": ScriptedDeliverer([.retry(after: nil, reason: "no server")])], random: LongestWait())
    await outbox.accept([owed("a", state: .retrying, attempts: 3)])
    await clock.waitForSleepers(1)
    #expect(clock.deadlines == [start.advanced(by: .seconds(16))])
  }

  @Test("the wait that a destination asks for holds for everything that goes there")
  func askedPause() async {
    let web = ScriptedDeliverer([.retry(after: .seconds(90), reason: "HTTP 429"), .delivered, .delivered])
    let outbox = outbox(["web": web], random: NoWait())
    await outbox.accept([owed("a", to: "web")])
    await clock.waitForSleepers(1)
    #expect(clock.deadlines == [start.advanced(by: .seconds(90))])
    await outbox.accept([owed("b", to: "web")])
    await clock.waitForSleepers(1)
    #expect(web.ids == ["a"])
    clock.advance(by: .seconds(90))
    await ledger.wait(forRecords: 3)
    #expect(web.ids == ["a", "a", "b"])
  }

  @Test("a wait that was asked for holds against what is new, and against a person's wish, who is told until when")
  func askedPauseHolds() async {
    let web = ScriptedDeliverer([.retry(after: .seconds(90), reason: "HTTP 429"), .delivered, .delivered])
    let outbox = outbox(["web": web], random: NoWait())
    await outbox.accept([owed("a", to: "web")])
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(60))
    await outbox.accept([owed("b", to: "web")])
    await outbox.hurry(["web"])
    await clock.waitForSleepers(1)
    #expect(web.ids == ["a"] && clock.deadlines == [start.advanced(by: .seconds(90))])
    #expect(await outbox.heldUntil(["web", "nobody"]) == ["web": start.advanced(by: .seconds(90))])
    clock.advance(by: .seconds(30))
    await ledger.wait(forRecords: 3)
    #expect(web.ids == ["a", "a", "b"])
    #expect(await outbox.heldUntil(["web"]).isEmpty)
  }

  @Test("something new ends a wait of our own, half a minute after the last try")
  func arrival() async {
    let down = Outcome.retry(after: nil, reason: "HTTP 502")
    let web = ScriptedDeliverer([down, .delivered, .delivered, .delivered], backoff: .network)
    let outbox = outbox(["web": web], random: LongestWait())
    await outbox.accept([owed("a", to: "web", state: .retrying, attempts: 5)])
    await clock.waitForSleepers(1)
    let nextTry = start.advanced(by: .seconds(320))
    #expect(clock.deadlines == [nextTry])
    clock.advance(by: .seconds(29))
    await outbox.accept([owed("b", to: "web")])
    await clock.waitForSleepers(1)
    #expect(web.ids == ["a"] && clock.deadlines == [nextTry])
    clock.advance(by: .seconds(1))
    await outbox.accept([owed("c", to: "web")])
    await ledger.wait(forRecords: 4)
    #expect(web.ids == ["a", "a", "b", "c"])
    #expect(clock.now == start.advanced(by: .seconds(30)))
  }

  @Test("order is kept while a destination is down")
  func keptOrder() async {
    let down = Outcome.retry(after: nil, reason: "HTTP 502")
    let web = ScriptedDeliverer([down, down, .delivered, .delivered])
    let outbox = outbox(["web": web], random: LongestWait())
    await outbox.accept([owed("a", to: "web"), owed("b", to: "web")])
    for tries in 1...2 {
      await ledger.wait(forRecords: tries)
      await clock.waitForSleepers(1)
      clock.advance(by: .seconds(60))
    }
    await ledger.wait(forRecords: 4)
    #expect(web.ids == ["a", "a", "a", "b"])
    #expect(await ledger.states == [.retrying, .retrying, .delivered, .delivered])
  }

  @Test("a message that fails again and again while others arrive does not hold them up")
  func setAside() async {
    let fails = Outcome.retry(after: nil, reason: "HTTP 500")
    let web = ScriptedDeliverer([fails, fails, fails, .delivered, .delivered])
    let outbox = outbox(["web": web], random: LongestWait())
    await outbox.accept([owed("a", to: "web"), owed("b", to: "web"), owed("c", to: "web")])
    for tries in 1...3 {
      await ledger.wait(forRecords: tries)
      await clock.waitForSleepers(1)
      clock.advance(by: .seconds(60))
    }
    await ledger.wait(forRecords: 5)
    // "a" is due again, too, and goes first once it is: "b" has shown that the destination is well.
    #expect(web.ids.prefix(4) == ["a", "a", "a", "b"])
    #expect(await ledger.states.prefix(4) == [.retrying, .retrying, .retrying, .delivered])
  }

  @Test("a destination that says it is gone gets nothing more, until it is configured anew")
  func gone() async {
    let web = ScriptedDeliverer([.gone(reason: "HTTP 410"), .delivered])
    let outbox = outbox(["web": web])
    await outbox.accept([owed("a", to: "web"), owed("b", to: "web")])
    await ledger.wait(forRecords: 2)
    #expect(web.ids == ["a"])
    #expect(await ledger.states == [.rejected, .rejected])
    #expect(await outbox.stopped == ["web": "HTTP 410"])
    await outbox.replaceDeliverers(["web": web])
    await outbox.accept([owed("c", to: "web")])
    await ledger.wait(forRecords: 3)
    #expect(web.ids == ["a", "c"])
  }

  @Test("a limit holds for messages that come one after the other, too")
  func limitOverEmptyLanes() async {
    let pace = Pace(limits: [RateLimit(1, per: .seconds(60))])
    let web = ScriptedDeliverer([.delivered, .delivered], pace: pace)
    let outbox = outbox(["web": web])
    await outbox.accept([owed("a", to: "web")])
    await ledger.wait(forRecords: 1)
    await outbox.accept([owed("b", to: "web")])
    await clock.waitForSleepers(1)
    #expect(web.ids == ["a"] && clock.deadlines == [start.advanced(by: .seconds(60))])
    clock.advance(by: .seconds(60))
    await ledger.wait(forRecords: 2)
    #expect(web.ids == ["a", "b"])
  }

  @Test(
    "where a destination wants that, a burst begins a part of a few seconds late; others, as the desktop, do not wait")
  func beginning() async {
    let team = ScriptedDeliverer([.delivered, .delivered], pace: Pace(jitter: .seconds(5)))
    let desktop = ScriptedDeliverer([.delivered])
    let outbox = outbox(["team": team, "desktop": desktop], random: LongestWait())
    await outbox.accept([owed("a", to: "team"), owed("b", to: "team"), owed("c")])
    await ledger.wait(forRecords: 1)
    await clock.waitForSleepers(1)
    #expect(desktop.ids == ["c"] && team.ids.isEmpty)
    #expect(clock.deadlines == [start.advanced(by: .seconds(5))])
    clock.advance(by: .seconds(5))
    await ledger.wait(forRecords: 3)
    #expect(team.ids == ["a", "b"])
    // By the word of Feishu alone.
    #expect(ServiceKind.all.filter { $0.pace.jitter > .zero }.map(\.name) == ["feishu"])
    let popups = Deliverers(version: "1", write: { _ in }).deliverer(for: Destination(id: "desktop", kind: .desktop))
    #expect(popups.pace == Pace())
  }

  @Test("a destination that hangs does not delay another")
  func independent() async {
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let slow = ScriptedDeliverer([.delivered], gate: gate)
    let quick = ScriptedDeliverer([.delivered])
    let outbox = outbox(["slow": slow, "quick": quick])
    await outbox.accept([owed("a", to: "slow"), owed("b", to: "quick")])
    await ledger.wait(forRecords: 1)
    #expect(await ledger.entries.last == .recorded("b", .delivered, reason: nil, nextTry: nil))
    open.yield()
    await ledger.wait(forRecords: 2)
  }

  @Test("what was not delivered in time is recorded as expired, at that time")
  func expired() async {
    let desktop = ScriptedDeliverer(Array(repeating: .retry(after: nil, reason: "no server"), count: 9))
    let outbox = outbox(["desktop": desktop], random: LongestWait())
    await outbox.accept([owed("a", expires: .seconds(5))])
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(2))
    await clock.waitForSleepers(1)
    // The next try would be at 6 s.
    #expect(clock.deadlines == [start.advanced(by: .seconds(5))])
    clock.advance(by: .seconds(3))
    await ledger.wait(forRecords: 3)
    #expect(await ledger.states == [.retrying, .retrying, .expired])
    #expect(desktop.calls.count == 2)
    await outbox.accept([owed("late", expires: .zero)])
    await ledger.wait(forRecords: 4)
    #expect(desktop.calls.count == 2)
  }

  @Test("an answer that never came is repeated once with the same id, and then recorded as unknown")
  func unknown() async {
    let web = ScriptedDeliverer(Array(repeating: .unknown(reason: "time-out"), count: 3))
    let outbox = outbox(["web": web], random: LongestWait())
    await outbox.accept([owed("a", to: "web")])
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(2))
    await ledger.wait(forRecords: 2)
    #expect(await ledger.states == [.unknown, .unknown])
    #expect(await ledger.nextTries == [start.advanced(by: .seconds(2)), nil])
    #expect(web.ids == ["a", "a"])
    #expect(clock.deadlines.isEmpty)
  }

  @Test("one found unknown or under way after a crash is repeated once", arguments: [DeliveryState.unknown, .sending])
  func afterCrash(state: DeliveryState) async {
    let web = ScriptedDeliverer([.unknown(reason: "time-out"), .delivered])
    let outbox = outbox(["web": web])
    await outbox.accept([owed("a", to: "web", state: state, attempts: 1)])
    await ledger.wait(forRecords: 1)
    let reason = "time-out; given up after one repetition"
    #expect(await ledger.entries.last == .recorded("a", .unknown, reason: reason, nextTry: nil))
    #expect(web.calls.count == 1)
  }

  @Test("when the destination is known to be back nothing waits any longer")
  func hurry() async {
    let desktop = ScriptedDeliverer([
      .retry(after: nil, reason: "no server"), .retry(after: nil, reason: "no server"), .delivered, .delivered,
    ])
    let outbox = outbox(["desktop": desktop], random: LongestWait())
    await outbox.accept([owed("a"), owed("b")])
    for tries in 1...2 {
      await ledger.wait(forRecords: tries)
      await clock.waitForSleepers(1)
      await outbox.hurry(["desktop", "nobody"])
    }
    await ledger.wait(forRecords: 4)
    #expect(desktop.ids == ["a", "a", "a", "b"])
    #expect(clock.now == start)
  }

  @Test("a clock that is set back does not make a wait longer")
  func clockSetBack() async {
    let desktop = ScriptedDeliverer([.retry(after: nil, reason: "no server"), .delivered])
    let outbox = outbox(["desktop": desktop], random: LongestWait())
    await outbox.accept([owed("a")])
    await clock.waitForSleepers(1)
    clock.set(to: start.advanced(by: .seconds(-7200)))
    await ledger.wait(forRecords: 2)
    #expect(await ledger.states == [.retrying, .delivered])
  }

  @Test("what is owed to a destination that is not configured is told once, and waits without a look until it expires")
  func noDestination() async {
    let outbox = outbox([:])
    await outbox.accept([owed("a", to: "team", expires: .seconds(600)), owed("b", to: "team")])
    await ledger.wait(forRecords: 2)
    await clock.waitForSleepers(1)
    #expect(clock.deadlines == [start.advanced(by: .seconds(600))])
    #expect(await ledger.nextTries == [start, start], "they are due as soon as it is there")
    let reason = await ledger.entries.compactMap { entry in
      guard case .recorded("a", .retrying, let reason, _) = entry else { return nil as String? }
      return reason
    }
    #expect(
      reason == [
        "the configuration has no destination \"team\" any more; add it again, or give up what waits for it: "
          + "notifierctl discard --to team"
      ])
    clock.advance(by: .seconds(600))
    await ledger.wait(forRecords: 3)
    await clock.waitForSleepers(1)
    #expect(clock.deadlines == [start.advanced(by: .seconds(3600))])
    #expect(await outbox.discard(DeliveryID(firing: "b", destination: "team"), "discarded"))
    await ledger.wait(forRecords: 4)
    #expect(await ledger.states == [.retrying, .retrying, .expired, .rejected])
  }

  @Test("what waits to be tried again waits on when its destination is removed, and goes at once when it is back")
  func removedAndBack() async {
    let web = ScriptedDeliverer([.retry(after: nil, reason: "HTTP 502")], backoff: .network)
    let outbox = outbox(["web": web], random: LongestWait())
    await outbox.accept([owed("a", to: "web"), owed("b", to: "web")])
    await clock.waitForSleepers(1)
    #expect(clock.deadlines == [start.advanced(by: .seconds(10))])
    await outbox.replaceDeliverers([:])
    // The try that failed is written down by then, and both that wait.
    await ledger.wait(forRecords: 3)
    await clock.waitForSleepers(1)
    #expect(clock.deadlines == [start.advanced(by: .seconds(3600))])
    await outbox.replaceDeliverers(["desktop": web])
    await outbox.accept([owed("c", to: "web")])
    await ledger.wait(forRecords: 4)
    #expect(await ledger.states == [.retrying, .retrying, .retrying, .retrying], "once each")
    let back = ScriptedDeliverer([.delivered, .delivered, .delivered])
    await outbox.replaceDeliverers(["web": back])
    await ledger.wait(forRecords: 7)
    #expect(back.ids == ["a", "b", "c"] && clock.now == start)
    #expect(await ledger.states.suffix(3) == [.delivered, .delivered, .delivered])
  }

  @Test("a ledger that fails is reported, and the ring is heard all the same")
  func brokenLedger() async {
    let (progress, report) = AsyncStream.makeStream(of: DeliveryProgress.self)
    let desktop = ScriptedDeliverer([.delivered])
    let outbox = Outbox(
      deliverers: ["desktop": desktop], ledger: MemoryLedger(isBroken: true), clock: clock,
      onProgress: { report.yield($0) })
    await outbox.accept([owed("a")])
    var steps: [DeliveryProgress] = []
    for await step in progress.prefix(2) { steps.append(step) }
    #expect(steps.map(\.state) == [.sending, .delivered])
    #expect(steps.allSatisfy { $0.ledgerError is MemoryLedger.Failure })
    #expect(desktop.ids == ["a"])
  }

  @Test("what a person has answered is not tried again where that person alone sees it, and others still hear of it")
  func answered() async {
    let failure = Outcome.retry(after: nil, reason: "gone")
    let desktop = ScriptedDeliverer([failure], heedsAnswers: true)
    let team = ScriptedDeliverer([failure, .delivered])
    let outbox = outbox(["desktop": desktop, "team": team])
    await outbox.accept([owed("a"), owed("b"), owed("a", to: "team")])
    // "b" waits behind "a".
    await ledger.wait(forRecords: 2)
    await outbox.withdraw("a")
    await ledger.wait(forRecords: 3)
    #expect(
      await ledger.entries.last
        == .recorded("a", .expired, reason: "answered before it was delivered", nextTry: nil))
    await outbox.hurry(["team"])
    await ledger.wait(forRecords: 4)
    #expect(team.ids == ["a", "a"] && desktop.ids == ["a"])
    await outbox.shutdown(deadline: start)
  }

  @Test("what is answered while it is being sent is not sent again; if it arrived, it was delivered")
  func answeredUnderWay() async {
    for (outcome, state) in [
      (Outcome.retry(after: nil, reason: "gone"), DeliveryState.expired), (.delivered, .delivered),
    ] {
      let ledger = MemoryLedger()
      let (gate, open) = AsyncStream.makeStream(of: Void.self)
      let desktop = ScriptedDeliverer([outcome], heedsAnswers: true, gate: gate)
      let outbox = Outbox(deliverers: ["desktop": desktop], ledger: ledger, clock: clock)
      await outbox.accept([owed("a")])
      await desktop.waitForCall()
      await outbox.withdraw("a")
      #expect(await ledger.states.isEmpty)
      open.yield()
      await ledger.wait(forRecords: 1)
      #expect(await ledger.states == [state])
      await outbox.shutdown(deadline: start)
      #expect(desktop.ids == ["a"])
    }
  }

  @Test("shutting down starts nothing more, and lets a call that is under way end")
  func shutdown() async {
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let web = ScriptedDeliverer([.delivered, .delivered], gate: gate)
    let outbox = outbox(["web": web])
    await outbox.accept([owed("a", to: "web"), owed("b", to: "web")])
    await web.waitForCall()
    async let ended: Void = outbox.shutdown(deadline: start.advanced(by: .seconds(5)))
    await clock.waitForSleepers(1)
    open.yield()
    await ended
    #expect(web.ids == ["a"])
    #expect(await ledger.states == [.delivered])
    await outbox.accept([owed("c", to: "web")])
    await outbox.shutdown(deadline: start)
    #expect(web.ids == ["a"])
  }

  @Test("shutting down ends a wait for the next try, which stays owed")
  func shutdownWhileWaiting() async {
    let outbox = outbox(
      ["desktop": ScriptedDeliverer([.retry(after: nil, reason: "no server")])], random: LongestWait())
    await outbox.accept([owed("a")])
    await clock.waitForSleepers(1)
    await outbox.shutdown(deadline: start.advanced(by: .seconds(5)))
    #expect(await ledger.states == [.retrying])
  }

  @Test("a call that outlasts the deadline is cancelled and stays owed")
  func deadline() async {
    let (gate, _) = AsyncStream.makeStream(of: Void.self)
    let web = ScriptedDeliverer([.delivered], gate: gate)
    let outbox = outbox(["web": web])
    await outbox.accept([owed("a", to: "web")])
    await web.waitForCall()
    async let ended: Void = outbox.shutdown(deadline: start.advanced(by: .seconds(5)))
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(5))
    await ended
    #expect(await ledger.states == [.retrying])
  }

  private func outbox(
    _ deliverers: [String: any Deliverer], random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) -> Outbox {
    Outbox(deliverers: deliverers, ledger: ledger, clock: clock, random: random)
  }

  private func owed(
    _ firing: String, to destination: String = "desktop", state: DeliveryState = .pending, attempts: Int = 0,
    expires: Duration = .seconds(3600), _ change: (inout Ring) -> Void = { _ in }
  ) -> OwedDelivery {
    let ring = Ring.makeUpSunday { ring in
      ring.id = firing
      change(&ring)
    }
    return OwedDelivery(
      id: DeliveryID(firing: firing, destination: destination), ring: ring, state: state,
      attempts: attempts, due: start, expires: start.advanced(by: expires))
  }
}
