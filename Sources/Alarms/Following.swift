package import Workdays

/// That a ring follows another one: what makes its firing a child of that.
package struct Following: Codable, Hashable, Sendable {
  /// Why it rings.
  package enum Kind: String, Codable, Hashable, Sendable {
    /// A person put the ring off.
    case snooze
    /// Nobody has said that it is done.
    case nag
    /// Nobody has said that it is done, and now others hear of it.
    case escalation
    /// Quiet hours kept it back.
    case held
  }

  package let kind: Kind
  /// The id of the planned firing that it goes back to, over any number of snoozes.
  package let origin: String
  /// The id of the ring whose `number`-th follower of this kind it is.
  package let parent: String
  /// 1 for the first.
  package let number: Int
  /// Unix time in seconds: since when it has been put off, or has not been done.
  package let since: Int

  package init(_ kind: Kind, origin: String, parent: String, number: Int, since: Instant) {
    self.kind = kind
    self.origin = origin
    self.parent = parent
    self.number = number
    self.since = since.seconds
  }

  /// The id of the child: `clock-in/2026-09-20T09:00/-10m/snooze-1`.
  package var id: String { "\(parent)/\(kind.rawValue)-\(number)" }
}

extension Ring {
  /// The id of the planned firing that it goes back to: its own, unless it follows another.
  package var origin: String { follows?.origin ?? id }

  /// What rings at `fires` because of this one.
  ///
  /// - Parameter zone: the rules of the alarm's zone.
  package func child(_ follows: Following, at fires: Instant, zone: ZoneRules, to destinations: [String]? = nil) -> Ring
  {
    var child = self
    child.id = follows.id
    child.follows = follows
    child.firesSeconds = fires.seconds
    child.alsoMissed = 0
    child.report.id = follows.id
    child.report.fires = Instant(seconds: fires.seconds).formatted(utcOffset: zone.utcOffset(at: fires))
    if let destinations { child.report.destinations = destinations }
    return child
  }
}
