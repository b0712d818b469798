import Alarms
import Workdays

/// An option of a subcommand.
struct Option: Sendable {
  /// `--json`, or with its short form first: `-n`.
  let names: [String]
  /// What its value is called; `nil` for an option without one.
  let value: String?
  let help: LocalText
  /// What its value may be, or examples of it, for completion.
  let words: [String]

  init(_ names: String..., value: String? = nil, help: LocalText, words: [String] = []) {
    self.names = names
    self.value = value
    self.help = help
    self.words = words
  }
}

/// A subcommand: what it takes, what it says of itself, what it does.
struct Subcommand: Sendable {
  let name: String
  /// What follows the name: `[ALARM] [options]`.
  let synopsis: String
  let summary: LocalText
  let options: [Option]
  /// How many words may stand beside the options.
  let words: ClosedRange<Int>
  /// Lines of example, each a command with what it tells.
  let examples: [String]
  /// Further paragraphs for `--help`.
  var details: LocalText = ""
  let run: @Sendable (Arguments, Context) throws -> ExitStatus

  /// The text of `--help`.
  var help: String {
    let usage: LocalText = "usage: notifierctl \(name) \(synopsis)"
    var text = usage.description.trimmingSpaces + "\n\n\(summary)\n"
    if !details.isEmpty { text += "\n\(details)\n" }
    if !options.isEmpty { text += "\n\(Subcommand.optionsTitle)\n" + Subcommand.table(options + Program.globalOptions) }
    if !examples.isEmpty { text += "\n\(Subcommand.examplesTitle)\n" + examples.map { "  \($0)\n" }.joined() }
    return text
  }

  static let optionsTitle: LocalText = "options:"
  private static let examplesTitle: LocalText = "examples:"

  static func table(_ options: [Option]) -> String {
    let heads = options.map { $0.names.joined(separator: ", ") + ($0.value.map { " \($0)" } ?? "") }
    let width = heads.map(\.count).max() ?? 0
    return zip(heads, options).map { head, option in
      "  \(head)\(String(repeating: " ", count: width - head.count + 2))\(option.help)\n"
    }.joined()
  }
}

/// A command line, read.
struct Arguments {
  private var values: [String: [String]] = [:]
  /// What stands beside the options.
  private(set) var words: [String] = []

  /// Reads the words after a subcommand's name by its options.
  ///
  /// A value may stand in the next word or after `=`; `--` ends the options.
  init(_ arguments: [String], of subcommand: Subcommand) throws {
    let options = subcommand.options + Program.globalOptions
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        words += rest
        break
      }
      let isOption = !Arguments.isSignedSpan(argument) || options.contains { $0.names.contains(argument) }
      guard argument.hasPrefix("-"), argument.count > 1, isOption else {
        words.append(argument)
        continue
      }
      let parts =
        argument.hasPrefix("--")
        ? argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init) : [argument]
      let (name, attached) = Arguments.split(argument, parts, options)
      guard let option = options.first(where: { $0.names.contains(name) }) else {
        let known = options.flatMap(\.names)
        let hint: LocalText =
          nearest(name, among: known).map { "did you mean \($0)?" } ?? "see notifierctl \(subcommand.name) --help"
        throw Failure(.usage, "\(subcommand.name): unknown option \(name); \(hint)")
      }
      guard let valueName = option.value else {
        guard attached == nil else { throw Failure(.usage, "\(subcommand.name): \(name) takes no value") }
        values[option.names[0], default: []].append("")
        continue
      }
      guard let value = attached ?? rest.popFirst() else {
        throw Failure(.usage, "\(subcommand.name): \(name) needs a value: \(name) \(valueName)")
      }
      values[option.names[0], default: []].append(value)
    }
    guard subcommand.words.contains(words.count) || self["--help"] else {
      let fault: LocalText =
        words.count > subcommand.words.upperBound
        ? "unexpected \"\(words[subcommand.words.upperBound])\"" : "something is missing"
      throw Failure(
        .usage, "\(subcommand.name): \(fault); usage: notifierctl \(subcommand.name) \(subcommand.synopsis)")
    }
  }

  /// `-n5` as `-n` and `5`.
  private static func split(_ argument: String, _ parts: [String], _ options: [Option]) -> (String, String?) {
    if parts.count == 2 { return (parts[0], parts[1]) }
    let isJoined = !argument.hasPrefix("--") && argument.count > 2
    guard isJoined, options.contains(where: { $0.names.contains(String(argument.prefix(2))) && $0.value != nil }) else {
      return (argument, nil)
    }
    return (String(argument.prefix(2)), String(argument.dropFirst(2)))
  }

  /// `-3d` is a date, not an option.
  private static func isSignedSpan(_ argument: String) -> Bool { argument.dropFirst().first?.isNumber == true }

  /// Whether an option was given.
  subscript(name: String) -> Bool { values[name] != nil }

  /// The value of an option, the last one where it was given more than once.
  func value(_ name: String) -> String? { values[name]?.last }

  /// All values of an option, in order.
  func all(_ name: String) -> [String] { values[name] ?? [] }

  /// The value of an option as `read` understands it.
  func value<Value>(_ name: String, expected: LocalText, _ read: (String) -> Value?) throws -> Value? {
    guard let text = value(name) else { return nil }
    guard let value = read(text) else { throw Failure(.usage, "\(name) is \"\(text)\"; expected \(expected)") }
    return value
  }
}
