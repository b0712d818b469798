/// A TZif file in the making, laid out as RFC 9636, section 3, says.
struct TZif {
  var version: Character? = "2"
  var times: [(time: Int, type: UInt8)] = []
  var types: [(utcOffset: Int, isDaylightSaving: UInt8, abbreviation: UInt8)] = [(0, 0, 0)]
  var characters = "UTC\0"
  var leapSeconds = 0
  var footer: String? = "\nUTC0\n"

  /// A file without transitions, whose footer says everything.
  static func footer(_ rule: String) -> [UInt8] {
    var file = TZif()
    file.footer = "\n\(rule)\n"
    return file.bytes
  }

  var bytes: [UInt8] {
    guard version != nil else { return header + block(timeSize: 4) }
    // The first block is for readers of version 1; the others skip it.
    var first = TZif()
    first.version = version
    return first.header + first.block(timeSize: 4) + header + block(timeSize: 8) + Array((footer ?? "").utf8)
  }

  private var header: [UInt8] {
    let counts = [0, 0, leapSeconds, times.count, types.count, characters.utf8.count]
    return Array("TZif".utf8) + [version?.asciiValue ?? 0] + [UInt8](repeating: 0, count: 15)
      + counts.flatMap { bigEndian($0, size: 4) }
  }

  private func block(timeSize: Int) -> [UInt8] {
    times.flatMap { bigEndian($0.time, size: timeSize) } + times.map(\.type)
      + types.flatMap { bigEndian($0.utcOffset, size: 4) + [$0.isDaylightSaving, $0.abbreviation] }
      + Array(characters.utf8) + [UInt8](repeating: 0, count: leapSeconds * (timeSize + 4))
  }

  private func bigEndian(_ value: Int, size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}
