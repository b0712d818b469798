import Alarms
import Dispatch

/// Runs the helper program for the daemon, and logs what it says.
enum HolidayFetch {
  /// Does a job on a thread of its own: the helper is waited for, and everything else goes on.
  @Sendable static func run(_ job: RefreshJob) async throws -> RefreshReport {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue(label: "notifierd.holidays").async {
        continuation.resume(with: Result { try RefreshProgram.run(job) })
      }
    }
  }

  /// Logs what came of a job; whether a copy was replaced.
  static func log(_ result: Result<RefreshReport, any Error>) -> Bool {
    switch result {
    case .success(let report):
      for source in report.sources {
        for failure in source.failures { Log.warning("holiday data: \(failure)", ["source": source.title]) }
        for warning in source.warnings { Log.warning("holiday data: \(warning)", ["source": source.title]) }
      }
      return report.sources.contains { !$0.changed.isEmpty }
    case .failure(let error):
      Log.warning("holiday data could not be fetched; what is known stays in use", ["reason": "\(error)"])
      return false
    }
  }
}
