import Alarms
import Workdays

/// What is owed to one destination, and what to do with it next: a value that decides, for an actor that acts.
///
/// One delivery is under way at a time, in the order in which they came. While one waits to be tried again the others wait
/// with it: what keeps one from arriving mostly keeps them all. One that fails for the third time while the next one
/// arrives is set aside, and no longer holds up those behind it.
struct Lane {
  /// One owed delivery with what this run knows of it.
  struct Entry {
    let delivery: OwedDelivery
    /// How often it was tried, earlier runs included.
    var attempts: Int
    /// How often it has failed in this run.
    var failures = 0
    /// When it may be tried next.
    var due: Instant
    /// How far ahead ``due`` can lie: further only when the clock was set back.
    var wait = Duration.seconds(3600)
    /// Whether an answer has failed to come once, so that the next time is the last.
    var wasUnknown: Bool
    /// Whether it is the message that fails and not the destination.
    var isAside = false
    /// Whether it is known to wait for a destination that is not there.
    var isStranded = false

    init(_ delivery: OwedDelivery) {
      self.delivery = delivery
      attempts = delivery.attempts
      due = delivery.due
      // Found as "sending": a crash came between the call and the record of its outcome.
      wasUnknown = delivery.state == .unknown || delivery.state == .sending
    }
  }

  /// What to do next.
  enum Step {
    case send(Entry)
    /// All of these as one.
    case sendTogether([Entry])
    case expire(Entry)
    case wait(until: Instant)
    case rest
  }

  /// After so many failures in a row the next one is tried as well.
  private static let patience = 3
  /// How long after a try something new may bring the next one forward.
  private static let respite = Duration.seconds(30)

  /// By the order in which they came; those that have ended are gone.
  private var entries: [Int: Entry] = [:]
  private var places: [DeliveryID: Int] = [:]
  private var next = 0
  /// The places in their order, with those that have ended and are not dropped yet, from ``first`` on.
  private var first = 0
  private var aside: [Int] = []
  private var expiries = ExpiryHeap()
  /// Until when nothing is tried, and how long that was when it was said.
  private typealias Pause = (until: Instant, span: Duration)
  /// Of our own accord, after a failure.
  private var backoff: Pause?
  /// Since the destination has asked for it.
  private var asked: Pause?
  /// When something was last sent; before the first time when something was first owed.
  private var lastTry: Instant?
  /// Whether some may not be stranded yet, should the destination not be there.
  private var mayStrand = false
  /// Whether the one behind the head is to be tried in its place.
  private var probes = false
  private var keeper: PaceKeeper

  init(pace: Pace = Pace()) { keeper = PaceKeeper(pace) }

  /// Whether nothing is owed.
  var isEmpty: Bool { entries.isEmpty }

  /// Goes by another pace from now on.
  mutating func set(_ pace: Pace) {
    if keeper.pace != pace { keeper = PaceKeeper(pace) }
  }

  /// All that is owed, in order.
  var all: [Entry] { entries.sorted { $0.key < $1.key }.map(\.value) }

  /// One that is owed.
  func entry(_ id: DeliveryID) -> Entry? { places[id].flatMap { entries[$0] } }

  /// Adds a delivery; one that is here already is not added again.
  mutating func add(_ delivery: OwedDelivery) {
    guard places[delivery.id] == nil else { return }
    places[delivery.id] = next
    entries[next] = Entry(delivery)
    expiries.add(delivery.expires, next)
    mayStrand = true
    next += 1
  }

  /// What to do at `now`. The entry stays until ``remove(_:)``.
  ///
  /// - Parameter mostAtOnce: how many are sent one by one when they are due together; `nil` for any number.
  mutating func next(at now: Instant, mostAtOnce: Int? = nil) -> Step {
    forgetStaleWaits(at: now)
    let end = nextExpiry(at: now)
    guard case .wait(let expiry) = end else { return end }
    let gate = max(backoff?.until ?? now, heldUntil(at: now) ?? now)
    guard let entry = candidate(at: now) else { return .rest }
    guard max(entry.due, gate) <= now else {
      let due = aside.compactMap { entries[$0]?.due }.reduce(entry.due) { min($0, $1) }
      return .wait(until: min(max(due, gate), expiry))
    }
    if let together = together(at: now, mostAtOnce: mostAtOnce) { return .sendTogether(together) }
    return .send(entry)
  }

  /// What to do at `now` where there is no destination to send to: only time ends what is owed.
  mutating func nextExpiry(at now: Instant) -> Step {
    dropEnded()
    guard let earliest = expiries.earliest else { return .rest }
    if earliest.at <= now, let entry = entries[earliest.place] { return .expire(entry) }
    return .wait(until: earliest.at)
  }

  /// There is no destination to send to.
  ///
  /// - Returns: in order, those of which that is new.
  mutating func strand() -> [Entry] {
    guard mayStrand else { return [] }
    mayStrand = false
    let new = all.filter { !$0.isStranded }
    for entry in new { places[entry.delivery.id].map { entries[$0]?.isStranded = true } }
    return new
  }

  /// The one whose turn it is: one that is aside and due, else the head, else the one behind a head that keeps failing.
  private func candidate(at now: Instant) -> Entry? {
    let waiting = aside.compactMap { entries[$0] }
    if let ready = waiting.first(where: { $0.due <= now }) { return ready }
    let inOrder = (first..<next).lazy.compactMap { entries[$0] }.filter { !$0.isAside }
    var iterator = inOrder.makeIterator()
    guard let head = iterator.next() else { return waiting.min { $0.due < $1.due } }
    if probes, let second = iterator.next() { return second }
    return head
  }

