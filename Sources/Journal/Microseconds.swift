import Workdays

// The journal writes instants and spans as whole microseconds: SQLite's 64 bits then reach beyond the year 290,000.
// Nanoseconds would end in 2262, within reach of a wrong clock.

extension Instant {
  /// The instant that many microseconds after 1970-01-01T00:00:00Z.
  init(microseconds: Int64) {
    let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    self.init(
      seconds: Int(rest < 0 ? seconds - 1 : seconds),
      nanoseconds: Int(rest < 0 ? rest + 1_000_000 : rest) * 1000)
  }

  /// Microseconds since 1970-01-01T00:00:00Z, rounded down and held within 64 bits.
  var microseconds: Int64 {
    let (whole, overflow) = Int64(seconds).multipliedReportingOverflow(by: 1_000_000)
    guard !overflow else { return seconds < 0 ? .min : .max }
    let (sum, carried) = whole.addingReportingOverflow(Int64(nanoseconds / 1000))
    return carried ? .max : sum
  }
}

extension Duration {
  /// The span in microseconds, rounded toward zero and held within 64 bits.
  var microseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
    guard !overflow else { return seconds < 0 ? .min : .max }
    let (sum, carried) = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000)
    return carried ? (seconds < 0 ? .min : .max) : sum
  }
}
