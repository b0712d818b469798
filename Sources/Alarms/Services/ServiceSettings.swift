/// What a person wrote of a destination that is reached over HTTP. Which keys there are is up to its ``ServiceKind``.
package struct ServiceSettings: Hashable, Sendable {
  /// The kind's name: `slack`.
  package let kind: String
  /// Addresses and whatever else nobody is to see.
  private var secrets: [String: Secret] = [:]
  /// All else; a flag is `true` or `false`, a number its digits.
  private var texts: [String: [String]] = [:]
  private var levels: [Urgency: String] = [:]
  /// By which way it is reached.
  package var transport = Transport()
  /// Further request headers, in the order written.
  package private(set) var headers: [Destination.Header] = []

  /// No settings yet.
  package init(kind: String) { self.kind = kind }

  /// A value that is hidden.
  package func secret(_ name: String) -> Secret? { secrets[name] }

  /// An address, for the one place that sends to it.
  ///
  /// - Precondition: the kind has such a field, required or with a default.
  package func address(_ name: String = "url") -> String {
    if let address = secrets[name]?.reveal() { return address }
    guard case .address(let usual?)? = ServiceKind.named(kind)?.field(name)?.value else {
      preconditionFailure("a \(kind) destination without \(name) was let through")
    }
    return usual
  }

  /// A single text.
  package func text(_ name: String) -> String? { texts[name]?.first }

  /// A list, empty where nothing is said.
  package func list(_ name: String) -> [String] { texts[name] ?? [] }

  /// Whether a flag is set.
  package func flag(_ name: String) -> Bool { text(name) == "true" }

  /// A whole number.
  package func number(_ name: String) -> Int? { text(name).flatMap { Int($0) } }

  /// What the person wants a ring of this urgency to be called.
  package func level(_ urgency: Urgency) -> String? { levels[urgency] }

  /// What a body of one's own is: as its header says, where there is one; JSON where nothing is said.
  package var contentType: String {
    headers.first { $0.name.lowercased() == "content-type" }?.value.reveal() ?? text("content-type")
      ?? "application/json; charset=utf-8"
  }

  /// The same without parameters, in lower case.
  package var mediaType: String {
    String(contentType.drop { $0.isWhitespace }.prefix { $0 != ";" && !$0.isWhitespace }).lowercased()
  }

  /// All that must not be shown, addresses apart.
  package var hiddenValues: [Secret] {
    secrets.filter { !isAddress($0.key) }.map(\.value) + headers.map(\.value)
  }

  /// The addresses that a person wrote, a proxy's too.
  package var addresses: [Secret] {
    var addresses = secrets.filter { isAddress($0.key) }.map(\.value)
    if case .through(let proxy) = transport.proxy { addresses.append(proxy) }
    return addresses
  }

  private func isAddress(_ name: String) -> Bool {
    if case .address? = ServiceKind.named(kind)?.field(name)?.value { true } else { false }
  }

  package mutating func set(_ name: String, _ value: Secret) { secrets[name] = value }
  package mutating func set(_ name: String, _ value: [String]) { texts[name] = value }
  package mutating func set(_ urgency: Urgency, _ level: String) { levels[urgency] = level }
  package mutating func add(_ header: Destination.Header) { headers.append(header) }
}
