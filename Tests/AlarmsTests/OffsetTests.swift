import Alarms
import Testing
import TestSupport
import Workdays

@Suite("Offsets")
struct OffsetTests {
  @Test(
    "a span without a sign could mean before or after, and is asked back",
    arguments: [
      ("10m", "it has no sign; write -10m for before, or +10m for after"),
      ("1wd", "it has no sign; write -1wd for before, or +1wd for after"),
      ("end 5m", "it has no sign; write end -5m for before, or end +5m for after"),
    ])
  func unsigned(text: String, fault: String) {
    #expect(Offset(text) == nil)
    #expect(Offset.fault(in: text) == fault)
  }

  @Test(
    "what is written is read, and printed in one form",
    arguments: [
      ("-10m", "-10m", "-10m", "exact"),
      ("-PT10M", "-10m", "-10m", "exact"),
      ("0m", "0m", "0m", "exact"),
      ("-0s", "0m", "0m", "exact"),
      ("PT0S", "0m", "0m", "exact"),
      ("+5m", "+5m", "+5m", "exact"),
      ("-90m", "-1h30m", "-1h30m", "exact"),
      ("-1h30m", "-1h30m", "-1h30m", "exact"),
      ("-PT1H30M", "-1h30m", "-1h30m", "exact"),
      ("PT17H30M", "+17h30m", "+17h30m", "exact"),
      ("-3661s", "-1h1m1s", "-1h1m1s", "exact"),
      ("-24h", "-24h", "-24h", "exact"),
      ("-1d", "-1d", "-1d", "nominal"),
      ("-P1D", "-1d", "-1d", "nominal"),
      ("-P1DT2H", "-1d2h", "-1d2h", "nominal"),
      ("-7d", "-1w", "-1w", "nominal"),
      ("-P1W", "-1w", "-1w", "nominal"),
      ("+10d", "+10d", "+10d", "nominal"),
      ("+1W3D", "+10d", "+10d", "nominal"),
      ("-2wd", "-2wd", "-2wd", "workdays"),
      ("end -5m", "end -5m", "end-5m", "exact"),
      ("END", "end 0m", "end0m", "exact"),
      ("end -PT10M", "end -10m", "end-10m", "exact"),
      ("start -5m", "-5m", "-5m", "exact"),
      ("20:00 the day before", "20:00 the day before", "20:00@-1d", "time-of-day"),
      ("20:00  1 day before", "20:00 the day before", "20:00@-1d", "time-of-day"),
      ("8:05 on the day", "08:05 on the day", "08:05@+0d", "time-of-day"),
      ("08:05 the same day", "08:05 on the day", "08:05@+0d", "time-of-day"),
      ("07:30:15 3 days before", "07:30:15 3 days before", "07:30:15@-3d", "time-of-day"),
      ("12:00 the day after", "12:00 the day after", "12:00@+1d", "time-of-day"),
      ("end 12:00 2 days after", "end 12:00 2 days after", "end12:00@+2d", "time-of-day"),
    ])
  func table(text: String, canonical: String, id: String, kind: String) throws {
    let offset = try #require(Offset(text))
    #expect(offset.description == canonical)
    #expect(offset.idText == id)
    #expect(offset.report == FiringReport.OffsetReport(text: canonical, kind: kind))
    #expect(Offset(canonical) == offset)
  }

  @Test("a day and 24 hours differ, 90 minutes and one and a half hours do not")
  func equality() {
    #expect(Offset("-1d") != Offset("-24h"))
    #expect(Offset("-90m") == Offset("-1h30m"))
    #expect(Offset("end 0m") != Offset("0m"))
  }

  @Test(
    "what is no offset is not guessed at",
    arguments: [
      "", " ", "-", "m", "10", "-10", "--10m", "- 10m", "+-1m", "10m before", "-10m10h", "-1m1m", "-1d2wd", "-1wd5m",
      "-1.5h", "-P", "-PT", "-P1DT", "-P1M", "-P1Y", "P1H", "-PT1D", "-PT1HT2M", "20:00", "20:00 yesterday",
      "24:00 the day before", "20:00 -1 days before", "20:00 days before", "end end -5m", "start", "１０m", "10µ",
      "-3661d", "-2601wd", "-87841h", "20:00 3661 days before", "-99999999999m",
    ])
  func rejected(text: String) { #expect(Offset(text) == nil) }

  @Test("every offset reads back from its canonical text, and no two share an id", arguments: 0..<20)
  func roundTrip(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    var ids: [String: Offset] = [:]
    for _ in 0..<200 {
      let sign = Bool.random(using: &random) ? 1 : -1
      let shift: Offset.Shift
      switch Int.random(in: 0..<3, using: &random) {
      case 0:
        let (days, seconds) = (Int.random(in: 0...20, using: &random), Int.random(in: 0...90_000, using: &random))
        shift = .span(days: sign * days, seconds: sign * seconds)
      case 1:
        let time = try #require(CivilTime(secondOfDay: Int.random(in: 0..<86_400, using: &random)))
        shift = .timeOfDay(time, days: sign * Int.random(in: 0...4, using: &random))
      default: shift = .workdays(sign * Int.random(in: 1...30, using: &random))
      }
      let offset = Offset(shift, from: Bool.random(using: &random) ? .start : .end)
      #expect(Offset(offset.description) == offset)
      #expect(ids.updateValue(offset, forKey: offset.idText) ?? offset == offset)
    }
  }
}
