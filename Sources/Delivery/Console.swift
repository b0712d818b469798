package import Alarms
package import Workdays

/// Rings as lines of text, on standard output or wherever `write` puts them.
package struct Console: Deliverer {
  package let backoff = Backoff.local
  private let write: @Sendable (String) async throws -> Void
  private var wording = Wording()

  /// - Parameter write: Gets one text a ring, lines separated and the last one without a line break. What it throws is why
  ///   the ring was not heard.
  package init(write: @escaping @Sendable (String) async throws -> Void) { self.write = write }

  package var language: Language { wording.language ?? .english }

  /// The same, put that way.
  package func worded(_ wording: Wording) -> Console {
    var console = self
    console.wording = wording
    return console
  }

  package func deliver(_ ring: Ring, at now: Instant) async -> Outcome {
    let message = Message(ring, at: now, wording: wording)
    let time = now.civil(utcOffset: ring.utcOffset).time
    let clock = CivilTime(hour: time.hour, minute: time.minute)!.description
    let indent = String(repeating: " ", count: clock.count + 2)
    do {
      try await write((["\(clock)  \(message.title)"] + message.lines.map { indent + $0 }).joined(separator: "\n"))
      return .delivered
    } catch {
      return .retry(after: nil, reason: "\(error)")
    }
  }
}
