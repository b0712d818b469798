/// An encoding other than UTF-8 that a file seems to have.
///
/// It is named, not read: a guess that is wrong would make other words of a file.
package enum TextEncoding {
  case utf16, utf32, gb18030

  /// Judges by a byte order mark, by the zero bytes of ASCII in wide units, or by the pairs of bytes of Chinese text;
  /// `nil` where nothing speaks for one of these.
  package init?(guessedFor bytes: [UInt8]) {
    let start = Array(bytes.prefix(4))
    if start == [0xFF, 0xFE, 0, 0] || start == [0, 0, 0xFE, 0xFF] {
      self = .utf32
    } else if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) {
      self = .utf16
    } else if start.count == 4, start.filter({ $0 == 0 }).count == 3 {
      self = .utf32
    } else if start.count == 4, start.filter({ $0 == 0 }).count == 2, (start[0] == 0) != (start[1] == 0) {
      self = .utf16
    } else if TextEncoding.looksChinese(bytes.prefix(65_536)) {
      self = .gb18030
    } else {
      return nil
    }
  }

  /// Whether its text holds zero bytes, so that some of it passes for UTF-8.
  package var hasWideUnits: Bool { self != .gb18030 }

  /// What is wrong with a file in it, and what to do.
  package var remedy: String {
    switch self {
    case .utf16: "the file is UTF-16, expected UTF-8; convert it: iconv -f UTF-16 -t UTF-8"
    case .utf32: "the file is UTF-32, expected UTF-8; convert it: iconv -f UTF-32 -t UTF-8"
    case .gb18030: "the file is not UTF-8 and seems to be GBK (GB 18030); convert it: iconv -f GB18030 -t UTF-8"
    }
  }

  /// Whether the bytes outside ASCII are pairs of GBK, three of four of them common characters (GB 2312, rows 16 to 87).
  private static func looksChinese(_ bytes: ArraySlice<UInt8>) -> Bool {
    var (pairs, common, lead) = (0, 0, UInt8(0))
    for byte in bytes {
      if lead != 0 {
        guard (0x40...0xFE).contains(byte), byte != 0x7F else { return false }
        pairs += 1
        if (0xB0...0xF7).contains(lead), byte >= 0xA1 { common += 1 }
        lead = 0
      } else if byte >= 0x80 {
        guard (0x81...0xFE).contains(byte) else { return false }
        lead = byte
      }
    }
    return pairs > 1 && common * 4 >= pairs * 3
  }
}
