import Alarms
package import HTTP

/// Reads an iCalendar file from where it lies.
package enum CalendarFetch {
  /// The largest file, in bytes: a hundred thousand events with their alarms take less.
  package static let mostBytes = 128 << 20

  /// What an address has: `https://…`, or `webcal://…`, as calendars are published.
  package static func bytes(at address: String, client: HTTPClient) async throws(FetchError) -> [UInt8] {
    let scheme = address.firstRange(of: "://").map { address[..<$0.lowerBound].lowercased() }
    let url = scheme == "webcal" || scheme == "webcals" ? "https" + address.drop { $0 != ":" } : address
    // The path of a calendar's own address often is its password.
    let title = HolidaySource.title(of: Secret(url), hidesPath: true)
    let reason: String
    do throws(HTTPError) {
      let response = try await client.send(
        HTTPRequest(
          url: url,
          headers: [
            HTTPHeader("User-Agent", "notifier/\(notifierVersion)"), HTTPHeader("Accept", "text/calendar, */*;q=0.1"),
          ],
          connectTimeout: .seconds(10), timeout: .seconds(120), maximumResponseBytes: mostBytes,
          followsRedirects: true, acceptsGzip: true))
      if response.status == 200 { return response.body }
      reason = "the server answered \(response.status); expected 200 and a calendar; check the address"
    } catch {
      reason =
        switch error {
        case .notSent(let reason), .noAnswer(let reason): reason
        case .answerTooLarge(_, let limit): "the answer is larger than \(limit) bytes"
        }
    }
    throw FetchError(reasons: ["\(title): \(reason)"], isRefusal: false)
  }
}
