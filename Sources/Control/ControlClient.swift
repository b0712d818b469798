package import Alarms
import FoundationEssentials
import Glibc
package import Workdays

/// Why the daemon gave no answer, or none that helps.
package enum ControlClientError: Error, Hashable, Sendable {
  /// Nobody listens on the socket.
  case notRunning(path: String)
  /// The daemon took the call and did not answer in time.
  case timedOut(path: String, method: String)
  /// The daemon closed the connection instead of answering.
  case closed(path: String, method: String)
  /// The daemon knows no alarm with this id.
  case noSuchAlarm(String)
  /// The daemon knows no destination of this name.
  case noSuchDestination(String)
  /// Nothing rang by this name, or at all where it is empty.
  case noSuchRing(String)
  /// The daemon could not do it, in its own words.
  case failed(String)
  /// The daemon refused the call: Varlink's error and its parameter.
  case refused(method: String, error: String, detail: String)
  /// The reply is not of the interface that this program knows.
  case badReply(method: String, reason: String)
  /// The path does not fit into a socket's address.
  case pathTooLong(String)
  /// A system call failed, for the system's reason.
  case unusable(path: String, operation: String, reason: String)
}

extension ControlClientError: CustomStringConvertible {
  package var description: String { message.description }

  /// What to tell a person.
  package var message: LocalText {
    switch self {
    case .notRunning(let path):
      "notifierd is needed and does not run (nobody answers on \(path)); start it with: \(ServiceUnit.startCommand)"
    case .timedOut(let path, let method):
      "\(path): notifierd does not answer \(method); look at its log: journalctl --user -u notifierd"
    case .closed(let path, let method):
      "\(path): notifierd closed the connection without an answer to \(method); it is stopping, or answers another user"
    case .noSuchAlarm(let alarm): "no alarm \"\(alarm)\"; notifierctl list shows those there are"
    case .noSuchDestination(let name): "no destination \"\(name)\"; notifierctl destinations shows those there are"
    case .noSuchRing(""): "nothing has rung yet"
    case .noSuchRing(let ring):
      "nothing has rung by the name \"\(ring)\"; expected an alarm that rang, or the id of a ring"
    case .failed(let message): LocalText(verbatim: message)
    case .refused(let method, let error, let detail):
      "notifierd refuses \(method): \(error) (\(detail)); are notifierd and notifierctl of one version?"
    case .badReply(let method, let reason):
      "notifierd's reply to \(method) is not as expected: \(reason); are notifierd and notifierctl of one version?"
    case .pathTooLong(let path):
      "\(path): the control socket's path has \(path.utf8.count) bytes, and at most \(ControlSocket.pathLimit) are possible; set NOTIFIER_SOCKET to a shorter one"
    case .unusable(let path, let operation, let reason):
      "\(path): the control socket cannot be used: \(operation): \(reason)"
    }
  }
}

