import Dispatch

/// Runs what blocks or takes long on a thread of its own, so that tests side by side do not use up the cooperative pool: it
/// has as many threads as the machine has cores, and other tests wait for answers in time.
@discardableResult
package func onThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue(label: "test").async { continuation.resume(with: Swift.Result { try body() }) }
  }
}
