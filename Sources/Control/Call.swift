import FoundationEssentials

/// The parameters of a method: they name themselves, so that a misspelt one is an error and not overlooked.
protocol CallParameters: Decodable, Sendable {
  static var names: Set<String> { get }
}

struct NoParameters: CallParameters {
  static let names: Set<String> = []
}

struct InterfaceParameters: CallParameters, Encodable {
  static let names: Set<String> = ["interface"]
  var interface: String
}

struct NextParameters: CallParameters, Encodable {
  static let names: Set<String> = ["count", "alarm"]
  static let counts = 1...1000
  var count: Int
  var alarm: String?
}

extension NextParameters {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    count = try NextParameters.count(in: container, .count)
    alarm = try container.decodeIfPresent(String.self, forKey: .alarm)
  }

  /// A count of firings or occurrences.
  static func count<Key: CodingKey>(in container: KeyedDecodingContainer<Key>, _ key: Key) throws -> Int {
    do {
      let count = try container.decode(Int.self, forKey: key)
      guard counts.contains(count) else { throw InvalidParameter(parameter: key.stringValue) }
      return count
    } catch let error as DecodingError where !error.path.isEmpty {
      throw error
    } catch {
      // A fraction, or more than an Int holds: FoundationEssentials then does not say which member it was.
      throw InvalidParameter(parameter: key.stringValue)
    }
  }
}

struct AlarmParameters: CallParameters, Encodable {
  static let names: Set<String> = ["alarm"]
  var alarm: String
}

struct SnoozeParameters: CallParameters, Encodable {
  static let names: Set<String> = ["ring", "delay"]
  var ring: String?
  var delay: String
}

struct SkipParameters: CallParameters, Encodable {
  static let names: Set<String> = ["alarm", "count", "from"]
  var alarm: String
  var count: Int
  var from: String?
}

extension SkipParameters {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    count = try NextParameters.count(in: container, .count)
    alarm = try container.decode(String.self, forKey: .alarm)
    from = try container.decodeIfPresent(String.self, forKey: .from)
  }
}

struct UnskipParameters: CallParameters, Encodable {
  static let names: Set<String> = ["alarm", "occurrences"]
  var alarm: String
  var occurrences: [String]?
}

struct PauseParameters: CallParameters, Encodable {
  static let names: Set<String> = ["alarm", "until"]
  var alarm: String?
  var until: String?
}

struct ResumeParameters: CallParameters, Encodable {
  static let names: Set<String> = ["alarm"]
  var alarm: String?
}

struct RingParameters: CallParameters, Encodable {
  static let names: Set<String> = ["ring"]
  var ring: String?
}

struct DeliveryParameters: CallParameters, Encodable {
  static let names: Set<String> = ["ring", "destination"]
  var ring: String?
  var destination: String?
}

struct DestinationParameters: CallParameters, Encodable {
  static let names: Set<String> = ["destination"]
  var destination: String
}

/// A call without its parameters, whose shape depends on the method.
struct CallHead: Decodable {
  var method: String
  var oneway: Bool?
  var upgrade: Bool?
}

/// Why a parameter is not accepted.
struct InvalidParameter: Error, Equatable { var parameter: String }

/// A call's parameters.
struct CallBody<Parameters: CallParameters>: Decodable {
  let parameters: Parameters

  private enum Keys: String, CodingKey { case parameters }

  private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { return nil }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    guard container.contains(.parameters), try !container.decodeNil(forKey: .parameters) else {
      // Without any it is as if there were an empty object.
      parameters = try JSONDecoder().decode(Parameters.self, from: Data("{}".utf8))
      return
    }
    let given = try container.nestedContainer(keyedBy: AnyKey.self, forKey: .parameters).allKeys.map(\.stringValue)
    if let stranger = given.sorted().first(where: { !Parameters.names.contains($0) }) {
      throw InvalidParameter(parameter: stranger)
    }
    parameters = try container.decode(Parameters.self, forKey: .parameters)
  }

  /// Reads the parameters of a message that is known to be a call.
  static func parameters(of message: [UInt8]) throws(InvalidParameter) -> Parameters {
    do {
      return try JSONDecoder().decode(Self.self, from: Data(message)).parameters
    } catch let error as InvalidParameter {
      throw error
    } catch let error as DecodingError {
      let path = error.path.drop { $0 == "parameters" }
      throw InvalidParameter(parameter: path.isEmpty ? "parameters" : path.joined(separator: "."))
    } catch {
      throw InvalidParameter(parameter: "parameters")
    }
  }
}

extension DecodingError {
  /// The names on the way to the value that was not as expected.
  var path: [String] {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      context.codingPath.map(\.stringValue)
    case .keyNotFound(let key, let context): (context.codingPath + [key]).map(\.stringValue)
    @unknown default: []
    }
  }

  /// What is wrong with a message, in words.
  var reason: String {
    let member = path.joined(separator: ".")
    return switch self {
    case .keyNotFound: "the member \"\(member)\" is missing"
    case .typeMismatch, .valueNotFound:
      member.isEmpty ? "it is JSON, but no object" : "the member \"\(member)\" is of the wrong type"
    default: "it is not JSON in UTF-8"
    }
  }
}
