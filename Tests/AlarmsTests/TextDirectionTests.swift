import Alarms
import Testing
import TestSupport

/// Controls of direction (UAX #9) in what a person types, and how much of it stands in a line.
@Suite("Text that would turn what is around it")
struct TextDirectionTests {
  /// What opens and what ends an embedding or an override.
  private static let embeddings: [Unicode.Scalar] = ["\u{202A}", "\u{202B}", "\u{202C}", "\u{202D}", "\u{202E}"]
  private static let isolates: [Unicode.Scalar] = ["\u{2066}", "\u{2067}", "\u{2068}"]
  private static let marks: [Unicode.Scalar] = ["\u{200E}", "\u{200F}", "\u{061C}"]
  private static let all = embeddings + isolates + ["\u{2069}"] + marks

  @Test("in a text that runs from left to right no control of direction is left", arguments: all.map { String($0) })
  func leftToRight(control: String) {
    for text in ["\(control)ab", "a\(control)b", "ab\(control)", control + "a" + control + "b"] {
      #expect(text.singleLine == "ab")
    }
    #expect(control.singleLine == "")
    #expect("周\(control)会 👨‍👩‍👧".singleLine == "周会 👨‍👩‍👧")
  }

  @Test(
    "in a text of a right-to-left script marks and whole isolates stay, and nothing else",
    arguments: [
      ("\u{202E}שלום\u{202C}", "שלום"), ("\u{2067}שלום", "שלום"), ("שלום\u{2069}", "שלום"),
      ("שלום \u{2066}C++\u{2069}!", "שלום \u{2066}C++\u{2069}!"), ("C++\u{200E} שלום", "C++\u{200E} שלום"),
      ("\u{2069}\u{2066}مرحبا\u{2067}a\u{2069}", "مرحبا\u{2067}a\u{2069}"),
      ("\u{2069}ש\u{2068}a\u{2069}\u{2069}", "ש\u{2068}a\u{2069}"),
    ])
  func rightToLeft(text: String, expected: String) { #expect(text.singleLine == expected) }

  @Test("whatever is typed, no embedding and no open isolate is left, however it is cut", arguments: 0..<200)
  func whole(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    var scalars = String.UnicodeScalarView()
    let letters: [Unicode.Scalar] = ["a", "ש", "ع", " ", "1", "\n"]
    for _ in 0..<60 { scalars.append((Self.all + letters).randomElement(using: &random)!) }
    let text = String(scalars).singleLine
    #expect(text.singleLine == text)
    for shown in [text, text.isolated, text.cut(toColumns: 9), text.cut(toColumns: 9).isolated] {
      // BD9 of UAX #9: each initiator has its PDI, within the line.
      var depth = 0
      for scalar in shown.unicodeScalars {
        #expect(!Self.embeddings.contains(scalar))
        if Self.isolates.contains(scalar) { depth += 1 }
        if scalar == "\u{2069}" { depth -= 1 }
        #expect(depth >= 0)
      }
      #expect(depth == 0)
    }
  }

  @Test("among other words only what may run from right to left is isolated, line by line")
  func isolated() {
    #expect("Clock in\n周会".isolated == "Clock in\n周会")
    #expect("a\nשלום\nb".isolated == "a\n\u{2068}שלום\u{2069}\nb")
  }

  @Test(
    "a long text is cut between characters, by the columns that they take",
    arguments: [
      ("abcdef", 6, "abcdef"), ("abcdefg", 6, "abcde…"), ("周会周会", 8, "周会周会"), ("周会周会x", 8, "周会周…"), ("", 6, ""),
      ("周会周会", 7, "周会周…"), ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 5, "👨‍👩‍👧‍👦👨‍👩‍👧‍👦…"),
    ])
  func columns(text: String, columns: Int, expected: String) {
    #expect(text.cut(toColumns: columns) == expected)
  }

  @Test("marks without end on one letter do not fill a screen")
  func combining() {
    let text = "ab" + String(repeating: "\u{0301}", count: 10_000) + "c"
    #expect(text.cut(toColumns: 48) == "a…")
  }
}
