import Alarms
import Glibc

/// With which signs and colours grids are drawn, as the terminal has them.
struct GridStyle {
  let usesColor: Bool
  /// Whether the terminal shows more than ASCII.
  let isUnicode: Bool
  /// Whether it has 24 bits of colour, and not 256 colours.
  let hasTrueColor: Bool

  init(_ output: Output, variable: (String) -> String? = Locations.variable) {
    usesColor = output.usesColor
    isUnicode = GridStyle.isUnicode(variable)
    hasTrueColor = ["truecolor", "24bit"].contains(variable("COLORTERM") ?? "")
  }

  /// By the locale's name, whether or not the machine has the locale.
  static func isUnicode(_ variable: (String) -> String?) -> Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(variable).first ?? ""
    return locale.lowercased().replacing("-", with: "").contains("utf8")
  }

  /// Two columns.
  func sign(_ mark: CalendarPage.Mark?) -> String {
    switch mark {
    case nil: "  "
    case .off: isUnicode ? "休" : "H "
    case .work: isUnicode ? "班" : "W "
    case .half: isUnicode ? "半" : "h "
    }
  }

  /// One column: whether something rings, how many where there is room, and whether the day is announced.
  func dot(rings: Int, isSure: Bool, isRoomy: Bool) -> String {
    switch (rings, isSure) {
    case (0, true): " "
    case (0, false): "~"
    // Without a space behind it a number would be read with the next day's.
    case (2...9, true) where isRoomy: "\(rings)"
    case (10..., true) where isRoomy: "+"
    case (_, true): isUnicode ? "•" : "*"
    case (_, false): isUnicode ? "∘" : "o"
    }
  }

  func color(_ mark: CalendarPage.Mark?) -> String? {
    switch mark {
    case nil: nil
    case .off: Style.green.rawValue
    case .work, .half: Style.yellow.rawValue
    }
  }

  /// The parameters of SGR for a `#rrggbb`; in 256 colours the nearest of the cube of 6 × 6 × 6.
  func color(hex: String) -> String? {
    guard let value = Int(hex.dropFirst(), radix: 16) else { return nil }
    let parts = [value >> 16 & 255, value >> 8 & 255, value & 255]
    if hasTrueColor { return "38;2;" + parts.map(String.init).joined(separator: ";") }
    // Its steps are 0, 95, 135, 175, 215 and 255.
    let steps = parts.map { $0 < 48 ? 0 : $0 < 115 ? 1 : ($0 - 35) / 40 }
    return "38;5;\(16 + 36 * steps[0] + 6 * steps[1] + steps[2])"
  }

  func styled(_ text: String, _ sgr: String?...) -> String {
    let codes = sgr.compactMap(\.self)
    guard usesColor, !codes.isEmpty, !text.isEmpty else { return text }
    return "\u{1B}[\(codes.joined(separator: ";"))m\(text)\u{1B}[0m"
  }
}
