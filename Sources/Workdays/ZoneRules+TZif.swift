extension ZoneRules {
  /// Reads a TZif file of version 1 to 4 (RFC 9636); of version 2 and later the 64-bit block and the footer.
  ///
  /// - Parameters:
  ///   - identifier: the zone's name, for ``identifier`` and for errors.
  ///   - tzif: the whole file. It is not trusted: sizes, counts, indexes, order and texts are checked.
  /// - Throws: ``ZoneRulesError`` with the place of the first thing that is wrong.
  public init(identifier: String, tzif: [UInt8]) throws(ZoneRulesError) {
    var reader = TZifReader(identifier: identifier, bytes: tzif)
    var header = try reader.header()
    let hasFooter = header.version > 1
    if hasFooter {
      _ = try reader.take(header.dataSize(timeSize: 4), "the 32-bit data block")
      header = try reader.header()
    }
    let data = try reader.data(header, timeSize: hasFooter ? 8 : 4)
    let footer = hasFooter ? try reader.footer() : nil
    self.init(
      identifier: identifier,
      table: ZoneTable(times: data.times, typeIndices: data.typeIndices, types: data.types, footer: footer))
  }
}

/// The counts at the head of a data block (RFC 9636, 3.1), each as the file has it: 0 through 4,294,967,295.
private struct TZifHeader {
  let version: Int
  let utIndicators: Int
  let standardIndicators: Int
  let leapSeconds: Int
  let transitions: Int
  let types: Int
  let characters: Int

  func dataSize(timeSize: Int) -> Int {
    transitions * (timeSize + 1) + types * 6 + characters + leapSeconds * (timeSize + 4) + standardIndicators
      + utIndicators
  }
}

/// Walks over the bytes of a TZif file from front to back, never past their end.
private struct TZifReader {
  let identifier: String
  let bytes: [UInt8]
  private var position = 0

  init(identifier: String, bytes: [UInt8]) {
    self.identifier = identifier
    self.bytes = bytes
  }

  /// In bytes. POSIX asks for room for 6; a name that is written out is no abbreviation.
  private let longestAbbreviation = 255

  private func error(at byte: Int, found: String, expected: String) -> ZoneRulesError {
    ZoneRulesError(identifier: identifier, byte: byte, found: found, expected: expected)
  }

  mutating func take(_ count: Int, _ part: String) throws(ZoneRulesError) -> ArraySlice<UInt8> {
    let left = bytes.count - position
    guard count <= left else {
      throw error(at: position, found: "\(left) bytes up to the end", expected: "the \(count) bytes of \(part)")
    }
    defer { position += count }
    return bytes[position..<position + count]
  }

  /// Reads a magic number, a version and six counts.
  mutating func header() throws(ZoneRulesError) -> TZifHeader {
    let start = position
    let header = try take(44, "a header")
    guard header.prefix(4).elementsEqual("TZif".utf8) else {
      throw error(at: start, found: "bytes \(hexadecimal(header.prefix(4)))", expected: "\"TZif\" (54 5a 69 66)")
    }
    // What a later version adds keeps the layout of version 2, as 3 and 4 did; so it is read, not refused.
    let version = header[start + 4]
    guard version == 0 || (UInt8(ascii: "2")...UInt8(ascii: "9")).contains(version) else {
      throw error(at: start + 4, found: "version \(hexadecimal([version]))", expected: "00 or a digit from 2 on (32…)")
    }
    let counts = (0..<6).map { Int(bigEndian(header[(start + 20 + $0 * 4)..<(start + 24 + $0 * 4)])) }
    return TZifHeader(
      version: version == 0 ? 1 : Int(version - UInt8(ascii: "0")), utIndicators: counts[0],
      standardIndicators: counts[1], leapSeconds: counts[2], transitions: counts[3], types: counts[4],
      characters: counts[5])
  }

  mutating func data(
    _ header: TZifHeader, timeSize: Int
  ) throws(ZoneRulesError) -> (times: [Int], typeIndices: [UInt8], types: [LocalTimeType]) {
    // The counts stand in the last 24 bytes of the header, which was just read.
    guard header.leapSeconds == 0 else {
      throw error(
        at: position - 16, found: "\(header.leapSeconds) leap seconds",
        expected: "none: Unix time has none; use the zone outside right/")
    }
    guard (1...256).contains(header.types) else {
      throw error(at: position - 8, found: "\(header.types) types of local time", expected: "1 through 256")
    }
    let size = header.dataSize(timeSize: timeSize)
    guard size <= bytes.count - position else {
      throw error(
        at: position, found: "\(bytes.count - position) bytes up to the end",
        expected: "the \(size) bytes that the header announces")
    }
    let times = try transitionTimes(header.transitions, size: timeSize)
    let typeIndices = try transitionTypes(header.transitions, typeCount: header.types)
    let types = try localTimeTypes(header.types, characterCount: header.characters)
    _ = try take(header.standardIndicators + header.utIndicators, "the indicators")
    return (times, typeIndices, types)
  }

