import Alarms
import Calendars
import Glibc
import Testing
import TestSupport
import Workdays

@Suite("iCalendar files as sources")
struct FileSourceTests {
  private let bench = RefreshBench()

  private func source(_ path: String) throws -> RefreshJob.Source {
    try #require(RefreshJob.Source(HolidaySource(origin: .file(path), layer: .company)))
  }

  @Test("a file is read into its copy, with the time of its change, and a damaged one leaves the copy")
  func read() async throws {
    let text = HolidayFeedTests.calendar(
      "SUMMARY:年会（休）\nDTSTART;VALUE=DATE:20270105", "SUMMARY:年会（班）\nDTSTART;VALUE=DATE:20270109")
    let path = bench.directory.write("own.ics", text)
    func set(_ seconds: Int) {
      _ = utimes(path, [timeval(tv_sec: seconds, tv_usec: 0), timeval(tv_sec: seconds, tv_usec: 0)])
    }
    set(1_790_000_000)
    let source = try source(path)
    let report = try await bench.refresh(source)
    #expect(report.changed == [2027] && report.failures.isEmpty && report.title == path)
    let held = try #require(bench.store.copy(of: source.key)?[2027])
    #expect(
      held.days.map(\.date) == ["2027-01-05", "2027-01-09"] && held.dataDate == nil && held.from == path)
    #expect(bench.store.state(of: source.key)?.fileModified == 1_790_000_000)

    bench.directory.write("own.ics", String(text.dropLast(40)))
    set(1_790_000_060)
    let damaged = try await bench.refresh(source)
    #expect(damaged.failures.count == 1 && damaged.failures[0].hasPrefix("\(path):"))
    #expect(bench.days(source, 2027).count == 2)
    #expect(bench.store.state(of: source.key)?.fileModified == 1_790_000_060)
    // An earlier state of the file, put back, is no older data.
    bench.directory.write("own.ics", text.replacing("20270109", with: "20270116"))
    set(1_780_000_000)
    #expect(try await bench.refresh(source).changed == [2027])
  }

  @Test("a file that is not there is told by its name")
  func missing() async throws {
    let report = try await bench.refresh(try source("/nonexistent/own.ics"))
    #expect(
      report.failures == [
        "the holiday file /nonexistent/own.ics cannot be read: there is no such file; check its path and mode"
      ])
  }

  @Test("a copy that cannot be kept is told, and nothing is said to have changed")
  func noRoom() async throws {
    let path = bench.directory.write("own.ics", HolidayFeedTests.calendar("SUMMARY:a（休）\nDTSTART;VALUE=DATE:20270105"))
    let source = try source(path)
    // A directory in the place of the file: nobody can put a file there, root neither.
    bench.directory.makeDirectory("holidays")
    bench.directory.makeDirectory("holidays/\(source.key).json")
    let report = try await bench.refresh(source)
    #expect(report.changed.isEmpty && report.failures.count == 1)
    #expect(report.failures[0].hasPrefix("the copy of \(path) cannot be kept: "))
    #expect(bench.store.state(of: source.key)?.succeeded == nil)
  }
}
