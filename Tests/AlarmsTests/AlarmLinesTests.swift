import Alarms
import Testing

@Suite("The lines of a file of alarms")
struct AlarmLinesTests {
  private static let text = """
    # mine
    region: CN
    alarms:
      # the first
      - id: a
        at: "09:00"   # early
        days: workdays
        notes: |
          two

          lines

      # the second
      - { id: b, at: "10:00", days: workdays }
      -
        id: c
        at: "11:00"
        days: workdays
    # the end
    calendars: {}
    """ + "\n"

  private func file(_ text: String) throws -> AlarmLines { try AlarmLines(text, file: "a.yaml") }

  @Test("an alarm's lines are its own: neither the comment before the next one nor what follows the list")
  func ranges() throws {
    let file = try file(AlarmLinesTests.text)
    #expect(file.entries.map(\.id) == ["a", "b", "c"])
    #expect(file.entries.map(\.lines) == [4..<11, 13..<14, 14..<18])
  }

  @Test("what is taken away takes nothing with it", arguments: ["a", "b", "c"])
  func removing(id: String) throws {
    let file = try file(AlarmLinesTests.text)
    let range = try #require(file[id]?.lines)
    let left = file.lines.enumerated().filter { !range.contains($0.offset) }.map { $0.element + "\n" }.joined()
    #expect(file.removing(id) == left)
    #expect(file.removing("d") == nil)
  }

  @Test("what is added stands behind the last alarm, at its margin, and the rest is as it was")
  func adding() throws {
    let added = try #require(try file(AlarmLinesTests.text).adding(id: "d", ["id: d", "at: \"12:00\"", "days: fri"]))
    let expected = AlarmLinesTests.text.replacing(
      "# the end", with: "  - id: d\n    at: \"12:00\"\n    days: fri\n# the end")
    #expect(added == expected)
  }

  @Test(
    "a file without alarms gets its list",
    arguments: ["", "# mine\n", "region: CN\n", "alarms: []\n", "alarms:\nregion: CN\n", "region: CN"])
  func first(text: String) throws {
    let added = try #require(try file(text).adding(id: "d", ["id: d", "days: fri"]))
    #expect(try file(added).entries.map(\.id) == ["d"])
    for line in text.split(separator: "\n") where !line.hasPrefix("alarms") { #expect(added.contains("\(line)\n")) }
    let emptied = try #require(try file(added).removing("d"))
    #expect(try file(emptied).entries.isEmpty && emptied.contains("alarms: []\n"))
  }

  @Test(
    "where alarms share lines nothing is changed",
    arguments: [
      "alarms: [{ id: a, days: fri }, { id: b, days: fri }]\n", #"{"alarms": [{"id": "a"}, {"id": "b"}]}"# + "\n",
      "alarms:\n- [id]\n- id: a\n  alarms: &x\n",
    ])
  func sharedLines(text: String) throws {
    let file = try file(text)
    #expect(file.removing("b") == nil)
    guard !text.contains("&x") else { return }
    #expect(file.adding(id: "d", ["id: d"]) == nil && file["a"]?.lines == nil)
  }

  @Test("a destination joins those that there are, or comes with their list")
  func destination() throws {
    let line = "team: { kind: dingtalk }"
    let first = try #require(try file("alarms: []\n").adding(destination: line))
    #expect(first == "alarms: []\ndestinations:\n  team: { kind: dingtalk }\n")
    let second = try #require(try file(first).adding(destination: "hook: { kind: webhook }"))
    #expect(second == "alarms: []\ndestinations:\n  hook: { kind: webhook }\n  team: { kind: dingtalk }\n")
    #expect(try file("destinations: {}\n").adding(destination: line) == nil, "a second list is no YAML")
  }

  @Test(
    "what is written reads back as the same",
    arguments: [
      "Tea", "Mother's birthday", "妈妈: 生日 #1", "a \"quote\" \\ and\nlines\tand tabs", "null", "~", "yes", "- x", "-10m",
      "09:00", "a, b", "[x]", "{y}", " padded ", "trailing:", "FREQ=WEEKLY;BYDAY=MO", "é", "", "*a", "&a", "!t", "%",
      "@x",
      "a #b", "a: b", "1e3", "2026-09-18",
    ])
  func scalars(text: String) throws {
    for written in [YAMLText.quoted(text), YAMLText.scalar(text)] {
      let root = try YAMLReader.read(Array("a: \(written)\nb: \(YAMLText.list([text, "z"]))\n".utf8), file: "a.yaml")
      #expect(root["a"]?.text == text && root["a"]?.isNull == false, "\(written)")
      guard case .sequence(let items)? = root["b"]?.value else { throw UnexpectedProblems(description: written) }
      #expect(items.map(\.text) == [text, "z"])
    }
  }

  @Test("disabled: silences alarms wherever they are written; a name of none is only a warning")
  func disabled() throws {
    let loaded = try configuration(
      """
      region: CN
      disabled: [a, gone]
      alarms:
        - { id: a, at: "09:00", days: workdays, enabled: true }
        - { id: b, at: "09:00", days: workdays }
      """)
    #expect(loaded.alarms.map(\.isEnabled) == [false, true])
    #expect(loaded.warnings.map(\.place.line) == [2] && loaded.warnings[0].message.contains("notifierctl enable gone"))
  }
}
