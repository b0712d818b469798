package import Alarms
package import Workdays

/// What to do with a firing at a moment.
package enum Verdict: Hashable, Sendable {
  /// Its instant lies ahead.
  case wait(until: Instant)
  /// It rings, that long after its instant.
  case ring(late: Duration)
  /// It passed unseen and is too late to ring.
  case missed(late: Duration)
}

/// What to do with a firing whose instant is `instant`, at `now`, under a policy for those that were missed.
///
/// Whatever the policy, a firing that is late by no more than ``promptness`` rings: a timer or a machine is never exact.
package func verdict(on instant: Instant, now: Instant, missed policy: MissedPolicy) -> Verdict {
  let late = instant.duration(to: now)
  if late < .zero { return .wait(until: instant) }
  guard late > promptness, let grace = policy.grace else { return .ring(late: late) }
  return late <= grace ? .ring(late: late) : .missed(late: late)
}

/// How late a firing may be and still count as on time.
package let promptness = Duration.seconds(30)
