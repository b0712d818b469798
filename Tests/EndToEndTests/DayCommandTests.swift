import Testing

/// `workday`, `why` and `cal`: what a day is. Today is Saturday, 19 September 2026.
///
/// The days are those of the State Council's notice for 2026, and for 2027, of which there is none yet, of the law: the
/// Spring Festival's days off are New Year's Eve and the first three days of the year, 5 to 8 February.
@Suite("notifierctl workday, why and cal", .timeLimit(.minutes(2)))
struct DayCommandTests {
  @Test(
    "workday answers by its status: 0 for a day that is worked, 1 for one of rest",
    arguments: [
      ("2026-09-20", 0, "Sun 2026-09-20: make-up workday (国庆节)"),
      ("2026-10-10", 0, "Sat 2026-10-10: make-up workday (国庆节)"), ("2026-09-21", 0, "Mon 2026-09-21: workday"),
      ("2026-10-01", 1, "Thu 2026-10-01: statutory holiday (国庆节)"),
      ("2026-10-05", 1, "Mon 2026-10-05: in-lieu rest day (国庆节)"),
      ("2026-09-26", 1, "Sat 2026-09-26: rest day (中秋节)"), ("2026-09-19", 1, "Sat 2026-09-19: rest day"),
      ("today", 1, "Sat 2026-09-19: rest day"), ("tomorrow", 0, "Sun 2026-09-20: make-up workday (国庆节)"),
      ("+2wd", 0, "Mon 2026-09-21: workday"), ("-1d", 0, "Fri 2026-09-18: workday"),
      ("sunday", 0, "Sun 2026-09-20: make-up workday (国庆节)"),
    ])
  func workday(date: String, status: Int32, words: String) async throws {
    let home = try Home.office()
    let ending = try await home.command("workday", date)
    #expect(ending.status == status)
    #expect(ending.output == words + "\n" && ending.errors.isEmpty)
  }

  @Test("without a date it is today's, where the person is")
  func today() async throws {
    let home = try Home.office()
    // 16:00 in Shanghai on Saturday is still Saturday in New York; 12 hours later it is Sunday in Shanghai only.
    let night = FakeClock("2026-09-20 04:00:00")
    #expect(try await home.command("workday", clock: night).status == 0)
    let there = try await home.command("workday", "--tz", "America/New_York", clock: night)
    #expect(there.status == 1 && there.output == "Sat 2026-09-19: rest day\n")
  }

  @Test("a date that no notice covers is answered by the best estimate, with --announced by status 75")
  func provisional() async throws {
    let home = try Home.office()
    for (date, status, words) in [
      ("2027-02-08", Int32(1), "Mon 2027-02-08: statutory holiday (春节), provisional"),
      ("2027-03-01", 0, "Mon 2027-03-01: workday, provisional"),
      ("2026-12-31", 0, "Thu 2026-12-31: workday, provisional"),
    ] {
      let guess = try await home.command("workday", date)
      #expect(guess.status == status && guess.output == words + "\n")
      #expect(guess.errors.contains("the holiday notice for 2027 is not out"), "\(guess.errors)")
      #expect(try await home.command("workday", "--announced", date).status == 75)
    }
    #expect(try await home.command("workday", "--announced", "2026-12-28").status == 0)
  }

