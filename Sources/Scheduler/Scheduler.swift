package import Alarms
package import Journal
package import Workdays
import Concurrency

/// Waits for the next firing, records what is due, and hands on what is owed.
///
/// Nothing is stored as "next run": after a start, an edit and a step of the clock the planner is asked again from the
/// cursor, and a firing's id makes ringing twice impossible.
package actor Scheduler {
  let journal: any Journal
  let clock: any WallClock
  let wakeTimer: (any WakeTimer)?
  private let hand: @Sendable ([OwedDelivery]) async -> Void

  private(set) var configuration: Configuration
  private var plans: [AlarmPlan] { didSet { waking = plans.filter(\.alarm.wakes) } }
  /// Those of the plans for which a suspended machine is to be woken.
  private(set) var waking: [AlarmPlan]
  private var heap = FiringHeap()
  /// How far time has been dealt with.
  package private(set) var cursor: Instant
  /// From when on an alarm that was added or changed counts: an edit never rings for the past.
  private var since: [String: Instant]
  private var sleeper: Task<Void, any Error>?
  /// The time by which was last decided what is due.
  private var seen: Instant
  /// Set while firings are kept back since the clock may be wrong: when to ask again from the cursor.
  private var recheck: Instant?
  /// What is to come because of rings before it, as the journal has it: soonest first.
  private(set) var children: [Ring] = []
  /// Whether the machine will wake for what is next.
  package var wake = WakeState.unneeded

  /// - Parameters:
  ///   - cursor: how far the journal says time has been dealt with; `nil` on the first run. One that lies ahead of the
  ///     clock is taken back to now.
  ///   - since: from when on each alarm counts; an alarm without an entry counts from the cursor.
  ///   - wakeTimer: has the machine woken for alarms that ask for it; `nil` where nothing can.
  ///   - hand: takes the deliveries that are owed, after they are recorded.
  package init(
    configuration: Configuration, journal: any Journal, clock: any WallClock, cursor: Instant?,
    since: [String: Instant] = [:], wakeTimer: (any WakeTimer)? = nil,
    hand: @escaping @Sendable ([OwedDelivery]) async -> Void
  ) {
    self.configuration = configuration
    self.journal = journal
    self.clock = clock
    self.wakeTimer = wakeTimer
    self.hand = hand
    self.since = since
    plans = configuration.planner.enabledPlans
    waking = plans.filter(\.alarm.wakes)
    let now = clock.now
    seen = now
    // One behind the cursor that may be wrong is waited for.
    self.cursor = clock.doubtEnds == nil ? min(cursor ?? now, now) : cursor ?? now
  }

  /// Rings until the task is cancelled.
  ///
  /// - Throws: what the journal throws, since what cannot be recorded must not be sent; `CancellationError` at the end.
  package func run() async throws {
    configuration.adjustments = try await journal.adjustments()
    plans = configuration.planner.enabledPlans
    plan(from: cursor)
    children = try await journal.children()
    while true {
      try Task.checkCancellation()
      try await dealWithDue()
      let deadline = nextInstant ?? seen.advanced(by: Scheduler.longestSleep)
      setWakeTimer()
      // What wakes it early is a reload, or a step of the clock that the timer saw: both lead to asking again.
      let sleeper = Task(executorPreference: QuietExecutor.shared) { [clock, seen] in
        try await clock.sleep(until: deadline, seen: seen)
      }
      self.sleeper = sleeper
      await withTaskCancellationHandler {
        _ = await sleeper.result
      } onCancel: {
        sleeper.cancel()
      }
    }
  }

  /// Takes another configuration over: what is due by the old one rings first, and new or changed alarms start now.
  ///
  /// - Parameter since: from when on each alarm counts; now for one that is new or rings at other times than before.
  package func reload(_ configuration: Configuration, since: [String: Instant]) async throws {
    try await dealWithDue()
    let adjustments = try await journal.adjustments()
    self.since = since
    self.configuration = configuration
    self.configuration.adjustments = adjustments
    plans = self.configuration.planner.enabledPlans
    plan(from: cursor)
    sleeper?.cancel()
  }

  /// Rings an alarm now as a test; `nil` when there is no such alarm.
  ///
  /// - Returns: the id of the test ring.
  package func fire(alarm: String) async throws -> String? {
    guard let plan = configuration.planner.plan(of: alarm) else { return nil }
    let now = clock.now
    let due = DueFirings(configuration: configuration, now: now)
    let ring = testRing(of: plan, at: now)
    let owed = try await journal.recordDue(
      [DueFiring(ring: ring, destinations: due.targets(of: plan.alarm), verdict: .rung(lateBy: .zero))], cursor: nil,
      at: now)
    await hand(owed)
    return ring.id
  }

  /// The next firings of enabled alarms, soonest first, with what is to come because of rings before.
  package func nextFirings(_ count: Int, of alarm: String? = nil) -> [FiringReport] {
    let planner = configuration.planner
    let firings: [Firing] =
      if let alarm {
        planner.plan(of: alarm).flatMap { try? $0.nextFirings(count, after: clock.now) } ?? []
      } else {
        planner.nextFirings(count, after: clock.now)
      }
    var next = firings.compactMap { firing in
      planner.plan(of: firing.alarm).map { (firing.instant, FiringReport(firing, plan: $0)) }
    }
    next += children.filter { alarm == nil || $0.report.alarm == alarm }.map { ($0.fires, $0.report) }
    return next.sorted { ($0.0, $0.1.id ?? "") < ($1.0, $1.1.id ?? "") }.prefix(count).map(\.1)
  }

  /// Takes over what is to come of rings, after the journal was told of a change.
  func childrenChanged() async throws {
    children = try await journal.children()
    sleeper?.cancel()
  }

  /// Has the journal told of a change of what does not ring, once all that is due by now is dealt with, and takes it over.
  func adjust<Result: Sendable>(_ change: (any Journal) async throws -> Result) async throws -> Result {
    try await dealWithDue()
    let result = try await change(journal)
    configuration.adjustments = try await journal.adjustments()
    plans = configuration.planner.enabledPlans
    setWakeTimer()
    return result
  }

  /// A test says what the alarm's next firing would, as if it rang now.
  private func testRing(of plan: AlarmPlan, at now: Instant) -> Ring {
    let next = try? plan.nextFiring(after: now)
    let zone = plan.zone
    let civil = zone.civil(at: now)
    let occurrence =
      next?.occurrence
      ?? Occurrence(
        nominal: civil, civil: civil, instant: Instant(seconds: now.seconds),
        day: plan.occurrences.calendar.day(on: civil.date))
    let firing = Firing(
      alarm: plan.alarm.id, occurrence: occurrence, offset: next?.offset ?? .atStart,
      instant: Instant(seconds: now.seconds))
    var ring = configuration.ring(for: firing, of: plan, isTest: true)
    // Nanoseconds tell two tests of one second apart.
    ring.id = "\(plan.alarm.id)/test/\(Instant(seconds: now.seconds))-\(now.nanoseconds)"
    ring.report.id = ring.id
    return ring
  }
}

