import Alarms
import FoundationEssentials
import Workdays

/// Answers messages, one at a time, without knowing where they come from.
struct Responder: Sendable {
  /// What to do after a message.
  enum Answer: Sendable {
    /// Send this, NUL included.
    case reply([UInt8])
    /// The caller wants no reply.
    case silence
    /// Send this, then close: whoever sends such a message speaks another language.
    case lastReply([UInt8])
  }

  let version: String
  let handler: any ControlHandler

  func answer(to message: [UInt8]) async -> Answer {
    let head: CallHead
    do {
      head = try JSONDecoder().decode(CallHead.self, from: Data(message))
    } catch {
      return .lastReply(Responder.badMessage((error as? DecodingError)?.reason ?? "it is not JSON in UTF-8"))
    }
    let reply: [UInt8]
    do {
      reply = try await self.reply(to: head, message)
    } catch {
      reply = Responder.encode(error)
    }
    return head.oneway == true ? .silence : .reply(reply)
  }

  /// The reply to what is no message.
  static func badMessage(_ reason: String) -> [UInt8] {
    encode(ErrorReply.control("BadMessage", ["reason": reason]))
  }

  private func reply(to head: CallHead, _ message: [UInt8]) async throws(ErrorReply) -> [UInt8] {
    guard head.upgrade != true else { throw .invalidParameter("upgrade") }
    let parts = head.method.split(separator: ".", omittingEmptySubsequences: false)
    let interface = parts.dropLast().joined(separator: ".")
    switch interface {
    case Interface.serviceName: return try serviceReply(to: head.method, message)
    case Interface.name: return try await controlReply(to: head.method, message)
    default: throw .service("InterfaceNotFound", ["interface": interface])
    }
  }

  private func serviceReply(to method: String, _ message: [UInt8]) throws(ErrorReply) -> [UInt8] {
    switch method {
    case "\(Interface.serviceName).GetInfo":
      _ = try parameters(NoParameters.self, of: message)
      let info = ServiceInfo(
        vendor: "notifier", product: "notifierd", version: version, url: "",
        interfaces: [Interface.serviceName, Interface.name])
      return Responder.encode(Reply(parameters: info))
    case "\(Interface.serviceName).GetInterfaceDescription":
      let name = try parameters(InterfaceParameters.self, of: message).interface
      let descriptions = [
        Interface.serviceName: Interface.serviceDescription, Interface.name: Interface.description,
      ]
      guard let description = descriptions[name] else { throw .service("InterfaceNotFound", ["interface": name]) }
      return Responder.encode(Reply(parameters: ["description": description]))
    default: throw .service("MethodNotFound", ["method": method])
    }
  }

  private func controlReply(to method: String, _ message: [UInt8]) async throws(ErrorReply) -> [UInt8] {
    switch method {
    case Method.getStatus:
      _ = try parameters(NoParameters.self, of: message)
      return Responder.encode(
        Reply(parameters: try await ask { () async throws(ControlFailure) in try await handler.getStatus() }))
    case Method.next:
      let wanted = try parameters(NextParameters.self, of: message)
      let firings = try await ask { () async throws(ControlFailure) in
        try await handler.next(count: wanted.count, alarm: wanted.alarm)
      }
      return Responder.encode(Reply(parameters: NextReply(firings: firings)))
    case Method.fire:
      let alarm = try parameters(AlarmParameters.self, of: message).alarm
      let id = try await ask { () async throws(ControlFailure) in try await handler.fire(alarm: alarm) }
      return Responder.encode(Reply(parameters: FireReply(id: id)))
    case Method.snooze:
      let wanted = try parameters(SnoozeParameters.self, of: message)
      guard let delay = Delay(wanted.delay) else { throw .invalidParameter("delay") }
      let firing = try await ask { () async throws(ControlFailure) in
        try await handler.snooze(ring: wanted.ring, delay: delay)
      }
      return Responder.encode(Reply(parameters: SnoozeReply(firing: firing)))
    case Method.done:
      let ring = try parameters(RingParameters.self, of: message).ring
      let id = try await ask { () async throws(ControlFailure) in try await handler.done(ring: ring) }
      return Responder.encode(Reply(parameters: DoneReply(id: id)))
    case Method.reload:
      _ = try parameters(NoParameters.self, of: message)
      return Responder.encode(
        Reply(parameters: try await ask { () async throws(ControlFailure) in try await handler.reload() }))
    default: return try await adjustmentReply(to: method, message)
    }
  }

