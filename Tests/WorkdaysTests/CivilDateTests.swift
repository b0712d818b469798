import Testing
import Workdays

@Suite("Civil dates and times")
struct CivilDateTests {
  // ISO 8601 and the Gregorian calendar's own rules; day numbers by Python's date.toordinal() - 719163.
  @Test(
    "a date and its day number are the same day",
    arguments: [
      ("1970-01-01", 0, Weekday.thursday), ("2000-02-29", 11_016, .tuesday), ("1900-03-01", -25_508, .thursday),
      ("2026-09-20", 20_716, .sunday), ("0001-01-01", -719_162, .monday), ("9999-12-31", 2_932_896, .friday),
    ])
  func dayNumber(text: String, number: Int, weekday: Weekday) throws {
    let date = try #require(CivilDate(text))
    #expect(date.dayNumber == number)
    #expect(CivilDate(dayNumber: number) == date)
    #expect(date.description == text)
    #expect(date.weekday == weekday)
  }

  @Test("every day from 1890 to 2110 goes to fields and back")
  func roundTrip() {
    var date = CivilDate(year: 1890, month: 1, day: 1)!
    while date.year < 2110 {
      let (year, month, day) = date.fields
      #expect(CivilDate(year: year, month: month, day: day) == date)
      date = date.adding(days: 1)
    }
  }

  @Test(
    "text that is no date is refused",
    arguments: [
      "2026-02-29", "2026-13-01", "2026-00-10", "2026-1-01", "26-01-01", "2026-01-32", "", "2026/01/01", "2026-01-01 ",
    ])
  func refused(text: String) { #expect(CivilDate(text) == nil) }

  @Test(
    "months end where the calendar says",
    arguments: [
      ("2026-02-10", "2026-02-28"), ("2024-02-10", "2024-02-29"), ("2100-02-01", "2100-02-28"),
      ("2026-12-31", "2026-12-31"),
    ])
  func endOfMonth(date: String, end: String) throws {
    #expect(try #require(CivilDate(date)).endOfMonth.description == end)
  }

  @Test(
    "a time of day reads and prints",
    arguments: [("9:00", "09:00"), ("09:00", "09:00"), ("23:59:59", "23:59:59"), ("00:00:00", "00:00")])
  func time(text: String, printed: String) throws { #expect(try #require(CivilTime(text)).description == printed) }

  @Test(
    "text that is no time of day is refused",
    arguments: ["24:00", "9", "09:60", "09:00:60", "0900", "-1:00", "009:00", ":30"])
  func refusedTime(text: String) { #expect(CivilTime(text) == nil) }

  @Test(
    "an instant reads and prints RFC 3339",
    arguments: [
      ("2026-09-20T09:00:00+08:00", 1_789_866_000), ("1969-12-31T23:59:59Z", -1), ("2026-09-20T01:00Z", 1_789_866_000),
      ("2026-09-19T20:00:00-05:00", 1_789_866_000),
    ])
  func instant(text: String, seconds: Int) throws {
    #expect(try #require(Instant(text)).seconds == seconds)
  }

  @Test("moving an instant carries nanoseconds both ways")
  func advance() {
    let instant = Instant(seconds: 10, nanoseconds: 800_000_000)
    #expect(instant.advanced(by: .milliseconds(300)) == Instant(seconds: 11, nanoseconds: 100_000_000))
    #expect(instant.advanced(by: .milliseconds(-900)) == Instant(seconds: 9, nanoseconds: 900_000_000))
    #expect(instant.duration(to: Instant(seconds: 9)) == .milliseconds(-1800))
  }
}
