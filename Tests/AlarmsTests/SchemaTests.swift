import Alarms
import FoundationEssentials
import TestSupport
import Testing

/// The schema that editors read and the program take the same files.
///
/// What the program takes in any test of this module is held against the schema as well: see `configuration(_:)`.
@Suite(
  "the schema of the configuration",
  .enabled(if: SchemaValidator.isThere, "jsonschema is not installed; contrib/setup.sh test brings it"))
struct SchemaTests {
  /// A configuration that was changed in one place, and what the schema says to it.
  private struct Change: Decodable {
    let text: String
    let what: String
    let fault: String?
  }

  private static let vectors =
    #filePath.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/Vectors/schema"
  private static let files = ["settings.yaml", "alarms.yaml", "destinations.yaml"]

  /// Complaints about what no schema can express. docs/configuration.md lists these.
  private static let beyond = [
    // What a phrase or a rule says.
    "unknown days", "days is empty", "is no class of days", "is no weekday", "is no position", "the rule", "this rule",
    "a leap month",
    "BYSETPOS", "expected the weekdays that are worked",
    // What a text holds that is sent as JSON.
    "body is no JSON",
    // What a name stands for.
    "there is no destination", "there is no calendar", "there is no alarm", "unknown zone", "is already used",
    // What lies elsewhere.
    "cannot be read",
    // How a number or a program is written.
    "run is one text with blanks",
  ]

  @Test("what one of them refuses the other one refuses", arguments: files)
  func agrees(file: String) throws {
    let directory = TemporaryDirectory()
    for (name, text) in [
      ("secret", "https://example.org/0123456789\n"), ("ca.pem", "-----BEGIN CERTIFICATE-----\n"),
      ("days.csv", "2027-03-01,off,leave\n"),
    ] { _ = directory.write(name, text) }
    let locations = Locations { $0 == "HOME" ? directory.path : nil }
    let loader = ConfigurationLoader(locations: locations, systemZone: "Asia/Shanghai")
    let lines = SchemaValidator.lines("--mutations '\(SchemaTests.vectors)/\(file)'")
    #expect(lines.count > 500)
    for line in lines {
      let change = try JSONDecoder().decode(Change.self, from: Data(line.utf8))
      let input = ConfigurationLoader.Input(path: "\(directory.path)/a.yaml", givesAlarms: true, text: change.text)
      do throws(DiagnosticList) {
        _ = try loader.load([input])
        // The word `null` is a text to the program where one must stand; to editors it is none.
        let isNull = change.what.contains("null")
        #expect(change.fault == nil || isNull, "only the schema refuses \(change.what): \(change.text)")
      } catch {
        let complaints = error.diagnostics.filter { $0.severity == .error }.map(\.message)
        guard change.fault == nil else { continue }
        let unexpressed = complaints.filter { complaint in !SchemaTests.beyond.contains { complaint.contains($0) } }
        #expect(unexpressed.isEmpty, "only the program refuses \(change.what)")
      }
    }
  }

  @Test("there is no constraint in the schema that no bad configuration of the test above breaks")
  func everyConstraint() {
    let files = SchemaTests.files.map { "'\(SchemaTests.vectors)/\($0)'" }.joined(separator: " ")
    #expect(SchemaValidator.lines("--unbroken \(files)") == [])
  }

  @Test("every key that the program knows stands in the files of the test above, and so in the schema")
  func everyKey() throws {
    let texts = try SchemaTests.files.map {
      String(decoding: try Files.read("\(SchemaTests.vectors)/\($0)").bytes, as: UTF8.self)
    }
    let text = texts.joined(separator: "\n")
    let kinds = ["desktop", "sound", "console", "email", "command"] + ServiceKind.all.map(\.name)
    // An unknown key that is like none is answered with all that are known.
    var places = ["zzzzzzzzzz: 1", "alarms: [{ zzzzzzzzzz: 1 }]", "calendars: { a: { zzzzzzzzzz: 1 } }"]
    places += [
      "sync: { a: { zzzzzzzzzz: 1 } }", "imports: { a: { zzzzzzzzzz: 1 } }", "ownDays: [{ zzzzzzzzzz: 1 }]",
      "holidaySources: [{ zzzzzzzzzz: 1 }]",
    ]
    places += ["alarms: [{ rrule: { zzzzzzzzzz: 1 } }]", "alarms: [{ escalate: { zzzzzzzzzz: 1 } }]"]
    places += kinds.map { "destinations: { a: { kind: \($0), zzzzzzzzzz: 1 } }" }
    for place in places {
      let answer = try #require(problems(place).map(\.message).first { $0.hasPrefix("unknown key") }, "\(place)")
      let keys = try #require(answer.firstRange(of: "expected ").map { answer[$0.upperBound...] }).split(
        separator: ", ")
      #expect(!keys.isEmpty)
      for key in keys {
        let isWritten = ["\n\(key): ", " \(key): ", "\n\(key):\n", " \(key):\n", "\(key)}"].contains {
          text.contains($0)
        }
        #expect(isWritten, "\(key), of \(place)")
      }
    }
  }
}