  private func adjustmentReply(to method: String, _ message: [UInt8]) async throws(ErrorReply) -> [UInt8] {
    switch method {
    case Method.skip:
      let wanted = try parameters(SkipParameters.self, of: message)
      let from = wanted.from.flatMap { Instant($0) }
      guard from != nil || wanted.from == nil else { throw .invalidParameter("from") }
      let firings = try await ask { () async throws(ControlFailure) in
        try await handler.skip(alarm: wanted.alarm, count: wanted.count, from: from)
      }
      return Responder.encode(Reply(parameters: NextReply(firings: firings)))
    case Method.unskip:
      let wanted = try parameters(UnskipParameters.self, of: message)
      let count = try await ask { () async throws(ControlFailure) in
        try await handler.unskip(alarm: wanted.alarm, occurrences: wanted.occurrences)
      }
      return Responder.encode(Reply(parameters: CountReply(count: count)))
    case Method.pause:
      let wanted = try parameters(PauseParameters.self, of: message)
      let until = wanted.until.flatMap { Instant($0) }
      guard until != nil || wanted.until == nil else { throw .invalidParameter("until") }
      try await ask { () async throws(ControlFailure) in try await handler.pause(alarm: wanted.alarm, until: until) }
      return Responder.encode(Reply(parameters: NoReply()))
    case Method.resume:
      let alarm = try parameters(ResumeParameters.self, of: message).alarm
      let resumed = try await ask { () async throws(ControlFailure) in try await handler.resume(alarm: alarm) }
      return Responder.encode(Reply(parameters: ResumeReply(resumed: resumed)))
    default: return try await deliveryReply(to: method, message)
    }
  }

  private func deliveryReply(to method: String, _ message: [UInt8]) async throws(ErrorReply) -> [UInt8] {
    switch method {
    case Method.retry:
      let wanted = try parameters(DeliveryParameters.self, of: message)
      let report = try await ask { () async throws(ControlFailure) in
        try await handler.retry(ring: wanted.ring, destination: wanted.destination)
      }
      return Responder.encode(Reply(parameters: report))
    case Method.discard:
      let wanted = try parameters(DeliveryParameters.self, of: message)
      let count = try await ask { () async throws(ControlFailure) in
        try await handler.discard(ring: wanted.ring, destination: wanted.destination)
      }
      return Responder.encode(Reply(parameters: CountReply(count: count)))
    case Method.test:
      let name = try parameters(DestinationParameters.self, of: message).destination
      return Responder.encode(
        Reply(
          parameters: try await ask { () async throws(ControlFailure) in try await handler.test(destination: name) }))
    case Method.stopped:
      _ = try parameters(NoParameters.self, of: message)
      let stopped = try await ask { () async throws(ControlFailure) in try await handler.stopped() }
      return Responder.encode(Reply(parameters: StoppedReply(stopped: stopped)))
    default: throw .service("MethodNotFound", ["method": method])
    }
  }

  private func parameters<Parameters: CallParameters>(
    _ type: Parameters.Type, of message: [UInt8]
  ) throws(ErrorReply) -> Parameters {
    do {
      return try CallBody<Parameters>.parameters(of: message)
    } catch {
      throw .invalidParameter(error.parameter)
    }
  }

  private func ask<Answer: Sendable>(
    _ question: () async throws(ControlFailure) -> Answer
  ) async throws(ErrorReply) -> Answer {
    do {
      return try await question()
    } catch {
      switch error {
      case .noSuchAlarm(let alarm): throw .control("NoSuchAlarm", ["alarm": alarm])
      case .noSuchDestination(let name): throw .control("NoSuchDestination", ["destination": name])
      case .noSuchRing(let ring): throw .control("NoSuchRing", ["ring": ring ?? ""])
      case .failed(let message): throw .control("Failed", ["message": message])
      }
    }
  }

  private static func encode(_ value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let json = try? encoder.encode(value) else { preconditionFailure("a reply holds text and integers only") }
    // JSON escapes a NUL inside text, so that the one at the end is the only one.
    return Array(json) + [0]
  }
}
