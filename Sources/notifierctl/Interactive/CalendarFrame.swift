import Alarms
import Workdays

/// One picture of the interactive calendar, line by line, for a screen of a size.
///
/// The grid stands above what is told of the day, or beside it where there is room. Of a month that is too high the weeks
/// around the selected day are shown.
struct CalendarFrame {
  /// A week of the grid with its place on the screen.
  private struct Week {
    let first: Int
    let lines: [MonthGrid.Line]
    var top = 0
  }

  /// A line of what is told, with the parameters of its style.
  typealias Told = (text: String, sgr: String?)

  /// The lines, at most as many as the screen has.
  private(set) var lines: [String] = []
  private var weeks: [Week] = []
  private let grid: MonthGrid
  private let browser: CalendarBrowser

  /// - Parameters:
  ///   - story: what is told of the selected day, the most important first.
  ///   - footer: what stands in the last line.
  init(
    _ page: CalendarPage, _ style: GridStyle, _ browser: CalendarBrowser, layout: MonthGrid.Layout, story: [Told],
    footer: String, rows: Int, columns: Int
  ) {
    self.browser = browser
    let selected = browser.selected
    let first = selected.startOfWeek(on: page.firstWeekday)
    let month = selected.startOfMonth
    let days = browser.isWeek ? first...first.adding(days: 6) : month...month.endOfMonth
    let title = browser.isWeek ? page.words.title(ofWeek: first) : page.title(ofMonth: month)
    let numbers =
      browser.isWeek
      ? [selected.dayNumber - selected.weekday.days(since: page.firstWeekday)] : page.weeks(ofMonth: month)
    var layout = layout
    let room = max(1, rows - 1)
    let isBeside = columns >= layout.width + 3 + 32
    // Of the day at least this much is told.
    let kept = isBeside ? 0 : min(story.count, browser.showsDay ? 6 : 1)
    let available = max(1, room - 2 - kept)
    if numbers.count * 2 > available, numbers.count <= available || available < 2 { layout.hasCaptions = false }
    let shape = layout
    func makeGrid(_ weeks: [Int]) -> MonthGrid {
      MonthGrid(page: page, style: style, layout: shape, days: days, weeks: weeks, title: title)
    }
    let grid = makeGrid(numbers)
    self.grid = grid
    weeks = numbers.map { Week(first: $0, lines: Array(makeGrid([$0]).lines.dropFirst(2))) }
    while weeks.count > 1, weeks.reduce(0, { $0 + $1.lines.count }) > available {
      // The end that lies farther from the selected day.
      let place = weeks.lastIndex { $0.first <= selected.dayNumber } ?? 0
      if place > weeks.count - 1 - place { weeks.removeFirst() } else { weeks.removeLast() }
    }
    var left = Array(self.grid.lines.prefix(2))
    for place in weeks.indices {
      weeks[place].top = left.count
      left += weeks[place].lines
    }
    let marked = left.enumerated().map { row, line in line.text + mark(row, page, style, width: line.width) }
    let notes = page.notes(on: days).map(\.singleLine).joined(separator: "  ")
    if isBeside {
      let start = layout.width + 3
      let right = story.map { style.styled($0.text.cut(toColumns: columns - start), $0.sgr) }
      var body = marked.map { $0.trimmingSpaces }
      if !notes.isEmpty { body.append(style.styled(notes.cut(toColumns: layout.width), Style.dim.rawValue)) }
      for row in 0..<min(room, max(body.count, right.count)) {
        let line = body.indices.contains(row) ? body[row] : ""
        // By the place, since marks and colours take none.
        lines.append(right.indices.contains(row) ? "\(line)\u{1B}[\(start + 1)G\(right[row])" : line)
      }
    } else {
      lines = marked
      if !notes.isEmpty, lines.count + story.count < room {
        lines.append(style.styled(notes.cut(toColumns: columns - 1), Style.dim.rawValue))
      }
      lines += story.map { style.styled($0.text.cut(toColumns: columns - 1), $0.sgr) }
      lines = Array(lines.prefix(room))
    }
    lines += Array(repeating: "", count: room - lines.count)
    if rows > 1 { lines.append(style.styled(footer.cut(toColumns: columns - 1), Style.dim.rawValue)) }
  }

  /// The date at a place of the screen; `nil` where there is none.
  func date(row: Int, column: Int) -> CivilDate? {
    guard let week = weeks.first(where: { ($0.top..<$0.top + $0.lines.count).contains(row) }),
      let place = (0..<7).last(where: { grid.start($0) <= column }), column < grid.start(place) + 5
    else { return nil }
    let dates = CivilDate.earliest.dayNumber...CivilDate.latest.dayNumber
    return dates.contains(week.first + place) ? CivilDate(dayNumber: week.first + place) : nil
  }

  /// The selected day once more, over what stands there, light and dark exchanged.
  private func mark(_ row: Int, _ page: CalendarPage, _ style: GridStyle, width: Int) -> String {
    let selected = browser.selected
    guard let week = weeks.first(where: { ($0.top..<$0.top + $0.lines.count).contains(row) }),
      (0..<7).contains(selected.dayNumber - week.first)
    else { return "" }
    var text: String
    if row == week.top {
      let day = page.calendar.day(on: selected)
      let dot = style.dot(
        rings: page.ringing[selected]?.count ?? 0, isSure: day.certainty == .announced,
        isRoomy: grid.layout.gap > 0)
      text = (selected.day < 10 ? " " : "") + "\(selected.day)\(style.sign(page.mark(of: day)))\(dot)"
    } else {
      text = page.words.caption(selected)
      if text.count < 2 { text = " \(text)" }
    }
    text += String(repeating: " ", count: max(0, 5 - displayWidth(of: text)))
    return "\u{1B}[\(grid.start(selected.dayNumber - week.first) + 1)G\u{1B}[1;7m\(text)\u{1B}[0m"
      // Back to the end of the line, behind which nothing is to stay.
      + "\u{1B}[\(max(width, grid.start(selected.dayNumber - week.first) + 5) + 1)G"
  }
}
