import Alarms
import Calendars
import FoundationEssentials
import Glibc
import HTTP

/// `notifier-calendars refresh`: fetches holiday sources into their copies, as a job says.
enum RefreshCommand {
  static let help = """
    usage: notifier-calendars refresh <JOB.json >REPORT.json

    Fetches holiday sources into their copies. notifierd and notifierctl run it; the job on standard input says which
    sources, the report on standard output what came of each.

    Exit status: 0 done, 2 the command line is wrong, 65 the job cannot be done, 75 some sources failed, and what was
    known of them stays in use.

    """

  /// A longer job is none, in bytes.
  private static let longestJob = 1 << 20

  /// Runs the job on standard input; returns the report and the exit status.
  static func run() async throws -> (text: String, status: Int32) {
    let job = try job(in: try StandardInput.read(atMost: longestJob))
    let refresh = try Refresh(job, client: HTTPClient.withEnvironment)
    let lock = try RefreshLock(job.directory)
    let report = await refresh.run()
    _ = consume lock
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    let text = String(decoding: try encoder.encode(report), as: UTF8.self) + "\n"
    return (text, report.sources.allSatisfy(\.failures.isEmpty) ? EXIT_SUCCESS : 75)
  }

  private static func job(in bytes: [UInt8]) throws -> RefreshJob {
    do { return try JSONDecoder().decode(RefreshJob.self, from: Data(bytes)) } catch let error as DecodingError {
      // Its own description quotes what was found, and addresses are secret.
      throw Refresh.JobError(description: "standard input is no job: \(place(of: error))")
    }
  }

  private static func place(of error: DecodingError) -> String {
    let (context, fault): (DecodingError.Context, String) =
      switch error {
      case .keyNotFound(let key, let context): (context, "\(key.stringValue) is missing")
      case .typeMismatch(_, let context), .valueNotFound(_, let context): (context, "the value is of another type")
      case .dataCorrupted(let context): (context, "it is not JSON, or the value is not one of those expected")
      @unknown default: (DecodingError.Context(codingPath: [], debugDescription: ""), "it cannot be read")
      }
    let path = context.codingPath.map(\.stringValue).joined(separator: ".")
    return path.isEmpty ? fault : "at \(path), \(fault)"
  }
}

extension HTTPClient {
  /// A client that trusts the authorities in the file that `SSL_CERT_FILE` names, as OpenSSL's programs do.
  static var withEnvironment: HTTPClient {
    HTTPClient(certificates: getenv("SSL_CERT_FILE").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 })
  }
}
