// Writes to a journal until it is killed, and says after each call what has been promised.
// Run by the journal's tests: journal-writer FILE

import Alarms
import Glibc
import Journal
import Workdays

let journal = try SQLiteJournal(at: CommandLine.arguments[1])
var second = try await journal.cursor()?.seconds ?? 1_790_000_000

func promise(_ text: String) {
  // Not buffered: what is said is out when the process is killed.
  let line = text + "\n"
  _ = line.withCString { write(STDOUT_FILENO, $0, line.utf8.count) }
}

while true {
  second += 60
  let now = Instant(seconds: second)
  let id = "walk/\(now.civil(utcOffset: 0))/0m"
  let time = now.formatted(utcOffset: 0)
  let report = FiringReport(
    id: id, alarm: "walk", title: "Walk", occurrence: time, zone: "UTC",
    offset: FiringReport.OffsetReport(text: "0m", kind: "exact"), fires: time,
    day: DayReport(
      Day(
        date: now.civil(utcOffset: 0).date, kind: .workday, name: nil, certainty: .announced, source: nil,
        reason: .pattern)),
    destinations: ["desktop", "team"])
  let ring = Ring(id: id, report: report, occurrenceSeconds: second, firesSeconds: second, utcOffset: 0)
  let expires = now.advanced(by: .seconds(86_400))
  let due = DueFiring(
    ring: ring, destinations: [.init(name: "desktop", expires: expires), .init(name: "team", expires: expires)],
    verdict: .rung(lateBy: .zero))
  _ = try await journal.recordDue([due], cursor: now)
  promise("recorded \(id)")
  let desktop = DeliveryID(firing: id, destination: "desktop")
  try await journal.markSending(desktop, at: now)
  promise("sending \(id)")
  try await journal.record(.delivered, of: desktop, reason: nil, nextTry: nil, at: now)
  promise("delivered \(id)")
}
