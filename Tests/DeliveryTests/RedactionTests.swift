import Alarms
import Testing

@testable import Delivery

@Suite("Secrets in what others say")
struct RedactionTests {
  private static let redact = Redaction(
    urls: [Secret("https://ann:PASSWORD777@hooks.example/sub/T0000/B0000/WORD4444?key=QTOK%2Fabc12345%3D")],
    values: [Secret("Bearer TOKENabcdef1234567890")])

  @Test(
    "a receiver that repeats a piece of our address or header, in whatever form, gives nothing away",
    arguments: [
      ("invalid token TOKENabcdef1234567890", "invalid token ‹hidden›"),
      ("INVALID BEARER TOKENABCDEF1234567890", "INVALID ‹hidden›"),
      ("bad password for ann:PASSWORD777", "bad password for ‹hidden›"), ("password777?", "‹hidden›?"),
      // base64("ann:PASSWORD777"), as RFC 7617 writes it.
      ("bad credentials Basic YW5uOlBBU1NXT1JENzc3", "bad credentials Basic ‹hidden›"),
      ("unknown key QTOK/abc12345=", "unknown key ‹hidden›"),
      ("unknown key QTOK%2Fabc12345%3D", "unknown key ‹hidden›"),
      ("no such hook T0000/B0000", "no such hook ‹hidden›"), ("nothing of ours", "nothing of ours"),
    ])
  func hidden(text: String, expected: String) { #expect(RedactionTests.redact(text) == expected) }
}
