import Dispatch

/// Runs an actor's jobs one after another on a queue of its own, so that a call that blocks holds up nobody else.
package final class QueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  package init(label: String) { queue = DispatchQueue(label: label) }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  /// Does `work` on the queue, after what is there.
  package func run(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

  package func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
