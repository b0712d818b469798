import Dispatch

/// Runs tasks, and the actors that they call, one job after another on one serial queue.
///
/// Swift's own executor uses Dispatch's shared concurrent queues. On Linux the first use of those starts a monitor of their
/// threads, a timer that fires every second for the life of the process. A daemon that has nothing to do must not wake, so
/// every task of it is started with this executor; jobs that block run on queues and threads of their own.
package final class QuietExecutor: TaskExecutor {
  /// The one that the daemon's tasks share.
  package static let shared = QuietExecutor()

  private let queue = DispatchQueue(label: "notifier.tasks")

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
