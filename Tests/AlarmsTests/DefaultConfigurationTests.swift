import Alarms
import Testing
import Workdays

@Suite("The default configuration")
struct DefaultConfigurationTests {
  @Test("what is built in is what is installed below /etc, except that it fetches nothing")
  func sameAsFile() throws {
    // #filePath is …/Tests/AlarmsTests/DefaultConfigurationTests.swift.
    let root = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }
    let bytes = try Files.read("\(root)/etc/notifier.yaml").bytes
    let installed = String(decoding: bytes, as: UTF8.self)
    let loaded = try configuration(installed)
    #expect(loaded.holidaySources.map(\.isFetched) == [true] && loaded.warnings.isEmpty)
    #expect(
      try configuration(installed.replacing("region: CN  ", with: "region: DE  ", maxReplacements: 1)).holidaySources
        .isEmpty)
    // The same lines, some of them as comments.
    let lines = zip(installed.split(separator: "\n"), defaultConfiguration.split(separator: "\n"))
    let differing = lines.filter { $0 != $1 }
    #expect(installed.split(separator: "\n").count == defaultConfiguration.split(separator: "\n").count)
    #expect(differing.first?.0 == "holidaySources:" && differing.count == 5)
    #expect(differing.allSatisfy { $1 == "# \($0)" })
  }

  @Test("it has neither errors nor warnings, and an alarm for each thing that is shown")
  func good() throws {
    let configuration = try loader().load([
      .init(path: "built-in default", givesAlarms: true, text: defaultConfiguration)
    ])
    #expect(configuration.warnings.isEmpty)
    #expect(
      configuration.alarms.map(\.id) == ["clock-in", "make-up-eve", "payroll", "stretch", "mid-autumn", "retro"])
    #expect(configuration.files.isEmpty)
  }

  @Test("its alarms ring as the notice of 2026 has them")
  func rings() throws {
    let planner = try configuration(defaultConfiguration).planner
    func next(_ alarm: String, after: String) throws -> String? {
      let plan = try #require(planner.plan(of: alarm))
      let firing = try plan.nextFiring(after: try #require(Instant(after)))
      return firing?.instant.formatted(utcOffset: 28_800)
    }
    // Sunday 20 September and Saturday 10 October are make-up workdays; 25 to 27 September and 1 to 7 October are off.
    #expect(try next("clock-in", after: "2026-09-18T09:00:00+08:00") == "2026-09-20T08:50:00+08:00")
    #expect(try next("clock-in", after: "2026-09-30T09:00:00+08:00") == "2026-10-08T08:50:00+08:00")
    #expect(try next("make-up-eve", after: "2026-09-01T00:00:00+08:00") == "2026-09-19T20:00:00+08:00")
    #expect(try next("make-up-eve", after: "2026-09-19T20:00:00+08:00") == "2026-10-09T20:00:00+08:00")
    #expect(try next("payroll", after: "2026-09-01T00:00:00+08:00") == "2026-09-30T10:00:00+08:00")
    #expect(try next("stretch", after: "2026-09-24T17:20:00+08:00") == "2026-09-28T09:00:00+08:00")
    // The 15th of the eighth lunar month of 2026 is 25 September.
    #expect(try next("mid-autumn", after: "2026-03-01T00:00:00+08:00") == "2026-09-24T18:00:00+08:00")
    // Every second Friday from 9 January: 18 September, then 2 October, a holiday that moves back to 30 September.
    #expect(try next("retro", after: "2026-09-18T17:00:00+08:00") == "2026-09-30T15:45:00+08:00")
    #expect(try next("retro", after: "2026-09-30T15:45:00+08:00") == "2026-09-30T16:55:00+08:00")
  }
}
