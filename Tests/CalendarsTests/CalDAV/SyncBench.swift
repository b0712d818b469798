import Alarms
import Calendars
import FoundationEssentials
import Glibc
import HTTP
import TestSupport
import Testing
import Workdays

/// Radicale, a real calendar server, on the loopback interface.
final class TestCalendarServer: Sendable {
  // #filePath is …/Tests/CalendarsTests/CalDAV/SyncBench.swift.
  private static let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
  static let isInstalled = access("\(root)/.venv/bin/radicale", X_OK) == 0

  private let directory = TemporaryDirectory()
  private let process: ChildProcess
  let address: String

  struct Failure: Error {}

  init() async throws {
    process = ChildProcess([
      "\(Self.root)/.venv/bin/python3", "\(Self.root)/contrib/test/dav_server.py", directory.path,
    ])
    guard let line = await process.nextLine() else { throw Failure() }
    address = line
  }

  func stop() { process.stop() }
}

/// Runs syncs against a server, and does there what a person's own program would.
struct SyncBench {
  let directory = TemporaryDirectory()
  let client = HTTPClient()
  let address: String
  static let horizon = CivilDate("2026-01-01")!...CivilDate("2027-12-31")!

  static func alarm(_ id: String, at hour: Int = 9) -> String {
    "{ id: \(id), at: '\(String(100 + hour).dropFirst()):00', days: every day, calendar: work }"
  }

  /// A run with these alarms, all of the calendar `work`.
  func sync(
    _ alarms: [String], edited: String = "leave", login: String = "user: me, password: no password",
    isDryRun: Bool = false
  ) async throws -> CalendarSync.Report {
    let text =
      "timezone: Asia/Shanghai\ncalendars: { work: { title: 'Work & <play>', color: '#2e7d32' } }\n"
      + "sync: { home: { url: '\(address)', \(login.isEmpty ? "" : "\(login), ")edited: \(edited) } }\n"
      + "alarms: [\(alarms.joined(separator: ", "))]\n"
    let loader = ConfigurationLoader(
      locations: Locations { ["HOME": "/nonexistent"][$0] }, systemZone: "Asia/Shanghai")
    let configuration = try loader.load([ConfigurationLoader.Input(path: "test", givesAlarms: true, text: text)])
    let account = try #require(configuration.syncAccounts.first)
    return try await CalendarSync(
      account, calendar: configuration.calendars[0], configuration: configuration, horizon: Self.horizon,
      directory: directory.path, client: client, isDryRun: isDryRun
    ).run()
  }

  /// What a person's own program asks of the server.
  func ask(_ method: String, _ path: String, body: String = "", depth: Int? = nil) async throws -> HTTPResponse {
    var request = HTTPRequest(method: method, url: address + path.drop { $0 == "/" }, body: Array(body.utf8))
    request.maximumResponseBytes = 16 << 20
    let words = Data("me:no password".utf8).base64EncodedString()
    request.headers = [HTTPHeader("Authorization", "Basic \(words)"), HTTPHeader("Content-Type", "text/calendar")]
    if let depth { request.headers.append(HTTPHeader("Depth", "\(depth)")) }
    return try await client.send(request)
  }

  /// The collection of the calendar `work`.
  static let collection = "me/notifier-\(stableHash(["work"]))"

  /// The UIDs in the calendar, as one file holds them.
  func uids() async throws -> Set<String> {
    let text = String(decoding: try await ask("GET", Self.collection).body, as: UTF8.self)
    return Set(text.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("UID:") }.map { String($0.dropFirst(4)) })
  }

  static func event(_ uid: String, _ title: String) -> String {
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//a//b//EN\r\nBEGIN:VEVENT\r\nUID:\(uid)\r\nDTSTAMP:20260101T000000Z\r\n"
      + "DTSTART:20260301T090000Z\r\nSUMMARY:\(title)\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
  }

  /// Where the event of an alarm of one series lies.
  static func path(of alarm: String) -> String {
    "\(collection)/notifier-\(stableHash(["\(alarm)@notifier"])).ics"
  }
}
