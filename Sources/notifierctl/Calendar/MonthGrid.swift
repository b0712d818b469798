import Alarms
import Workdays

/// Weeks as a grid for a terminal. A day has five columns: its number, a mark of two and a dot; its caption is under it.
struct MonthGrid {
  /// How it is laid out.
  struct Layout {
    /// Columns between two days.
    var gap = 2
    /// Columns between two grids.
    var space = 3
    var hasCaptions = false
    var hasWeekNumbers = false

    /// The columns that a grid takes.
    var width: Int { (hasWeekNumbers ? 4 : 0) + 7 * 5 + 6 * gap }

    /// How many grids stand side by side in so many columns; 1 at least.
    func across(_ columns: Int) -> Int { max(1, (columns + space) / (width + space)) }
  }

  /// A line with the columns that it takes: colours take none.
  struct Line {
    var text = ""
    var width = 0

    mutating func append(_ text: String, width: Int) {
      self.text += text
      self.width += width
    }

    mutating func pad(to width: Int) {
      guard width > self.width else { return }
      append(String(repeating: " ", count: width - self.width), width: width - self.width)
    }
  }

  let page: CalendarPage
  let style: GridStyle
  let layout: Layout
  /// What is in it; days outside are those of its neighbours.
  let days: ClosedRange<CivilDate>
  /// The day numbers with which its weeks begin; the first may lie before all dates there are.
  let weeks: [Int]
  let title: String
  /// Whether the neighbours' days are shown, where they can be told from its own.
  var showsNeighbours = true

  /// The whole grid.
  var lines: [Line] {
    var lines = [centered(title), heads]
    for week in weeks {
      lines.append(row(week, label: layout.hasWeekNumbers ? weekNumber(week) : "", number))
      let captions = layout.hasCaptions ? row(week, label: "", caption) : Line()
      if captions.text.contains(where: { $0 != " " }) { lines.append(captions) }
    }
    return lines
  }

  /// The columns before the first day.
  private var margin: Int { layout.hasWeekNumbers ? 4 : 0 }

  /// The column in which a day of the week begins.
  func start(_ place: Int) -> Int { margin + place * (5 + layout.gap) }

  private func centered(_ title: String) -> Line {
    var line = Line()
    let width = displayWidth(of: title)
    line.pad(to: max(0, (layout.width - width) / 2))
    line.append(style.styled(title, Style.bold.rawValue), width: width)
    return line
  }

  private var heads: Line {
    var line = Line()
    for place in 0..<7 {
      let head = page.words.head(Weekday(rawValue: (page.firstWeekday.rawValue - 1 + place) % 7 + 1)!)
      line.pad(to: start(place))
      line.append(head, width: displayWidth(of: head))
    }
    return line
  }

  /// ISO's number of a week; of one that begins on another day, that of its Thursday.
  private func weekNumber(_ week: Int) -> String {
    let number = CivilDate(dayNumber: week + Weekday.thursday.days(since: page.firstWeekday)).isoWeek.number
    return number < 10 ? "W0\(number)" : "W\(number)"
  }

  private func row(_ week: Int, label: String, _ add: (CivilDate, inout Line) -> Void) -> Line {
    var line = Line()
    line.append(style.styled(label, Style.dim.rawValue), width: label.count)
    for place in 0..<7 {
      guard (CivilDate.earliest.dayNumber...CivilDate.latest.dayNumber).contains(week + place) else { continue }
      let date = CivilDate(dayNumber: week + place)
      // Without colour nothing tells a neighbour's day from one of its own.
      guard days.contains(date) || (showsNeighbours && style.usesColor) else { continue }
      line.pad(to: start(place))
      add(date, &line)
    }
    return line
  }

  /// Five columns: `20班•`, ` 1休 `, ` 4  ~`.
  private func number(_ date: CivilDate, _ line: inout Line) {
    let day = page.calendar.day(on: date)
    let mark = page.mark(of: day)
    let rings = page.ringing[date] ?? []
    let color = days.contains(date) ? style.color(mark) : Style.dim.rawValue
    let number = date.day < 10 ? " \(date.day)" : "\(date.day)"
    let shape = date == page.today ? Style.reverse.rawValue : color
    line.append(style.styled(number, shape, date == page.selected ? Style.underlined.rawValue : nil), width: 2)
    line.append(style.styled(style.sign(mark), color), width: 2)
    let dot = style.dot(rings: rings.count, isSure: day.certainty == .announced, isRoomy: layout.gap > 0)
    let dotColor = days.contains(date) ? rings.lazy.compactMap(\.color).first.flatMap(style.color(hex:)) : color
    line.append(style.styled(dot, dotColor), width: 1)
  }

  /// At most five columns: `初十`, `8/1`.
  private func caption(_ date: CivilDate, _ line: inout Line) {
    let caption = page.words.caption(date)
    let isSpecial = days.contains(date) && page.words.specialName(date) != nil
    let padding = max(0, 2 - caption.count)
    line.append(String(repeating: " ", count: padding), width: padding)
    line.append(
      style.styled(caption, isSpecial ? Style.cyan.rawValue : Style.dim.rawValue), width: displayWidth(of: caption))
  }
}

extension MonthGrid {
  /// Grids side by side, as many as there is room for, and the others below them.
  static func print(_ grids: [MonthGrid], across: Int, to output: Output) {
    for start in stride(from: 0, to: grids.count, by: across) {
      if start > 0 { output.line() }
      let band = grids[start..<min(start + across, grids.count)].map(\.lines)
      for row in 0..<(band.map(\.count).max() ?? 0) {
        var line = Line()
        for (place, lines) in band.enumerated() where lines.indices.contains(row) {
          line.pad(to: place * (grids[0].layout.width + grids[0].layout.space))
          line.append(lines[row].text, width: lines[row].width)
        }
        output.line(line.text.trimmingSpaces)
      }
    }
  }
}
