import Glibc
package import Workdays

/// The year files that `notifierctl holidays import` keeps, and the one file of the configuration that names them.
package struct ImportedHolidays {
  /// The name of the configuration's file in `notifier.d`.
  package static let name = "imported-holidays.yaml"

  private static let header = """
    # Written by `notifierctl holidays import`; change it with that.

    """

  private let personal: String

  /// The files in the person's directory.
  package init(_ locations: Locations) { personal = locations.personal }

  private var directory: String { "\(personal)/holidays" }

  /// The file of the configuration.
  package var path: String { "\(personal)/notifier.d/\(ImportedHolidays.name)" }

  /// The file that holds a year of a layer.
  package func file(year: Int, layer: HolidaySource.Layer) -> String { "\(directory)/\(layer.rawValue)/\(year).json" }

  /// The years that are kept of a layer.
  package func years(of layer: HolidaySource.Layer) -> [Int] {
    Files.names(in: "\(directory)/\(layer.rawValue)").compactMap { name in
      name.hasSuffix(".json") ? Int(name.dropLast(5)) : nil
    }
  }

  /// Keeps these years, each in the place of what was imported of it.
  ///
  /// - Throws: a `FileError`; a year is kept whole or not at all.
  package func keep(_ noticeYears: [NoticeYear], layer: HolidaySource.Layer) throws {
    try Files.makeDirectory("\(directory)/\(layer.rawValue)")
    for noticeYear in noticeYears {
      try Files.replace(
        file(year: noticeYear.year, layer: layer), with: Array(try HolidayJSON.text(of: [noticeYear]).utf8))
    }
    try writeConfiguration()
  }

  /// Forgets a year; whether it was there.
  ///
  /// - Throws: a `FileError`.
  package func forget(year: Int, layer: HolidaySource.Layer) throws -> Bool {
    guard Files.exists(file(year: year, layer: layer)) else { return false }
    // First the mention, then the file: a mention without a file would be an error of the configuration.
    try writeConfiguration(without: file(year: year, layer: layer))
    unlink(file(year: year, layer: layer))
    return true
  }

  private func writeConfiguration(without left: String? = nil) throws(FileError) {
    let entries = HolidaySource.Layer.allCases.flatMap { layer in
      years(of: layer).filter { file(year: $0, layer: layer) != left }.map { year in
        "  - { file: ../holidays/\(layer.rawValue)/\(year).json, layer: \(layer.rawValue) }\n"
      }
    }
    try Files.makeDirectory("\(personal)/notifier.d")
    let list = entries.isEmpty ? " []\n" : "\n" + entries.joined()
    try Files.rewrite(path, with: Array("\(ImportedHolidays.header)holidaySources:\(list)".utf8))
  }
}
