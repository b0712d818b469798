// Compiled together with Sources/Workdays: reads `rule|start|after` lines, and prints what reading the rule and finding
// its first instance after that time take, in nanoseconds, with the instance.
import Glibc

func nanoseconds() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

/// The median of seven measurements, each repeated for about two milliseconds.
func measured(_ body: () -> Void) -> Double {
  var runs = 1
  var results: [Double] = []
  while results.count < 7 {
    let start = nanoseconds()
    for _ in 0..<runs { body() }
    let took = nanoseconds() - start
    if took < 2_000_000 { runs *= 2 } else { results.append(Double(took) / Double(runs)) }
  }
  return results.sorted()[3]
}

@main
enum Bench {
  static func main() throws {
    while let line = readLine() {
      let fields = line.split(separator: "|").map(String.init)
      guard case .local(let start)? = RecurrenceMoment(fields[1]), case .local(let after)? = RecurrenceMoment(fields[2])
      else { fatalError("no local times: \(line)") }
      let instant = Instant(after, utcOffset: 0)
      let rule = try RecurrenceRule(fields[0])
      let set = RecurrenceSet(rules: [rule], start: start, zone: .utc)
      var sum = 0
      let reading = measured { sum &+= (try? RecurrenceRule(fields[0]))?.interval ?? 0 }
      let joining = measured { sum &+= RecurrenceSet(rules: [rule], start: start, zone: .utc).rules.count }
      let finding = measured { sum &+= (try? set.next(after: instant))?.instant.seconds ?? 0 }
      let answer = try set.next(after: instant)?.instant.seconds ?? 0
      print(reading, joining, finding, answer)
      guard sum != 0 else { fatalError("nothing was measured") }
    }
  }
}
