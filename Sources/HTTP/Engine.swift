import CLibCurl
import Glibc
import Concurrency

/// The thread that drives libcurl, and the inbox through which others talk to it.
final class Engine: Sendable {
  typealias Continuation = CheckedContinuation<Result<HTTPResponse, HTTPError>, Never>

  /// What the thread is asked to do.
  enum Command: Sendable {
    case start(UInt64, Parcel, Continuation)
    case cancel(UInt64)
    case stop
  }

  private struct Inbox: ~Copyable {
    var commands: [Command] = []
    var lastID: UInt64 = 0
    /// The multi handle, once the thread runs. Other threads only wake it, under the lock, which libcurl allows.
    nonisolated(unsafe) var multi: UnsafeMutableRawPointer?
  }

  private let inbox = Guarded(Inbox())
  /// A file of certificate authorities in the place of the system's.
  let certificates: String?

  init(certificates: String?) { self.certificates = certificates }

  /// A number for a transfer, so that it can be cancelled.
  func newID() -> UInt64 {
    inbox.withLock { inbox in
      inbox.lastID += 1
      return inbox.lastID
    }
  }

  /// Hands a command to the thread, which is started when there is none.
  func post(_ command: Command) {
    let refusal = inbox.withLock { inbox -> (Continuation, HTTPError)? in
      if inbox.multi == nil {
        guard case .start(_, _, let continuation) = command else { return nil }
        do throws(CurlError) {
          inbox.multi = try start()
        } catch {
          return (continuation, .notSent(reason: error.reason))
        }
      }
      // Whoever put the first command there has woken the thread, which takes all of them.
      let isFirst = inbox.commands.isEmpty
      inbox.commands.append(command)
      // Fails only for a bad handle or a full pipe, and a full pipe wakes as well.
      if isFirst { _ = curl_multi_wakeup(inbox.multi) }
      return nil
    }
    if let (continuation, error) = refusal { continuation.resume(returning: .failure(error)) }
  }

  /// Ends the thread after the commands before this one.
  func stop() { post(.stop) }

  private func start() throws(CurlError) -> UnsafeMutableRawPointer {
    try check(Engine.globalState)
    guard let multi = curl_multi_init() else { throw CurlError(CURLE_OUT_OF_MEMORY) }
    // By itself it would keep four for each transfer that is under way, and close the others in the middle of a burst.
    guard notifier_curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, Engine.mostConnectionsKept) == CURLM_OK else {
      curl_multi_cleanup(multi)
      throw CurlError(CURLE_OUT_OF_MEMORY)
    }
    let worker = Unmanaged.passRetained(Worker(engine: self, multi: multi))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { context in
        Unmanaged<Worker>.fromOpaque(context!).takeRetainedValue().run()
        return nil
      }, worker.toOpaque())
    guard code == 0 else {
      worker.release()
      curl_multi_cleanup(multi)
      throw CurlError(reason: "no thread could be started: \(String(cString: strerror(code)))")
    }
    pthread_detach(thread)
    return multi
  }

  /// Takes the commands that came in.
  func takeCommands() -> [Command] {
    inbox.withLock { inbox in
      let commands = inbox.commands
      inbox.commands = []
      return commands
    }
  }

  /// Says that the thread ends, and returns what came too late.
  func close() -> [Command] {
    inbox.withLock { inbox in
      let commands = inbox.commands
      inbox.commands = []
      inbox.multi = nil
      return commands
    }
  }

  /// Says that the thread ends, unless something came in for it.
  func closeIfIdle() -> Bool {
    inbox.withLock { inbox in
      guard inbox.commands.isEmpty else { return false }
      inbox.multi = nil
      return true
    }
  }

  /// For the length of a burst: see `keptSeconds`.
  private static let mostConnectionsKept = 256

  /// libcurl's state for the whole process, made once.
  private static let globalState = notifier_curl_global_init()
}

/// What is to be sent.
enum Parcel: Sendable {
  case request(HTTPRequest)
  case mail(MailSubmission)
}

/// One transfer of libcurl's, by its easy handle, which it has as long as it lives.
protocol Transferring: AnyObject {
  var handle: UnsafeMutableRawPointer { get }

  /// What came of it, once libcurl has ended the transfer with `code`.
  func result(_ code: CURLcode) -> Result<HTTPResponse, HTTPError>

  /// The error of a transfer that ended early: what libcurl had sent by then decides which one.
  func failure(_ reason: String) -> HTTPError
}

