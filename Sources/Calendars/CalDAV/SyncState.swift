import Alarms
import Glibc

/// What this machine wrote into one calendar of one account: a file to which each step is added as it is taken, so that a run
/// that ends in the middle is known as far as it came.
final class SyncState {
  /// One event that lies on the server, or that was about to be written.
  struct Entry: Equatable {
    /// Of what the server said that it has; `nil` where it has said so of nothing yet.
    var hash: String?
    /// What the server called that version; `nil` where it did not say.
    var etag: String?
    /// Of what was sent since, of which no answer is known.
    var tried: String?
  }

  private(set) var collection: DAVAddress?
  private(set) var entries: [String: Entry] = [:]
  private let path: String
  private var pending: [UInt8] = []

  /// - Parameter path: a line that cannot be read is left out: what it told of is compared by content then.
  init(path: String) throws(FileError) {
    self.path = path
    guard Files.exists(path) else { return }
    for line in String(decoding: try Files.read(path).bytes, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      switch (words[0], words.count) {
      case ("in", 2): collection = DAVAddress(words[1])
      case ("is", 4): entries[words[1]] = Entry(hash: words[2], etag: words[3].isEmpty ? nil : words[3])
      case ("tried", 3): entries[words[1], default: Entry()].tried = words[2]
      case ("gone", 2): entries[words[1]] = nil
      default: break
      }
    }
  }

  /// Forgets everything: the calendar lies elsewhere, or is a new one.
  func restart(in address: DAVAddress) throws(FileError) {
    (collection, entries) = (address, [:])
    try compact()
  }

  /// Notes that an event lies there now, or with `nil` that it does not.
  func set(_ name: String, _ entry: Entry?) {
    entries[name] = entry
    let lines = entry.map { SyncState.lines(name, $0) } ?? ["gone\t\(name)"]
    pending += lines.flatMap { Array("\($0)\n".utf8) }
  }

  /// Notes that an event with this content is about to be sent.
  func note(_ name: String, tried hash: String) {
    entries[name, default: Entry()].tried = hash
    pending += Array("tried\t\(name)\t\(hash)\n".utf8)
  }

  /// Puts on the disk what was set.
  func flush() throws(FileError) {
    guard !pending.isEmpty else { return }
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw SyncState.failure(path) }
    defer { close(descriptor) }
    let count = pending.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    guard count == pending.count, fdatasync(descriptor) == 0 else { throw SyncState.failure(path) }
    pending = []
  }

  /// Writes the file anew, with a line for each event.
  func compact() throws(FileError) {
    pending = []
    let lines = entries.sorted { $0.key < $1.key }.flatMap { SyncState.lines($0.key, $0.value) }
    let text = ((collection.map { ["in\t\($0.text)"] } ?? []) + lines).map { "\($0)\n" }.joined()
    try Files.replace(path, with: Array(text.utf8))
  }

  private static func lines(_ name: String, _ entry: Entry) -> [String] {
    // One with a control character would be no line; without one the content is compared.
    let etag = entry.etag.flatMap { $0.utf8.contains { $0 < 0x20 } ? nil : $0 } ?? ""
    return (entry.hash.map { ["is\t\(name)\t\($0)\t\(etag)"] } ?? [])
      + (entry.tried.map { ["tried\t\(name)\t\($0)"] } ?? [])
  }

  private static func failure(_ path: String) -> FileError {
    FileError(description: "writing \(path) failed: \(String(cString: strerror(errno)))")
  }
}