  /// Those that are sent as one: more are due than the destination takes one by one.
  private func together(at now: Instant, mostAtOnce: Int?) -> [Entry]? {
    let isDigest = keeper.pace.excess == .digest && !keeper.pace.limits.isEmpty
    guard let most = mostAtOnce ?? (isDigest ? max(1, keeper.room(at: now)) : nil), entries.count > most else {
      return nil
    }
    let ready = (first..<next).compactMap { entries[$0] }.filter { $0.due <= now && $0.delivery.ring.asks != true }
    return ready.count > most ? ready : nil
  }

  /// A message goes, for one entry or several.
  mutating func noteSent(at now: Instant) {
    lastTry = now
    keeper.note(at: now)
  }

  /// Until when the destination's limits, or what it has asked for, let nothing through; `nil` where something may go.
  func heldUntil(at now: Instant) -> Instant? {
    let until = max(asked?.until ?? now, keeper.nextSlot(at: now))
    return until > now ? until : nil
  }

  /// The entry has come to an end.
  mutating func remove(_ id: DeliveryID) {
    guard let place = places.removeValue(forKey: id) else { return }
    entries[place] = nil
    aside.removeAll { $0 == place }
    probes = false
  }

  /// The destination takes messages: what failed again and again before this one fails by itself.
  mutating func noteDelivered(_ id: DeliveryID) {
    guard let place = places[id] else { return }
    for index in first..<place where entries[index].map({ $0.failures >= Lane.patience && !$0.isAside }) == true {
      entries[index]?.isAside = true
      aside.append(index)
    }
  }

  /// What is owed of rings that go back to this planned firing.
  func entries(of origin: String) -> [Entry] { all.filter { $0.delivery.ring.origin == origin } }

  /// The entry is to be tried again after `wait`.
  mutating func putBack(_ id: DeliveryID, attempts: Int, wait: Duration, wasUnknown: Bool, at now: Instant) {
    guard let place = places[id], var entry = entries[place] else { return }
    entry.attempts = attempts
    entry.failures += 1
    entry.due = now.advanced(by: wait)
    entry.wait = wait
    entry.wasUnknown = wasUnknown
    entry.isStranded = false
    mayStrand = true
    entries[place] = entry
    guard !entry.isAside else { return }
    Lane.extend(&backoff, by: wait, at: now)
    let failures = headPlace.flatMap { entries[$0]?.failures } ?? 0
    probes = !probes && failures >= Lane.patience
  }

  /// The destination wants nothing for `span`.
  mutating func pause(_ span: Duration, at now: Instant) { Lane.extend(&asked, by: span, at: now) }

  private static func extend(_ pause: inout Pause?, by span: Duration, at now: Instant) {
    let until = now.advanced(by: span)
    if let pause, pause.until > until { return }
    pause = (until, span)
  }

  /// Something new has come: what waits of our own accord is tried now, unless the last try was a moment ago.
  mutating func noteArrival(at now: Instant) {
    guard let last = lastTry else {
      // After a start: when the last run has tried is not known.
      lastTry = now
      return
    }
    guard last.advanced(by: Lane.respite) <= now, let head = headPlace.flatMap({ entries[$0] }),
      max(head.due, backoff?.until ?? now) > now
    else { return }
    hurry(at: now)
  }

  /// Everything that waits of our own accord may be tried at once. What the destination has asked for holds.
  mutating func hurry(at now: Instant) {
    backoff = nil
    for (place, entry) in entries where entry.due > now { entries[place]?.due = now }
  }

  /// After the clock was set back a wait would last longer than was meant: it ends instead.
  private mutating func forgetStaleWaits(at now: Instant) {
    if let backoff, backoff.until > now.advanced(by: backoff.span) { self.backoff = nil }
    if let asked, asked.until > now.advanced(by: asked.span) { self.asked = nil }
    for place in [headPlace].compactMap(\.self) + aside {
      guard let entry = entries[place], entry.due > now.advanced(by: entry.wait) else { continue }
      entries[place]?.due = now
    }
  }

  private var headPlace: Int? { (first..<next).first { entries[$0].map { !$0.isAside } == true } }

  private mutating func dropEnded() {
    while first < next, entries[first] == nil { first += 1 }
    while let earliest = expiries.earliest, entries[earliest.place] == nil { expiries.removeEarliest() }
  }
}

/// Which entry expires first: a binary heap, from which entries that have ended are dropped when they come to its top.
private struct ExpiryHeap {
  private var items: [(at: Instant, place: Int)] = []

  var earliest: (at: Instant, place: Int)? { items.first }

  mutating func add(_ at: Instant, _ place: Int) {
    items.append((at, place))
    var child = items.count - 1
    while child > 0, items[child].at < items[(child - 1) / 2].at {
      items.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func removeEarliest() {
    items.swapAt(0, items.count - 1)
    items.removeLast()
    var parent = 0
    while true {
      let children = [2 * parent + 1, 2 * parent + 2].filter { $0 < items.count }
      guard let least = children.min(by: { items[$0].at < items[$1].at }), items[least].at < items[parent].at else {
        return
      }
      items.swapAt(parent, least)
      parent = least
    }
  }
}
