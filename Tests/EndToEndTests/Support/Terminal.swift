extension Home {
  /// Runs `notifierctl` on a terminal, where each answer is given to one question; `^C` interrupts. What it wrote to both
  /// its outputs stands in `output`.
  func terminal(
    _ answers: [String], _ arguments: String..., clock: FakeClock = FakeClock("2026-09-19 12:00:00"),
    variables: [String: String] = [:]
  ) async throws -> Launch.Ending {
    let environment = environment.merging(clock.variables) { $1 }.merging(variables) { $1 }
    let words = ["/usr/bin/python3", "\(Programs.root)/contrib/test/terminal.py"] + answers + ["--", Programs.command]
    return await (try Launch(words + arguments, environment: environment)).ending()
  }
}
