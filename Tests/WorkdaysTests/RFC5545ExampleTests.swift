import Testing
import Workdays

@Suite("The examples of RFC 5545")
struct RFC5545ExampleTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let rules: [String]
    let start: String
    let excluded: String
    let instances: [String]
    let goesOn: Bool

    var testDescription: String { rules[0] }

    init(_ line: String) {
      let fields = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      (rules, start, excluded) = (fields[0].split(separator: " or ").map(String.init), fields[1], fields[2])
      var instances: [String] = []
      var (year, month) = ("", "")
      var words = fields[3].split(separator: " ")
      goesOn = words.last == "..."
      if goesOn { words.removeLast() }
      for word in words {
        if word.count == 4, !word.contains("-") {
          year = String(word)
          continue
        }
        let parts = word.split(separator: "T")
        let date = parts[0].split(separator: "-")
        if date.count == 2 { month = twoDigits(date[0]) }
        instances.append("\(year)-\(month)-\(twoDigits(date.last!))T\(parts.count == 2 ? parts[1] : "09:00"):00")
      }
      self.instances = instances
    }
  }

  static let examples: [Example] =
    (try? contents(of: packagePath("Tests/WorkdaysTests/Vectors/rfc5545-examples.txt")))
    .map { dataLines($0).map(Example.init) } ?? []

  @Test("all examples of section 3.8.5.3 are there")
  func count() { #expect(Self.examples.count == 39) }

  @Test("an example yields what the standard says", arguments: examples)
  func example(_ example: Example) throws {
    for text in example.rules {
      let excluded = try example.excluded.isEmpty ? [] : [#require(RecurrenceMoment(example.excluded))]
      let set = RecurrenceSet(
        rules: [try RecurrenceRule(text)], excluded: excluded, start: try RecurrenceSetTests.local(example.start),
        zone: try systemZone("America/New_York"))
      let wanted = example.instances.count + (example.goesOn ? 0 : 1)
      let walls = RecurrenceSetTests.walls(set, wanted)
      #expect(walls.map { String($0.dropLast(6)) } == example.instances, "\(text)")
    }
  }
}

private func twoDigits(_ text: Substring) -> String { text.count == 1 ? "0\(text)" : String(text) }
