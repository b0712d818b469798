import Alarms
import Workdays

/// Shows what a change of holiday data moves.
struct NewsView {
  let news: HolidayNews

  /// Days, then rings, as tables.
  func print(_ output: Output) {
    if news.days.isEmpty { output.say("no day changes") }
    printDays(output)
    printRings(output)
  }

  func printDays(_ output: Output) { Self.printDays(news.days, output) }

  static func printDays(_ days: [HolidayDiff.Change], _ output: Output) {
    output.table(
      days.map { change in
        [
          Output.Cell("\(change.date.dated)", .bold), Output.Cell(change.before.plainLocalWords),
          "→", Output.Cell(change.after.plainLocalWords, change.after.isWorkday ? .yellow : .green),
        ]
      })
  }

  func printRings(_ output: Output) {
    guard !news.rings.isEmpty else { return output.say("no ring moves") }
    output.say("rings:")
    output.table(
      news.ringLines.map { sign, text, firing in
        [Output.Cell(sign), Output.Cell(text), Output.Cell(firing.alarm), Output.Cell("\(firing.offset)")]
      })
  }

  /// A day that changes, in JSON.
  struct DayChange: Encodable {
    let before: DayReport
    let after: DayReport

    init(_ change: HolidayDiff.Change) { (before, after) = (DayReport(change.before), DayReport(change.after)) }
  }

  /// The shape of `--json`.
  struct Report: Encodable {
    struct Move: Encodable {
      let before: FiringReport
      let after: FiringReport
    }
    let days: [DayChange]
    let added: [FiringReport]
    let removed: [FiringReport]
    let moved: [Move]

    init(_ news: HolidayNews) {
      func plans(_ planner: Planner) -> [String: AlarmPlan] {
        Dictionary(planner.plans.map { ($0.alarm.id, $0) }, uniquingKeysWith: { first, _ in first })
      }
      let (old, new) = (plans(news.old.planner), plans(news.new.planner))
      func report(_ firing: Firing, _ plans: [String: AlarmPlan]) -> FiringReport? {
        plans[firing.alarm].map { FiringReport(firing, plan: $0) }
      }
      days = news.days.map(DayChange.init)
      added = news.rings.added.compactMap { report($0, new) }
      removed = news.rings.removed.compactMap { report($0, old) }
      moved = news.rings.moved.compactMap { move in
        guard let before = report(move.before, old), let after = report(move.after, new) else { return nil }
        return Move(before: before, after: after)
      }
    }
  }
}
