/// A value of a YAML or JSON file, with the place where it stands.
///
/// A scalar is kept as its text: what it means is for the schema to say, so that `NO` is a region and `09:30` a time.
package struct Node: Sendable {
  package indirect enum Value: Sendable {
    /// A scalar; `isQuoted` tells `"null"` from `null`.
    case scalar(String, isQuoted: Bool)
    case sequence([Node])
    /// Keys in the order written, each once.
    case mapping([(key: Node, value: Node)])
  }

  package let value: Value
  /// Where it starts.
  package let place: SourcePlace
  /// How many characters of its first line it takes, for the mark under an error; 1 or more.
  package let width: Int

  package init(_ value: Value, place: SourcePlace, width: Int) {
    self.value = value
    self.place = place
    self.width = max(1, width)
  }

  /// The text of a scalar; `nil` for a collection.
  package var text: String? {
    guard case .scalar(let text, _) = value else { return nil }
    return text
  }

  /// The value of a mapping's key; `nil` where there is none.
  package subscript(key: String) -> Node? {
    guard case .mapping(let pairs) = value else { return nil }
    return pairs.first { $0.key.text == key }?.value
  }

  /// Whether nothing was written, or an unquoted `null` or `~`.
  package var isNull: Bool {
    guard case .scalar(let text, let isQuoted) = value, !isQuoted else { return false }
    return ["", "~", "null", "Null", "NULL"].contains(text)
  }

  /// What it is, in a word, for errors.
  package var kindName: String { localKind.text(in: .english) }

  /// What it is, for a person.
  package var localKind: LocalText {
    switch value {
    case .scalar: "a single value"
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }

  /// What is written there, or what it is where that is no single value.
  package var wording: LocalText { text.map { LocalText(verbatim: $0) } ?? localKind }
}
