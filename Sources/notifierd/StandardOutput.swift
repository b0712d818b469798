import Dispatch
import Glibc

/// Writes lines to a descriptor whose reader may stall or be gone: nobody else waits for it.
struct StandardOutput: Sendable {
  /// Why a text was not written.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// How long a reader may take nothing, in milliseconds.
  private static let patience: Int32 = 2000
  /// A pipe that takes anything takes this much at once (PIPE_BUF).
  private static let piece = 4096

  private let queue = DispatchQueue(label: "notifierd.output")

  /// Writes a text and a line break to standard output, on a queue of its own.
  func write(_ text: String) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      queue.async {
        continuation.resume(with: Result { try StandardOutput.write(Array((text + "\n").utf8), to: STDOUT_FILENO) })
      }
    }
  }

  /// Writes all of the bytes, or throws when the reader takes nothing for a while.
  private static func write(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard isWritable(descriptor, within: patience) else {
        throw Failure(description: "nobody reads standard output")
      }
      let count = rest.prefix(piece).withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count >= 0 else {
        throw Failure(description: "standard output cannot be written: \(String(cString: strerror(errno)))")
      }
      rest = rest.dropFirst(count)
    }
  }

  /// Whether a descriptor takes bytes, or tells at once that it cannot; waits so many milliseconds at most.
  static func isWritable(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&request, 1, milliseconds) == 1
  }
}
