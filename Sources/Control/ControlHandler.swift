package import Alarms
package import Workdays

/// What the daemon does for those who ask over the control socket.
///
/// Each connection asks one thing at a time; several connections ask side by side.
package protocol ControlHandler: Sendable {
  /// How the daemon stands.
  func getStatus() async throws(ControlFailure) -> StatusReport

  /// The next firings, soonest first: at most `count` (1 through 1000), of the alarm with that id or of all.
  func next(count: Int, alarm: String?) async throws(ControlFailure) -> [FiringReport]

  /// Rings an alarm now, marked as a test, and returns the ring's id.
  func fire(alarm: String) async throws(ControlFailure) -> String

  /// Has a ring come again later; `ring` is its id or its alarm's, `nil` for the last one. Returns what is to come.
  func snooze(ring: String?, delay: Delay) async throws(ControlFailure) -> FiringReport

  /// Ends a ring, named as in ``snooze(ring:delay:)``, and returns the id of the planned one that it goes back to.
  func done(ring: String?) async throws(ControlFailure) -> String

  /// Has the next `count` occurrences (1 through 1000) of an alarm not ring, from `from` on or from now; the first ring of each.
  func skip(alarm: String, count: Int, from: Instant?) async throws(ControlFailure) -> [FiringReport]

  /// Takes back all skips of an alarm that are still to come, or those of some occurrences; how many there were.
  func unskip(alarm: String, occurrences: [String]?) async throws(ControlFailure) -> Int

  /// Has an alarm, or with `nil` all of them, be silent until a moment, or until ``resume(alarm:)``.
  func pause(alarm: String?, until: Instant?) async throws(ControlFailure)

  /// Ends the pause of an alarm, or with `nil` every pause; whether there was one.
  func resume(alarm: String?) async throws(ControlFailure) -> Bool

  /// Sends again what has failed, and at once what waits: of one ring, to one destination, or everything.
  func retry(ring: String?, destination: String?) async throws(ControlFailure) -> RetryReport

  /// Gives up what is owed, and no longer lists what has failed; how many.
  func discard(ring: String?, destination: String?) async throws(ControlFailure) -> Int

  /// Sends one message that says that it is a test.
  func test(destination: String) async throws(ControlFailure) -> TrialReport

  /// The destinations that have said that they are gone, with their words.
  func stopped() async throws(ControlFailure) -> [String: String]

  /// Reads the configuration again.
  func reload() async throws(ControlFailure) -> ReloadReport
}

/// Why the daemon did not do what it was asked.
package enum ControlFailure: Error, Hashable, Sendable {
  /// There is no alarm with this id.
  case noSuchAlarm(String)
  /// There is no destination of this name.
  case noSuchDestination(String)
  /// Nothing rang by this name; `nil` for nothing at all.
  case noSuchRing(String?)
  /// Anything else, as a sentence that says what to do. It reaches the person: it holds no secrets.
  case failed(String)
}