extension Scheduler {
  /// Records and hands on every firing up to now that is not dealt with.
  private func dealWithDue() async throws {
    let (now, doubtEnds) = (clock.now, clock.doubtEnds)
    seen = now
    if recheck != nil {
      recheck = nil
      plan(from: cursor)
    }
    if now < cursor {
      guard doubtEnds == nil else {
        recheck = doubtEnds
        return
      }
      // The clock was set back: what it shows again is asked again. The journal keeps what rang from ringing twice.
      cursor = now
      plan(from: now)
      try await journal.moveCursor(to: now)
      return
    }
    guard let first = nextInstant, first <= now else { return }
    let due = DueFirings(configuration: configuration, now: now, isInDoubt: doubtEnds != nil)
    var records: [DueFiring] = []
    var count = 0
    while let entry = heap.first, entry.instant <= now {
      _ = heap.popFirst()
      let plan = plans[entry.index]
      // One nanosecond, since the range of the planner leaves out its end.
      let firings = lastFirings(of: plan, from: entry.instant, to: now.advanced(by: .nanoseconds(1)))
      records += due.decide(firings, of: plan)
      count += firings.count
      push(entry.index, after: now)
    }
    let dueChildren = Array(children.prefix { $0.fires <= now })
    // Not for nothing: a planner is made of all alarms.
    if !dueChildren.isEmpty { records += due.decide(children: dueChildren, by: configuration.planner) }
    // What the clock leaves in doubt stays due: time is not dealt with.
    let isAllDecided = records.count == count + dueChildren.count
    if !isAllDecided { recheck = doubtEnds }
    if let summary = AbsenceSummary(configuration: configuration, now: now).due(records) { records.append(summary) }
    records.sort { ($0.ring.firesSeconds, $0.ring.id) < ($1.ring.firesSeconds, $1.ring.id) }
    let before = cursor
    if isAllDecided { cursor = now }
    do {
      let owed = try await journal.recordDue(records, cursor: isAllDecided ? now : nil, at: now)
      children = try await journal.children()
      await hand(owed)
    } catch {
      // Nothing is recorded, so all of it is still due. `run` may be asleep while a reload fails here: it ends by this.
      cursor = min(cursor, before)
      plan(from: cursor)
      sleeper?.cancel()
      throw error
    }
  }

  /// The last firings of an alarm before `end`: a clock that is years off, or was, must not fill memory and disk with what
  /// nobody could hear.
  private func lastFirings(of plan: AlarmPlan, from start: Instant, to end: Instant) -> [Firing] {
    // Of many alarms each a fair share, of each at least what a day of a busy one has.
    let most = max(100, Scheduler.mostAtOnce / max(1, plans.count))
    var span = Duration.seconds(86_400)
    while true {
      let from = max(start, end.advanced(by: .zero - span))
      let firings = plan.unadjusted.firings(in: from..<end)
      if from == start || firings.count >= most { return Array(firings.suffix(most)) }
      span *= 2
    }
  }

  /// How long is slept where nothing is next, whatever the year: what comes of it is another look.
  private static let longestSleep = Duration.seconds(10 * 366 * 86_400)

  /// How many firings are dealt with at once, over all alarms.
  private static let mostAtOnce = 4_000

  /// When something is due next.
  private var nextInstant: Instant? {
    guard let recheck else { return [heap.first?.instant, children.first?.fires].compactMap(\.self).min() }
    // Children that are kept back lie behind us.
    let now = clock.now
    return [heap.first?.instant, children.first { $0.fires > now }?.fires, recheck].compactMap(\.self).min()
  }

  private func plan(from instant: Instant) {
    heap = FiringHeap()
    let now = clock.now
    for index in plans.indices {
      let since = since[plans[index].alarm.id] ?? instant
      // One ahead of the clock was written down while that was wrong, and would keep the alarm silent until then.
      push(index, after: since <= now ? max(instant, since) : instant)
    }
  }

  /// An alarm whose rule has ended, or can never match, has no next firing; `check` and `next` say which.
  private func push(_ index: Int, after instant: Instant) {
    guard let next = try? plans[index].unadjusted.nextFiring(after: instant) else { return }
    heap.insert(FiringHeap.Entry(instant: next.instant, index: index))
  }
}
