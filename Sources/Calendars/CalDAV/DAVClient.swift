import Alarms
import FoundationEssentials
import HTTP

/// Asks a calendar server, as one who is known there. The password goes to the host that the configuration names, and to no
/// other, whatever the server says.
actor DAVClient {
  private let http: HTTPClient
  private let origin: DAVAddress
  private let login: SyncAccount.Login?
  /// Whether the server wants a digest; known once it has said so.
  private var wantsDigest = false
  private let timeout: Duration
  /// How many requests have gone out.
  private(set) var requests = 0

  private static let largestAnswer = 64 << 20
  private static let mostRedirects = 5

  init(_ http: HTTPClient, origin: DAVAddress, login: SyncAccount.Login?, timeout: Duration = .seconds(60)) {
    (self.http, self.origin, self.login, self.timeout) = (http, origin, login, timeout)
  }

  /// Sends a request and returns the answer, whatever its status.
  func send(
    _ method: String, _ address: DAVAddress, headers: [HTTPHeader] = [], body: String = "", doing what: String
  ) async throws(SyncError) -> HTTPResponse {
    guard origin.isTrusted(with: address) else {
      throw SyncError(
        .refused,
        "\(what): the server sends on to another host, which gets no password from here; if it is the right one, "
          + "write its address under url")
    }
    let response = try await once(method, address, headers, body, what)
    guard response.status == 401, !wantsDigest, case .password = login,
      response.headers.contains(where: { $0.isNamed("www-authenticate") && $0.value.lowercased().hasPrefix("digest") }),
      !response.headers.contains(where: { $0.isNamed("www-authenticate") && $0.value.lowercased().hasPrefix("basic") })
    else { return response }
    wantsDigest = true
    return try await once(method, address, headers, body, what)
  }

  private func once(
    _ method: String, _ address: DAVAddress, _ headers: [HTTPHeader], _ body: String, _ what: String
  ) async throws(SyncError) -> HTTPResponse {
    var request = HTTPRequest(
      method: method, url: address.text, headers: headers, body: Array(body.utf8), timeout: timeout,
      maximumResponseBytes: DAVClient.largestAnswer)
    request.reusesConnections = true
    switch login {
    case nil: break
    case .token(let token): request.headers.append(HTTPHeader("Authorization", "Bearer \(token.reveal())"))
    case .password(let user, let password) where wantsDigest:
      request.digest = (user.reveal(), password.reveal())
    case .password(let user, let password):
      let words = Data("\(user.reveal()):\(password.reveal())".utf8).base64EncodedString()
      request.headers.append(HTTPHeader("Authorization", "Basic \(words)"))
    }
    requests += 1
    do throws(HTTPError) { return try await http.send(request) } catch {
      switch error {
      case .notSent(let reason): throw SyncError(.later, "\(what): \(reason)")
      case .noAnswer(let reason): throw SyncError(.later, "\(what): no answer: \(reason)")
      case .answerTooLarge(_, let limit, _):
        throw SyncError(.refused, "\(what): the server answers with more than \(limit) bytes")
      }
    }
  }

  /// Asks for properties (RFC 4918, 9.1), of a resource or of those in it too, wherever the server sends on to.
  ///
  /// - Returns: what it says and from which address; `nil` where there is no such resource.
  func properties(
    _ names: String, of address: DAVAddress, depth: Int, doing what: String
  ) async throws(SyncError) -> (Multistatus, DAVAddress)? {
    let body = """
      <?xml version="1.0" encoding="utf-8"?>
      <propfind xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><prop>\(names)</prop></propfind>
      """
    let headers = [HTTPHeader("Depth", "\(depth)"), HTTPHeader("Content-Type", "application/xml; charset=utf-8")]
    var address = address
    for _ in 0...DAVClient.mostRedirects {
      let response = try await send("PROPFIND", address, headers: headers, body: body, doing: what)
      switch response.status {
      case 207:
        guard let root = try? XMLElement(response.body), let answer = Multistatus(root) else {
          throw SyncError(.refused, "\(what): the answer is no multistatus document")
        }
        return (answer, address)
      case 301, 302, 303, 307, 308:
        guard let target = response.header("location").flatMap(address.resolving) else {
          throw SyncError(.refused, "\(what): the server sends on to what is no web address")
        }
        address = target
      case 404, 405, 410: return nil
      default: throw SyncError(status: response.status, doing: what)
      }
    }
    throw SyncError(.refused, "\(what): the server sends on and on")
  }
}
