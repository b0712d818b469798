import Alarms
import Concurrency
import Workdays

/// The sounds that play now: one for each destination, whatever the number of rings that it is for.
package final class Speaker: Sendable {
  private struct Playing {
    let player: Player
    let sound: Destination.Sound
    /// The planned firings that its rings go back to.
    var origins: Set<String>
    let since: Instant
  }

  /// Rings that come within this span of each other are one sound; after it a ring begins the sound anew, or it might be
  /// over at once.
  private static let together = Duration.seconds(1)

  private let program: String?
  private let onProblem: @Sendable (String) -> Void
  /// By the name of the destination.
  private let playing = Guarded<[String: Playing]>([:])

  /// - Parameters:
  ///   - program: the path of the program that plays; `nil` where it is not installed.
  ///   - onProblem: gets a sentence when a sound plays, but not the one that was asked for, or ends before its time.
  package init(
    program: String? = HelperProgram.path(of: "notifier-sound"),
    onProblem: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.program = program
    self.onProblem = onProblem
  }

  /// Starts a sound, and returns once it plays or is known not to. Cancelling the task ends it.
  ///
  /// - Parameter origin: the planned firing that the ring goes back to.
  func play(_ sound: Destination.Sound, for origin: String, on destination: String, at now: Instant) async -> Outcome {
    guard let program else {
      return .retry(
        after: nil, reason: "notifier-sound is not beside this program; install it, it comes with notifier")
    }
    let (player, before, isNew) = playing.withLock { all in
      let current = all[destination]
      if let current, current.sound == sound, current.since <= now, current.since.duration(to: now) < Speaker.together {
        all[destination]?.origins.insert(origin)
        return (current.player, Player?.none, false)
      }
      let player = Player()
      all[destination] = Playing(
        player: player, sound: sound, origins: (current?.origins ?? []).union([origin]), since: now)
      return (player, current?.player, true)
    }
    before?.stop()
    if isNew {
      player.start(program, sound) { [weak self] problem in self?.hasEnded(player, on: destination, problem) }
    }
    let report = await withTaskCancellationHandler {
      await player.report()
    } onCancel: {
      player.stop()
    }
    guard report.device != nil else { return .retry(after: nil, reason: report.problem ?? "it ended without a word") }
    if isNew, let problem = report.problem { onProblem(problem) }
    return .delivered
  }

  /// Takes a ring's part in what plays away; what plays for no other ring ends at once.
  ///
  /// - Parameter origin: the planned firing that the ring goes back to.
  package func stop(_ origin: String) {
    let ended = playing.withLock { all in
      var ended: [Player] = []
      for (destination, entry) in all where entry.origins.contains(origin) {
        all[destination]?.origins.remove(origin)
        guard entry.origins.count == 1 else { continue }
        ended.append(entry.player)
        all[destination] = nil
      }
      return ended
    }
    for player in ended { player.stop() }
  }

  private func hasEnded(_ player: Player, on destination: String, _ problem: String?) {
    playing.withLock { if $0[destination]?.player === player { $0[destination] = nil } }
    if let problem { onProblem("a sound ended before its time: \(problem)") }
  }
}