/// Asks the daemon. Each call blocks until the answer is there or the time is up.
package final class ControlClient {
  private let path: String
  private let descriptor: Int32
  private var inbox = MessageReader(limit: MessageReader.replyLimit)

  /// Connects to the daemon.
  ///
  /// `timeout` is how long one send or one wait for an answer may take: above zero, kept to the microsecond.
  package init(path: String, timeout: Duration = .seconds(10)) throws(ControlClientError) {
    let descriptor = makeSocket(nonBlocking: false)
    guard descriptor >= 0 else {
      throw .unusable(path: path, operation: "socket", reason: describe(errno))
    }
    do throws(ControlClientError) {
      try ControlClient.connect(descriptor, to: path, timeout: timeout)
    } catch {
      close(descriptor)
      throw error
    }
    self.path = path
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  private static func connect(
    _ descriptor: Int32, to path: String, timeout: Duration
  ) throws(ControlClientError) {
    precondition(timeout > .zero, "a limit of zero would mean to wait for ever")
    var limit = timeval(
      tv_sec: Int(timeout.components.seconds), tv_usec: Int(timeout.components.attoseconds / 1_000_000_000_000))
    let size = socklen_t(MemoryLayout<timeval>.size)
    guard setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size) == 0,
      setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size) == 0
    else { throw .unusable(path: path, operation: "setsockopt", reason: describe(errno)) }
    let code = ControlSocket.withAddress(of: path) { Glibc.connect(descriptor, $0, $1) == 0 ? 0 : errno }
    switch code {
    case nil: throw .pathTooLong(path)
    case 0: return
    case ENOENT, ECONNREFUSED: throw .notRunning(path: path)
    case EAGAIN: throw .timedOut(path: path, method: "connect")
    case let code?: throw .unusable(path: path, operation: "connect", reason: describe(code))
    }
  }

  /// How the daemon stands.
  package func getStatus() throws(ControlClientError) -> StatusReport {
    try call(Method.getStatus, NoArguments(), returning: StatusReport.self)
  }

  /// The next firings, soonest first: `count` of them (1 through 1000), of one alarm or of all.
  package func next(count: Int, alarm: String? = nil) throws(ControlClientError) -> [FiringReport] {
    try call(Method.next, NextParameters(count: count, alarm: alarm), returning: NextReply.self).firings
  }

  /// Rings an alarm now, marked as a test, and returns the ring's id.
  package func fire(alarm: String) throws(ControlClientError) -> String {
    try call(Method.fire, AlarmParameters(alarm: alarm), returning: FireReply.self).id
  }

  /// Has a ring come again later, and returns what is to come: of the ring or alarm with this id, or of the last ring.
  package func snooze(ring: String?, delay: Delay) throws(ControlClientError) -> FiringReport {
    try call(Method.snooze, SnoozeParameters(ring: ring, delay: "\(delay)"), returning: SnoozeReply.self).firing
  }

  /// Ends a ring, named as in ``snooze(ring:delay:)``, and returns the id of the planned one that it goes back to.
  package func done(ring: String?) throws(ControlClientError) -> String {
    try call(Method.done, RingParameters(ring: ring), returning: DoneReply.self).id
  }

  /// Has the next `count` occurrences (1 through 1000) of an alarm not ring, and returns the first ring of each: of those that
  /// ring at `from` or later, or with `nil` from now on.
  package func skip(alarm: String, count: Int, from: Instant? = nil) throws(ControlClientError) -> [FiringReport] {
    let parameters = SkipParameters(alarm: alarm, count: count, from: from?.formatted(utcOffset: 0))
    return try call(Method.skip, parameters, returning: NextReply.self).firings
  }

  /// Takes back all skips of an alarm that are still to come, or those of `occurrences`, and returns how many there were.
  package func unskip(alarm: String, occurrences: [String]? = nil) throws(ControlClientError) -> Int {
    let parameters = UnskipParameters(alarm: alarm, occurrences: occurrences)
    return try call(Method.unskip, parameters, returning: CountReply.self).count
  }

  /// Has an alarm, or with `nil` all of them, be silent until a moment, or until ``resume(alarm:)``.
  package func pause(alarm: String?, until: Instant?) throws(ControlClientError) {
    let parameters = PauseParameters(alarm: alarm, until: until?.formatted(utcOffset: 0))
    _ = try call(Method.pause, parameters, returning: NoReply.self)
  }

  /// Ends the pause of an alarm, or with `nil` every pause, and returns whether there was one.
  package func resume(alarm: String?) throws(ControlClientError) -> Bool {
    try call(Method.resume, ResumeParameters(alarm: alarm), returning: ResumeReply.self).resumed
  }

  /// Has what has failed sent again, and what waits at once: of one ring, to one destination, or everything.
  package func retry(ring: String?, destination: String?) throws(ControlClientError) -> RetryReport {
    let parameters = DeliveryParameters(ring: ring, destination: destination)
    return try call(Method.retry, parameters, returning: RetryReport.self)
  }

  /// Gives up what is owed, and no longer lists what has failed.
  package func discard(ring: String?, destination: String?) throws(ControlClientError) -> Int {
    let parameters = DeliveryParameters(ring: ring, destination: destination)
    return try call(Method.discard, parameters, returning: CountReply.self).count
  }

  /// Sends one message that says that it is a test.
  package func test(destination: String) throws(ControlClientError) -> TrialReport {
    try call(Method.test, DestinationParameters(destination: destination), returning: TrialReport.self)
  }

  /// The destinations that have said that they are gone, with their words.
  package func stopped() throws(ControlClientError) -> [String: String] {
    try call(Method.stopped, NoArguments(), returning: StoppedReply.self).stopped
  }

  /// Has the daemon read its configuration again.
  package func reload() throws(ControlClientError) -> ReloadReport {
    try call(Method.reload, NoArguments(), returning: ReloadReport.self)
  }

  /// Calls any method by its full name.
  package func call<Result: Decodable>(
    _ method: String, _ parameters: some Encodable, returning: Result.Type
  ) throws(ControlClientError) -> Result {
    do {
      try send(JSONEncoder().encode(Request(method: method, parameters: parameters)) + [0], for: method)
    } catch let error as ControlClientError {
      throw error
    } catch {
      throw .badReply(method: method, reason: "its parameters cannot be written as JSON")
    }
    let reply = Data(try receive(for: method))
    do {
      if let name = try JSONDecoder().decode(ReplyHead.self, from: reply).error {
        throw ControlClient.error(name, in: reply, for: method)
      }
      return try JSONDecoder().decode(ReplyBody<Result>.self, from: reply).parameters
    } catch let error as ControlClientError {
      throw error
    } catch {
      throw .badReply(method: method, reason: (error as? DecodingError)?.reason ?? "it is not JSON in UTF-8")
    }
  }

  private static func error(_ name: String, in reply: Data, for method: String) -> ControlClientError {
    let parameters = (try? JSONDecoder().decode(ErrorReply.self, from: reply))?.parameters ?? [:]
    switch name {
    case "\(Interface.name).NoSuchAlarm": return .noSuchAlarm(parameters["alarm"] ?? "")
    case "\(Interface.name).NoSuchDestination": return .noSuchDestination(parameters["destination"] ?? "")
    case "\(Interface.name).NoSuchRing": return .noSuchRing(parameters["ring"] ?? "")
    case "\(Interface.name).Failed": return .failed(parameters["message"] ?? "")
    default:
      let detail = parameters.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
      return .refused(method: method, error: name, detail: detail)
    }
  }

  private func send(_ message: Data, for method: String) throws(ControlClientError) {
    let bytes = Array(message)
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count >= 0 { sent += count } else { try check(errno, "send", method) }
    }
  }

  private func receive(for method: String) throws(ControlClientError) -> [UInt8] {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      switch inbox.next() {
      case .message(let message): return message
      case .tooLong: throw .badReply(method: method, reason: "it is longer than \(MessageReader.replyLimit) bytes")
      case .incomplete: break
      }
      let count = recv(descriptor, &chunk, chunk.count, 0)
      if count > 0 {
        inbox.append(chunk[..<count])
      } else if count == 0 {
        throw .closed(path: path, method: method)
      } else {
        try check(errno, "recv", method)
      }
    }
  }

  /// Returns where the call is to be tried again.
  private func check(_ error: Int32, _ operation: String, _ method: String) throws(ControlClientError) {
    switch error {
    case EINTR: return
    case EAGAIN:
      // A late answer must not be taken for that of the next call.
      shutdown(descriptor, Int32(SHUT_RDWR))
      throw .timedOut(path: path, method: method)
    case EPIPE, ECONNRESET: throw .closed(path: path, method: method)
    default: throw .unusable(path: path, operation: operation, reason: describe(error))
    }
  }
}

private struct NoArguments: Encodable {}

private struct Request<Parameters: Encodable>: Encodable {
  var method: String
  var parameters: Parameters
}

private struct ReplyHead: Decodable { var error: String? }

private struct ReplyBody<Parameters: Decodable>: Decodable { var parameters: Parameters }
