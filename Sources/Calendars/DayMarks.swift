import Alarms
import Workdays

/// Tells days off and make-up workdays apart by what an event says of itself.
package struct DayMarks: Sendable {
  private let off: [TextPattern]
  private let work: [TextPattern]

  /// - Parameters:
  ///   - off: patterns of days off; empty for the marks that Apple, Google and holiday-cn use.
  ///   - work: patterns of make-up workdays, which go first; empty for the usual marks.
  package init(off: [TextPattern] = [], work: [TextPattern] = []) {
    self.off = off
    self.work = work
  }

  /// What an event makes of its days; `nil` where it says neither.
  func kind(of event: ParsedEvent) -> DayOverride.Kind? {
    let texts = [event.summary] + event.categories
    func matches(_ patterns: [TextPattern]) -> Bool {
      texts.contains { text in patterns.contains { $0.matches(text) } }
    }
    if work.isEmpty ? isUsuallyWork(event) : matches(work) { return .work }
    if off.isEmpty ? isUsuallyOff(event) : matches(off) { return .off }
    return nil
  }

  /// Apple marks (班), holiday-cn writes 上班(补…假期), Google says in words that a day is worked.
  private func isUsuallyWork(_ event: ParsedEvent) -> Bool {
    if event.appleSpecialDay == "ALTERNATE-WORKDAY" { return true }
    let words = event.summary.lowercased()
    if ["non-working", "nonworking", "non working"].contains(where: words.contains) { return false }
    return words.contains("working day") || ["上班", "补班", "（班）", "(班)"].contains(where: words.contains)
      || words.hasSuffix("班") || event.categories.contains("上班")
  }

  /// Google tells a holiday of the whole country from one of a part and from an observance in its description's first line.
  private func isUsuallyOff(_ event: ParsedEvent) -> Bool {
    if event.appleSpecialDay == "WORK-HOLIDAY" { return true }
    let summary = event.summary
    return ["（休）", "(休)"].contains(where: summary.contains) || summary.hasSuffix("假期") || summary.hasSuffix("休")
      || event.categories.contains("假期") || event.description.split(separator: "\n").first == "Public holiday"
  }

  /// The holiday's name without the marks: 上班(补春节假期) and 春节（休） are both 春节.
  func name(of event: ParsedEvent) -> String {
    var name = event.summary.singleLine
    if name.hasPrefix("上班(补"), name.hasSuffix(")") { name = String(name.dropFirst("上班(补".count).dropLast()) }
    for mark in ["（休）", "（班）", "(休)", "(班)", "假期", "补班"] where name.hasSuffix(mark) && name.count > mark.count {
      name.removeLast(mark.count)
      break
    }
    return String(name.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}

/// A pattern over a short text, letters in any case: a part of it or, with `*` for any text, all of it.
package struct TextPattern: Sendable {
  private let parts: [[Character]]

  package init(_ text: String) {
    let text = text.lowercased()
    parts = (text.contains("*") ? text : "*\(text)*").split(separator: "*", omittingEmptySubsequences: false)
      .map(Array.init)
  }

  package func matches(_ text: String) -> Bool {
    let text = Array(text.lowercased())
    guard parts.count > 1, text.starts(with: parts[0]) else { return false }
    let last = parts[parts.count - 1]
    var position = parts[0].count
    for part in parts.dropFirst().dropLast() {
      // The first place at which a part fits leaves the most room for those that follow.
      while position + part.count <= text.count, text[position..<position + part.count] != part[...] { position += 1 }
      guard position + part.count <= text.count else { return false }
      position += part.count
    }
    return position + last.count <= text.count && text.suffix(last.count) == last[...]
  }
}
