import Alarms
import Glibc
import Journal
import TestSupport
import Testing
import Workdays

func readFile(_ path: String) throws -> [UInt8] {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  try #require(descriptor >= 0, "cannot open \(path)")
  defer { close(descriptor) }
  let size = Int(lseek(descriptor, 0, SEEK_END))
  var bytes = [UInt8](repeating: 0, count: size)
  try #require(pread(descriptor, &bytes, size, 0) == size)
  return bytes
}

func writeFile(_ path: String, _ bytes: some Collection<UInt8>) throws {
  let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
  try #require(descriptor >= 0, "cannot make \(path)")
  defer { close(descriptor) }
  try #require(write(descriptor, Array(bytes), bytes.count) == bytes.count)
}

/// Permission bits of a file.
func mode(of path: String) throws -> mode_t {
  var status = stat()
  try #require(stat(path, &status) == 0, "cannot examine \(path)")
  return status.st_mode & 0o7777
}

extension Instant {
  /// 2026-09-20T08:50:00+08:00, a make-up Sunday.
  static let base = Instant("2026-09-20T08:50:00+08:00")!

  static func + (instant: Instant, span: Duration) -> Instant { instant.advanced(by: span) }
}

/// A firing of "clock-in" that is due `minutes` after `Instant.base`.
func dueFiring(
  _ minutes: Int = 0, alarm: String = "clock-in", to destinations: [String] = ["desktop", "team"],
  verdict: RecordedVerdict = .rung(lateBy: .zero), note: String? = nil
) -> DueFiring {
  let fires = Instant.base + .seconds(minutes * 60)
  let occurrence = fires + .seconds(600)
  let id = "\(alarm)/\(occurrence.civil(utcOffset: 28_800))/-10m"
  let day = Day(
    date: occurrence.civil(utcOffset: 28_800).date, kind: .makeUpWorkday, name: "国庆节", certainty: .announced,
    source: "国办发明电〔2025〕7号", reason: .override)
  let report = FiringReport(
    id: id, alarm: alarm, title: "Clock in 打卡", occurrence: occurrence.formatted(utcOffset: 28_800),
    zone: "Asia/Shanghai", offset: .init(text: "-10m", kind: "exact"), fires: fires.formatted(utcOffset: 28_800),
    day: DayReport(day), destinations: destinations)
  let ring = Ring(
    id: id, report: report, occurrenceSeconds: occurrence.seconds, firesSeconds: fires.seconds, utcOffset: 28_800,
    notes: note)
  return DueFiring(
    ring: ring, destinations: destinations.map { .init(name: $0, expires: fires + .seconds(1800)) }, verdict: verdict)
}

extension DueFiring {
  var id: String { ring.id }
  func delivery(to destination: String) -> DeliveryID { DeliveryID(firing: id, destination: destination) }
}

/// A journal in a directory of its own.
struct Fixture {
  let directory: TemporaryDirectory
  let journal: SQLiteJournal
  var path: String { directory["journal.db"] }

  init() throws {
    directory = TemporaryDirectory()
    journal = try SQLiteJournal(at: directory["journal.db"])
  }
}
