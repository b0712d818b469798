import Workdays

/// Collects what a run finds: its problems, so that one run reports them all, and the files that it looked into.
final class Diagnostics {
  /// Past so many errors, or warnings, the rest of a file has nothing new to say.
  private static let most = 1000

  private(set) var all: [Diagnostic] = []
  private var counts: [Diagnostic.Severity: Int] = [:]
  /// Paths of holiday data and secrets that the configuration names, readable or not: a change of one may matter.
  var references: [String] = []
  /// Names of alarms that days are meant for; the alarms may stand in later files.
  var alarmNames: [Node] = []
  /// The same of calendars.
  var calendarNames: [Node] = []

  var hasErrors: Bool { counts[.error] != nil }
  /// Whether further errors are not kept.
  var isFull: Bool { counts[.error, default: 0] > Diagnostics.most }

  func report(_ diagnostic: Diagnostic) {
    let count = counts[diagnostic.severity, default: 0] + 1
    counts[diagnostic.severity] = count
    if count <= Diagnostics.most {
      all.append(diagnostic)
    } else if count == Diagnostics.most + 1 {
      let message: LocalText =
        diagnostic.severity == .error
        ? "there are more than \(Diagnostics.most) errors; mend those above first"
        : "there are more than \(Diagnostics.most) warnings; mend those above first"
      all.append(Diagnostic(message, at: diagnostic.place, severity: diagnostic.severity))
    }
  }
  func error(_ message: LocalText, at node: Node) { report(Diagnostic(message, at: node)) }
  func warning(_ message: LocalText, at node: Node) { report(Diagnostic(message, at: node, severity: .warning)) }
}

/// What to say of full-width punctuation, which Chinese input methods write and YAML does not know; empty without any.
func fullWidthHint(_ text: some StringProtocol) -> LocalText {
  guard let sign = text.first(where: { "：，［］｛｝＂".contains($0) }) else { return "" }
  let plain = ["：": ":", "，": ",", "［": "[", "］": "]", "｛": "{", "｝": "}", "＂": "\""][sign] ?? ""
  return "; it has a full-width \(sign), write \(plain)"
}

/// The entries of a mapping, taken one by one by the schema that knows them.
struct Fields {
  let node: Node
  // Not by hash: there are few, and a file may have a hundred thousand mappings.
  private let names: [String]
  private let entries: [(key: Node, value: Node)]
  /// A bit for each name, so that most of those that are absent are known to be so at once.
  private let present: UInt64
  private let diagnostics: Diagnostics

  /// - Parameters:
  ///   - known: all keys that may stand here, in the order in which they are listed to a person.
  ///   - quotesStrangers: whether an error repeats a key that is like none of them. It may be a piece of a secret.
  /// - Returns: `nil`, with the problem reported, when `node` is no mapping.
  init?(_ node: Node, known: [String], of what: LocalText, quotesStrangers: Bool = true, _ diagnostics: Diagnostics) {
    guard case .mapping(let pairs) = node.value else {
      if !node.isNull { diagnostics.error("expected \(what) as a mapping, found \(node.localKind)", at: node) }
      guard node.isNull else { return nil }
      (self.node, names, entries, present, self.diagnostics) = (node, [], [], 0, diagnostics)
      return
    }
    var entries: [(key: Node, value: Node)] = []
    entries.reserveCapacity(pairs.count)
    var names: [String] = []
    names.reserveCapacity(pairs.count)
    for (key, value) in pairs where !diagnostics.isFull {
      let name = key.text ?? ""
      if known.contains(name) {
        entries.append((key, value))
        names.append(name)
      } else if let meant = nearest(name, among: known) {
        diagnostics.error("unknown key \"\(name)\" in \(what); did you mean \"\(meant)\"?", at: key)
      } else {
        let quoted = quotesStrangers ? " \"\(name)\"" : ""
        diagnostics.error("unknown key\(quoted) in \(what); expected \(known.joined(separator: ", "))", at: key)
      }
    }
    (self.node, self.names, self.entries, self.diagnostics) = (node, names, entries, diagnostics)
    present = names.reduce(0) { $0 | Fields.bit($1) }
  }

  /// The value of a key, `nil` where it is absent or null.
  subscript(name: String) -> Node? {
    guard let index = index(name) else { return nil }
    return entries[index].value.isNull ? nil : entries[index].value
  }

  /// The key itself, for errors about the whole entry.
  func key(_ name: String) -> Node? { index(name).map { entries[$0].key } }

  private func index(_ name: String) -> Int? {
    guard present & Fields.bit(name) != 0 else { return nil }
    return names.firstIndex(of: name)
  }

  private static func bit(_ name: String) -> UInt64 {
    let text = name.utf8
    return 1 << ((UInt64(text.count) &* 5 &+ UInt64(text.first ?? 0)) & 63)
  }

  /// The text of a key's scalar; `nil`, with the problem reported, when a collection stands there.
  func text(_ name: String) -> String? {
    guard let value = self[name] else { return nil }
    guard let text = value.text else {
      diagnostics.error("\(name) is \(value.localKind); expected a single value", at: value)
      return nil
    }
    return text
  }

  /// A key's value as `read` understands it; what is not understood is reported with what was expected.
  func value<Value>(_ name: String, expected: LocalText, _ read: (String) -> Value?) -> Value? {
    guard let text = text(name) else { return nil }
    if let value = read(text) { return value }
    guard let node = self[name] else { return nil }
    diagnostics.error("\(name) is \"\(text)\"; expected \(expected)\(fullWidthHint(text))", at: node)
    return nil
  }

  /// A key's value as one of the cases of an enumeration.
  func choice<Value: RawRepresentable & CaseIterable>(_ name: String) -> Value? where Value.RawValue == String {
    guard let text = text(name) else { return nil }
    if let value = Value(rawValue: text) { return value }
    guard let node = self[name] else { return nil }
    let names = Value.allCases.map(\.rawValue)
    let hint: LocalText =
      nearest(text, among: names).map { "did you mean \"\($0)\"?" } ?? "expected \(names.joined(separator: ", "))"
    diagnostics.error("unknown \(name) \"\(text)\"; \(hint)", at: node)
    return nil
  }

  /// A key's value as a truth value: only `true` and `false`, so that `no` stays a word.
  func flag(_ name: String) -> Bool? {
    value(name, expected: "true or false") { ["true": true, "false": false][$0] }
  }

  /// The items of a list; a single value counts as a list of one.
  ///
  /// - Parameter splitsCommas: whether a single value may name several, with commas between, as people write them.
  func items(_ name: String, splitsCommas: Bool = false) -> [Node]? {
    guard let value = self[name] else { return nil }
    switch value.value {
    case .sequence(let items): return items
    case .scalar(let text, let isQuoted):
      guard splitsCommas, text.contains(",") else { return [value] }
      var start = 0
      return text.split(separator: ",", omittingEmptySubsequences: false).map { piece in
        let word = String(piece.drop(while: \.isWhitespace))
        let length = piece.count
        defer { start += length + 1 }
        var place = value.place
        if value.width > 1 { place.column += start + length - word.count + (isQuoted ? 1 : 0) }
        return Node(.scalar(word, isQuoted: isQuoted), place: place, width: word.count)
      }
    case .mapping:
      diagnostics.error("\(name) is a mapping; expected a list or a single value", at: value)
      return nil
    }
  }
}
