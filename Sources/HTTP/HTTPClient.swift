import CLibCurl

/// Sends HTTP requests, any number at once, with one libcurl multi handle on a thread of its own.
///
/// The thread starts with a request, sleeps in the kernel, and ends when there was nothing to send for some seconds, or
/// after the last reference to the client is gone. A proxy is taken from the environment as curl does.
package final class HTTPClient: Sendable {
  private let engine: Engine

  /// - Parameter certificates: the path of a file with the certificate authorities to trust, in PEM; `nil` for the
  ///   system's.
  package init(certificates: String? = nil) { engine = Engine(certificates: certificates) }

  deinit { engine.stop() }

  /// A client with a thread of its own, which trusts the same authorities.
  package func separate() -> HTTPClient { HTTPClient(certificates: engine.certificates) }

  /// Sends `request` and returns the answer, whatever its status.
  ///
  /// Cancelling the task ends the transfer; the error then says, as for every failure, whether the request may have
  /// reached the server.
  package func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    try await send(.request(request))
  }

  func send(_ parcel: Parcel) async throws(HTTPError) -> HTTPResponse {
    let id = engine.newID()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        engine.post(.start(id, parcel, continuation))
        // The handler of a task that was cancelled earlier has run already, before there was anything to cancel.
        if Task.isCancelled { engine.post(.cancel(id)) }
      }
    } onCancel: {
      engine.post(.cancel(id))
    }
    return try result.get()
  }
}
