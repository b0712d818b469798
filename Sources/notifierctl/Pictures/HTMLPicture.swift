import Alarms
import Workdays

/// A picture as one HTML page that needs nothing else: for a screen of any size by day and by night, and for the wall.
struct HTMLPicture {
  let picture: Picture

  var text: String {
    let title = picture.title.markup
    return """
      <!DOCTYPE html>
      <html lang="\(picture.words.languageTag)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <meta name="description" content="\(picture.description.markup)">
      <title>\(title)</title>
      <style>
      \(HTMLPicture.style)</style>
      </head>
      <body class="\(picture.isYear ? "year" : "month")">
      <header><h1>\(title)</h1>\(legend)</header>
      <main>
      \(picture.months.map(month).joined())</main>
      </body>
      </html>
      """
  }

  private var legend: String {
    let keys = picture.legend.map { key in
      let sign =
        switch key.sign {
        case .mark(let mark): "<span class=\"key \(mark.name)\" aria-hidden=\"true\">\(mark.sign)</span>"
        case .unannounced: "<span class=\"key unsure\" aria-hidden=\"true\">~</span>"
        case .today: "<span class=\"key today\" aria-hidden=\"true\">&#160;</span>"
        case .dot(let color): dot(color)
        }
      return "<li>\(sign) \(key.meaning.markup)</li>"
    }
    return keys.isEmpty ? "" : "<ul class=\"legend\">\(keys.joined())</ul>"
  }

  private func month(_ month: CivilDate) -> String {
    let page = picture.page
    let words = page.words
    // The title of the page already says which month it is.
    let caption = "<caption>\(words.title(ofMonth: month).markup)</caption>"
    let heads = picture.weekdays.map {
      "<th scope=\"col\" abbr=\"\(picture.words.name($0).markup)\">\(words.head($0).markup)</th>"
    }
    let weeks = page.weeks(ofMonth: month).map { week in
      "<tr>" + (0..<7).map { cell(week + $0, of: month) }.joined() + "</tr>\n"
    }
    let notes = picture.isYear ? page.notes(on: month...month.endOfMonth) : []
    let foot =
      notes.isEmpty ? "" : "<p>\(notes.map { "<span>\($0.singleLine.markup)</span>" }.joined(separator: " "))</p>"
    return """
      <section><table>\(caption)
      <thead><tr>\(heads.joined())</tr></thead>
      <tbody>
      \(weeks.joined())</tbody></table>\(foot)</section>

      """
  }

  private func cell(_ number: Int, of month: CivilDate) -> String {
    guard let (date, isOwn) = Picture.day(number, of: month), isOwn || !picture.isYear else { return "<td></td>" }
    guard isOwn else { return "<td class=\"other\"><b>\(date.day)</b></td>" }
    let cell = picture.cell(date)
    var classes = [cell.mark?.name, cell.isSure ? nil : "unsure", cell.isToday ? "today" : nil].compactMap(\.self)
    if cell.mark == nil, cell.isRest { classes.append("rest") }
    let style = classes.isEmpty ? "" : " class=\"\(classes.joined(separator: " "))\""
    var text = "<b>\(date.day)</b>"
    if let mark = cell.mark {
      text += "<i role=\"img\" aria-label=\"\(picture.words.meaning(mark).markup)\">\(mark.sign)</i>"
    } else if !cell.isSure {
      text += "<i role=\"img\" aria-label=\"\(picture.words.unannounced.markup)\">~</i>"
    }
    if let caption = cell.caption { text += "<small>\(caption.markup)</small>" }
    return "<td\(style) title=\"\(cell.label.markup)\">\(text)\(picture.isYear ? dots(cell) : names(cell))</td>"
  }

  private func dots(_ cell: Picture.Cell) -> String {
    guard !cell.rings.isEmpty else { return "" }
    let label = picture.words.rings(cell.rings.map(picture.title)).markup
    return "<span class=\"dots\" role=\"img\" aria-label=\"\(label)\">\(picture.dots(cell).map(dot).joined())</span>"
  }

  /// The holiday and what rings, with as many titles as there is room for.
  private func names(_ cell: Picture.Cell) -> String {
    var text = cell.name.map { "<em>\($0.singleLine.markup)</em>" } ?? ""
    guard !cell.rings.isEmpty else { return text }
    let shown = cell.rings.count > 4 ? 3 : cell.rings.count
    var items = cell.rings.prefix(shown).map { "<li>\(dot($0.color))\(picture.title(of: $0).markup)</li>" }
    if shown < cell.rings.count { items.append("<li>\(picture.words.more(cell.rings.count - shown).markup)</li>") }
    text += "<ul>\(items.joined())</ul>"
    return text
  }