  @Test("a region without data has its weekdays, certainty unknown, and says so")
  func unknownRegion() async throws {
    let home = try Home.office()
    let ending = try await home.command("workday", "2026-10-01", "--region", "ZZ", "--json")
    #expect(ending.status == 0)
    #expect(
      try JSON(ending.output)
        == JSON(
          """
          {"date": "2026-10-01", "kind": "workday", "name": null, "certainty": "unknown", "source": null,
           "worksUntil": null}
          """))
    #expect(ending.errors.contains("no holiday data for region ZZ"), "\(ending.errors)")
    #expect(try await home.command("workday", "2026-10-01", "--region", "ZZ", "--announced").status == 75)
  }

  @Test(
    "a country beyond China says what its answer rests on",
    arguments: [
      ("TW", "2025-02-08", "make-up workday (農曆除夕)", ""),
      (
        "TW", "2027-03-02", "workday",
        "the holidays of 2027 are computed from law and calendar; a notice may still move"
      ),
      ("TW", "2031-03-03", "workday", "no holiday data for region TW after 2030"),
      ("TW", "2014-03-03", "workday", "no holiday data for region TW before 2015"),
      ("DE-BY", "2028-01-06", "statutory holiday (Heilige Drei Könige)", ""), ("SA", "2026-11-20", "rest day", ""),
    ])
  func beyondChina(region: String, date: String, words: String, note: String) async throws {
    let home = try Home()
    let ending = try await home.command("workday", date, "--region", region)
    #expect(ending.output.contains(": \(words)"), "\(ending.output)")
    #expect(note.isEmpty ? ending.errors.isEmpty : ending.errors.contains(note), "\(ending.errors)")
  }

  @Test("as JSON a day has the documented shape; --quiet prints nothing")
  func workdayJSON() async throws {
    let home = try Home.office()
    let ending = try await home.command("workday", "2026-09-20", "--json")
    let expected = """
      {"date": "2026-09-20", "kind": "make-up-workday", "name": "国庆节", "certainty": "announced",
       "source": "\(Home.notice)", "worksUntil": null}
      """
    #expect(try JSON(ending.output) == JSON(expected))
    let quiet = try await home.command("workday", "2027-10-01", "--quiet")
    #expect(quiet.status == 1 && quiet.output.isEmpty && quiet.errors.isEmpty)
  }

  @Test("why of a date tells the pattern, what overrides it, and the notice")
  func whyDate() async throws {
    let home = try Home.office()
    let ending = try await home.command("why", "2026-09-20")
    #expect(ending.status == 0 && ending.errors.isEmpty)
    let lines = cells(ending.output)
    #expect(lines.first == ["Sun 2026-09-20: make-up workday (国庆节)"])
    #expect(lines.dropFirst().map { $0[0] } == ["pattern", "override", "source"])
    #expect(lines[1][1].contains("a day of rest") && lines[2][1] == "makes it work, for 国庆节")
    #expect(lines[3][1] == Home.notice)
    let json = try await home.command("why", "2026-09-20", "--json")
    #expect(try JSON(json.output)["kind"]?.text == "make-up-workday")
    let law = try await home.command("why", "2027-10-01")
    #expect(law.status == 0 && law.output.contains("国庆节 by the law in force"), "\(law.output)")
  }

  @Test("why of an alarm tells the ring, the event, the day, and where the alarm is written")
  func whyAlarm() async throws {
    let home = try Home.office()
    let ending = try await home.command("why", "make-up-eve")
    #expect(ending.status == 0 && ending.errors.isEmpty)
    let lines = cells(ending.output)
    #expect(lines.first == ["make-up-eve rings next on Sat 2026-09-19 at 20:00"])
    for expected in [
      ["rule", "make-up workdays"], ["event", "Sun 2026-09-20T08:00 Asia/Shanghai"],
      ["offset", "20:00 the day before (time-of-day)"], ["day", "make-up workday (国庆节)"],
      ["source", Home.notice], ["written", "\(home.configuration):12:9"],
    ] {
      #expect(lines.contains(expected), "\(ending.output)")
    }
    let unknown = try await home.command("why", "payrol")
    #expect(unknown.status == 4 && unknown.errors.contains("did you mean the alarm \"payroll\"?"))
  }

  @Test("cal shows a month with rest and make-up marks, and dots for days that ring")
  func month() async throws {
    let home = try Home.office()
    let ending = try await home.command("cal", "2026-09")
    #expect(ending.status == 0 && ending.errors.isEmpty)
    let expected = """
                      September 2026
      Mo     Tu     We     Th     Fr     Sa     Su
              1  •   2  •   3  •   4  •   5      6
             20     21     22     23     24     25
       7  •   8  •   9  •  10  •  11  •  12     13
      26     27     28     29     8/1     2      3
      14  •  15  •  16  •  17  •  18  •  19  •  20班•
       4      5      6      7      8      9     10
      21  •  22  •  23  •  24  •  25休   26休   27休
      11     12     13     14     15     16     17
      28  •  29  •  30  2
      18     19     20
      25 中秋节

      """
    #expect(ending.output == expected)
    #expect(try await home.command("cal").output == expected)
    let tomorrow = try await home.command("cal", "tomorrow").output
    #expect(tomorrow == expected + "Sun 2026-09-20: make-up workday (国庆节), 八月初十\n")
  }

  @Test("cal of a year as JSON has one element a day, of the documented shape")
  func yearJSON() async throws {
    let home = try Home.office()
    let ending = try await home.command("cal", "2026", "--json")
    #expect(ending.status == 0)
    let days = try JSON(ending.output).elements
    #expect(days.count == 365)
    #expect(days.first?["date"]?.text == "2026-01-01" && days.last?["date"]?.text == "2026-12-31")
    let expected = """
      {"date": "2026-09-20", "kind": "make-up-workday", "name": "国庆节", "certainty": "announced",
       "source": "\(Home.notice)", "worksUntil": null,
       "lunar": {"year": 2026, "month": 8, "day": 10, "leap": false, "text": "八月初十"}, "solarTerm": null,
       "alarms": ["clock-in"]}
      """
    #expect(try days.first { $0["date"]?.text == "2026-09-20" } == JSON(expected))
    let autumn = try #require(days.first { $0["date"]?.text == "2026-09-23" })
    #expect(autumn["solarTerm"]?.text == "秋分")

    // Counted by hand from the notice and the law: 13 days by law, of which 3 fall on weekends; 9 days in lieu; 6 made up.
    let counts = Dictionary(days.map { ($0["kind"]?.text ?? "", 1) }, uniquingKeysWith: +)
    #expect(
      counts == [
        "statutory-holiday": 13, "in-lieu-rest-day": 9, "make-up-workday": 6, "rest-day": 104 - 6 - 3,
        "workday": 261 - 10 - 9,
      ])
    // 29 to 31 December may still be set by the next notice.
    #expect(
      days.filter { $0["certainty"]?.text != "announced" }.compactMap { $0["date"]?.text }
        == ["2026-12-29", "2026-12-30", "2026-12-31"])
  }

  @Test(
    "what is no date is status 2 and says what would be",
    arguments: [
      ["workday", "nonsense"], ["workday", "2026-02-30"], ["cal", "2026-13"], ["workday", "--region", "China"],
    ])
  func usage(arguments: [String]) async throws {
    let home = try Home.office()
    let ending = try await Launch([Programs.command] + arguments, environment: home.environment).ending()
    #expect(ending.status == 2 && ending.output.isEmpty)
    #expect(ending.errors.contains(arguments.last ?? "") && ending.errors.contains("expected"), "\(ending.errors)")
  }
}
