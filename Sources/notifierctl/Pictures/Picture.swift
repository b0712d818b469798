import Alarms
import Workdays

/// A month or a year as a picture: what is in it, whatever it is drawn as.
struct Picture {
  /// One day with what is written on it.
  struct Cell {
    let date: CivilDate
    let mark: CalendarPage.Mark?
    let isRest: Bool
    let isSure: Bool
    let isToday: Bool
    /// The day of the Chinese calendar, a festival or a solar term; `nil` where none is wanted.
    let caption: String?
    /// The holiday, or until when a half-day is worked; `nil` on most days.
    let name: String?
    /// What rings, each alarm once.
    let rings: [CalendarPage.Ring]
    /// All of it in words.
    let label: String
  }

  /// One line of the legend.
  struct Key {
    enum Sign {
      case mark(CalendarPage.Mark)
      case unannounced
      case today
      /// A dot in this colour; `nil` for the usual one.
      case dot(String?)
    }

    let sign: Sign
    let meaning: String
  }

  let page: CalendarPage
  /// The first days of the months in it: one, or the twelve of a year.
  let months: [CivilDate]
  /// Whether the Chinese calendar is shown.
  let hasCaptions: Bool
  /// The titles of alarms by their ids.
  let titles: [String: String]
  /// The calendars that alarms may be in.
  let calendars: [AlarmCalendar]

  var words: PictureWords { PictureWords(language: page.words.language) }
  var isYear: Bool { months.count > 1 }

  /// `2026`, `September 2026`, with a word where the days are not announced.
  var title: String {
    guard isYear else { return page.title(ofMonth: months[0]) }
    let isProvisional = page.calendar.day(on: months[0]).certainty == .provisional
    return words.title(ofYear: months[0].year) + (isProvisional ? page.words.provisional : "")
  }

  /// What it shows, for who cannot see it.
  var description: String {
    words.description(
      of: title,
      notes: months.compactMap { month in
        let notes = page.notes(on: month...month.endOfMonth)
        return notes.isEmpty ? nil : words.notes(notes, of: page.words.title(ofMonth: month))
      })
  }

  /// The days of the week, in the order of the columns.
  var weekdays: [Weekday] {
    (0..<7).map { Weekday(rawValue: (page.firstWeekday.rawValue - 1 + $0) % 7 + 1)! }
  }

  /// The day with that number, and whether it is one of the month; `nil` where dates end.
  static func day(_ number: Int, of month: CivilDate) -> (date: CivilDate, isOwn: Bool)? {
    let dates = CivilDate.earliest.dayNumber...CivilDate.latest.dayNumber
    guard dates.contains(number) else { return nil }
    let date = CivilDate(dayNumber: number)
    return (date, date.startOfMonth == month)
  }

  func cell(_ date: CivilDate) -> Cell {
    let day = page.calendar.day(on: date)
    let rings = page.ringing[date] ?? []
    let name = day.worksUntil.map { page.words.until($0) } ?? (page.mark(of: day) == nil ? nil : day.name)
    // A month has room for more than a year has, but not for a festival twice.
    let special = page.words.specialName(date).flatMap { name?.hasPrefix($0) == true ? nil : $0 }
    let caption = isYear ? page.words.caption(date) : special ?? words.lunarDay(date)
    return Cell(
      date: date, mark: page.mark(of: day), isRest: !day.isWorkday, isSure: day.certainty == .announced,
      isToday: date == page.today, caption: hasCaptions && LunarDate(date) != nil ? caption : nil,
      name: name, rings: rings,
      label: words.label(page.words.selected(day).singleLine, titles: rings.map(title)))
  }

  /// The title of what rings; its id where the title is not known.
  func title(of ring: CalendarPage.Ring) -> String { (titles[ring.alarm] ?? ring.alarm).singleLine }

  /// The colours of the dots of a day, each once, as many as there is room for.
  func dots(_ cell: Cell) -> [String?] {
    var seen: [String?] = []
    for ring in cell.rings where !seen.contains(ring.color) { seen.append(ring.color) }
    return Array(seen.prefix(3))
  }

  /// What the signs mean, of those that occur.
  var legend: [Key] {
    let cells = months.flatMap { month in (month...month.endOfMonth).map(cell) }
    var keys: [Key] = []
    for mark in [CalendarPage.Mark.off, .work, .half] where cells.contains(where: { $0.mark == mark }) {
      keys.append(Key(sign: .mark(mark), meaning: words.meaning(mark)))
    }
    if cells.contains(where: { !$0.isSure }) { keys.append(Key(sign: .unannounced, meaning: words.unannounced)) }
    if cells.contains(where: \.isToday) { keys.append(Key(sign: .today, meaning: words.today)) }
    let colors = Set(cells.flatMap { $0.rings.map(\.color) })
    var named: Set<String?> = []
    for calendar in calendars where calendar.color != nil && colors.contains(calendar.color) {
      keys.append(Key(sign: .dot(calendar.color), meaning: calendar.title.singleLine))
      named.insert(calendar.color)
    }
    if !colors.subtracting(named).isEmpty {
      keys.append(Key(sign: .dot(nil), meaning: words.alarms(areAll: named.isEmpty)))
    }
    return keys
  }
}

extension CalendarPage.Mark {
  /// One character.
  var sign: String {
    switch self {
    case .off: "休"
    case .work: "班"
    case .half: "半"
    }
  }
}

extension String {
  /// As text of XML and HTML.
  var markup: String {
    var text = ""
    for character in unicodeScalars {
      switch character {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      default: text.unicodeScalars.append(character)
      }
    }
    return text
  }
}
