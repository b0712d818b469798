import Dispatch
import Glibc
import Concurrency

/// An HTTP/1.1 server on 127.0.0.1 that gives the answers it was told to give, in order or by request.
///
/// A request for which nothing was scripted gets status 599, so that a forgotten answer shows.
package final class LocalServer: Sendable {
  /// What to do with one request.
  package enum Answer: Sendable {
    case respond(Int, headers: [(String, String)] = [], body: String = "")
    /// An answer without content, after which the connection takes further requests; every other answer ends it.
    case keepOpen(Int)
    /// Exactly these bytes, then the end of the connection.
    case raw(String)
    /// Status 200 with exactly these bytes as its body.
    case bytes([UInt8], headers: [(String, String)] = [])
    /// The end of the connection in place of an answer.
    case close
    /// A TCP reset in place of an answer.
    case reset
    /// Status 200 and a body that never ends.
    case endlessBody
    /// The end of what the server sends, in place of an answer; it goes on listening until the client gives up.
    case halfClose
    /// Status 200 and a body of a hundred bytes, one in each tenth of a second.
    case drip
    /// No answer: waits until the client gives up.
    case silence
  }

  /// A request as it came in.
  package struct Request: Sendable {
    package let method: String
    /// The path with its query.
    package let target: String
    /// Names in lower case.
    package let headers: [String: String]
    package let body: String
    /// Which connection it came over, counted from 1.
    package let connection: Int
  }

  private struct State {
    var answers: [Answer]
    var requests: [Request] = []
    var connections = 0
    var ended: Set<Int> = []
    var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state: Guarded<State>
  private let choose: (@Sendable (Request) -> Answer)?
  private let listener: Int32
  /// The ephemeral port that the kernel chose.
  package let port: UInt16

  /// Starts to listen, with the answers to give.
  package convenience init(_ answers: [Answer] = []) { self.init(answers, choose: nil) }

  /// Starts to listen; `choose` decides what each request gets, in whatever order they come.
  package convenience init(_ choose: @escaping @Sendable (Request) -> Answer) { self.init([], choose: choose) }

  private init(_ answers: [Answer], choose: (@Sendable (Request) -> Answer)?) {
    state = Guarded(State(answers: answers))
    self.choose = choose
    (listener, port) = LocalServer.listen()
    let listener = listener
    Thread.start { [weak self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        // A child of another test would keep it open; accept4() is not visible to Swift.
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        guard let server = self else {
          Glibc.close(connection)
          return
        }
        Thread.start { server.serve(connection) }
      }
    }
  }

  deinit {
    // Ends the blocked accept(), which close() alone does not.
    shutdown(listener, Int32(SHUT_RDWR))
    Glibc.close(listener)
  }

  /// `http://127.0.0.1:PORT` and the path.
  package func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }

  /// What came in so far.
  package var requests: [Request] { state.withLock { $0.requests } }

  /// Whether that connection has ended.
  package func hasEnded(_ connection: Int) -> Bool { state.withLock { $0.ended.contains(connection) } }

  /// Adds an answer behind those not yet given.
  package func script(_ answer: Answer) { state.withLock { $0.answers.append(answer) } }

  /// Returns once at least `count` requests came in whole.
  package func waitForRequests(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.requests.count >= count { return true }
        state.waiters.append((count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  /// A port of 127.0.0.1 on which nobody listens.
  package static func unusedPort() -> UInt16 {
    let (descriptor, port) = listen()
    Glibc.close(descriptor)
    return port
  }

  private static func listen() -> (descriptor: Int32, port: UInt16) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        bind(descriptor, generic, length) == 0 && Glibc.listen(descriptor, 64) == 0
          && getsockname(descriptor, generic, &length) == 0
      }
    }
    precondition(code, "127.0.0.1 takes no listener: \(String(cString: strerror(errno)))")
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }

  private func serve(_ connection: Int32) {
    let number = state.withLock { state in
      state.connections += 1
      return state.connections
    }
    while let request = LocalServer.read(connection, number), answer(request, on: connection) {}
    Glibc.close(connection)
    _ = state.withLock { $0.ended.insert(number) }
  }

  /// Whether the connection stays open.
  private func answer(_ request: Request, on connection: Int32) -> Bool {
    let (answer, waiters) = state.withLock { state in
      state.requests.append(request)
      let count = state.requests.count
      let ready = state.waiters.filter { $0.count <= count }
      state.waiters.removeAll { $0.count <= count }
      return (choose != nil || state.answers.isEmpty ? nil : state.answers.removeFirst(), ready)
    }
    for waiter in waiters { waiter.continuation.resume() }
    switch choose?(request) ?? answer {
    case nil: LocalServer.respond(connection, 599, [], "nothing was scripted")
    case .respond(let status, let headers, let body): LocalServer.respond(connection, status, headers, body)
    case .keepOpen(let status):
      return LocalServer.write(connection, "HTTP/1.1 \(status) Scripted\r\nContent-Length: 0\r\n\r\n")
    case .raw(let text): _ = LocalServer.write(connection, text)
    case .bytes(let body, let headers):
      LocalServer.respond(connection, 200, headers, bytes: body)
    case .close: break
    case .reset:
      var linger = linger(l_onoff: 1, l_linger: 0)
      setsockopt(connection, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
    case .endlessBody:
      var isOpen = LocalServer.write(connection, "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n")
      let chunk = String(repeating: "x", count: 4096)
      while isOpen { isOpen = LocalServer.write(connection, chunk) }
    case .drip:
      var isOpen = LocalServer.write(connection, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n")
      for _ in 0..<100 where isOpen {
        usleep(100_000)
        isOpen = LocalServer.write(connection, "x")
      }
    case .halfClose:
      shutdown(connection, Int32(SHUT_WR))
      LocalServer.waitForEnd(connection)
    case .silence: LocalServer.waitForEnd(connection)
    }
    return false
  }

  private static func waitForEnd(_ connection: Int32) {
    var byte: UInt8 = 0
    while recv(connection, &byte, 1, 0) > 0 {}
  }

  private static func respond(_ connection: Int32, _ status: Int, _ headers: [(String, String)], _ body: String) {
    respond(connection, status, headers, bytes: Array(body.utf8))
  }

  private static func respond(
    _ connection: Int32, _ status: Int, _ headers: [(String, String)], bytes body: [UInt8]
  ) {
    var text = "HTTP/1.1 \(status) Scripted\r\n"
    for (name, value) in headers { text += "\(name): \(value)\r\n" }
    if status != 204 && status != 304 { text += "Content-Length: \(body.count)\r\n" }
    _ = write(connection, bytes: Array((text + "Connection: close\r\n\r\n").utf8) + body)
  }

  /// Whether all of it went out.
  private static func write(_ connection: Int32, _ text: String) -> Bool { write(connection, bytes: Array(text.utf8)) }

  private static func write(_ connection: Int32, bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard sent > 0 else { return false }
      rest = rest.dropFirst(sent)
    }
    return true
  }

  /// One whole request, or `nil` when the connection ended before.
  private static func read(_ connection: Int32, _ number: Int) -> Request? {
    var received: [UInt8] = []
    var head: (end: Int, lines: [Substring])?
    while true {
      if head == nil, let end = endOfHead(received) {
        head = (end, String(decoding: received[..<end], as: UTF8.self).split(separator: "\r\n"))
      }
      if let head {
        let headers = Dictionary(
          head.lines.dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            return (parts[0].lowercased(), parts.count == 2 ? String(parts[1].drop { $0 == " " }) : "")
          }, uniquingKeysWith: { first, second in "\(first), \(second)" })
        let length = Int(headers["content-length"] ?? "0") ?? 0
        if received.count >= head.end + length {
          let words = head.lines[0].split(separator: " ")
          return Request(
            method: String(words[0]), target: String(words[1]), headers: headers,
            body: String(decoding: received[head.end..<(head.end + length)], as: UTF8.self), connection: number)
        }
      }
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return nil }
      received += buffer.prefix(count)
    }
  }

  /// The index after the empty line that ends the head.
  private static func endOfHead(_ bytes: [UInt8]) -> Int? {
    guard bytes.count >= 4 else { return nil }
    return (4...bytes.count).first { bytes[($0 - 4)..<$0].elementsEqual("\r\n\r\n".utf8) }
  }
}

/// A plain detached thread, for calls that block: the cooperative pool must not be held up.
private enum Thread {
  static func start(_ body: @escaping @Sendable () -> Void) {
    let box = Unmanaged.passRetained(Box(body))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { context in
        Unmanaged<Box>.fromOpaque(context!).takeRetainedValue().body()
        return nil
      }, box.toOpaque())
    precondition(code == 0, "no thread could be started: \(String(cString: strerror(code)))")
    pthread_detach(thread)
  }

  private final class Box {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
