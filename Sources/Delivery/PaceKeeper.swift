import Alarms
import Workdays

/// Says when the next message to a destination may go, by what went before.
///
/// Each limit holds for every span of its length, wherever it begins: the last `count` messages are remembered.
struct PaceKeeper {
  let pace: Pace
  /// For each limit the times of the last messages, the oldest first.
  private var sent: [[Instant]]

  init(_ pace: Pace) {
    self.pace = pace
    sent = pace.limits.map { _ in [] }
  }

  /// When the next message may go: `now`, or later.
  func nextSlot(at now: Instant) -> Instant {
    zip(pace.limits, sent).reduce(now) { slot, limit in
      let (limit, sent) = limit
      // Times ahead of the clock are of before it was set back: they hold nobody up for longer than a span.
      guard sent.count >= limit.count, let oldest = sent.first else { return slot }
      return max(slot, min(oldest, now).advanced(by: limit.span))
    }
  }

  /// How many may go at once.
  func room(at now: Instant) -> Int {
    zip(pace.limits, sent).reduce(Int.max) { room, limit in
      let (limit, sent) = limit
      let recent = sent.filter { min($0, now).advanced(by: limit.span) > now }
      return min(room, max(0, limit.count - recent.count))
    }
  }

  /// A message goes.
  mutating func note(at now: Instant) {
    for index in sent.indices {
      sent[index].append(now)
      if sent[index].count > pace.limits[index].count { sent[index].removeFirst() }
    }
  }
}
