import Alarms
import HTTP

/// Finds where a person's calendars lie (RFC 6764, 6; RFC 4791, 6.2.1), and makes one there.
struct DAVDiscovery {
  let client: DAVClient
  let origin: DAVAddress

  private static let principal = "DAV: current-user-principal"
  private static let home = "urn:ietf:params:xml:ns:caldav calendar-home-set"

  /// The collection that holds the person's calendars.
  func calendarHome() async throws(SyncError) -> DAVAddress {
    let what = "looking for the calendars"
    let names = "<current-user-principal/><c:calendar-home-set/>"
    // The address as it is written may be right already; what only names the host leads on by the well-known path.
    let wellKnown = origin.resolving("/.well-known/caldav")
    let root = origin.resolving("/")
    let starts = origin.path == "/" ? [wellKnown, root] : [origin, wellKnown, root]
    for start in starts.compactMap({ $0 }) {
      guard let (answer, address) = try await client.properties(names, of: start, depth: 0, doing: what) else {
        continue
      }
      if let home = reference(DAVDiscovery.home, in: answer, from: address) { return home }
      guard let principal = reference(DAVDiscovery.principal, in: answer, from: address) else { continue }
      guard
        let (own, place) = try await client.properties(
          "<c:calendar-home-set/>", of: principal, depth: 0, doing: what)
      else { continue }
      if let home = reference(DAVDiscovery.home, in: own, from: place) { return home }
    }
    throw SyncError(
      .refused, "\(what): the server tells of none; look at url, or write the address of your own page there")
  }

  private func reference(_ name: String, in answer: Multistatus, from address: DAVAddress) -> DAVAddress? {
    answer.items.lazy.compactMap { $0[name]?["DAV: href"]?.text }.first { !$0.isEmpty }.flatMap(address.resolving)
  }

  /// Makes a calendar, with its title and colour (RFC 4791, 5.3.1; where the server does not, RFC 5689).
  func makeCalendar(_ address: DAVAddress, title: String, color: String?) async throws(SyncError) {
    let what = "making the calendar \"\(title)\""
    let headers = [HTTPHeader("Content-Type", "application/xml; charset=utf-8")]
    let names = "<d:displayname>\(title.escapedForXML)</d:displayname>"
    let colors = color.map { "<a:calendar-color>\($0.uppercased())FF</a:calendar-color>" } ?? ""
    let spaces = #"xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:a="http://apple.com/ns/ical/""#
    let start = #"<?xml version="1.0" encoding="utf-8"?>"#
    let kinds = #"<c:supported-calendar-component-set><c:comp name="VEVENT"/></c:supported-calendar-component-set>"#
    func calendar(_ properties: String) -> String {
      "\(start)<c:mkcalendar \(spaces)><d:set><d:prop>\(properties)</d:prop></d:set></c:mkcalendar>"
    }
    let type = "<d:resourcetype><d:collection/><c:calendar/></d:resourcetype>"
    let extended = "\(start)<d:mkcol \(spaces)><d:set><d:prop>\(type)\(names)</d:prop></d:set></d:mkcol>"
    // A server that does not keep colours may refuse the whole request because of one.
    let tries = [
      ("MKCALENDAR", calendar(names + colors + kinds)), ("MKCALENDAR", calendar(names)), ("MKCOL", extended),
    ]
    var status = 0
    for (method, body) in tries {
      status = try await client.send(method, address, headers: headers, body: body, doing: what).status
      if (200...299).contains(status) { return }
      if status == 401 || status == 507 || status >= 500 && status != 501 { break }
    }
    throw SyncError(status: status, doing: what)
  }
}

extension String {
  /// With what XML reads as its own replaced.
  fileprivate var escapedForXML: String {
    replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
