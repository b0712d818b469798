import Alarms
import Workdays

/// Asks a person at a terminal what the alarm is that they want. Until the last answer nothing is written.
struct AddQuestions {
  let context: Context

  func ask() throws -> ExitStatus {
    let configuration = try context.configuration(Arguments([], of: AddCommand.subcommand))
    context.output.note("A new alarm. Enter takes what stands in brackets; Ctrl-C leaves everything as it is.")
    var words: [String] = []
    guard
      let title = question("What is it called?", example: "Clock in", check: { $0.isEmpty ? "it needs a title" : nil })
    else { return stopped() }
    words.append(title)
    guard
      let days = question(
        "On which days?", usual: "workdays",
        example:
          "every day; mon, wed; last workday of the month; lunar 8-15; 2026-12-24; tomorrow; FREQ=WEEKLY;BYDAY=FR",
        check: { fault(inDays: $0, configuration) })
    else { return stopped() }
    words += option(forDays: days, configuration)
    guard
      let times = question(
        "At what time?", usual: "09:00", example: "15:00; 09:00, 14:00; every 50m from 09:00 to 18:00",
        check: { text in
          TimesOfDay.read(text) != nil || AlarmEntry.words(text).allSatisfy { TimesOfDay.read($0) != nil }
            ? nil : "\"\(text)\" is no time; expected \(TimesOfDay.forms)"
        })
    else { return stopped() }
    words += ["--at", times]
    guard
      let offsets = question(
        "When does it ring?", usual: "0m", example: "-10m; -10m, 0m; -1d; 20:00 the day before",
        check: { text in
          AlarmEntry.words(text).first { Offset($0) == nil }.map { "\"\($0)\": \(Offset.fault(in: $0))" }
        })
    else { return stopped() }
    words += ["--remind", offsets]
    let known = configuration.destinations.keys.sorted()
    guard
      let names = question(
        "Where does it go?", usual: "desktop", example: known.joined(separator: "; "),
        check: { text in
          AlarmEntry.words(text).first { !known.contains($0) }.map {
            "there is no destination \"\($0)\"; expected \(known.joined(separator: ", "))"
          }
        })
    else { return stopped() }
    words += ["--to", names]
    return try AddCommand.add(Arguments(words, of: AddCommand.subcommand), context) {
      let answer = question("Add it?", usual: "yes", example: "no") { text in
        ["yes", "y", "no", "n"].contains(text.lowercased()) ? nil : "answer yes or no"
      }
      return answer?.lowercased().hasPrefix("y") == true
    }
  }

  private func stopped() -> ExitStatus {
    context.output.note("")
    context.output.message("nothing was added")
    return .no
  }

  private func date(_ text: String, _ configuration: Configuration) -> CivilDate? {
    let today = (configuration.zones[configuration.zone] ?? .utc).civil(at: context.now).date
    // A weekday's name is a phrase: every one of them.
    guard Weekday(named: text) == nil else { return nil }
    return DateArgument(today: today, calendar: configuration.calendar).read(text)
  }

  private func option(forDays text: String, _ configuration: Configuration) -> [String] {
    if text.uppercased().contains("FREQ=") { return ["--rrule", text] }
    return date(text, configuration).map { ["--on", "\($0)"] } ?? ["--days", text]
  }

  private func fault(inDays text: String, _ configuration: Configuration) -> String? {
    if text.uppercased().contains("FREQ=") {
      do throws(RuleSyntaxError) { _ = try RecurrenceRule(written: text) } catch { return "\(error)" }
      return nil
    }
    guard date(text, configuration) == nil else { return nil }
    do throws(PhraseError) { _ = try DaysPhrase(text) } catch { return error.advice }
    return nil
  }

  /// Asks until the answer is one.
  ///
  /// - Parameters:
  ///   - usual: what Enter alone stands for; empty for nothing.
  ///   - check: what is wrong with an answer; `nil` where it is good.
  /// - Returns: `nil` where there is no answer any more.
  private func question(
    _ text: String, usual: String = "", example: String, check: (String) -> String?
  ) -> String? {
    while true {
      context.output.prompt("\(text) (\(example))\(usual.isEmpty ? "" : " [\(usual)]") ")
      guard let line = readLine() else { return nil }
      let answer = String(line.drop(while: \.isWhitespace)).trimmingSpaces
      let chosen = answer.isEmpty ? usual : answer
      guard let fault = check(chosen) else { return chosen }
      context.output.note("  \(fault)")
    }
  }
}
