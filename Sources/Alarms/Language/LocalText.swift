/// What the program says to a person: written in English where it is said, put into words when it is shown.
///
/// A literal with values in it is a template with numbered places, `there is no alarm "{1}"`, under which the catalogue has
/// the Chinese. What programs read is a `String` and stays as it is.
package struct LocalText: Hashable, Sendable {
  fileprivate enum Value: Hashable, Sendable {
    /// A name, a number, a path: the same in every language.
    case verbatim(String)
    case text(LocalText)
  }

  /// The English, with places such as `{1}`.
  package let template: String
  private let values: [Value]
  /// The English template in place of the first, where a count asks for it.
  private var plural: String?

  private init(template: String, values: [Value]) {
    self.template = template
    self.values = values
  }

  /// What is the same in every language.
  package init(verbatim text: String) { self.init(template: "{1}", values: [.verbatim(text)]) }

  fileprivate init(count: Int, unit: String) {
    self.init(template: "{1} \(unit)", values: [.verbatim("\(count)")])
    if count != 1 { plural = "{1} \(unit)s" }
  }

  /// The words in a language; the English ones where the catalogue lacks the template.
  package func text(in language: Language) -> String {
    guard !values.isEmpty else { return Catalogue.text(of: template, in: language) }
    // A message of nothing but places needs no translation.
    let english = plural ?? template
    let pattern = template == "{1}" || language == .english ? english : Catalogue.text(of: template, in: language)
    var text = ""
    var rest = pattern[...]
    while let brace = rest.firstIndex(of: "{") {
      text += rest[..<brace]
      let digits = rest[rest.index(after: brace)...].prefix { $0.isASCII && $0.isNumber }
      guard let number = Int(digits), values.indices.contains(number - 1), rest[digits.endIndex...].first == "}" else {
        text += "{"
        rest = rest[rest.index(after: brace)...]
        continue
      }
      switch values[number - 1] {
      case .verbatim(let value): text += value
      case .text(let value): text += value.text(in: language)
      }
      rest = rest[rest.index(after: digits.endIndex)...]
    }
    return text + rest
  }

  package var isEmpty: Bool { template.isEmpty }
}

/// `1 day`, `2 days`.
package func counted(_ count: Int, _ unit: String) -> LocalText { LocalText(count: count, unit: unit) }

extension LocalText: CustomStringConvertible {
  /// The words in the language in force.
  package var description: String { text(in: .inForce) }
}

extension LocalText: ExpressibleByStringInterpolation {
  package init(stringLiteral text: String) { self.init(template: text, values: []) }

  package init(stringInterpolation: StringInterpolation) {
    self.init(template: stringInterpolation.template, values: stringInterpolation.values)
  }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var template = ""
    fileprivate var values: [Value] = []

    package init(literalCapacity: Int, interpolationCount: Int) {
      template.reserveCapacity(literalCapacity + 3 * interpolationCount)
      values.reserveCapacity(interpolationCount)
    }

    package mutating func appendLiteral(_ literal: String) { template += literal }

    package mutating func appendInterpolation(_ text: LocalText) { append(.text(text)) }

    package mutating func appendInterpolation(_ value: some Any) { append(.verbatim("\(value)")) }

    private mutating func append(_ value: Value) {
      values.append(value)
      template += "{\(values.count)}"
    }
  }
}

extension LocalText {
  /// Literals that stand on several lines are one message.
  package static func + (first: LocalText, second: LocalText) -> LocalText {
    var template = ""
    for (index, piece) in second.template.split(separator: "{", omittingEmptySubsequences: false).enumerated() {
      let digits = piece.prefix { $0.isASCII && $0.isNumber }
      // The second one's places go on where the first one's end.
      if index > 0, let number = Int(digits), piece.dropFirst(digits.count).first == "}" {
        template += "{\(number + first.values.count)" + piece.dropFirst(digits.count)
      } else {
        template += (index > 0 ? "{" : "") + piece
      }
    }
    return LocalText(template: first.template + template, values: first.values + second.values)
  }
}

extension LocalText: Encodable {
  /// For programs always in English.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text(in: .english))
  }
}
