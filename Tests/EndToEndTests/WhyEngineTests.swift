import TestSupport
import Testing

/// What `why` says of an alarm beside what the scheduler does: many alarms by chance, from many moments.
@Suite("notifierctl why, beside the scheduler", .timeLimit(.minutes(5)))
struct WhyEngineTests {
  private static let days = [
    "days: workdays", "days: make-up workdays", "days: every day", "days: mon-fri, holidays: ignore",
    "days: mon-fri, holidays: skip", "days: last workday of the month", "days: lunar 8-15", "days: rest days",
    "days: first workday after a holiday", "rrule: FREQ=MONTHLY;BYMONTHDAY=1, move: next",
    "rrule: FREQ=MONTHLY;BYMONTHDAY=-1, move: previous", "rrule: FREQ=WEEKLY;BYDAY=SA;INTERVAL=2, holidays: skip",
    "rrule: FREQ=YEARLY;BYMONTH=10;BYMONTHDAY=1;COUNT=3, move: nearest", "rrule: FREQ=DAILY;INTERVAL=3, move: drop",
  ]
  private static let offsets = ["0m", "-10m", "-1d", "-2wd", "+1h", "20:00 the day before", "-36h"]
  private static let zones = ["Asia/Shanghai", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Etc/UTC"]

  @Test("it names the ring that the scheduler makes next, with the same day, event and time", arguments: 0..<4)
  func agrees(seed: Int) async throws {
    var random = SplitMix64(seed: UInt64(seed))
    func pick(_ values: [String]) -> String { values.randomElement(using: &random)! }
    let month = String(100 + Int.random(in: 1...12, using: &random)).suffix(2)
    let day = String(100 + Int.random(in: 1...28, using: &random)).suffix(2)
    let from = "2026-\(month)-\(day)T\(String(100 + Int.random(in: 0...23, using: &random)).suffix(2)):17:00+08:00"
    let alarms = (0..<20).map { index in
      let hour = String(100 + Int.random(in: 0...23, using: &random)).suffix(2)
      return """
          - { id: a\(index), title: A, start: "2026-01-01T\(hour):30", remind: "\(pick(Self.offsets))", \
        timezone: \(pick(Self.zones)), \(pick(Self.days)) }
        """
    }
    let home = try Home()
    try home.configure("region: CN\ntimezone: Asia/Shanghai\nalarms:\n" + alarms.joined(separator: "\n") + "\n")
    let clock = FakeClock("2026-01-01 12:00:00")
    // A year holds the next ring of each but those that have ended, and whose year's date has gone by.
    let engine = try await home.command(["simulate", "--from", from, "--to", "2027-12-31", "--json"], clock: clock)
    #expect(engine.status == 0, "\(engine.errors)")
    var first: [String: JSON] = [:]
    for record in try JSON(engine.output).elements {
      let alarm = record["alarm"]?.text ?? ""
      if first[alarm] == nil { first[alarm] = record }
    }
    #expect(first.count >= 10)
    for index in alarms.indices {
      let why = try await home.command(["why", "a\(index)", "--from", from, "--json"], clock: clock)
      let told = why.output.isEmpty ? nil : try JSON(why.output)
      for key in ["id", "fires", "occurrence", "day", "offset", "zone"] {
        #expect(told?[key] == first["a\(index)"]?[key], "\(alarms[index]) from \(from)")
      }
      guard let date = first["a\(index)"]?["day"]?["date"]?.text else { continue }
      let day = try await home.command(["why", "a\(index)", date, "--json"], clock: clock)
      #expect(try JSON(day.output) == first["a\(index)"]?["day"])
    }
  }
}
