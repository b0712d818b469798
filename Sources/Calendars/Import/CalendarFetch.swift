import Alarms
package import HTTP

/// Reads an iCalendar file from where it lies.
package enum CalendarFetch {
  /// The largest file, in bytes: a hundred thousand events with their alarms take less.
  package static let mostBytes = 128 << 20

  /// What a server says.
  package struct Answer: Sendable {
    /// `nil` where what it sent before still holds.
    package let bytes: [UInt8]?
    package let etag: String?
    package let lastModified: String?
  }

  /// What an address has: `https://…`, or `webcal://…`, as calendars are published.
  package static func bytes(at address: String, client: HTTPClient) async throws(FetchError) -> [UInt8] {
    try await ask(address, client: client, etag: nil, lastModified: nil).bytes ?? []
  }

  /// Asks an address for what has changed.
  ///
  /// - Parameters:
  ///   - etag: what it said of what is held; `nil` asks for all.
  ///   - lastModified: the same.
  package static func ask(
    _ address: String, client: HTTPClient, etag: String?, lastModified: String?
  ) async throws(FetchError) -> Answer {
    let scheme = address.firstRange(of: "://").map { address[..<$0.lowerBound].lowercased() }
    let url = scheme == "webcal" || scheme == "webcals" ? "https" + address.drop { $0 != ":" } : address
    // The path of a calendar's own address often is its password.
    let title = HolidaySource.title(of: Secret(url), hidesPath: true)
    var headers = [
      HTTPHeader("User-Agent", "notifier/\(notifierVersion)"), HTTPHeader("Accept", "text/calendar, */*;q=0.1"),
    ]
    if let etag { headers.append(HTTPHeader("If-None-Match", etag)) }
    if let lastModified { headers.append(HTTPHeader("If-Modified-Since", lastModified)) }
    let reason: String
    do throws(HTTPError) {
      let response = try await client.send(
        HTTPRequest(
          url: url, headers: headers, connectTimeout: .seconds(10), timeout: .seconds(120),
          maximumResponseBytes: mostBytes, followsRedirects: true, acceptsGzip: true))
      switch response.status {
      case 200:
        return Answer(
          bytes: response.body, etag: response.header("ETag"), lastModified: response.header("Last-Modified"))
      case 304 where etag != nil || lastModified != nil:
        return Answer(bytes: nil, etag: etag, lastModified: lastModified)
      default:
        reason = "the server answered \(response.status); expected 200 and a calendar; check the address"
      }
    } catch {
      reason =
        switch error {
        case .notSent(let reason), .noAnswer(let reason): reason
        case .answerTooLarge(_, let limit, _): "the answer is larger than \(limit) bytes"
        }
    }
    throw FetchError(reasons: ["\(title): \(reason)"], isRefusal: false)
  }
}
