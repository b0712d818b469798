import Alarms
import Workdays

/// What is owed to one destination, and what to do with it next: a value that decides, for an actor that acts.
///
/// One delivery is under way at a time. One that failed waits without holding up those behind it, unless the destination
/// itself asked for a pause.
struct Lane {
  /// One owed delivery with what this run knows of it.
  struct Entry {
    let delivery: OwedDelivery
    /// How often it was tried, earlier runs included.
    var attempts: Int
    /// When it may be tried next.
    var due: Instant
    /// How far ahead ``due`` can lie: further only when the clock was set back.
    var wait = Duration.seconds(3600)
    /// Whether an answer has failed to come once, so that the next time is the last.
    var wasUnknown: Bool

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

  /// In the order in which they came.
  private var entries: [Entry] = []
  /// The ids of all entries: there may be very many that come together.
  private var ids: Set<DeliveryID> = []
  /// Until when the destination wants nothing, and how long that was when it said so.
  private var pause: (until: Instant, span: Duration)?

  /// Adds a delivery; one that is here already is not added again.
  mutating func add(_ delivery: OwedDelivery) {
    guard ids.insert(delivery.id).inserted else { return }
    entries.append(Entry(delivery))
  }

  /// What to do at `now`. The entry stays until ``remove(_:)``.
  ///
  /// - Parameter mostAtOnce: how many are sent one by one when they are due together; `nil` for any number.
  mutating func next(at now: Instant, mostAtOnce: Int? = nil) -> Step {
    forgetStaleWaits(at: now)
    if let expired = entries.first(where: { $0.delivery.expires <= now }) { return .expire(expired) }
    let gate = pause?.until ?? now
    if let mostAtOnce, gate <= now {
      let together = entries.filter { $0.due <= now && $0.delivery.ring.asks != true }
      if together.count > mostAtOnce { return .sendTogether(together) }
    }
    // The longest due first; of those due together the first that came.
    guard let entry = entries.min(by: { max($0.due, gate) < max($1.due, gate) }) else { return .rest }
    let due = max(entry.due, gate)
    if due <= now { return .send(entry) }
    return .wait(until: min(due, entries.lazy.map(\.delivery.expires).min() ?? due))
  }

  /// The entry has come to an end.
  mutating func remove(_ id: DeliveryID) {
    guard ids.remove(id) != nil, let index = entries.firstIndex(where: { $0.delivery.id == id }) else { return }
    entries.remove(at: index)
  }

  /// What is owed of rings that go back to this planned firing.
  func entries(of origin: String) -> [Entry] { entries.filter { $0.delivery.ring.origin == origin } }

  /// The entry is to be tried again after `wait`.
  mutating func putBack(_ id: DeliveryID, attempts: Int, wait: Duration, wasUnknown: Bool, at now: Instant) {
    guard let index = entries.firstIndex(where: { $0.delivery.id == id }) else { return }
    entries[index].attempts = attempts
    entries[index].due = now.advanced(by: wait)
    entries[index].wait = wait
    entries[index].wasUnknown = wasUnknown
  }

  /// Nothing is tried for `span`.
  mutating func pause(_ span: Duration, at now: Instant) { pause = (now.advanced(by: span), span) }

  /// Everything that waits may be tried at once: something has changed at the destination.
  mutating func hurry(at now: Instant) {
    pause = nil
    for index in entries.indices { entries[index].due = min(entries[index].due, now) }
  }

  /// After the clock was set back a wait would last longer than was meant: it ends instead.
  private mutating func forgetStaleWaits(at now: Instant) {
    if let pause, pause.until > now.advanced(by: pause.span) { self.pause = nil }
    for index in entries.indices where entries[index].due > now.advanced(by: entries[index].wait) {
      entries[index].due = now
    }
  }
}
