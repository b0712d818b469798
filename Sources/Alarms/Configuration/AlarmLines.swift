/// The text of a file of the configuration as lines, with those of each alarm: what a program may put in or take out of it
/// without touching the rest.
package struct AlarmLines {
  /// An alarm with its lines, counted from 0.
  package struct Entry {
    package let id: String
    /// `nil` where it does not stand on lines of its own, as in JSON.
    package let lines: Range<Int>?
  }

  package private(set) var lines: [String]
  package private(set) var entries: [Entry] = []
  private let file: String
  /// The line that has `alarms:` with nothing or an empty list behind it.
  private var emptyList: Int?
  private var hasAlarms = false

  /// - Throws: why the text is no YAML.
  package init(_ text: String, file: String) throws(Diagnostic) {
    self.file = file
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    let root = try YAMLReader.read(Array(text.utf8), file: file)
    guard case .mapping(let pairs) = root.value, let pair = pairs.first(where: { $0.key.text == "alarms" }) else {
      return
    }
    hasAlarms = true
    if case .sequence(let items) = pair.value.value {
      entries = items.map { Entry(id: $0["id"]?.text ?? "", lines: range(of: $0)) }
    }
    if entries.isEmpty { emptyList = pair.key.place.line - 1 }
  }

  package var text: String { lines.map { "\($0)\n" }.joined() }

  /// The first entry with that id.
  package subscript(id: String) -> Entry? { entries.first { $0.id == id } }

  /// The text with an alarm behind the last one.
  ///
  /// - Parameter alarm: the lines of its mapping, without dash and margin.
  /// - Returns: `nil` where the file is laid out in a way in which nothing can be put.
  package func adding(id: String, _ alarm: [String]) -> String? {
    var changed = lines
    let margin = entries.last?.lines.map { indentation(lines[$0.lowerBound]) } ?? 2
    let block = alarm.enumerated().map { number, line in
      String(repeating: " ", count: margin) + (number == 0 ? "- " : "  ") + line
    }
    if let last = entries.last {
      guard let end = last.lines?.upperBound else { return nil }
      changed.insert(contentsOf: block, at: end)
    } else if let emptyList {
      changed[emptyList] = "alarms:"
      changed.insert(contentsOf: block, at: emptyList + 1)
    } else if !hasAlarms {
      changed += ["alarms:"] + block
    }
    return checked(changed, ids: entries.map(\.id) + [id])
  }

  /// What has become of the alarms that were put into a file at once.
  package struct Merged {
    package let text: String
    package var (added, changed, unchanged): ([String], [String], [String]) = ([], [], [])
  }

  /// The text with alarms: those whose ids are there in the place of what they were, the others behind the last one.
  ///
  /// - Parameter alarms: ids, each once, with the lines of their mappings, without dash and margin.
  /// - Returns: `nil` where the file is laid out in a way in which something cannot be put.
  package func merging(_ alarms: [(id: String, lines: [String])]) -> Merged? {
    let margin = entries.last?.lines.map { indentation(lines[$0.lowerBound]) } ?? 2
    let block = { (alarm: [String], margin: Int) in
      alarm.enumerated().map { String(repeating: " ", count: margin) + ($0 == 0 ? "- " : "  ") + $1 }
    }
    let known = Dictionary(entries.map { ($0.id, $0) }) { first, _ in first }
    var (added, changed, unchanged) = ([String](), [String](), [String]())
    var (behind, replacements) = ([String](), [(range: Range<Int>, lines: [String])]())
    for alarm in alarms {
      guard let entry = known[alarm.id] else {
        added.append(alarm.id)
        behind += block(alarm.lines, margin)
        continue
      }
      guard let range = entry.lines else { return nil }
      let new = block(alarm.lines, indentation(lines[range.lowerBound]))
      if new == Array(lines[range]) {
        unchanged.append(alarm.id)
      } else {
        changed.append(alarm.id)
        replacements.append((range, new))
      }
    }
    var text = lines
    if let last = entries.last {
      guard let end = last.lines?.upperBound else { return nil }
      text.insert(contentsOf: behind, at: end)
    } else if let emptyList, !behind.isEmpty {
      text[emptyList] = "alarms:"
      text.insert(contentsOf: behind, at: emptyList + 1)
    } else if !hasAlarms, !behind.isEmpty {
      text += ["alarms:"] + behind
    }
    // From the last one on, so that the places of those before it stay.
    for (range, new) in replacements.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      text.replaceSubrange(range, with: new)
    }
    guard let checked = checked(text, ids: entries.map(\.id) + added) else { return nil }
    return Merged(text: checked, added: added, changed: changed, unchanged: unchanged)
  }

  /// The text with a destination.
  ///
  /// - Parameter destination: its name and what follows, in YAML of one line.
  /// - Returns: `nil` where the file is laid out in a way in which nothing can be put.
  package func adding(destination: String) -> String? {
    var changed = lines
    if let list = changed.firstIndex(of: "destinations:") {
      changed.insert("  \(destination)", at: list + 1)
    } else {
      changed += ["destinations:", "  \(destination)"]
    }
    return checked(changed, ids: entries.map(\.id))
  }

  /// The text without an alarm; `nil` where it cannot be told from the rest, or is not there.
  package func removing(_ id: String) -> String? {
    guard let range = self[id]?.lines else { return nil }
    var changed = lines
    changed.removeSubrange(range)
    if entries.count == 1, let list = changed.firstIndex(of: "alarms:") { changed[list] = "alarms: []" }
    return checked(changed, ids: entries.map(\.id).filter { $0 != id })
  }

  /// The text of these lines, if it reads back with these alarms.
  private func checked(_ lines: [String], ids: [String]) -> String? {
    let text = lines.map { "\($0)\n" }.joined()
    guard let read = try? AlarmLines(text, file: file), read.entries.map(\.id) == ids else { return nil }
    return text
  }

  /// The lines of an item of a list in block style: from its dash to what is indented no deeper.
  private func range(of item: Node) -> Range<Int>? {
    var start = item.place.line - 1
    guard lines.indices.contains(start) else { return nil }
    if !isDash(lines[start]) { start -= 1 }
    guard lines.indices.contains(start), isDash(lines[start]) else { return nil }
    let margin = indentation(lines[start])
    var end = start + 1
    var last = end
    while end < lines.count, isFiller(lines[end]) || indentation(lines[end]) > margin {
      end += 1
      // Empty lines and comments at the margin behind it belong to what follows.
      if !isFiller(lines[end - 1]) || indentation(lines[end - 1]) > margin { last = end }
    }
    return start..<last
  }

  private func isDash(_ line: String) -> Bool {
    let rest = line.drop { $0 == " " }
    return rest == "-" || rest.hasPrefix("- ")
  }

  private func isFiller(_ line: String) -> Bool {
    let rest = line.drop { $0 == " " }
    return rest.isEmpty || rest.hasPrefix("#")
  }

  /// How many spaces a line begins with; an empty one has none.
  private func indentation(_ line: String) -> Int { line.prefix { $0 == " " }.count }
}
