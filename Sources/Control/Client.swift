import Dispatch
import Glibc

/// One connection as the server sees it. Used on the server's queue only.
final class Client {
  let id: Int
  /// Requests come in here.
  var inbox = MessageReader(limit: MessageReader.callLimit)
  /// Whether a call is being answered: the next one waits, so that replies come in the order of calls.
  var isBusy = false
  /// Whether the other end has said that it sends no more. It may still read.
  var hasEnded = false
  /// Whether to close once everything is sent.
  var closesWhenSent = false
  /// A number that grows with each client that does something: who has the lowest has been idle longest.
  var lastActivity = 0

  private let descriptor: Int32
  private let readSource: any DispatchSourceRead
  private let writeSource: any DispatchSourceWrite
  private var isReading = false
  private var isWriting = false
  private var outbox: [UInt8] = []
  private var sent = 0

  /// Takes over a non-blocking descriptor. Both handlers are called on `queue`.
  init(
    id: Int, descriptor: Int32, queue: DispatchQueue, onReadable: @escaping @Sendable () -> Void,
    onWritable: @escaping @Sendable () -> Void
  ) {
    self.id = id
    self.descriptor = descriptor
    readSource = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    writeSource = DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: queue)
    readSource.setEventHandler(handler: onReadable)
    writeSource.setEventHandler(handler: onWritable)
    // A descriptor may be closed only when no source watches it any more.
    let watching = DispatchGroup()
    watching.enter()
    watching.enter()
    readSource.setCancelHandler { watching.leave() }
    writeSource.setCancelHandler { watching.leave() }
    watching.notify(queue: queue) { close(descriptor) }
  }

  /// Watches for input or stops watching. Sources begin suspended.
  func setReading(_ isWanted: Bool) {
    guard isWanted != isReading else { return }
    isReading = isWanted
    if isWanted { readSource.resume() } else { readSource.suspend() }
  }

  private func setWriting(_ isWanted: Bool) {
    guard isWanted != isWriting else { return }
    isWriting = isWanted
    if isWanted { writeSource.resume() } else { writeSource.suspend() }
  }

  /// Lets go of the connection. Nothing may be called after this.
  func end() {
    readSource.cancel()
    writeSource.cancel()
    // A suspended source does not report that it is cancelled.
    setReading(true)
    setWriting(true)
  }

  /// What came of an attempt to read or send.
  enum Progress { case done, wouldBlock, broken }

  /// Reads what is there, up to 64 KiB, into the inbox.
  func receive() -> Progress {
    let count = withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 16) { buffer in
      let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
      if count > 0 { inbox.append(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
      return count
    }
    if count == 0 { hasEnded = true }
    if count >= 0 { return .done }
    return errno == EAGAIN || errno == EINTR ? .wouldBlock : .broken
  }

  func enqueue(_ bytes: [UInt8]) { outbox += bytes }

  /// Sends what is waiting; where the socket takes no more, the write handler is called once it does.
  func flush() -> Progress {
    while sent < outbox.count {
      let count = outbox[sent...].withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if count >= 0 {
        sent += count
      } else if errno == EAGAIN {
        setWriting(true)
        return .wouldBlock
      } else if errno != EINTR {
        return .broken
      }
    }
    outbox.removeAll()
    sent = 0
    setWriting(false)
    return .done
  }
}
