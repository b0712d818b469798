import Alarms
package import HTTP
import Workdays

/// Why an address has no data, in words for a person; the address is shown without what may be secret in it.
package struct FetchError: Error {
  package let reasons: [String]
  /// Whether something was had, and it is no data that can be used.
  package let isRefusal: Bool
}

extension SourceReader {
  /// Whether an address stands for a file a year.
  package static func isYearly(_ address: String) -> Bool { Address.isYearly(address) }

  /// Reads what a web address has, of which nothing is kept.
  ///
  /// - Parameter year: what `{year}` in the address stands for; without it the address is of all years.
  package func read(
    from address: String, year: Int, client: HTTPClient, limits: FetchLimits = FetchLimits()
  ) async throws(FetchError) -> Contents {
    let asked = Address.isYearly(address) ? year : nil
    let fetch = SourceFetch(client: client, limits: limits, reader: self)
    let place = Address(address, year: asked, hidesPath: layer == .personal)
    let result = await fetch.ask([place], year: asked, validators: [:])
    guard case .data(let contents, _) = result.outcome else {
      throw FetchError(reasons: result.reasons, isRefusal: result.isRefusal)
    }
    guard let asked else { return contents }
    let noticeYear = contents.noticeYears.first { $0.year == asked } ?? NoticeYear(year: asked, overrides: [])
    return Contents(noticeYears: [noticeYear], warnings: contents.warnings)
  }
}
