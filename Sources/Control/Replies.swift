import Alarms

/// The methods of our interface by their full names.
enum Method {
  static let getStatus = "\(Interface.name).GetStatus"
  static let next = "\(Interface.name).Next"
  static let fire = "\(Interface.name).Fire"
  static let snooze = "\(Interface.name).Snooze"
  static let done = "\(Interface.name).Done"
  static let skip = "\(Interface.name).Skip"
  static let unskip = "\(Interface.name).Unskip"
  static let pause = "\(Interface.name).Pause"
  static let resume = "\(Interface.name).Resume"
  static let retry = "\(Interface.name).Retry"
  static let discard = "\(Interface.name).Discard"
  static let test = "\(Interface.name).Test"
  static let stopped = "\(Interface.name).Stopped"
  static let reload = "\(Interface.name).Reload"
}

struct Reply<Parameters: Encodable>: Encodable { var parameters: Parameters }

/// The reply to a call that failed.
struct ErrorReply: Codable, Error, Equatable {
  /// The error's full name.
  var error: String
  var parameters: [String: String]

  /// An error of Varlink's own interface.
  static func service(_ name: String, _ parameters: [String: String]) -> ErrorReply {
    ErrorReply(error: "\(Interface.serviceName).\(name)", parameters: parameters)
  }

  /// An error of our interface.
  static func control(_ name: String, _ parameters: [String: String]) -> ErrorReply {
    ErrorReply(error: "\(Interface.name).\(name)", parameters: parameters)
  }

  static func invalidParameter(_ name: String) -> ErrorReply { .service("InvalidParameter", ["parameter": name]) }
}

/// The reply to `GetInfo`.
struct ServiceInfo: Codable, Equatable {
  var vendor: String
  var product: String
  var version: String
  /// Where the product is at home; the interface asks for it, and it may be empty.
  var url: String
  var interfaces: [String]
}

struct NextReply: Codable { var firings: [FiringReport] }

struct FireReply: Codable { var id: String }

struct SnoozeReply: Codable { var firing: FiringReport }

struct DoneReply: Codable { var id: String }

struct CountReply: Codable { var count: Int }

struct ResumeReply: Codable { var resumed: Bool }

struct StoppedReply: Codable { var stopped: [String: String] }

struct NoReply: Codable {}
