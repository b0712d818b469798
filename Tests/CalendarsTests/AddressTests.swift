import Alarms
import Testing

@testable import Calendars

@Suite("Addresses of sources")
struct AddressTests {
  @Test("the year is put in every place for it, and told where the shown address lacks it")
  func year() {
    let shown = Address("https://example.org/{year}/h-{year}.json", year: 2027, hidesPath: false)
    #expect(shown.url == "https://example.org/2027/h-2027.json" && shown.title == shown.url)
    #expect(shown.failure("gone") == "https://example.org/2027/h-2027.json: gone")
    let hidden = Address("https://example.org/api?y={year}", year: 2027, hidesPath: false)
    #expect(hidden.url == "https://example.org/api?y=2027")
    #expect(hidden.failure("gone") == "https://example.org/api (2027): gone")
    #expect(Address.isYearly("https://example.org/{year}") && !Address.isYearly("https://example.org/{yea}"))
  }

  @Test("nothing that may be secret is shown of an address")
  func secrets() {
    let address = Address(
      "https://me:secret-token@example.org/x?key=secret-token#secret-token", year: nil, hidesPath: false)
    #expect(address.failure("gone") == "https://example.org/x: gone")
    let own = Address("https://example.org/secret-token/leave.ics", year: nil, hidesPath: true)
    #expect(own.title == "https://example.org/…")
  }
}
