import Alarms
import Delivery
import HTTP
import TestSupport
import Workdays

/// A message, and the request that a service is to be sent for it.
struct RequestVector: Decodable {
  let kind: String
  let name: String
  let title, notes, link: String?
  let urgency: Urgency
  /// How many characters the title and the notes have, each of ``pieces`` in turn, where they are not written out.
  let repeated: [Int]?
  let pieces: [String]?
  let settings: SettingsVector
  let method, target: String
  let headers: [String: String]
  let body: String

  private enum CodingKeys: String, CodingKey {
    case name = "case"
    case kind, title, notes, link, urgency, repeated, pieces, settings, method, target, headers, body
  }

  var ring: Ring {
    .makeUpSunday { ring in
      ring.report.title = title ?? text(repeated?[0])
      ring.notes = notes ?? text(repeated?[1])
      ring.link = link
      ring.urgency = urgency
    }
  }

  /// The notes alone, so that no word of the program's own is compared; with a link, all that it says.
  var wording: Wording { Wording(text: link == nil ? try? Template("{{notes}}") : nil) }

  private func text(_ count: Int?) -> String {
    let pieces = pieces ?? []
    return (0..<(count ?? 0)).map { pieces[$0 % pieces.count] }.joined()
  }
}

/// An answer, and what it means.
struct AnswerVector: Decodable {
  let kind: String
  let status: Int
  let headers: [String: String]
  let body: String
  let outcome: String
  /// The shortest and the longest wait in seconds, where the service asks for one.
  let wait: [Double]?

  func allows(_ found: Outcome) -> Bool {
    switch (found, outcome) {
    case (.delivered, "delivered"), (.rejected, "rejected"), (.gone, "gone"): true
    case (.retry, "not delivered"), (.rejected, "not delivered"): true
    case (.retry(let found, _), "retry"):
      wait.map { wait in found.map { .seconds(wait[0]) <= $0 && $0 <= .seconds(wait[1]) } ?? false } ?? true
    default: false
    }
  }
}

/// How long the parts of a service's request may be.
struct LimitVector: Decodable {
  struct Part: Decodable {
    let path: [String]
    let unit: String
    let most, least: Int

    func length(of text: String) -> Int {
      switch unit {
      case "utf8": text.utf8.count
      case "utf16": text.utf16.count
      default: text.unicodeScalars.count
      }
    }
  }

  let kind: String
  let settings: SettingsVector
  let parts: [Part]
}

/// A destination's settings: secrets as texts, all else in lists, headers as pairs, levels by urgency.
struct SettingsVector: Decodable {
  private enum Value: Decodable {
    case secret(String), texts([String]), headers([[String]]), levels([String: String])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        self = .secret(text)
      } else if let texts = try? container.decode([String].self) {
        self = .texts(texts)
      } else if let pairs = try? container.decode([[String]].self) {
        self = .headers(pairs)
      } else {
        self = .levels(try container.decode([String: String].self))
      }
    }
  }

  private let values: [String: Value]

  init(from decoder: any Decoder) throws {
    values = try decoder.singleValueContainer().decode([String: Value].self)
  }

  func deliverer(_ kind: String, _ server: LocalServer, wording: Wording = Wording()) -> ServiceDeliverer {
    var settings = ServiceSettings(kind: kind)
    settings.set("url", Secret(server.url("/\(ServiceTests.token)")))
    for (name, value) in values {
      switch value {
      case .secret(let text): settings.set(name, Secret(text))
      case .texts(let texts): settings.set(name, texts)
      case .headers(let pairs):
        for pair in pairs { settings.add(Destination.Header(name: pair[0], value: Secret(pair[1]))) }
      case .levels(let levels):
        for (urgency, level) in levels { settings.set(Urgency(rawValue: urgency) ?? .normal, level) }
      }
    }
    return ServiceDeliverer(settings, wording: wording, client: HTTPClient(), userAgent: "notifier/1")
  }
}

/// A JSON document of which only texts matter.
enum JSONTree: Decodable {
  case text(String), array([JSONTree]), object([String: JSONTree]), other

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let elements = try? container.decode([JSONTree].self) {
      self = .array(elements)
    } else if let members = try? container.decode([String: JSONTree].self) {
      self = .object(members)
    } else {
      self = .other
    }
  }

  /// The text at a path of names and indices.
  func text(at path: ArraySlice<String>) -> String? {
    guard let name = path.first else {
      if case .text(let text) = self { return text }
      return nil
    }
    return switch self {
    case .object(let members): members[name]?.text(at: path.dropFirst())
    case .array(let elements):
      Int(name).flatMap { elements.indices.contains($0) ? elements[$0].text(at: path.dropFirst()) : nil }
    default: nil
    }
  }
}
