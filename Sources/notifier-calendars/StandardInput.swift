import Alarms
import Glibc

/// What is sent to this program.
enum StandardInput {
  /// All of it.
  ///
  /// - Throws: why it cannot be read, or that there is more than `limit` bytes.
  static func read(atMost limit: Int) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw FileError(description: "standard input cannot be read: \(String(cString: strerror(errno)))")
      }
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
      guard bytes.count <= limit else {
        throw FileError(description: "standard input is too long: it is larger than \(limit) bytes")
      }
    }
  }
}
