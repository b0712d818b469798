package import Alarms

/// What a person answered to a popup.
package enum DesktopAnswer: Hashable, Sendable {
  /// The ring is done; the id is of the planned firing that it goes back to.
  case done(String)
  /// It is put off.
  case snooze(String, Delay)
}

/// The popups that are on the screen, and what a signal of the notification server about one of them means.
///
/// A server's ids end with that server (Desktop Notifications Specification 1.2), so each is kept with the unique name of the
/// server that gave it, which no bus gives twice.
struct BubbleBook {
  private struct Entry {
    var id: UInt32
    var server: String
    var asks: Bool
    var hasButtons: Bool
  }

  /// By the planned firing that the ring goes back to.
  private var entries: [String: Entry] = [:]

  /// The reason of a popup that the person has closed.
  static let dismissed: UInt32 = 2
  /// The key of the button that says that a ring is done; those that put it off have the delay behind `snooze:`.
  static let doneKey = "done"
  private static let snoozeKey = "snooze:"

  /// The buttons of a ring, each with its key; none for what is no alarm's.
  static func buttons(of ring: Ring) -> [(key: String, label: String)] {
    guard ring.report.alarm != nil else { return [] }
    let delays = (ring.snoozes ?? Ring.usualSnoozes).compactMap { Delay($0) }
    return [(doneKey, "Done")] + delays.map { (snoozeKey + "\($0)", "Snooze \($0)") }
  }

  /// The popup that a ring takes the place of; 0 for none.
  func id(of origin: String, on server: String) -> UInt32 {
    entries[origin].flatMap { $0.server == server ? $0.id : nil } ?? 0
  }

  /// The planned firings of which a popup asks for an answer.
  var asking: [String] { entries.filter { $0.value.asks }.map(\.key) }

  /// A ring is on the screen as `id`.
  mutating func note(_ ring: Ring, as id: UInt32, on server: String, hasButtons: Bool) {
    entries[ring.origin] = Entry(id: id, server: server, asks: ring.asks == true, hasButtons: hasButtons)
  }

  /// A button was pressed. The server closes the popup then, which is no further answer.
  mutating func pressed(_ key: String, of id: UInt32, on server: String) -> DesktopAnswer? {
    guard let origin = forget(id, on: server)?.origin else { return nil }
    if key == BubbleBook.doneKey { return .done(origin) }
    guard key.hasPrefix(BubbleBook.snoozeKey) else { return nil }
    return Delay(key.dropFirst(BubbleBook.snoozeKey.count)).map { .snooze(origin, $0) }
  }

  /// A popup is gone, for one of the specification's reasons.
  ///
  /// To dismiss one is no acknowledgement where a button says "done": it is done too easily, and to many at once. Where the
  /// server has no buttons it is all the answer that a person can give there.
  mutating func closed(_ id: UInt32, reason: UInt32, on server: String) -> DesktopAnswer? {
    guard let (origin, entry) = forget(id, on: server) else { return nil }
    return reason == BubbleBook.dismissed && entry.asks && !entry.hasButtons ? .done(origin) : nil
  }

  private mutating func forget(_ id: UInt32, on server: String) -> (origin: String, entry: Entry)? {
    guard let (origin, entry) = entries.first(where: { $0.value.id == id && $0.value.server == server }) else {
      return nil
    }
    entries[origin] = nil
    return (origin, entry)
  }
}
