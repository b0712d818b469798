import TestSupport
import Testing

/// `workday next`, `previous`, `add`, `count` and `list`. Today is Saturday, 19 September 2026.
///
/// By the State Council's notice for 2026 people work on Sunday 20 September and Saturday 10 October and rest from 25 to 27
/// September and from 1 to 7 October.
@Suite("notifierctl workday next, previous, add, count and list", .timeLimit(.minutes(2)))
struct WorkdayQuestionTests {
  @Test(
    "the workday before, after and so many days on is found over holidays and make-up workdays",
    arguments: [
      ("next", "Sun 2026-09-20: make-up workday (国庆节)"), ("next 2026-09-30", "Thu 2026-10-08: workday"),
      ("next 2026-10-09", "Sat 2026-10-10: make-up workday (国庆节)"), ("previous", "Fri 2026-09-18: workday"),
      ("previous 2026-10-08", "Wed 2026-09-30: workday"), ("add 2026-09-30 3", "Sat 2026-10-10: make-up workday (国庆节)"),
      ("add 2026-10-08 -3", "Mon 2026-09-28: workday"), ("add 2026-09-30 0", "Wed 2026-09-30: workday"),
      ("add today +6", "Mon 2026-09-28: workday"),
    ])
  func find(question: String, answer: String) async throws {
    let home = try Home.office()
    let ending = try await home.command(
      ["workday"] + question.split(separator: " ").map(String.init), clock: FakeClock("2026-09-19 12:00:00"))
    #expect(ending.status == 0)
    #expect(ending.output == answer + "\n" && ending.errors.isEmpty)
  }

  @Test(
    "where the calendar begins or ends, that is said",
    arguments: [
      ("previous 0001-01-01", "dates begin with 0001-01-01"), ("next 9999-12-31", "dates end with 9999-12-31"),
      ("add 9990-01-01 9000", "dates end with 9999-12-31"),
    ])
  func ends(question: String, words: String) async throws {
    let home = try Home.office()
    let ending = try await home.command(["workday"] + question.split(separator: " ").map(String.init), clock: nil)
    #expect(ending.status == 1 && ending.output.isEmpty && ending.errors.contains(words), "\(ending)")
  }

  @Test("they are counted and listed with both dates; where there is none the status of a list is 1")
  func countAndList() async throws {
    let home = try Home.office()
    // 22 days from Monday to Friday, less five of the holiday, and the 10th.
    let count = try await home.command("workday", "count", "2026-10-01", "2026-10-31")
    #expect(count.status == 0 && count.output == "18\n")
    let json = try await home.command("workday", "count", "2026-10-01", "2026-10-31", "--json")
    #expect(json.output == #"{"from":"2026-10-01","to":"2026-10-31","workdays":18}"# + "\n")
    let list = try await home.command("workday", "list", "2026-10-07", "2026-10-10")
    #expect(
      list.output == "Thu 2026-10-08: workday\nFri 2026-10-09: workday\nSat 2026-10-10: make-up workday (国庆节)\n")
    let dates = try JSON(try await home.command("workday", "list", "2026-10-07", "2026-10-10", "--json").output)
      .elements
    #expect(dates[0]["date"]?.text == "2026-10-08" && dates[2]["kind"]?.text == "make-up-workday")
    let none = try await home.command("workday", "list", "2026-10-01", "2026-10-07")
    #expect(none.status == 1 && none.output.isEmpty)
    #expect(try await home.command("workday", "count", "2026-10-01", "2026-10-07").output == "0\n")
  }

  @Test("what rests on a notice that is not out says so, and with --announced has status 75")
  func provisional() async throws {
    let home = try Home.office()
    let sure = try await home.command("workday", "add", "2026-09-30", "5", "--announced")
    #expect(sure.status == 0 && sure.errors.isEmpty)
    let guess = try await home.command("workday", "count", "2026-12-01", "2027-01-31", "--announced")
    #expect(guess.status == 75 && guess.errors.contains("the holiday notice for 2027 is not out"))
  }

  @Test(
    "what cannot be answered says what was expected",
    arguments: [
      ("add today", "usage: notifierctl workday add DATE N"),
      ("count 2026-10-01", "usage: notifierctl workday count DATE DATE"),
      ("next today tomorrow", "usage: notifierctl workday next [DATE]"), ("add today soon", "no number of workdays"),
      ("add today \(Int.min)", "expected a whole number up to"),
      ("list never today", "\"never\" is no date"), ("count 2026-10-31 2026-10-01", "write the earlier date first"),
      ("count 2026-01-01 2426-01-01", "at most 100 years"), ("today tomorrow", "unexpected \"tomorrow\""),
    ])
  func faults(question: String, words: String) async throws {
    let home = try Home.office()
    let ending = try await home.command(
      ["workday"] + question.split(separator: " ").map(String.init), clock: FakeClock("2026-09-19 12:00:00"))
    #expect(ending.status == 2 && ending.output.isEmpty)
    #expect(ending.errors.contains(words), "\(ending.errors)")
  }
}
