import Alarms
import Workdays

/// A picture as SVG, by day and by night, for pages and documents. Lengths are in units of the drawing.
struct SVGPicture {
  let picture: Picture

  private static let width = 1280
  private static let margin = 24
  private static let font = "system-ui, 'Noto Sans', 'Noto Sans CJK SC', 'PingFang SC', 'Microsoft YaHei', sans-serif"

  var text: String {
    let (body, height) = picture.isYear ? year : month
    let width = SVGPicture.width
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" \
      role="img" aria-labelledby="title description" xml:lang="\(picture.words.languageTag)">
      <title id="title">\(picture.title.markup)</title>
      <desc id="description">\(picture.description.markup)</desc>
      <style>
      text { font-family: \(SVGPicture.font); font-size: 14px }
      .h { font-size: 26px; font-weight: 600 }
      .m { font-size: 16px; font-weight: 600 }
      .s { font-size: 11px }
      .x { font-size: 10px }
      .n { font-size: 20px }
      .b { font-weight: 600 }
      .c { text-anchor: middle }
      .e { text-anchor: end }
      .unsure { stroke-dasharray: 3 2; stroke-opacity: 0.6 }
      .dot { stroke-opacity: 0.45 }
      \(SVGPicture.rules(.light))\
      @media (prefers-color-scheme: dark) {
      \(SVGPicture.rules(.dark))}
      </style>
      <rect class="g-page" width="\(width)" height="\(height)"/>
      \(body)</svg>
      """
  }

  /// Grounds are `g-…`, what is written on them `t-…`, lines `l-…`.
  private static func rules(_ palette: Palette) -> String {
    """
    .g-page { fill: \(palette.page.ground) } .t-page { fill: \(palette.page.text) } .t-dim { fill: \(palette.dim) }
    .g-off { fill: \(palette.off.ground) } .t-off { fill: \(palette.off.text) }
    .g-work { fill: \(palette.work.ground) } .t-work { fill: \(palette.work.text) }
    .l-rule { fill: none; stroke: \(palette.rule) } .l-dim { fill: none; stroke: \(palette.dim) }
    .l-today { fill: none; stroke: \(palette.today); stroke-width: 2 }
    .dot { fill: \(palette.dot); stroke: \(palette.page.text) }

    """
  }

  private func text(_ text: String, _ x: Int, _ y: Int, _ classes: String) -> String {
    "<text class=\"\(classes)\" x=\"\(x)\" y=\"\(y)\">\(text.singleLine.markup)</text>"
  }

  private func dot(_ color: String?, _ x: Int, _ y: Int, radius: Int) -> String {
    let style = color.map { " style=\"fill: \($0)\"" } ?? ""
    return "<circle class=\"dot\"\(style) cx=\"\(x)\" cy=\"\(y)\" r=\"\(radius)\"/>"
  }

  private func rectangle(_ classes: String, _ x: Int, _ y: Int, _ width: Int, _ height: Int, round: Int) -> String {
    "<rect class=\"\(classes)\" x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\" rx=\"\(round)\"/>"
  }

  /// The title and the legend, which turns into a second line where the first is full, with where they end.
  private var head: (String, Int) {
    var body = text(picture.title, SVGPicture.margin, 44, "h t-page") + "\n"
    var (x, y) = (SVGPicture.margin + SVGPicture.columns(picture.title) * 17 + 28, 42)
    for key in picture.legend {
      let words = key.meaning.cut(toColumns: 40)
      let length = 26 + SVGPicture.columns(words) * 8 + 16
      if x + length > SVGPicture.width - SVGPicture.margin { (x, y) = (SVGPicture.margin, y + 28) }
      let (left, top) = (x, y - 15)
      switch key.sign {
      case .mark(let mark):
        body += rectangle("g-\(mark.color)", left, top, 20, 20, round: 4)
        body += text(mark.sign, left + 10, y, "c t-\(mark.color)")
      case .unannounced: body += rectangle("l-dim unsure", left, top, 20, 20, round: 4)
      case .today: body += rectangle("l-today", left + 1, top + 1, 18, 18, round: 4)
      case .dot(let color): body += dot(color, left + 10, y - 5, radius: 5)
      }
      body += text(words, left + 26, y, "t-page") + "\n"
      x += length
    }
    return (body, y + 22)
  }

  private static func columns(_ text: String) -> Int { displayWidth(of: text) }

  // A year: four months in a row.

  private var year: (String, Int) {
    var (body, top) = head
    let (gap, across) = (24, 4)
    let cell = (
      (SVGPicture.width - 2 * SVGPicture.margin - (across - 1) * gap) / across / 7, picture.hasCaptions ? 35 : 30
    )
    for start in stride(from: 0, to: 12, by: across) {
      var bottom = top
      for place in 0..<across {
        let left = SVGPicture.margin + place * (cell.0 * 7 + gap)
        let (month, end) = month(picture.months[start + place], left, top, cell)
        body += month
        bottom = max(bottom, end)
      }
      top = bottom + 14
    }
    return (body, top)
  }

  private func month(_ month: CivilDate, _ left: Int, _ top: Int, _ cell: (Int, Int)) -> (String, Int) {
    let page = picture.page
    var body = text(page.words.title(ofMonth: month), left + 4, top + 18, "m t-page")
    for (place, weekday) in picture.weekdays.enumerated() {
      body += text(page.words.head(weekday), left + place * cell.0 + cell.0 / 2, top + 38, "c s t-dim")
    }
    var y = top + 44
    for week in page.weeks(ofMonth: month) {
      for place in 0..<7 {
        guard let (date, isOwn) = Picture.day(week + place, of: month), isOwn else { continue }
        body += "\n" + small(picture.cell(date), left + place * cell.0, y, cell)
      }
      y += cell.1
    }
    // As many lines as the names take.
    var line = ""
    for note in page.notes(on: month...month.endOfMonth).map({ $0.singleLine.cut(toColumns: 42) }) + [""] {
      let longer = line.isEmpty ? note : "\(line)   \(note)"
      if note.isEmpty || SVGPicture.columns(longer) > 42, !line.isEmpty {
        body += text(line, left + 4, y + 13, "s t-dim")
        y += 15
        line = note
      } else {
        line = longer
      }
    }
    return ("<g>\(body)</g>\n", y)
  }

  private func small(_ cell: Picture.Cell, _ x: Int, _ y: Int, _ size: (Int, Int)) -> String {
    let (ground, strong, weak) = colors(cell)
    var body = "<title>\(cell.label.markup)</title>"
    if cell.mark != nil { body += rectangle("g-\(ground)", x + 1, y + 1, size.0 - 2, size.1 - 2, round: 5) }
    body += frame(cell, x + 1, y + 1, size.0 - 2, size.1 - 2)
    let middle = x + size.0 / 2
    body += text("\(cell.date.day)", middle, y + (cell.caption == nil ? 20 : 17), "c t-\(strong)")
    if let mark = cell.mark { body += text(mark.sign, x + size.0 - 2, y + 12, "e x t-\(ground)") }
    if let caption = cell.caption { body += text(caption, middle, y + 30, "c s t-\(weak)") }
    for (number, color) in picture.dots(cell).enumerated() { body += dot(color, x + 6, y + 7 + number * 8, radius: 3) }
    return "<g>\(body)</g>"
  }

  /// The ground of a day, the colour of its number, and that of what is less important.
  private func colors(_ cell: Picture.Cell) -> (String, String, String) {
    if let mark = cell.mark { return (mark.color, mark.color, mark.color) }
    return ("page", cell.isRest ? "dim" : "page", "dim")
  }

  private func frame(_ cell: Picture.Cell, _ x: Int, _ y: Int, _ width: Int, _ height: Int) -> String {
    var body = ""
    if !cell.isSure { body += rectangle("l-dim unsure", x, y, width, height, round: 5) }
    if cell.isToday { body += rectangle("l-today", x + 1, y + 1, width - 2, height - 2, round: 5) }
    return body
  }

  // One month: cells with names in them.

  private var month: (String, Int) {
    var (body, top) = head
    let size = ((SVGPicture.width - 2 * SVGPicture.margin) / 7, 124)
    for (place, weekday) in picture.weekdays.enumerated() {
      body += text(picture.page.words.head(weekday), SVGPicture.margin + place * size.0 + 10, top + 12, "t-dim")
    }
    top += 20
    let month = picture.months[0]
    for week in picture.page.weeks(ofMonth: month) {
      for place in 0..<7 {
        guard let (date, isOwn) = Picture.day(week + place, of: month) else { continue }
        let x = SVGPicture.margin + place * size.0
        if isOwn {
          body += "\n" + large(picture.cell(date), x, top, size)
        } else {
          body += rectangle("l-rule", x, top, size.0, size.1, round: 0)
          body += text("\(date.day)", x + 10, top + 26, "n t-dim")
        }
      }
      top += size.1
    }
    return (body + "\n", top + SVGPicture.margin)
  }

  private func large(_ cell: Picture.Cell, _ x: Int, _ y: Int, _ size: (Int, Int)) -> String {
    let (ground, strong, weak) = colors(cell)
    var body = "<title>\(cell.label.markup)</title>"
    body += rectangle("g-\(ground)", x, y, size.0, size.1, round: 0)
    body += rectangle("l-rule", x, y, size.0, size.1, round: 0)
    body += frame(cell, x + 2, y + 2, size.0 - 4, size.1 - 4)
    body += text("\(cell.date.day)", x + 10, y + 27, "n t-\(strong)")
    if let mark = cell.mark { body += text(mark.sign, x + size.0 - 10, y + 25, "e t-\(ground)") }
    var line = y + 46
    // What a line of the cell has room for.
    let columns = (size.0 - 20) / 8
    if let caption = cell.caption {
      body += text(caption.cut(toColumns: columns), x + 10, line, "t-\(weak)")
      line += 18
    }
    if let name = cell.name {
      body += text(name.singleLine.cut(toColumns: columns), x + 10, line, "b t-\(ground)")
      line += 18
    }
    let room = (y + size.1 - 6 - line) / 18 + 1
    let shown = cell.rings.count > room ? room - 1 : cell.rings.count
    for ring in cell.rings.prefix(shown) {
      body += dot(ring.color, x + 14, line - 5, radius: 4)
      body += text(picture.title(of: ring).cut(toColumns: columns - 2), x + 24, line, "t-\(ground)")
      line += 18
    }
    if shown < cell.rings.count {
      body += text(picture.words.more(cell.rings.count - shown), x + 10, line, "t-\(weak)")
    }
    return "<g>\(body)</g>"
  }
}

extension CalendarPage.Mark {
  /// The pair of colours in which it is drawn.
  fileprivate var color: String {
    switch self {
    case .off: "off"
    case .work, .half: "work"
    }
  }
}
