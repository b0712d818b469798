package import Alarms
package import Journal
package import Workdays

/// Decides what becomes of firings that are due: a pure function, so that each rule about being late has a short test.
package struct DueFirings: Sendable {
  package let configuration: Configuration
  package let now: Instant
  /// Whether the clock may be wrong, so that nothing is declared missed: what would be is left out of every answer.
  package let isInDoubt: Bool

  package init(configuration: Configuration, now: Instant, isInDoubt: Bool = false) {
    self.configuration = configuration
    self.now = now
    self.isInDoubt = isInDoubt
  }

  /// What to record of one alarm's firings that came due together, soonest first.
  ///
  /// Of several that may still ring, the last one rings and says how many it stands for.
  package func decide(_ firings: [Firing], of plan: AlarmPlan) -> [DueFiring] {
    var records: [DueFiring] = []
    var wanted: [Firing] = []
    for firing in firings {
      if let reason = plan.adjustments.reason(for: firing) {
        records.append(skipped(configuration.ring(for: firing, of: plan), reason))
      } else {
        wanted.append(firing)
      }
    }
    let verdicts = wanted.map { ($0, verdict(on: $0.instant, now: now, missed: plan.alarm.missed)) }
    let ringing = verdicts.filter { if case .ring = $0.1 { true } else { false } }
    for (firing, verdict) in verdicts {
      switch verdict {
      case .wait: break
      case .missed where isInDoubt: break
      case .missed(let late):
        records.append(missed(firing, of: plan, reason: "it was due \(late.inWords) before it could ring"))
      case .ring(let late):
        guard let last = ringing.last?.0, firing == last else {
          records.append(missed(firing, of: plan, reason: DueFirings.rungByLater))
          continue
        }
        let ring = configuration.ring(for: firing, of: plan, alsoMissed: ringing.count - 1)
        records.append(
          quiet(ring, plan)
            ?? DueFiring(
              ring: ring, destinations: targets(of: plan.alarm), verdict: .rung(lateBy: late),
              children: followers(of: ring, plan)))
      }
    }
    return records
  }

  /// What becomes of a ring if these are quiet hours for its alarm.
  private func quiet(_ ring: Ring, _ plan: AlarmPlan) -> DueFiring? {
    guard let end = configuration.quietEnd(of: plan.alarm, at: now) else { return nil }
    if plan.alarm.duringQuiet == .drop { return skipped(ring, "quiet hours") }
    let follows = Following(.held, origin: ring.origin, parent: ring.id, number: 1, since: ring.fires)
    var held = ring.child(follows, at: end, zone: plan.zone)
    held.alsoMissed = ring.alsoMissed
    return DueFiring(
      ring: ring, destinations: [], verdict: .skipped(reason: "held for quiet hours"), children: [held])
  }

  private func skipped(_ ring: Ring, _ reason: String) -> DueFiring {
    DueFiring(ring: ring, destinations: [], verdict: .skipped(reason: reason))
  }

  private static let rungByLater = "a later one of the same alarm rings for it"

  /// What to record of rings that follow others and are due, soonest first.
  ///
  /// Of several of one alarm that quiet hours held back, the last one rings and says how many it stands for.
  package func decide(children: [Ring], by planner: Planner) -> [DueFiring] {
    var last: [String: (id: String, count: Int)] = [:]
    for child in children where child.follows?.kind == .held {
      let alarm = child.report.alarm ?? ""
      last[alarm] = (child.id, (last[alarm]?.count ?? -1) + 1 + child.alsoMissed)
    }
    return children.compactMap { child in
      var child = child
      if child.follows?.kind == .held, let sum = last[child.report.alarm ?? ""] {
        guard sum.id == child.id else {
          return DueFiring(ring: child, destinations: [], verdict: .missed(reason: DueFirings.rungByLater))
        }
        child.alsoMissed = sum.count
      }
      return decide(child: child, of: child.report.alarm.flatMap(planner.plan(of:)))
    }
  }

  /// What to record of a ring that follows another one, and is due.
  ///
  /// - Parameter plan: its alarm's; `nil` where there is no such alarm any more.
  private func decide(child: Ring, of plan: AlarmPlan?) -> DueFiring? {
    guard let plan, plan.alarm.isEnabled || child.isTest else {
      return DueFiring(ring: child, destinations: [], verdict: .missed(reason: "its alarm is gone or disabled"))
    }
    if plan.adjustments.pause(at: child.fires) != nil { return skipped(child, "paused") }
    // What asks to be acknowledged does so until it is.
    switch verdict(on: child.fires, now: now, missed: child.asks == true ? .always : plan.alarm.missed) {
    case .missed where isInDoubt: return nil
    case .missed(let late):
      return DueFiring(
        ring: child, destinations: [], verdict: .missed(reason: "it was due \(late.inWords) before it could ring"))
    case .ring, .wait:
      // Who puts a ring off knows what time it then is, and an escalation is for others.
      if child.follows?.kind == .nag, let quiet = quiet(child, plan) { return quiet }
      return DueFiring(
        ring: child, destinations: targets(of: plan.alarm, named: child.report.destinations),
        verdict: .rung(lateBy: max(.zero, child.fires.duration(to: now))), children: followers(of: child, plan))
    }
  }

  /// What is to come of a ring until somebody says that it is done.
  private func followers(of ring: Ring, _ plan: AlarmPlan) -> [Ring] {
    guard ring.asks == true, let asked = plan.alarm.acknowledgement else { return [] }
    let isNag = ring.follows?.kind == .nag
    var children: [Ring] = []
    if let nag = asked.nag, ring.follows?.kind != .escalation {
      let number = isNag ? (ring.follows?.number ?? 0) + 1 : 1
      let follows = Following(
        .nag, origin: ring.origin, parent: isNag ? ring.follows?.parent ?? ring.id : ring.id, number: number,
        since: isNag ? Instant(seconds: ring.follows?.since ?? ring.firesSeconds) : ring.fires)
      if number <= nag.most {
        children.append(ring.child(follows, at: now.advanced(by: nag.interval), zone: plan.zone))
      }
    }
    // A nag that was held back has an escalation before it already.
    let begins =
      switch ring.follows?.kind {
      case nil, .snooze: true
      case .held: ring.follows?.parent == ring.origin
      case .nag, .escalation: false
      }
    if let escalation = asked.escalation, begins {
      let time = plan.zone.civil(at: ring.fires).time
      if let instant = escalation.after.end(from: now, at: time, in: plan) {
        let follows = Following(.escalation, origin: ring.origin, parent: ring.id, number: 1, since: ring.fires)
        children.append(ring.child(follows, at: instant, zone: plan.zone, to: escalation.destinations))
      }
    }
    return children
  }

  /// Where an alarm's firing goes when it rings now, with the last moment at which each delivery is worth trying.
  ///
  /// - Parameter names: of the destinations; `nil` for the alarm's own.
  package func targets(of alarm: Alarm, named names: [String]? = nil) -> [DueFiring.Target] {
    (names ?? alarm.destinations).compactMap { name in
      guard let destination = configuration.destinations[name] else { return nil }
      return DueFiring.Target(name: name, expires: now.advanced(by: expiry(of: destination, alarm)))
    }
  }

  /// What was said of the destination; else the grace for what the person alone sees or hears, and a day for what others receive.
  private func expiry(of destination: Destination, _ alarm: Alarm) -> Duration {
    if let expires = destination.expires { return expires }
    switch destination.kind {
    case .desktop, .sound, .console: return max(alarm.missed.grace ?? .seconds(86_400), .seconds(60))
    case .service, .email, .command: return .seconds(86_400)
    }
  }

  private func missed(_ firing: Firing, of plan: AlarmPlan, reason: String) -> DueFiring {
    DueFiring(ring: configuration.ring(for: firing, of: plan), destinations: [], verdict: .missed(reason: reason))
  }
}

extension Duration {
  /// Rounded down to the largest unit that fits: `45 seconds`, `12 minutes`, `3 hours`, `2 days`.
  package var inWords: String {
    let seconds = components.seconds
    let (value, unit) =
      switch seconds {
      case ..<120: (seconds, "second")
      case ..<7200: (seconds / 60, "minute")
      case ..<172_800: (seconds / 3600, "hour")
      default: (seconds / 86_400, "day")
      }
    return "\(value) \(unit)\(value == 1 ? "" : "s")"
  }
}
