/// The characters of a phrase in Chinese, taken one by one; spaces are not seen, full-width digits read as plain ones.
struct ChineseScanner {
  private let letters: [(letter: Character, offset: Int)]
  private var position = 0
  /// Where the text ends, in characters.
  private let end: Int

  init(_ text: String) {
    let all = Array(text)
    end = all.count
    letters = all.enumerated().filter { !$0.element.isWhitespace }.map { (ChineseScanner.plain($0.element), $0.offset) }
  }

  /// Whether a text is written in Chinese: it has a Chinese character or one of its marks.
  static func isChinese(_ text: String) -> Bool {
    text.unicodeScalars.contains { (0x3000...0x9fff).contains($0.value) || (0xff00...0xffef).contains($0.value) }
  }

  private static func plain(_ letter: Character) -> Character {
    guard letter.unicodeScalars.count == 1, let scalar = letter.unicodeScalars.first,
      (0xff01...0xff5e).contains(scalar.value), let plain = Unicode.Scalar(scalar.value - 0xfee0)
    else { return letter }
    return Character(plain)
  }

  /// The whole phrase without spaces.
  var phrase: String { String(letters.map(\.letter)) }

  var isAtEnd: Bool { position == letters.count }

  /// Steps over a word where it comes next.
  mutating func skip(_ word: String) -> Bool {
    let word = Array(word)
    guard letters[position...].prefix(word.count).map(\.letter) == word else { return false }
    position += word.count
    return true
  }

  /// Steps over the first of these words that comes next.
  mutating func skip(anyOf words: [String]) -> Bool { words.contains { skip($0) } }

  /// Takes the value of the first of these words that comes next; a longer word goes before one that begins it.
  mutating func take<Value>(_ words: [(word: String, value: Value)]) -> Value? {
    for (word, value) in words where skip(word) { return value }
    return nil
  }

  /// Steps over one sign or word between two things of a list.
  mutating func skipSeparator() -> Bool { skip(anyOf: ["、", ",", "和", "及", "与"]) }

  /// Tries to read something; where that fails, nothing was taken.
  mutating func attempt<Value>(_ read: (inout ChineseScanner) -> Value?) -> Value? {
    var copy = self
    guard let value = read(&copy) else { return nil }
    self = copy
    return value
  }

  /// Takes a number from 0 on, in digits or, up to 999, in Chinese.
  mutating func number() -> Int? {
    let digits = letters[position...].map(\.letter).prefix { "0123456789".contains($0) }
    if !digits.isEmpty {
      position += digits.count
      return decimal(String(digits).utf8)
    }
    let numerals = letters[position...].map(\.letter).prefix { "零〇一二两三四五六七八九十百".contains($0) }
    guard let number = ChineseScanner.value(of: Array(numerals)) else { return nil }
    position += numerals.count
    return number
  }

  /// 五, 十五, 二十, 一百零五.
  private static func value(of numerals: [Character]) -> Int? {
    let digits = Array("〇一二三四五六七八九")
    var (total, digit): (Int, Int?) = (0, nil)
    var smallest = 1000
    for numeral in numerals {
      if let unit = ["十": 10, "百": 100][numeral] {
        guard unit < smallest else { return nil }
        // Only ten may go without a digit: 十五.
        guard let factor = digit ?? (unit == 10 && total == 0 ? 1 : nil), factor > 0 else { return nil }
        (total, digit, smallest) = (total + factor * unit, nil, unit)
      } else if numeral == "零" {
        guard digit == nil, total > 0 else { return nil }
      } else {
        guard digit == nil, let value = numeral == "两" ? 2 : digits.firstIndex(of: numeral) else { return nil }
        digit = value
      }
    }
    return numerals.isEmpty || (total > 0 && digit == 0) ? nil : total + (digit ?? 0)
  }

  /// Takes 2026-01-05 or 2026年1月5日.
  mutating func date() -> CivilDate? {
    attempt { scanner in
      let text = String(scanner.letters[scanner.position...].prefix(10).map(\.letter))
      if let date = CivilDate(text) {
        scanner.position += 10
        return date
      }
      guard let year = scanner.number(), scanner.skip("年"), let month = scanner.number(), scanner.skip("月"),
        let day = scanner.number(), scanner.skip(anyOf: ["日", "号"])
      else { return nil }
      return CivilDate(year: year, month: month, day: day)
    }
  }

  /// A fault at what comes next, or where something is missing.
  func fault(expected: String, suggestion: String?) -> PhraseError {
    guard !isAtEnd else {
      return PhraseError(
        "\"\(phrase)\" ends too early; expected \(expected)", suggestion: suggestion, offset: max(0, end - 1))
    }
    let rest = letters[position...]
    return PhraseError(
      "unknown \"\(String(rest.map(\.letter)))\" in days; expected \(expected)", suggestion: suggestion,
      offset: rest[position].offset, length: letters[letters.count - 1].offset + 1 - rest[position].offset)
  }
}
