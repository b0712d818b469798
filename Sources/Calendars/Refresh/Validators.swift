import Alarms

/// What servers said of the data that is held, so that they are asked for it only if it has changed.
///
/// A validator is bound to the data that it stands for as well as to the address: where the copy was lost, or has been
/// replaced from elsewhere, it no longer fits, and all of the data is asked for.
struct Validators: Sendable {
  /// A longer one is not worth keeping, in bytes.
  private static let longest = 1024

  private let kept: [HolidaySourceState.Validator]
  private let region: String

  init(_ kept: [HolidaySourceState.Validator], region: String) {
    self.kept = kept
    self.region = region
  }

  /// What to ask these addresses with, by address.
  ///
  /// - Parameter year: the year that they are asked for; `nil` for all years.
  func fitting(_ addresses: [Address], year: Int?, copy: HolidayCopy) -> [String: HolidaySourceState.Validator] {
    guard copy.years.contains(where: { (year == nil || $0.year == year) && !$0.days.isEmpty }) else { return [:] }
    var fitting: [String: HolidaySourceState.Validator] = [:]
    for address in addresses {
      let name = name(of: address, year: year, copy: copy)
      fitting[address.url] = kept.first { $0.address == name }
    }
    return fitting
  }

  /// What an answer says of itself, to be kept while its data is in the copy; `nil` where it says nothing.
  func validator(_ answer: SourceFetch.Answer, year: Int?, copy: HolidayCopy) -> HolidaySourceState.Validator? {
    func usable(_ value: String?) -> String? { value.flatMap { $0.isEmpty || $0.utf8.count > Self.longest ? nil : $0 } }
    let (etag, lastModified) = (usable(answer.etag), usable(answer.lastModified))
    guard etag != nil || lastModified != nil else { return nil }
    return HolidaySourceState.Validator(
      address: name(of: answer.address, year: year, copy: copy), etag: etag, lastModified: lastModified)
  }

  private func name(of address: Address, year: Int?, copy: HolidayCopy) -> String {
    let years = copy.years.filter { year == nil || $0.year == year }
    let data = years.flatMap { held in
      ["\(held.year) \(held.basis)"]
        + held.days.map { "\($0.date) \($0.kind) \($0.worksUntil ?? "") \($0.name) \($0.source)" }
    }
    return stableHash([address.url, region] + data)
  }
}
