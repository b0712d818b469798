// Compiled together with Sources/Workdays. Usage: workdays ZONEFILE WAY DAYS
//
// Standard input: days of a calendar as `off 2026-01-01` and `work 2026-01-04` lines (none: China's, as they are built
// in), an empty line, then Unix times. WAY `search` asks for the next 09:00 of the phrase DAYS after each, `walk` steps
// over the days of a table. Printed are nanoseconds of a processor a call, the allocations of a whole pass over the times,
// and then the answers.
import CAllocations
import Glibc

func nanoseconds() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

/// The median of seven passes, in nanoseconds a call, and the allocations of one more.
func measured(_ count: Int, _ pass: () -> Void) -> (time: Double, allocations: Int) {
  let times = (0..<7).map { _ in
    let start = nanoseconds()
    for _ in 0..<5 { pass() }
    return Double(nanoseconds() - start) / Double(5 * count)
  }
  let before = bench_allocations()
  pass()
  let allocations = bench_allocations() - before
  return (times.sorted()[3], allocations)
}

/// A calendar and the instants to ask from.
struct Question {
  let calendar: WorkCalendar
  let instants: [Instant]

  init() {
    var overrides: [DayOverride] = []
    while let line = readLine(), !line.isEmpty {
      let words = line.split(separator: " ")
      overrides.append(
        DayOverride(
          date: CivilDate(words[1])!, kind: DayOverride.Kind(rawValue: String(words[0]))!, name: "holiday",
          source: "bench"))
    }
    let years = Dictionary(grouping: overrides) { $0.date.year }.map { NoticeYear(year: $0.key, overrides: $0.value) }
    calendar = WorkCalendar(
      national: years.isEmpty ? .china : HolidayCalendar(region: "XX", statute: nil, noticeYears: years))
    var instants: [Instant] = []
    while let line = readLine(), let seconds = Int(line) { instants.append(Instant(seconds: seconds)) }
    self.instants = instants
  }
}

func bytes(of path: String) -> [UInt8] {
  guard let file = fopen(path, "rb") else { fatalError("\(path) cannot be opened") }
  defer { fclose(file) }
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  return Array(buffer[..<fread(&buffer, 1, buffer.count, file)])
}

@main
enum Bench {
  static func main() throws {
    let arguments = CommandLine.arguments
    let question = Question()
    var answers = [Int](repeating: 0, count: question.instants.count)
    let result: (time: Double, allocations: Int)
    if arguments[2] == "walk" {
      result = walk(question, &answers)
    } else {
      let zone = try ZoneRules(identifier: "bench", tzif: bytes(of: arguments[1]))
      let schedule = Schedule(days: .phrase(try DaysPhrase(arguments[3])), times: [CivilTime("09:00")!])
      let occurrences = Occurrences(schedule: schedule, calendar: question.calendar, zone: zone)
      result = answers.withUnsafeMutableBufferPointer { answers in
        measured(answers.count) {
          for (index, instant) in question.instants.enumerated() {
            answers[index] = (try? occurrences.nextOccurrence(after: instant))?.instant.seconds ?? 0
          }
        }
      }
    }
    print(result.time, result.allocations)
    for answer in answers { print(answer) }
  }

  /// A step over the days of a table: no zone but China's offset, no rule, nothing said of the day. The least there is.
  private static func walk(_ question: Question, _ answers: inout [Int]) -> (time: Double, allocations: Int) {
    let first = CivilDate("2007-12-01")!
    let table = (0..<12_000).map { question.calendar.day(on: first.adding(days: $0)).isWorkday }
    let utcOffset = 8 * 3600
    return answers.withUnsafeMutableBufferPointer { answers in
      measured(answers.count) {
        for (index, instant) in question.instants.enumerated() {
          let wall = instant.seconds + utcOffset
          var day = wall / 86_400 - first.dayNumber
          if wall % 86_400 >= 9 * 3600 { day += 1 }
          while !table[day] { day += 1 }
          answers[index] = (day + first.dayNumber) * 86_400 + 9 * 3600 - utcOffset
        }
      }
    }
  }
}
