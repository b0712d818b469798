import Dispatch
import Glibc
import Concurrency

/// Answers on the control socket: Varlink, to this user and root only.
///
/// All its state, that of its clients included, is used on `queue` only; that makes it safe to share.
package final class ControlServer: @unchecked Sendable {
  /// How many connections are held. One more ends the one that has been idle longest.
  package static let clientLimit = 64

  private let queue = DispatchQueue(label: "notifierd.control")
  private let responder: Responder
  private var listener: Listener?
  private var acceptSource: (any DispatchSourceRead)?
  private var clients: [Int: Client] = [:]
  private var activity = 0
  /// Given up for a moment when the process has no descriptor left, to turn a caller away instead of leaving it waiting.
  private var spare = open("/dev/null", O_RDONLY | O_CLOEXEC)

  /// Takes the socket. Callers wait until ``start()``.
  package init(path: String, version: String, handler: any ControlHandler) throws(ControlServerError) {
    listener = try Listener(path: path)
    responder = Responder(version: version, handler: handler)
  }

  deinit { if spare >= 0 { close(spare) } }

  /// Begins to answer. To be called once; ``stop()`` has to follow before the server is let go.
  package func start() {
    queue.sync {
      guard let listener else { preconditionFailure("a stopped server starts no more") }
      listen(on: listener)
    }
  }

  private func listen(on listener: Listener) {
    let source = DispatchSource.makeReadSource(fileDescriptor: listener.descriptor, queue: queue)
    source.setEventHandler { [weak self] in self?.acceptAll() }
    // The listener closes its descriptor when it dies: not before nothing watches it any more.
    source.setCancelHandler { withExtendedLifetime(listener) {} }
    source.resume()
    acceptSource = source
  }

  /// Makes the socket anew where its file was removed, with all of its directory perhaps. Whoever is connected stays so.
  ///
  /// - Returns: whether that was so.
  package func restoreIfRemoved() throws(ControlServerError) -> Bool {
    do {
      return try queue.sync {
        guard let old = listener, old.isRemoved else { return false }
        // Its lock would keep the new one from the place.
        old.remove()
        let new = try Listener(path: old.path)
        acceptSource?.cancel()
        listener = new
        listen(on: new)
        return true
      }
    } catch let error as ControlServerError {
      throw error
    } catch {
      preconditionFailure("a listener throws nothing else: \(error)")
    }
  }

  /// Removes the socket and ends all connections, those with a call under way included.
  package func stop() {
    queue.sync {
      acceptSource?.cancel()
      acceptSource = nil
      listener?.remove()
      listener = nil
      for client in clients.values { client.end() }
      clients = [:]
    }
  }

  private func acceptAll() {
    guard let listener else { return }
    while true {
      let descriptor = accept(listener.descriptor, nil, nil)
      if descriptor >= 0 {
        admit(descriptor)
      } else if errno == EMFILE || errno == ENFILE {
        turnOneAway(listener)
        return
      } else if errno != EINTR && errno != ECONNABORTED {
        return
      }
    }
  }

  /// Without this the listener would stay readable, and the queue would spin.
  private func turnOneAway(_ listener: Listener) {
    close(spare)
    let descriptor = accept(listener.descriptor, nil, nil)
    if descriptor >= 0 { close(descriptor) }
    spare = open("/dev/null", O_RDONLY | O_CLOEXEC)
  }

  private func admit(_ descriptor: Int32) {
    guard let caller = peer(of: descriptor), ControlServer.answers(caller.user, owner: geteuid()),
      fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0, fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0, makeRoom()
    else {
      close(descriptor)
      return
    }
    activity += 1
    let id = activity
    let client = Client(
      id: id, descriptor: descriptor, queue: queue,
      onReadable: { [weak self] in self?.readable(id) }, onWritable: { [weak self] in self?.writable(id) })
    client.lastActivity = id
    clients[id] = client
    client.setReading(true)
  }

  /// Whether a user is answered: the daemon's own, and root.
  static func answers(_ user: uid_t, owner: uid_t) -> Bool { user == owner || user == 0 }

  /// Ends the connection that has been idle longest where all places are taken; `false` when all are at work.
  private func makeRoom() -> Bool {
    guard clients.count >= ControlServer.clientLimit else { return true }
    let idle = clients.values.filter { !$0.isBusy }
    guard let oldest = idle.min(by: { $0.lastActivity < $1.lastActivity }) else { return false }
    end(oldest)
    return true
  }

  private func end(_ client: Client) {
    client.end()
    clients[client.id] = nil
  }

  private func readable(_ id: Int) {
    guard let client = touch(id) else { return }
    switch client.receive() {
    case .done: advance(client)
    case .wouldBlock: return
    case .broken: end(client)
    }
  }

  private func writable(_ id: Int) {
    guard let client = touch(id) else { return }
    advance(client)
  }

  private func touch(_ id: Int) -> Client? {
    guard let client = clients[id] else { return nil }
    activity += 1
    client.lastActivity = activity
    return client
  }

  /// Takes a connection as far as it goes: sends what waits, then takes up the next call. Input is watched only while there is
  /// nothing else to do, so that who calls faster than it reads replies is held back, and holds at most one message here.
  private func advance(_ client: Client) {
    guard !client.isBusy else { return }
    while true {
      switch client.flush() {
      case .done: break
      case .wouldBlock: return client.setReading(false)
      case .broken: return end(client)
      }
      guard !client.closesWhenSent else { return end(client) }
      switch client.inbox.next() {
      case .message(let message):
        return answer(message, of: client)
      case .tooLong:
        client.enqueue(Responder.badMessage("it is longer than \(MessageReader.callLimit) bytes"))
        client.closesWhenSent = true
      case .incomplete where client.hasEnded:
        return end(client)
      case .incomplete:
        return client.setReading(true)
      }
    }
  }

  private func answer(_ message: [UInt8], of client: Client) {
    client.isBusy = true
    client.setReading(false)
    let id = client.id
    Task(executorPreference: QuietExecutor.shared) {
      let answer = await self.responder.answer(to: message)
      self.queue.async { self.finish(id, answer) }
    }
  }

  private func finish(_ id: Int, _ answer: Responder.Answer) {
    guard let client = touch(id) else { return }
    client.isBusy = false
    switch answer {
    case .silence: break
    case .reply(let bytes): client.enqueue(bytes)
    case .lastReply(let bytes):
      client.enqueue(bytes)
      client.closesWhenSent = true
    }
    advance(client)
  }
}
