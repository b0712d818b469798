package import Alarms
package import Workdays

/// Rings as sounds, played by a program of its own.
///
/// A ring is delivered once its sound plays. What plays on is stopped by ``Speaker/stop(_:)``.
package struct Sound: Deliverer {
  package let backoff = Backoff.local
  package let heedsAnswers = true
  private let sound: Destination.Sound
  private let name: String
  private let speaker: Speaker

  /// - Parameter name: the destination's.
  init(_ sound: Destination.Sound, name: String, speaker: Speaker) {
    self.sound = sound
    self.name = name
    self.speaker = speaker
  }

  package func deliver(_ ring: Ring, at now: Instant) async -> Outcome {
    await speaker.play(sound, for: ring.origin, on: name, at: now)
  }
}
