/// Names of colours, as RFC 7986 wants them: those of CSS.
enum ColorName {
  /// Those of CSS Color Module Level 3 that calendars offer.
  private static let names: [(name: String, value: Int)] = [
    ("black", 0x000000), ("dimgray", 0x696969), ("gray", 0x808080), ("silver", 0xC0C0C0), ("white", 0xFFFFFF),
    ("maroon", 0x800000), ("brown", 0xA52A2A), ("crimson", 0xDC143C), ("red", 0xFF0000), ("tomato", 0xFF6347),
    ("coral", 0xFF7F50), ("orange", 0xFFA500), ("gold", 0xFFD700), ("yellow", 0xFFFF00), ("khaki", 0xF0E68C),
    ("olive", 0x808000), ("yellowgreen", 0x9ACD32), ("lime", 0x00FF00), ("limegreen", 0x32CD32), ("green", 0x008000),
    ("seagreen", 0x2E8B57), ("teal", 0x008080), ("turquoise", 0x40E0D0), ("cyan", 0x00FFFF), ("skyblue", 0x87CEEB),
    ("steelblue", 0x4682B4), ("cornflowerblue", 0x6495ED), ("dodgerblue", 0x1E90FF), ("royalblue", 0x4169E1),
    ("blue", 0x0000FF), ("navy", 0x000080), ("slateblue", 0x6A5ACD), ("purple", 0x800080), ("orchid", 0xDA70D6),
    ("violet", 0xEE82EE), ("magenta", 0xFF00FF), ("hotpink", 0xFF69B4), ("pink", 0xFFC0CB), ("tan", 0xD2B48C),
    ("chocolate", 0xD2691E), ("sienna", 0xA0522D),
  ]

  /// The name of the colour that is nearest to a `#rrggbb`.
  static func nearest(to hex: String) -> String {
    let value = Int(hex.dropFirst(), radix: 16) ?? 0
    func distance(_ other: Int) -> Int {
      [16, 8, 0].reduce(0) { sum, shift in
        let difference = (value >> shift & 255) - (other >> shift & 255)
        return sum + difference * difference
      }
    }
    return names.min { distance($0.value) < distance($1.value) }!.name
  }
}
