import Alarms

/// One web address of a source, for one file of it.
struct Address: Sendable {
  /// The address itself. It may be secret: it goes to the server and nowhere else.
  let url: String
  /// What a person is shown of it.
  let title: String
  /// The year that it was asked for, where the address does not show it.
  private let hiddenYear: Int?

  /// - Parameters:
  ///   - template: an address, in which `{year}` stands for `year`.
  ///   - year: `nil` for a file of all years.
  ///   - hidesPath: whether nothing is shown but the host.
  init(_ template: String, year: Int?, hidesPath: Bool) {
    func filled(_ text: String) -> String {
      guard let year else { return text }
      return Address.parts(of: text).joined(separator: String(year))
    }
    url = filled(template)
    let title = HolidaySource.title(of: Secret(filled(template)), hidesPath: hidesPath)
    self.title = title
    hiddenYear = year.flatMap { title.contains(String($0)) ? nil : $0 }
  }

  /// What went wrong at this address, with the address as a person is shown it.
  func failure(_ reason: String) -> String { hiddenYear.map { "\(title) (\($0)): \(reason)" } ?? "\(title): \(reason)" }

  /// Whether an address stands for a file a year.
  static func isYearly(_ template: String) -> Bool { parts(of: template).count > 1 }

  private static func parts(of template: String) -> [Substring] {
    var (parts, rest) = ([Substring](), template[...])
    while let mark = rest.firstRange(of: "{year}") {
      parts.append(rest[..<mark.lowerBound])
      rest = rest[mark.upperBound...]
    }
    return parts + [rest]
  }
}
