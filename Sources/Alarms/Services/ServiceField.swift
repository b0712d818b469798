/// One key of a destination that is reached over HTTP, and what may stand there.
package struct ServiceField: Sendable {
  /// What may stand after a key.
  package enum Value: Sendable {
    /// A web address, kept secret: tokens often sit in it. With a default it may be left out.
    case address(usual: String?)
    /// A value that nobody sees.
    case secret
    /// A secret that signs as Standard Webhooks says: `whsec_` and base64, or two of them.
    case signingKey
    /// A single text, of which `allows` says whether it is one; `expected` describes it to a person.
    case text(expected: LocalText, allows: @Sendable (String) -> Bool)
    /// A list of such texts.
    case texts(expected: LocalText, allows: @Sendable (String) -> Bool)
    /// A whole number.
    case number(ClosedRange<Int>)
    /// `true` or `false`.
    case flag
    /// One of these words, the first where nothing is said.
    case choice([String])
    /// Names and secret values of request headers.
    case headers
    /// A text with placeholders: see ``Template``.
    case template
    /// What the service calls a ring's urgency, by `low`, `normal` and `critical`.
    case levels([String])
  }

  /// As the configuration writes it.
  package let name: String
  package let value: Value
  /// Whether the destination is nothing without it.
  package let isRequired: Bool

  package init(_ name: String, _ value: Value, isRequired: Bool = false) {
    self.name = name
    self.value = value
    self.isRequired = isRequired
  }
}

extension ServiceField {
  /// The address that the service gave out, token and all.
  static let ownAddress = ServiceField("url", .address(usual: nil), isRequired: true)

  /// Where the service runs, for those who run it themselves.
  static func server(_ usual: String) -> ServiceField { ServiceField("url", .address(usual: usual)) }

  /// A secret that must be there.
  static func key(_ name: String) -> ServiceField { ServiceField(name, .secret, isRequired: true) }

  /// Any text of one line.
  static func line(_ name: String, isRequired: Bool = false) -> ServiceField {
    ServiceField(
      name, .text(expected: "a text of one line") { !$0.isEmpty && !$0.contains(where: \.isNewline) },
      isRequired: isRequired)
  }

  /// People to mention. They are told apart from text by where they stand, so a mention has none of the signs that
  /// could end it.
  static func mentions(_ expected: LocalText) -> ServiceField {
    ServiceField(
      "mentions",
      .texts(expected: expected) { text in
        !text.isEmpty && !text.contains { $0.isWhitespace || $0.isNewline || "<>\"'()[]{}|\\`".contains($0) }
      })
  }

  /// What the service calls each urgency.
  static func levels(_ values: [String]) -> ServiceField { ServiceField("levels", .levels(values)) }
}
