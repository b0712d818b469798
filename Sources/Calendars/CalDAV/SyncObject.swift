import Alarms

/// One event as it is to lie on a server.
struct SyncObject: Hashable, Sendable {
  /// The last part of its address: always the same for one event, and of no other's making.
  let name: String
  let uid: String
  /// The whole iCalendar text.
  let text: String
  /// What tells its content from another.
  let hash: String

  init(uid: String, text: String) {
    (self.uid, self.text) = (uid, text)
    name = "notifier-\(stableHash([uid])).ics"
    hash = SyncObject.hash(of: text)
  }

  /// What an event says, whatever order a server keeps it in and whoever wrote it out: its lines but those that tell of the
  /// writing itself.
  static func hash(of text: String) -> String {
    var (lines, depth) = ([String](), 0)
    for line in unfolded(text) {
      let name = line.prefix { $0 != ":" && $0 != ";" }.uppercased()
      if name == "BEGIN", line.uppercased().hasSuffix(":VEVENT") { depth += 1 }
      // Zones describe what their names say.
      if depth > 0, !passing.contains(name) { lines.append(line) }
      if name == "END", line.uppercased().hasSuffix(":VEVENT") { depth -= 1 }
    }
    return stableHash(lines.sorted())
  }

  private static let passing: Set<String> = ["DTSTAMP", "CREATED", "LAST-MODIFIED", "SEQUENCE"]

  /// The UID in a text; `nil` for none.
  static func uid(in text: String) -> String? {
    unfolded(text).first { $0.uppercased().hasPrefix("UID:") }.map { String($0.dropFirst(4)) }
  }

  private static func unfolded(_ text: String) -> [String] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 where byte != UInt8(ascii: "\r") {
      if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t"), bytes.last == UInt8(ascii: "\n") {
        bytes.removeLast()
      } else {
        bytes.append(byte)
      }
    }
    return bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }
}
