/// Reads work weeks in Chinese: 双休, 大小周从2026-01-05起, 做四休二从2026-01-01起.
enum ChineseWorkWeek {
  static func read(_ text: String) -> WorkWeek? {
    var scanner = ChineseScanner(text)
    switch scanner.phrase {
    case "双休": return .mondayToFriday
    case "单休": return WorkWeek(workdays: mondayToSaturday)
    default: break
    }
    // The date may come first or last: 从2026-01-05起大小周, 大小周2026-01-05起.
    let first = scanner.attempt(start)
    _ = scanner.skipSeparator()
    if scanner.skip("大小周") {
      guard let date = end(&scanner, first) else { return nil }
      return WorkWeek(alternating: [mondayToSaturday, Set(WorkWeek.mondayToFriday.workdays)], from: date)
    }
    var shifts: [(on: Int, off: Int)] = []
    while let shift = scanner.attempt(shift) {
      shifts.append(shift)
      _ = scanner.skipSeparator()
    }
    guard !shifts.isEmpty, let date = end(&scanner, first) else { return nil }
    return WorkWeek(shifts: shifts, from: date)
  }

  private static let mondayToSaturday = Set(Weekday.allCases).subtracting([.sunday])

  /// 做四休二, 上2休2.
  private static func shift(_ scanner: inout ChineseScanner) -> (on: Int, off: Int)? {
    guard scanner.skip(anyOf: ["做", "上"]), let on = scanner.number() else { return nil }
    _ = scanner.skip("天")
    guard scanner.skip("休"), let off = scanner.number() else { return nil }
    _ = scanner.skip("天")
    return (on, off)
  }

  /// 从2026-01-05起, 2026年1月5日开始.
  private static func start(_ scanner: inout ChineseScanner) -> CivilDate? {
    let isMarked = scanner.skip(anyOf: ["从", "自"])
    guard let date = scanner.date() else { return nil }
    return scanner.skip(anyOf: ["起", "开始"]) || isMarked ? date : nil
  }

  /// The date, which stands once, with nothing after it.
  private static func end(_ scanner: inout ChineseScanner, _ first: CivilDate?) -> CivilDate? {
    _ = scanner.skipSeparator()
    let date = first ?? scanner.attempt(start)
    return scanner.isAtEnd ? date : nil
  }
}
