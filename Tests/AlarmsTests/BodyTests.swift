import Testing

import struct FoundationEssentials.Data
import class FoundationEssentials.JSONDecoder

@testable import Alarms

/// Bodies of one's own, which are JSON unless they say otherwise (RFC 8259).
@Suite("Bodies of one's own")
struct BodyTests {
  @Test(
    "a body that is JSON whatever its placeholders stand for is taken",
    arguments: [
      "{}", " [ ] ", "\"{{title}}\"", "-0.5e+10", "0", "true", "[null, false]",
      "{\"{{alarm}}\": [1, {\"a\": \"\\u00e4\\n\"}]}",
      "{\"a\":\"{{title}}: {{ relative }}\",\"周会\":\"📞\"}\n",
    ])
  func sound(body: String) throws {
    #expect(JSONSyntax.fault(in: try Template(body).shape) == nil)
    // So says another reader of what it becomes.
    let filled = try Template(body).filled { _ in "x" }
    #expect(isJSON(filled))
  }

  @Test(
    "of any other the first place that is wrong is told, with what could stand there",
    arguments: [
      ("", 0, "a value, texts in \" \""), ("{\"a\": {{title}}}", 6, "a value, texts in \" \""),
      ("{\"a\": \"{{title}}\"", 17, ", or }"), ("[1 2]", 3, ", or ]"), ("{a: 1}", 1, "a name in \" \""),
      ("{\"a\" 1}", 5, ":"), ("{\"a\": 01}", 7, ", or }"), ("1.", 2, "a digit"), ("{} {}", 3, "its end"),
      ("\"{{title}}", 10, "a \" that ends the text"), ("\"\\{{title}}\"", 2, "one of \" \\ / b f n r t u after \\"),
      ("\"\\u12{{title}}\"", 5, "four hexadecimal digits"), ("[tru]", 1, "a value, texts in \" \""),
      ("\"a\nb\"", 2, "no line break or control character in a text; write \\n"),
      (String(repeating: "[", count: 100_000), 500, "at most 500 levels"),
    ])
  func unsound(body: String, offset: Int, expected: String) throws {
    let fault = try #require(JSONSyntax.fault(in: try Template(body).shape))
    #expect(fault == JSONSyntax.Fault(offset: offset, expected: expected))
    #expect(!isJSON(try Template(body).filled { _ in "x" }))
  }

  @Test("what is no JSON by its content type, or by its header, may be anything")
  func otherTypes() throws {
    for type in ["content-type: text/plain", "headers: { Content-Type: text/plain }"] {
      let settings = try settings("body: '{{title}}, {'", type)
      #expect(settings.mediaType == "text/plain")
    }
    #expect(
      try settings("body: '[]'", "content-type: ' application/vnd.a+JSON ; charset=utf-8'").mediaType.hasSuffix("json"))
  }

  private func settings(_ lines: String...) throws -> ServiceSettings {
    let text = "destinations: { h: { kind: webhook, url: \"https://h\", \(lines.joined(separator: ", ")) } }"
    let configuration = try configuration(text)
    guard case .service(let settings) = configuration.destinations["h"]?.kind else { throw NoService() }
    return settings
  }

  private struct NoService: Error {}

  private func isJSON(_ text: String) -> Bool {
    (try? JSONDecoder().decode(Anything.self, from: Data(text.utf8))) != nil
  }

  /// Whatever a JSON text holds, read through to its leaves.
  private struct Anything: Decodable {
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if (try? container.decode([String: Anything].self)) != nil || (try? container.decode([Anything].self)) != nil
        || (try? container.decode(Double.self)) != nil || (try? container.decode(Bool.self)) != nil
        || container.decodeNil()
      {
        return
      }
      _ = try container.decode(String.self)
    }
  }
}