  private func dot(_ color: String?) -> String {
    "<span class=\"dot\"\(color.map { " style=\"background:\($0)\"" } ?? "") aria-hidden=\"true\"></span>"
  }

  private static func variables(_ palette: Palette) -> String {
    """
    --page:\(palette.page.ground);--text:\(palette.page.text);--dim:\(palette.dim);--rule:\(palette.rule);\
    --off:\(palette.off.ground);--on-off:\(palette.off.text);--work:\(palette.work.ground);\
    --on-work:\(palette.work.text);--today:\(palette.today);--ring:\(palette.dot)
    """
  }

  private static let style = """
    :root{\(variables(.light))}
    @media screen and (prefers-color-scheme:dark){:root{\(variables(.dark))}}
    *{box-sizing:border-box}
    body{margin:0 auto;padding:1rem;max-width:100rem;background:var(--page);color:var(--text);
      font:1rem/1.25 system-ui,"Noto Sans","Noto Sans CJK SC","PingFang SC","Microsoft YaHei",sans-serif}
    header{display:flex;flex-wrap:wrap;align-items:baseline;gap:.25rem 2rem;margin-bottom:1rem}
    h1{margin:0;font-size:1.75rem}
    ul{list-style:none;margin:0;padding:0}
    .legend{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;font-size:.875rem}
    .key{display:inline-block;min-width:1.6em;height:1.5em;text-align:center;border-radius:.3em}
    .dot{display:inline-block;width:.5em;height:.5em;border-radius:50%;background:var(--ring);
      box-shadow:0 0 0 1px color-mix(in srgb,currentColor 45%,transparent)}
    main{display:grid;gap:1.5rem 2rem;grid-template-columns:repeat(auto-fill,minmax(min(100%,20rem),1fr))}
    .month main{display:block}
    section{break-inside:avoid}
    table{width:100%;table-layout:fixed;border-collapse:separate;border-spacing:2px}
    caption{padding:.25rem;font-weight:600;text-align:left}
    .month caption{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
    th{padding:.2em 0;color:var(--dim);font-size:.8125rem;font-weight:400}
    td{position:relative;height:2.9rem;padding:.2rem 0;border-radius:.35rem;text-align:center;vertical-align:top}
    b{font-weight:500}
    i{position:absolute;top:.2em;right:.2em;font-size:.6875rem;line-height:1.1;font-style:normal}
    small{display:block;color:var(--dim);font-size:.6875rem;line-height:1.2;white-space:nowrap;overflow:hidden}
    .dots{position:absolute;top:.3rem;left:.25rem;display:grid;gap:.2rem;font-size:.75rem}
    .rest b,.other b{color:var(--dim)}
    .off,.off small{background:var(--off);color:var(--on-off)}
    .work,.half,.work small,.half small{background:var(--work);color:var(--on-work)}
    .unsure{outline:1px dashed color-mix(in srgb,var(--dim) 60%,transparent);outline-offset:-1px}
    section p{margin:.25rem;color:var(--dim);font-size:.8125rem}
    section p span{margin-right:.75em;white-space:nowrap}
    .month table{border-collapse:collapse}
    .month td{height:7.5rem;padding:.5rem;border:1px solid var(--rule);border-radius:0;text-align:left}
    .month td b{font-size:1.25rem}
    .month td i{top:.5rem;right:.5rem;font-size:.9375rem}
    .month small{font-size:.8125rem}
    em{display:block;font-size:.8125rem;font-style:normal;font-weight:600;overflow-wrap:anywhere}
    td ul{margin-top:.25rem;font-size:.8125rem}
    td li{display:flex;align-items:baseline;gap:.35em;overflow-wrap:anywhere}
    td li .dot{flex:none}
    td li{min-width:0}
    @media screen{td.today,.key.today{outline:2px solid var(--today);outline-offset:-2px}}
    @media screen and (max-width:48rem){
      .month td{height:4.5rem;padding:.15rem;text-align:center}
      .month td i{position:static;display:block;font-size:.75rem}
      .month em,.month td li{display:none}
      .month td ul{display:flex;flex-wrap:wrap;justify-content:center;gap:.25rem}
      .month td li:has(.dot){display:block;font-size:0}
      .month td li .dot{width:.5rem;height:.5rem}
      .month small{font-size:.6875rem;white-space:normal;overflow-wrap:anywhere;hyphens:auto}
    }
    @page{size:landscape;margin:8mm}
    @media print{
      *{print-color-adjust:exact;-webkit-print-color-adjust:exact}
      html{font-size:1.25vw}
      body{max-width:none;padding:0}
      header{margin-bottom:.5rem}
      h1{font-size:1.6rem}
      .year main{grid-template-columns:repeat(4,1fr);gap:.6rem 1.5rem}
      .year table{border-spacing:1px}
      .year caption{padding:.1rem}
      .year th{padding:0;font-size:.75rem}
      .year td{height:2.15rem;padding:.1rem 0}
      .year td b{font-size:.9rem}
      .year td i{top:.1rem;right:.1rem;font-size:.6rem}
      .dots{top:.15rem;left:.15rem;gap:.1rem;font-size:.55rem}
      .year section p{margin:0 .1rem;font-size:.7rem}
      .legend .today,li:has(>.key.today){display:none}
      .month table{width:calc(100% - 2px);height:50rem}
      .month thead tr{height:1.5rem}
    }

    """
}

extension CalendarPage.Mark {
  /// Its class in a style sheet.
  fileprivate var name: String {
    switch self {
    case .off: "off"
    case .work: "work"
    case .half: "half"
    }
  }
}
