/// What a person does at a terminal: a key, or the mouse.
enum Key: Equatable {
  case character(Character)
  case up, down, left, right, pageUp, pageDown, home, end, enter, escape
  /// The left button, at a place counted from 0.
  case press(row: Int, column: Int)
  case wheelUp, wheelDown
}

/// Makes keys of the bytes that a terminal sends, in the forms of ECMA-48 and of xterm's mouse (SGR, 1006).
struct KeyReader {
  private var bytes: [UInt8] = []

  /// Whether what came last may be the beginning of more.
  var isWaiting: Bool { !bytes.isEmpty }

  /// Takes bytes in; the keys that are whole.
  mutating func take(_ more: some Sequence<UInt8>) -> [Key] {
    bytes += more
    var keys: [Key] = []
    while !bytes.isEmpty, let (length, key) = KeyReader.first(bytes) {
      bytes.removeFirst(length)
      if let key { keys.append(key) }
    }
    return keys
  }

  /// Nothing more comes: what is there is the key Escape, or was cut off.
  mutating func end() -> [Key] {
    defer { bytes = [] }
    return bytes == [0x1B] ? [.escape] : []
  }

  /// The first key, `nil` for one without a meaning here, with the bytes that it takes; `nil` where some are missing.
  private static func first(_ bytes: [UInt8]) -> (Int, Key?)? {
    switch bytes[0] {
    case 0x1B: return escaped(bytes)
    case 0x0A, 0x0D: return (1, .enter)
    case 0x20..<0x7F: return (1, .character(Character(UnicodeScalar(bytes[0]))))
    // Of other control characters, and of letters beyond ASCII, none has a meaning.
    default: return (1, nil)
    }
  }

  private static func escaped(_ bytes: [UInt8]) -> (Int, Key?)? {
    guard bytes.count > 1 else { return nil }
    // Cursor keys in the application mode of a terminal begin with ESC O, the others with ESC [.
    if bytes[1] == UInt8(ascii: "O") { return bytes.count > 2 ? (3, cursor(bytes[2])) : nil }
    // With another key, Alt is held.
    guard bytes[1] == UInt8(ascii: "[") else { return bytes[1] == 0x1B ? (1, .escape) : (2, nil) }
    guard let end = bytes.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else {
      // No such sequence is that long.
      return bytes.count > 64 ? (bytes.count, nil) : nil
    }
    let parameters = String(decoding: bytes[2..<end], as: UTF8.self)
    let length = end + 1
    if parameters.hasPrefix("<") {
      return (length, mouse(parameters.dropFirst(), isRelease: bytes[end] != UInt8(ascii: "M")))
    }
    guard bytes[end] == UInt8(ascii: "~") else { return (length, cursor(bytes[end])) }
    switch parameters.split(separator: ";").first {
    case "1", "7": return (length, .home)
    case "4", "8": return (length, .end)
    case "5": return (length, .pageUp)
    case "6": return (length, .pageDown)
    default: return (length, nil)
    }
  }

  private static func cursor(_ byte: UInt8) -> Key? {
    switch UnicodeScalar(byte) {
    case "A": .up
    case "B": .down
    case "C": .right
    case "D": .left
    case "F": .end
    case "H": .home
    case "M": .enter
    default: nil
    }
  }

  private static func mouse(_ parameters: Substring, isRelease: Bool) -> Key? {
    let numbers = parameters.split(separator: ";").compactMap { Int($0) }
    guard numbers.count == 3, !isRelease else { return nil }
    switch numbers[0] {
    case 0: return .press(row: numbers[2] - 1, column: numbers[1] - 1)
    case 64: return .wheelUp
    case 65: return .wheelDown
    default: return nil
    }
  }
}
