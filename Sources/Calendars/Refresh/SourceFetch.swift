import Alarms
import HTTP
import Workdays

/// How long a source may keep its reader waiting, and how much it may say.
package struct FetchLimits: Sendable {
  /// How long name look-up, connecting and the TLS handshake may take together.
  package var connecting: Duration
  /// How long one address may take altogether.
  package var request: Duration
  /// How long all addresses of a file may take, which are asked one after another.
  package var source: Duration
  /// The largest answer, in bytes once unpacked: decades of holidays take less than a tenth of it.
  package var bytes: Int

  package init(
    connecting: Duration = .seconds(10), request: Duration = .seconds(30), source: Duration = .seconds(120),
    bytes: Int = 4 << 20
  ) {
    self.connecting = connecting
    self.request = request
    self.source = source
    self.bytes = bytes
  }
}

/// Asks the addresses of one file of a source, one after another, until one has data.
struct SourceFetch: Sendable {
  /// What came of it.
  enum Outcome: Sendable {
    case data(SourceReader.Contents, Answer)
    /// The server says that what it sent before still holds.
    case notModified(Answer)
    /// Every address says that there is no such file.
    case missing
    /// No address had data.
    case failed
  }

  /// The answer that counts, but for its data.
  struct Answer: Sendable {
    let address: Address
    let etag: String?
    let lastModified: String?
  }

  /// What came of it, and why other addresses did not do.
  struct Result: Sendable {
    let outcome: Outcome
    /// One for each address that was asked in vain, in their order.
    let reasons: [String]
    /// Whether one of those had something that is no data.
    var isRefusal = false
  }

  let client: HTTPClient
  let limits: FetchLimits
  let reader: SourceReader

  /// - Parameters:
  ///   - year: the year that the file has to be of; `nil` for a file of all years.
  ///   - validators: what was said of the data that is held, by address.
  func ask(
    _ addresses: [Address], year: Int?, validators: [String: HolidaySourceState.Validator]
  ) async -> Result {
    var (reasons, areMissing, isRefusal) = ([String](), 0, false)
    for address in addresses {
      let validator = validators[address.url]
      do throws(HTTPError) {
        let response = try await client.send(request(address, validator, count: addresses.count))
        let answer = Answer(
          address: address, etag: response.header("ETag"), lastModified: response.header("Last-Modified"))
        switch response.status {
        case 200:
          switch contents(of: response.body, at: address, year: year) {
          case .success(let contents): return Result(outcome: .data(contents, answer), reasons: reasons)
          case .failure(let fault):
            reasons.append(fault.reason)
            isRefusal = true
          }
        case 304 where validator != nil: return Result(outcome: .notModified(answer), reasons: reasons)
        case let status:
          if status == 404 { areMissing += 1 }
          reasons.append(address.failure("the server answered \(status)\(SourceFetch.words(for: status))"))
        }
      } catch {
        reasons.append(address.failure(SourceFetch.reason(error)))
        if case .answerTooLarge = error { isRefusal = true }
      }
    }
    return Result(
      outcome: areMissing == addresses.count ? .missing : .failed, reasons: reasons, isRefusal: isRefusal)
  }

  private func request(
    _ address: Address, _ validator: HolidaySourceState.Validator?, count: Int
  ) -> HTTPRequest {
    var headers = [HTTPHeader("User-Agent", "notifier/\(notifierVersion)")]
    if let etag = validator?.etag { headers.append(HTTPHeader("If-None-Match", etag)) }
    if let date = validator?.lastModified { headers.append(HTTPHeader("If-Modified-Since", date)) }
    // A share for each address, so that all of them keep within the source's time without looking at a clock.
    let share = min(limits.request, limits.source / max(1, count))
    return HTTPRequest(
      url: address.url, headers: headers, connectTimeout: min(limits.connecting, share), timeout: share,
      maximumResponseBytes: limits.bytes, followsRedirects: true, acceptsGzip: true)
  }

  private struct Fault: Error {
    let reason: String
  }

  /// The data, where it is data and of the year that was asked for.
  private func contents(
    of bytes: [UInt8], at address: Address, year: Int?
  ) -> Swift.Result<SourceReader.Contents, Fault> {
    do throws(DiagnosticList) {
      let contents = try reader.read(bytes, title: address.title, path: address.url, isOneYear: year != nil)
      guard let year, let other = contents.noticeYears.last, !contents.noticeYears.contains(where: { $0.year == year })
      else { return .success(contents) }
      let refusal = HolidayGuard.Refusal.wrongYear(asked: year, found: other.year)
      return .failure(Fault(reason: address.failure(refusal.description)))
    } catch {
      let more = error.diagnostics.count - 1
      let first = error.diagnostics.first.map(\.description) ?? ""
      return .failure(Fault(reason: first + (more > 0 ? "; and \(more) more problem\(more == 1 ? "" : "s")" : "")))
    }
  }

  private static func reason(_ error: HTTPError) -> String {
    switch error {
    case .notSent(let reason), .noAnswer(let reason): reason
    case .answerTooLarge(_, let limit, _): "the answer is larger than \(limit) bytes, which no calendar of holidays is"
    }
  }

  private static func words(for status: Int) -> String {
    switch status {
    case 300...399: ", a redirect that leads nowhere"
    case 401, 403: ", access is not permitted; check the source's address"
    case 404, 410: ", there is no such file; check the source's address"
    case 429: ", too many requests; try again later"
    case 500...599: ", it is in trouble; try again later"
    default: ", expected 200"
    }
  }
}
