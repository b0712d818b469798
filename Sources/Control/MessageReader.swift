/// Cuts a stream of bytes into Varlink's messages, each of which ends with a NUL.
struct MessageReader {
  /// How long a call may be, in bytes without its NUL: 1 MiB.
  static let callLimit = 1 << 20
  /// How long a reply may be: 1000 firings with long names take more than a call does.
  static let replyLimit = 1 << 24

  /// How long a message may be here, in bytes without its NUL.
  let limit: Int

  /// What the stream holds next.
  enum Item: Equatable {
    case message([UInt8])
    /// The message, or the part of it that has come, is longer than ``limit``.
    case tooLong
    /// More has to come first.
    case incomplete
  }

  private var bytes: [UInt8] = []
  private var start = 0
  /// No NUL lies before here, from `start` on: a message that comes byte by byte is searched once, not once a byte.
  private var searched = 0

  init(limit: Int) { self.limit = limit }

  mutating func append(_ chunk: some Collection<UInt8>) { bytes += chunk }

  mutating func next() -> Item {
    guard let end = bytes[searched...].firstIndex(of: 0) else {
      searched = bytes.count
      return bytes.count - start > limit ? .tooLong : .incomplete
    }
    guard end - start <= limit else { return .tooLong }
    let message = Array(bytes[start..<end])
    start = end + 1
    searched = start
    if start == bytes.count || start > 65_536 {
      bytes.removeSubrange(..<start)
      (start, searched) = (0, 0)
    }
    return .message(message)
  }
}