/// What the thread owns: the multi handle and the transfers in it.
private final class Worker {
  private let engine: Engine
  private let multi: UnsafeMutableRawPointer
  private var transfers:
    [UnsafeMutableRawPointer: (id: UInt64, transfer: any Transferring, continuation: Engine.Continuation)] =
      [:]
  /// Handles without a transfer: to make one anew takes longer than to send a message.
  private var idle: [UnsafeMutableRawPointer] = []
  private var isStopping = false

  /// A handle takes some kilobytes.
  private static let mostIdle = 128

  init(engine: Engine, multi: UnsafeMutableRawPointer) {
    self.engine = engine
    self.multi = multi
  }

  func run() {
    blockSignals()
    while !isStopping {
      for command in engine.takeCommands() { obey(command) }
      var running: Int32 = 0
      let code = curl_multi_perform(multi, &running)
      guard code == CURLM_OK else {
        failAll(String(cString: curl_multi_strerror(code)))
        continue
      }
      finishEnded()
      guard !isStopping else { break }
      // libcurl shortens the wait to its own next time-out.
      let limit = transfers.isEmpty ? Int32(keptSeconds) * 1000 : 1000
      let pollCode = curl_multi_poll(multi, nil, 0, limit, nil)
      if pollCode != CURLM_OK { failAll(String(cString: curl_multi_strerror(pollCode))) }
      // Nothing came for as long as connections are kept: the thread ends, and they with it.
      if transfers.isEmpty, engine.closeIfIdle() { return cleanUp() }
    }
    for command in engine.close() { obey(command) }
    failAll("the client was ended")
    cleanUp()
  }

  private func cleanUp() {
    for handle in idle { curl_easy_cleanup(handle) }
    curl_multi_cleanup(multi)
  }

  /// Signals are for the main thread. A blocked SIGPIPE also cannot end the process when OpenSSL writes to a closed
  /// connection, which CURLOPT_NOSIGNAL leaves to the program.
  private func blockSignals() {
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, nil)
  }

  private func obey(_ command: Engine.Command) {
    switch command {
    case .start(let id, let parcel, let continuation): start(id, parcel, continuation)
    case .cancel(let id):
      // It may have ended in the meantime.
      guard let (handle, entry) = transfers.first(where: { $0.value.id == id }) else { return }
      let error = entry.transfer.failure("cancelled")
      end(handle, .failure(error))
    case .stop: isStopping = true
    }
  }

  private func start(_ id: UInt64, _ parcel: Parcel, _ continuation: Engine.Continuation) {
    guard let handle = idle.popLast() ?? curl_easy_init() else {
      return continuation.resume(returning: .failure(.notSent(reason: CurlError(CURLE_OUT_OF_MEMORY).reason)))
    }
    do throws(CurlError) {
      let transfer: any Transferring =
        switch parcel {
        case .request(let request): try Transfer(request, on: handle, certificates: engine.certificates)
        case .mail(let mail): try MailTransfer(mail, on: handle, certificates: engine.certificates)
        }
      let code = curl_multi_add_handle(multi, handle)
      guard code == CURLM_OK else { throw CurlError(reason: String(cString: curl_multi_strerror(code))) }
      transfers[handle] = (id, transfer, continuation)
    } catch {
      putAway(handle)
      continuation.resume(returning: .failure(.notSent(reason: error.reason)))
    }
  }

  /// Forgets all that was said to a handle. What it knows of cookies and the like, which a reset leaves, is never used here.
  private func putAway(_ handle: UnsafeMutableRawPointer) {
    guard idle.count < Worker.mostIdle else { return curl_easy_cleanup(handle) }
    curl_easy_reset(handle)
    idle.append(handle)
  }

  private func finishEnded() {
    var left: Int32 = 0
    while let message = curl_multi_info_read(multi, &left) {
      // Removing the handle frees the message: read it first.
      let (kind, handle, code) = (message.pointee.msg, message.pointee.easy_handle, message.pointee.data.result)
      guard kind == CURLMSG_DONE, let handle, let entry = transfers[handle] else { continue }
      end(handle, entry.transfer.result(code))
    }
  }

  private func failAll(_ reason: String) {
    for (handle, entry) in transfers {
      let error = entry.transfer.failure(reason)
      end(handle, .failure(error))
    }
  }

  private func end(_ handle: UnsafeMutableRawPointer, _ result: Result<HTTPResponse, HTTPError>) {
    guard let entry = transfers.removeValue(forKey: handle) else { return }
    // Only fails for handles that are not in it. The transfer dies after this.
    curl_multi_remove_handle(multi, handle)
    putAway(handle)
    entry.continuation.resume(returning: result)
  }
}