  private mutating func transitionTimes(_ count: Int, size: Int) throws(ZoneRulesError) -> [Int] {
    let start = position
    let data = try take(count * size, "the transition times")
    var times: [Int] = []
    times.reserveCapacity(count)
    for offset in stride(from: start, to: start + count * size, by: size) {
      let time =
        size == 8
        ? Int(Int64(bitPattern: bigEndian(data[offset..<offset + 8])))
        : Int(Int32(truncatingIfNeeded: bigEndian(data[offset..<offset + 4])))
      // RFC 9636, 3.2: not before -2^59, which is earlier than the Big Bang. The same bound ahead keeps sums in range.
      guard (-1 << 59...1 << 59).contains(time) else {
        throw error(at: offset, found: "the transition time \(time)", expected: "one within 2^59 seconds of 1970")
      }
      if let last = times.last, time <= last {
        throw error(at: offset, found: "the transition time \(time)", expected: "a later one than \(last) before it")
      }
      times.append(time)
    }
    return times
  }

  private mutating func transitionTypes(_ count: Int, typeCount: Int) throws(ZoneRulesError) -> [UInt8] {
    let indices = try take(count, "the transition types")
    if let wrong = indices.firstIndex(where: { $0 >= typeCount }) {
      throw error(
        at: wrong, found: "the type of local time \(indices[wrong])", expected: "one below their number, \(typeCount)")
    }
    return Array(indices)
  }

  private mutating func localTimeTypes(
    _ count: Int, characterCount: Int
  ) throws(ZoneRulesError) -> [LocalTimeType] {
    let start = position
    let records = try take(count * 6, "the types of local time")
    let characters = try take(characterCount, "the abbreviations")
    var types: [LocalTimeType] = []
    for record in stride(from: start, to: start + count * 6, by: 6) {
      let utcOffset = Int(Int32(truncatingIfNeeded: bigEndian(records[record..<record + 4])))
      guard LocalTimeType.utcOffsets.contains(utcOffset) else {
        throw error(
          at: record, found: "the UTC offset \(utcOffset)",
          expected: "\(LocalTimeType.utcOffsets.lowerBound) through \(LocalTimeType.utcOffsets.upperBound) seconds")
      }
      guard records[record + 4] <= 1 else {
        throw error(at: record + 4, found: "the daylight-saving mark \(records[record + 4])", expected: "0 or 1")
      }
      let rest = characters.dropFirst(Int(records[record + 5]))
      // 256 types may share one text, so its length counts 256 times.
      guard let end = rest.prefix(longestAbbreviation + 1).firstIndex(of: 0) else {
        throw error(
          at: record + 5, found: "the abbreviation index \(records[record + 5])",
          expected: "the start of a text of at most \(longestAbbreviation) characters that a zero byte ends, within "
            + "\(characterCount) bytes")
      }
      let name = rest[..<end]
      if let wrong = name.firstIndex(where: { !$0.isZoneNameCharacter }) {
        throw error(
          at: wrong, found: "byte \(hexadecimal([name[wrong]])) in an abbreviation",
          expected: "an ASCII letter, a digit, + or -")
      }
      types.append(
        LocalTimeType(
          utcOffset: utcOffset, isDaylightSaving: records[record + 4] == 1,
          abbreviation: String(decoding: name, as: UTF8.self)))
    }
    return types
  }

  /// Reads the rule between two newlines; `nil` where it is empty.
  mutating func footer() throws(ZoneRulesError) -> PosixZoneRule? {
    let newline = UInt8(ascii: "\n")
    let start = position
    guard let first = bytes[start...].first, first == newline else {
      throw error(
        at: start, found: bytes[start...].first.map { "byte \(hexadecimal([$0]))" } ?? "the end",
        expected: "the newline (0a) before the footer")
    }
    guard let end = bytes[(start + 1)...].firstIndex(of: newline) else {
      throw error(at: bytes.count, found: "the end", expected: "the newline (0a) after the footer")
    }
    if end == start + 1 { return nil }
    var parser = PosixZoneRuleParser(bytes[(start + 1)..<end])
    do {
      return try parser.rule()
    } catch {
      throw self.error(at: error.byte, found: error.found, expected: error.expected)
    }
  }
}

extension UInt8 {
  /// Whether the byte may stand in a zone's abbreviation (RFC 9636, 3.2): an ASCII letter or digit, `+` or `-`.
  var isZoneNameCharacter: Bool {
    switch self {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}

private func bigEndian(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }

private func hexadecimal(_ bytes: some Collection<UInt8>) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
}
