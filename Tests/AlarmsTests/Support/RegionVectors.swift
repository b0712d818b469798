import Alarms
import Workdays

/// Tests/AlarmsTests/Vectors/regions.txt; contrib/oracle/regions.py says in which form.
struct RegionVectors {
  /// For each region the weekdays of rest, Monday being 0, and the first year from which they hold.
  private(set) var weeks: [(code: String, week: (rest: Set<Int>, since: Int))] = []
  private var texts: [String: String] = [:]

  init() throws {
    // #filePath is …/Tests/AlarmsTests/Support/RegionVectors.swift.
    let folder = #filePath.split(separator: "/").dropLast(2).reduce("") { $0 + "/" + $1 }
    let bytes = try Files.read(folder + "/Vectors/regions.txt").bytes
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let words = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
      if words.count == 3 {
        weeks.append((words[0], (Set(words[1].compactMap(\.wholeNumberValue)), Int(words[2])!)))
      } else {
        texts["\(words[0]) \(words[1])"] = "\(words[2]) \(words[3])"
      }
    }
  }

  /// The days and names of a year. A subdivision's year that has no line is as its country's.
  func facts(of code: String, _ year: Int) -> String? {
    texts["\(code) \(year)"] ?? texts["\(code.prefix(2)) \(year)"]
  }
}

/// A year of a calendar in the form of the vectors.
struct YearFacts {
  let text: String
  let days: Int

  init(_ calendar: WorkCalendar, _ year: Int) {
    let (first, last) = (CivilDate(year: year, month: 1, day: 1)!, CivilDate(year: year, month: 12, day: 31)!)
    days = last.dayNumber - first.dayNumber + 1
    var (digits, names) = ("", UInt64(0xcbf2_9ce4_8422_2325))
    for start in stride(from: 0, to: days, by: 4) {
      var digit = 0
      for day in start..<start + 4 {
        let date = first.adding(days: day)
        digit = digit << 1 | (day < days && calendar.isWorkday(date) ? 1 : 0)
        guard day < days, let override = calendar.national.override(on: date), override.kind != .work else { continue }
        for byte in "\(date.description.dropFirst(5)) \(override.name)\n".utf8 {
          names = (names ^ UInt64(byte)) &* 0x100_0000_01b3
        }
      }
      digits += String(digit, radix: 16)
    }
    let hash = String(names, radix: 16)
    text = "\(digits) \(String(repeating: "0", count: 16 - hash.count))\(hash)"
  }
}
