// Writes to a journal: until it is killed, and says after each call what has been promised; or so many batches, and says
// how long that took.
//
// Run by the journal's tests: journal-writer FILE
// Run by make bench:          journal-writer FILE BATCHES SIZE

import Alarms
import Dispatch
import Glibc
import Journal
import Workdays

let journal = try SQLiteJournal(at: CommandLine.arguments[1])
var second = try await journal.cursor()?.seconds ?? 1_790_000_000

func say(_ text: String) {
  // Not buffered: what is said is out when the process is killed.
  let line = text + "\n"
  _ = line.withCString { write(STDOUT_FILENO, $0, line.utf8.count) }
}

func due(_ alarm: String, at now: Instant) -> DueFiring {
  let id = "\(alarm)/\(now.civil(utcOffset: 0))/0m"
  let time = now.formatted(utcOffset: 0)
  let report = FiringReport(
    id: id, alarm: alarm, title: "Walk", occurrence: time, zone: "UTC",
    offset: FiringReport.OffsetReport(text: "0m", kind: "exact"), fires: time,
    day: DayReport(
      Day(
        date: now.civil(utcOffset: 0).date, kind: .workday, name: nil, certainty: .announced, source: nil,
        reason: .pattern)),
    destinations: ["desktop", "team"])
  let ring = Ring(id: id, report: report, occurrenceSeconds: now.seconds, firesSeconds: now.seconds, utcOffset: 0)
  let expires = now.advanced(by: .seconds(86_400))
  return DueFiring(
    ring: ring, destinations: [.init(name: "desktop", expires: expires), .init(name: "team", expires: expires)],
    verdict: .rung(lateBy: .zero))
}

extension SQLiteJournal {
  /// Records batches on the journal's own queue: what is measured is the journal, not the way to it.
  func record(_ batches: ArraySlice<(now: Instant, firings: [DueFiring])>) throws {
    for batch in batches { _ = try recordDue(batch.firings, cursor: batch.now, at: batch.now) }
  }
}

if CommandLine.arguments.count == 4, let count = Int(CommandLine.arguments[2]), let size = Int(CommandLine.arguments[3])
{
  // Made beforehand: what is measured is the journal.
  let batches = (1...max(1, count)).map { index in
    let now = Instant(seconds: second + 60 * index)
    return (now: now, firings: (0..<size).map { due("walk-\($0)", at: now) })
  }
  let start = DispatchTime.now().uptimeNanoseconds
  try await journal.record(batches.prefix(count))
  say("\(Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9)")
  exit(EXIT_SUCCESS)
}

while true {
  second += 60
  let now = Instant(seconds: second)
  let due = due("walk", at: now)
  _ = try await journal.recordDue([due], cursor: now)
  say("recorded \(due.ring.id)")
  let desktop = DeliveryID(firing: due.ring.id, destination: "desktop")
  try await journal.markSending(desktop, at: now)
  say("sending \(due.ring.id)")
  try await journal.record(.delivered, of: desktop, reason: nil, nextTry: nil, at: now)
  say("delivered \(due.ring.id)")
}
