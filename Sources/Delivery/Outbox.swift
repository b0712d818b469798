package import Alarms
package import Workdays
import Concurrency

/// Sends what is owed, destination by destination, and writes down how it went.
///
/// Each destination has a lane of its own: one that fails or is slow never holds up another. With nothing owed there is no
/// task and no timer.
package actor Outbox {
  private let ledger: any DeliveryLedger
  private let clock: any WallClock
  private let onProgress: @Sendable (DeliveryProgress) -> Void
  private var random: any RandomNumberGenerator & Sendable
  private var deliverers: [String: any Deliverer]
  private var lanes: [String: Lane] = [:]
  private var workers: [String: Worker] = [:]
  /// What is being sent, and of that, what a person has answered in the meantime.
  private var underWay: Set<DeliveryID> = []
  private var answered: Set<DeliveryID> = []
  /// What came of deliveries, by destination, until it is written down: with the mark of the next one, where one follows.
  private var unwritten: [String: [Ending]] = [:]
  /// Destinations that have said that they are gone, with their words.
  private var gone: [String: String] = [:]
  private var isStopping = false
  private var deadlineHasPassed = false

  /// What runs for one lane.
  private struct Worker {
    var task: Task<Void, Never>
    /// Set while it waits for the next try.
    var nap: Task<Void, Never>?
    /// Set while the destination is being called.
    var call: Task<Outcome, Never>?
  }

  /// A step that a delivery has come to; whether it is the end since a person has answered, and whether it waits for a
  /// destination that is not there.
  private struct Ending {
    let step: DeliveryStep
    var isAnswered = false
    var isStranded = false
  }

  /// Owes nothing yet. `deliverers` go by the destination's name, `random` is for the jitter, and `onProgress` is told each
  /// step, for the log.
  package init(
    deliverers: [String: any Deliverer], ledger: any DeliveryLedger, clock: any WallClock,
    random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
    onProgress: @escaping @Sendable (DeliveryProgress) -> Void = { _ in }
  ) {
    self.deliverers = deliverers
    self.ledger = ledger
    self.clock = clock
    self.random = random
    self.onProgress = onProgress
  }

  /// Takes deliveries over, in this order, and starts to send those that are due. One that it has already is not taken
  /// twice.
  package func accept(_ deliveries: [OwedDelivery]) {
    for delivery in deliveries {
      let name = delivery.id.destination
      let pace = deliverers[name]?.pace ?? Pace()
      if lanes[name, default: Lane(pace: pace)].isEmpty, pace.jitter > .zero {
        // The first message of a burst waits for a moment where the destination wants that.
        let wait = pace.jitter * Double.random(in: 0...1, using: &random)
        lanes[name, default: Lane(pace: pace)].pause(wait, at: clock.now)
      }
      lanes[name, default: Lane(pace: pace)].add(delivery)
    }
    for name in Set(deliveries.map(\.id.destination)) {
      lanes[name]?.noteArrival(at: clock.now)
      wake(name)
    }
  }

  /// Until when these destinations' limits, or what they have asked for, let nothing through; without those that take
  /// something now.
  package func heldUntil(_ names: some Sequence<String>) -> [String: Instant] {
    var held: [String: Instant] = [:]
    for name in names { held[name] = lanes[name]?.heldUntil(at: clock.now) }
    return held
  }

  /// What keeps destinations from being sent to: that they have said that they are gone.
  package var stopped: [String: String] { gone }

  /// Gives up what is owed, for `reason`; what is under way ends first.
  ///
  /// - Returns: whether it was owed, and not under way.
  package func discard(_ id: DeliveryID, _ reason: String) async -> Bool {
    guard let entry = lanes[id.destination]?.entry(id), !underWay.contains(id) else { return false }
    finish(entry, .rejected, reason)
    await writeDown(id.destination)
    wake(id.destination)
    return true
  }

  /// Tries at once what waits for these destinations: they are known to be back. Their limits hold, and the waits that they
  /// have asked for.
  package func hurry(_ names: some Sequence<String>) {
    for name in names {
      gone[name] = nil
      lanes[name]?.hurry(at: clock.now)
      wake(name)
    }
  }

  /// Gives up what is owed of a ring that a person has answered, where it would only tell that person once more.
  ///
  /// - Parameter origin: the planned firing that the ring goes back to.
  package func withdraw(_ origin: String) async {
    var ended: [Lane.Entry] = []
    for (name, deliverer) in deliverers where deliverer.heedsAnswers {
      for entry in lanes[name]?.entries(of: origin) ?? [] {
        if underWay.contains(entry.delivery.id) {
          answered.insert(entry.delivery.id)
        } else {
          lanes[name]?.remove(entry.delivery.id)
          ended.append(entry)
        }
      }
      wake(name)
    }
    for entry in ended { end(entry) }
    for name in Set(ended.map(\.delivery.id.destination)) { await writeDown(name) }
  }

  /// Sends by other settings from the next try on, after a reload. What waits for a destination that is there again goes at
  /// once.
  package func replaceDeliverers(_ deliverers: [String: any Deliverer]) {
    let back = Set(deliverers.keys).subtracting(self.deliverers.keys).union(gone.keys)
    let removed = Set(self.deliverers.keys).subtracting(deliverers.keys)
    self.deliverers = deliverers
    for name in lanes.keys { lanes[name]?.set(deliverers[name]?.pace ?? Pace()) }
    hurry(back)
    removed.forEach(wake)
  }

  /// Starts nothing more and returns once what is under way has ended and is recorded.
  ///
  /// From `deadline` on calls are cancelled. What was not delivered stays owed in the ledger.
  package func shutdown(deadline: Instant) async {
    isStopping = true
    for worker in workers.values { worker.nap?.cancel() }
    let limit = Task(executorPreference: QuietExecutor.shared) { [clock] in
      while clock.now < deadline {
        do { try await clock.sleep(until: deadline) } catch { return }
      }
      await self.cancelCalls()
    }
    for worker in workers.values { await worker.task.value }
    limit.cancel()
  }

  private func cancelCalls() {
    deadlineHasPassed = true
    for worker in workers.values { worker.call?.cancel() }
  }

  /// Has the lane look again at what to do.
  private func wake(_ name: String) {
    guard !isStopping, lanes[name] != nil else { return }
    if let worker = workers[name] {
      worker.nap?.cancel()
    } else {
      workers[name] = Worker(task: Task(executorPreference: QuietExecutor.shared) { await self.work(name) })
    }
  }

  private func work(_ name: String) async {
    while !isStopping {
      if let reason = gone[name], let entry = lanes[name]?.all.first {
        finish(entry, .rejected, "nothing more is sent there: \(reason)")
        continue
      }
      let now = clock.now
      switch nextStep(name, at: now) {
      case .send(let entry): await send([entry])
      case .sendTogether(let entries): await send(entries)
      case .expire(let entry): finish(entry, .expired, "not delivered in time")
      case .wait where unwritten[name] != nil, .rest where unwritten[name] != nil: await writeDown(name)
      case .wait(let instant): await nap(name, until: instant, seen: now)
      case .rest:
        // The lane stays: it knows what the destination's limits leave for the next message.
        workers[name] = nil
        return
      }
    }
    await writeDown(name)
    workers[name] = nil
  }

  private func nextStep(_ name: String, at now: Instant) -> Lane.Step {
    guard let deliverer = deliverers[name] else {
      // It may come back: another configuration may be in force only for a while.
      for entry in lanes[name, default: Lane()].strand() {
        note(
          .retrying, of: entry.delivery.id, reason: Outbox.noDestination(name), nextTry: min(entry.due, now),
          isStranded: true)
      }
      return lanes[name, default: Lane()].nextExpiry(at: now)
    }
    return lanes[name, default: Lane()].next(at: now, mostAtOnce: deliverer.mostAtOnce)
  }

  /// Why nothing is sent to a destination that is not configured, and what to do.
  private static func noDestination(_ name: String) -> String {
    "the configuration has no destination \"\(name)\" any more; add it again, or give up what waits for it: "
      + "notifierctl discard --to \(name)"
  }

  /// - Parameter seen: the time by which there is nothing to do before.
  private func nap(_ name: String, until instant: Instant, seen: Instant) async {
    let nap = Task(executorPreference: QuietExecutor.shared) { [clock] in
      // A cancelled nap is a call to look again.
      do { try await clock.sleep(until: instant, seen: seen) } catch {}
    }
    workers[name]?.nap = nap
    await nap.value
    workers[name]?.nap = nil
  }

  /// Sends entries of one lane, several as one.
  private func send(_ entries: [Lane.Entry]) async {
    let destination = entries[0].delivery.id.destination
    guard let deliverer = deliverers[destination] else { return }
    let (now, ids) = (clock.now, entries.map(\.delivery.id))
    underWay.formUnion(ids)
    defer { underWay.subtract(ids) }
    await writeDown(destination, sending: ids, at: now)
    let wanted = entries.filter { !answered.contains($0.delivery.id) }
    for entry in entries where answered.remove(entry.delivery.id) != nil { end(entry) }
    guard !wanted.isEmpty else { return }
    lanes[destination]?.noteSent(at: now)
    let rings = wanted.map(\.delivery.ring)
    let ring = rings.count == 1 ? rings[0] : Ring(together: rings, at: now, in: deliverer.language)
    let call = Task(executorPreference: QuietExecutor.shared) { await deliverer.deliver(ring, at: now) }
    workers[destination]?.call = call
    if deadlineHasPassed { call.cancel() }
    let outcome = await call.value
    workers[destination]?.call = nil
    for entry in wanted { settle(entry, outcome, backoff: deliverer.backoff) }
  }

  private func settle(_ entry: Lane.Entry, _ outcome: Outcome, backoff: Backoff) {
    let isAnswered = answered.remove(entry.delivery.id) != nil
    switch outcome {
    case .retry where isAnswered, .unknown where isAnswered: end(entry)
    case .delivered:
      lanes[entry.delivery.id.destination]?.noteDelivered(entry.delivery.id)
      finish(entry, .delivered, nil)
    case .rejected(let reason): finish(entry, .rejected, reason)
    case .gone(let reason):
      gone[entry.delivery.id.destination] = reason
      finish(entry, .rejected, reason)
    case .unknown(let reason) where entry.wasUnknown:
      finish(entry, .unknown, "\(reason); given up after one repetition")
    case .unknown(let reason): putBack(entry, .unknown, reason, asked: nil, backoff: backoff)
    case .retry(let asked, let reason): putBack(entry, .retrying, reason, asked: asked, backoff: backoff)
    }
  }

  /// Waits the longer of what the destination asked for and the own back-off.
  private func putBack(
    _ entry: Lane.Entry, _ state: DeliveryState, _ reason: String, asked: Duration?, backoff: Backoff
  ) {
    let (id, now, attempts) = (entry.delivery.id, clock.now, entry.attempts + 1)
    let wait = max(asked ?? .zero, backoff.wait(afterAttempts: attempts, using: &random))
    lanes[id.destination]?.putBack(
      id, attempts: attempts, wait: wait, wasUnknown: entry.wasUnknown || state == .unknown, at: now)
    if let asked { lanes[id.destination]?.pause(asked, at: now) }
    note(state, of: id, reason: reason, nextTry: now.advanced(by: wait))
  }

  private func finish(_ entry: Lane.Entry, _ state: DeliveryState, _ reason: String?) {
    let id = entry.delivery.id
    note(state, of: id, reason: reason)
    lanes[id.destination]?.remove(id)
  }

  /// Ends what a person has answered before it was delivered.
  private func end(_ entry: Lane.Entry) {
    let id = entry.delivery.id
    note(.expired, of: id, reason: DeliveryState.answered, isAnswered: true)
    lanes[id.destination]?.remove(id)
  }

  private func note(
    _ state: DeliveryState, of id: DeliveryID, reason: String?, nextTry: Instant? = nil, isAnswered: Bool = false,
    isStranded: Bool = false
  ) {
    let step = DeliveryStep(id, state, reason: reason, nextTry: nextTry, at: clock.now)
    unwritten[id.destination, default: []].append(
      Ending(step: step, isAnswered: isAnswered, isStranded: isStranded))
  }

  /// Writes down what came of a destination's deliveries, and that others are about to be sent.
  private func writeDown(_ destination: String, sending ids: [DeliveryID] = [], at now: Instant? = nil) async {
    let endings = unwritten.removeValue(forKey: destination) ?? []
    let marks = ids.map { DeliveryStep($0, .sending, at: now ?? clock.now) }
    guard !endings.isEmpty || !marks.isEmpty else { return }
    let errors = await ledger.write(endings.map(\.step) + marks)
    for (ending, error) in zip(endings, errors) {
      let step = ending.step
      onProgress(
        DeliveryProgress(
          id: step.id, state: step.state, reason: step.reason, isAnswered: ending.isAnswered,
          isStranded: ending.isStranded, ledgerError: error))
    }
    // Silence is the worse fault: without the mark a crash may ring it twice, without the call nobody hears it.
    for (mark, error) in zip(marks, errors.dropFirst(endings.count)) where error != nil {
      onProgress(DeliveryProgress(id: mark.id, state: .sending, ledgerError: error))
    }
  }
}

/// One step of a delivery, for the log.
package struct DeliveryProgress: Sendable {
  package let id: DeliveryID
  /// How it now stands.
  package let state: DeliveryState
  /// The destination's words, without secrets.
  package var reason: String?
  /// Whether it ended since a person had answered the ring.
  package var isAnswered = false
  /// Whether it waits for a destination that is not there.
  package var isStranded = false
  /// Why the step could not be written down, where it could not.
  package var ledgerError: (any Error)?
}
