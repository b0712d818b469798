extension String {
  /// The text with every control character, line breaks and tabs included, and every code point that is no character
  /// made a space, and without controls that turn the text around it.
  ///
  /// A terminal obeys control characters, D-Bus ends a string at NUL, and neither YAML nor XML takes what is no character.
  package var singleLine: String {
    // Most texts are plain, and the properties of a scalar are slow to come by.
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
    guard unicodeScalars.contains(where: { $0.isControl || $0.turnsText }) else { return self }
    var scalars = String.UnicodeScalarView()
    for scalar in unicodeScalars { scalars.append(scalar.isControl ? " " : scalar) }
    return String(scalars).withoutTurns
  }

  /// The text when it fits into so many columns of a terminal, else as much of its beginning as does with `…` behind it, cut
  /// between two characters. Combining marks take no column, but without end they would fill a screen: they are counted too.
  package func cut(toColumns columns: Int) -> String {
    var (end, width, scalars) = (startIndex, 0, 0)
    var fitting = startIndex
    while end < endIndex {
      width += displayWidth(of: self[end])
      scalars += self[end].unicodeScalars.count
      guard width <= columns, scalars <= 4 * columns else { return String(self[..<fitting]).withWholeIsolates + "…" }
      formIndex(after: &end)
      if width < columns, scalars < 4 * columns { fitting = end }
    }
    return self
  }
}

extension Unicode.Scalar {
  /// C0, DEL, C1, the two separators that terminals and toolkits take for line breaks, and U+FFFE and its like.
  fileprivate var isControl: Bool {
    properties.generalCategory == .control || self == "\u{2028}" || self == "\u{2029}"
      || properties.isNoncharacterCodePoint
  }
}

/// How many columns of a terminal `text` takes: Chinese and other wide characters take two, combining marks none.
///
/// Ranges from Unicode's East Asian Width (UAX #11, classes W and F) and emoji presentation.
package func displayWidth(of text: String) -> Int {
  text.reduce(0) { width, character in width + displayWidth(of: character) }
}

private func displayWidth(of character: Character) -> Int {
  guard let scalar = character.unicodeScalars.first else { return 0 }
  if character.unicodeScalars.contains("\u{FE0F}") { return 2 }
  switch scalar.properties.generalCategory {
  case .nonspacingMark, .enclosingMark, .format, .control: return 0
  default: return isWide(scalar.value) ? 2 : 1
  }
}

private func isWide(_ value: UInt32) -> Bool {
  switch value {
  case 0..<0x1100: false
  case 0x1100...0x115F, 0x231A...0x231B, 0x23E9...0x23EC, 0x25FD...0x25FE, 0x2614...0x2615, 0x2648...0x2653,
    0x267F, 0x2693, 0x26A1, 0x26AA...0x26AB, 0x26BD...0x26BE, 0x26C4...0x26C5, 0x26CE, 0x26D4, 0x26EA,
    0x26F2...0x26F3, 0x26F5, 0x26FA, 0x26FD, 0x2705, 0x270A...0x270B, 0x2728, 0x274C, 0x274E, 0x2753...0x2755,
    0x2757, 0x2795...0x2797, 0x27B0, 0x27BF, 0x2B1B...0x2B1C, 0x2B50, 0x2B55, 0x2E80...0x303E, 0x3041...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
    0xFFE0...0xFFE6, 0x16FE0...0x18AFF, 0x1B000...0x1B2FF, 0x1F004, 0x1F0CF, 0x1F18E, 0x1F191...0x1F19A,
    0x1F200...0x1F320, 0x1F32D...0x1F335, 0x1F337...0x1F37C, 0x1F37E...0x1F393, 0x1F3A0...0x1F3CA,
    0x1F3CF...0x1F3D3, 0x1F3E0...0x1F3F0, 0x1F3F4, 0x1F3F8...0x1F43E, 0x1F440, 0x1F442...0x1F4FC,
    0x1F4FF...0x1F53D, 0x1F54B...0x1F54E, 0x1F550...0x1F567, 0x1F57A, 0x1F595...0x1F596, 0x1F5A4,
    0x1F5FB...0x1F64F, 0x1F680...0x1F6C5, 0x1F6CC, 0x1F6D0...0x1F6D2, 0x1F6D5...0x1F6D7, 0x1F6DC...0x1F6DF,
    0x1F6EB...0x1F6EC, 0x1F6F4...0x1F6FC, 0x1F7E0...0x1F7EB, 0x1F7F0, 0x1F90C...0x1F93A, 0x1F93C...0x1F945,
    0x1F947...0x1F9FF, 0x1FA70...0x1FAFF, 0x20000...0x3FFFD:
    true
  default: false
  }
}
