package import Alarms
package import Workdays

/// What happened and what is owed.
///
/// Every call that writes has reached the disk when it returns.
package protocol Journal: DeliveryLedger {
  /// How far time has been dealt with: every firing before it is recorded. `nil` before the first run.
  ///
  /// It may lie ahead of the clock when that was wrong; the caller then moves it back with ``moveCursor(to:)``.
  func cursor() async throws -> Instant?

  /// Sets how far time has been dealt with, and nothing else: at the first run, and when the clock was set back.
  func moveCursor(to cursor: Instant) async throws

  /// Records firings that are due and moves the cursor, all or nothing. To be called before anything is sent.
  ///
  /// A firing that rang is never recorded again. One that was missed or skipped is recorded anew if the clock has been set back
  /// since: if its instant lies at or after the cursor as it stood, or `now` is before the time it was recorded at.
  ///
  /// A firing that follows another one is recorded while it is among ``children()``, and leaves them by that.
  ///
  /// `cursor` is how far time is dealt with by this; `nil` leaves it, as for a test ring. The answer is the deliveries that
  /// are owed by this call and were not before, in the order given.
  func recordDue(_ due: [DueFiring], cursor: Instant?, at now: Instant) async throws -> [OwedDelivery]

  /// Every delivery that has not ended, soonest due first: what to do after a start.
  func owedDeliveries() async throws -> [OwedDelivery]

  /// The last firings, latest instant first: those of the alarm with that id, or of all where it is `nil`, and at most
  /// `limit` of them (0 or more).
  func firings(of alarm: String?, limit: Int) async throws -> [FiringRecord]

  /// Firings of the alarm with that id, or of all where it is `nil`, that were missed: latest instant first, and at most
  /// `limit` of them (0 or more).
  func missed(of alarm: String?, limit: Int) async throws -> [FiringRecord]

  /// What is to ring because of rings before it: soonest first.
  func children() async throws -> [Ring]

  /// The ring that a person means: the one with this id, else the alarm's last; without a name the last of all. Rings
  /// that are not done come before those that are. `nil` where nothing rang.
  func ring(named name: String?) async throws -> Ring?

  /// Rings that ask to be acknowledged and are not, nor put off: the last one of each planned firing that was delivered to
  /// one of these destinations, the latest first.
  func openRings(deliveredTo destinations: Set<String>) async throws -> [Ring]

  /// How many snoozes of a planned firing have come due.
  func snoozes(of origin: String) async throws -> Int

  /// Has `child` ring in place of all that is to come of the same origin, which is not done then.
  func postpone(to child: Ring) async throws

  /// Writes down that a planned firing is done, with all that followed it: nothing more of it comes.
  func finish(_ origin: String, at now: Instant) async throws

  /// What does not ring, by a person's word.
  func adjustments() async throws -> Adjustments

  /// Has occurrences of an alarm not ring: their ids, with when each takes place.
  func skip(_ occurrences: [String: Instant], of alarm: String) async throws

  /// Takes back that occurrences of an alarm after `instant`, all or those with these ids, do not ring; how many there were.
  func unskip(_ alarm: String, occurrences: [String]?, after instant: Instant) async throws -> Int

  /// Has an alarm, or all of them, be silent, in place of a pause of the same that there was.
  func pause(_ pause: Adjustments.Pause) async throws

  /// Ends the pause of an alarm, or with `nil` every pause there is; whether there was one that had not ended at `now`.
  func resume(_ alarm: String?, at now: Instant) async throws -> Bool

  /// Writes down when each alarm was first seen to say what it says, and returns that by its id.
  ///
  /// `timings` has the text that decides when an alarm rings, for every alarm there is. One that is new, or says something
  /// else than before, is seen from `now` on; one that is gone is forgotten.
  func seen(_ timings: [String: String], at now: Instant) async throws -> [String: Instant]

  /// How many firings and deliveries are recorded.
  func counts() async throws -> JournalCounts

  /// Forgets the details of firings before `limit` that owe nothing.
  ///
  /// A firing that rang leaves its id for another 366 days, so that no clock set back makes it ring twice. To be called
  /// only while the clock is known to be right.
  func prune(before limit: Instant) async throws
}

extension Journal {
  /// The same where the time dealt with is the time now.
  package func recordDue(_ due: [DueFiring], cursor: Instant) async throws -> [OwedDelivery] {
    try await recordDue(due, cursor: cursor, at: cursor)
  }

  /// The last firings of all alarms, latest instant first.
  package func history(limit: Int) async throws -> [FiringRecord] { try await firings(of: nil, limit: limit) }
}
