import Concurrency
import Dispatch
import Glibc
import Testing

/// The service manager's end of sd_notify(3): a datagram socket that keeps what comes in.
final class NotifySocket: Sendable {
  let path: String
  private let received = Guarded<[String]>([])
  private nonisolated(unsafe) let source: any DispatchSourceRead

  init(_ path: String) throws {
    self.path = path
    let kind = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let descriptor = socket(AF_UNIX, kind, 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    try #require(path.utf8.count < MemoryLayout.size(ofValue: address.sun_path), "\(path) is too long for a socket")
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let isBound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    try #require(isBound, "cannot listen on \(path)")
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: DispatchQueue(label: "notify"))
    source.setCancelHandler { close(descriptor) }
    source.setEventHandler { [weak self] in self?.drain(descriptor) }
    source.activate()
  }

  deinit { source.cancel() }

  /// The first line of every datagram so far: `READY=1`.
  var states: [String] { received.withLock { $0.map { String($0.prefix { $0 != "\n" }) } } }

  /// Every datagram so far.
  var datagrams: [String] { received.withLock { $0 } }

  private func drain(_ descriptor: Int32) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { return }
      received.withLock { $0.append(String(decoding: buffer[..<count], as: UTF8.self)) }
    }
  }
}
