/// The colours of pictures, by day and by night. Text on a ground has a contrast of 4.5 or more (WCAG 2.2, 1.4.3).
struct Palette {
  /// A ground with what is written on it.
  struct Pair {
    let ground: String
    let text: String
  }

  let page: Pair
  /// Text of less weight, on the page.
  let dim: String
  let rule: String
  let off: Pair
  let work: Pair
  /// The frame of today.
  let today: String
  /// A dot of an alarm without a calendar, or whose calendar has no colour.
  let dot: String

  static let light = Palette(
    page: Pair(ground: "#ffffff", text: "#1b1f24"), dim: "#5a626c", rule: "#d5d9de",
    off: Pair(ground: "#dff3e3", text: "#0b5427"), work: Pair(ground: "#ffe7bf", text: "#6b3d00"),
    today: "#0b57d0", dot: "#5b4fd0")

  static let dark = Palette(
    page: Pair(ground: "#14171c", text: "#e6e9ee"), dim: "#a3abb6", rule: "#363c45",
    off: Pair(ground: "#153a22", text: "#a4e8b6"), work: Pair(ground: "#4a340a", text: "#ffd78c"),
    today: "#8ab4f8", dot: "#b3a8ff")
}
