import Alarms
import Journal
import Workdays

/// `notifierctl complete WORD…`: what the shells' completions ask, and no person.
///
/// The words are those after `notifierctl`, the last one being under the cursor. A line of the answer is what may stand in its
/// place, a tab and what it means; `:file` where names of files may stand. It is quiet whatever is wrong.
struct CompleteCommand {
  private let context: Context
  /// The words before the one under the cursor.
  private var before: ArraySlice<String>
  /// What stands before `=` in the word under the cursor, with it; empty for most.
  private var prefix = ""
  private var current: String
  private var file: String?

  private let helpSummary: LocalText = "Tell what a command does."
  private typealias Candidate = (text: String, help: String)
  private static let anyFile: Candidate = (":file", "")

  private init(_ words: [String], _ context: Context) {
    self.context = context
    before = words.dropLast()[...]
    current = words.last ?? ""
  }

  static func run(_ words: [String], _ context: Context) -> ExitStatus {
    var command = CompleteCommand(words, context)
    var told: Set<String> = []
    for (text, help) in command.candidates() where told.insert(text).inserted {
      let whole = command.prefix + text
      if text == anyFile.text {
        context.output.line(text)
      } else if text.hasPrefix(command.current), whole.singleLine == whole {
        context.output.line(help.isEmpty ? whole : "\(whole)\t\(help.singleLine)")
      }
    }
    return .success
  }

  private mutating func candidates() -> [Candidate] {
    guard let subcommand = takeSubcommand() else { return [] }
    let options = (subcommand?.options ?? []) + Program.globalOptions
    var given: [String] = []
    var isPlain = false
    while let word = before.popFirst() {
      if isPlain || !word.hasPrefix("-") || word == "-" {
        given.append(word)
      } else if word == "--" {
        isPlain = true
      } else if let option = options.first(where: { $0.names.contains(word) }), option.value != nil {
        guard let value = before.popFirst() else { return values(of: option) }
        if option.names[0] == "--config" { file = value }
      }
    }
    if !isPlain, current.hasPrefix("-") { return optionsOrValue(options) }
    guard let subcommand else {
      return Program.subcommands.map { ($0.name, $0.summary.description) } + [("help", helpSummary.description)]
    }
    guard given.count < subcommand.words.upperBound else { return [] }
    return words(of: subcommand, after: given)
  }

  /// The subcommand, which is taken off the words with all before it: `nil` inside where there is none yet, `nil` for an
  /// unknown one.
  private mutating func takeSubcommand() -> Subcommand?? {
    var rest = before
    var leading: [String] = []
    while let word = rest.popFirst() {
      if word.hasPrefix("-") {
        leading.append(word)
        if ["--config", "--color"].contains(word), let value = rest.popFirst() { leading.append(value) }
        continue
      }
      if word == "help" {
        before = []
        return .some(.none)
      }
      guard let subcommand = Program.subcommands.first(where: { $0.name == word }) else { return .none }
      before = (leading + rest)[...]
      return .some(subcommand)
    }
    return .some(.none)
  }

  /// Options, or with `--name=` values of one.
  private mutating func optionsOrValue(_ options: [Option]) -> [Candidate] {
    if let equals = current.firstIndex(of: "="), current.hasPrefix("--") {
      let name = String(current[..<equals])
      prefix = name + "="
      current = String(current[current.index(after: equals)...])
      return options.first { $0.names.contains(name) && $0.value != nil }.map(values) ?? []
    }
    return options.flatMap { option in option.names.map { ($0, option.help.description) } }
  }

  private func values(of option: Option) -> [Candidate] {
    if !option.words.isEmpty { return option.words.map { ($0, "") } }
    return candidates(named: option.value ?? "")
  }

  /// What its synopsis names beside the options.
  private func words(of subcommand: Subcommand, after given: [String]) -> [Candidate] {
    var tokens = subcommand.synopsis.split { " []()|".contains($0) }.map(String.init)[...]
    let beginsWithName = tokens.first.map { !$0.hasPrefix("-") && $0 == $0.uppercased() } ?? false
    var (names, verbs): ([String], [String]) = ([], [])
    while let token = tokens.popFirst() {
      if token.hasPrefix("-") {
        if subcommand.options.contains(where: { $0.names.contains(token) && $0.value != nil }) { _ = tokens.popFirst() }
      } else if token == token.uppercased() {
        if !names.contains(token) { names.append(token) }
      } else if token != "options" {
        verbs.append(token)
      }
    }
    // Where it has verbs of its own, one comes first, and what the synopsis names stands after it.
    if !verbs.isEmpty, given.isEmpty {
      // Unless a name may come first as well.
      return verbs.map { ($0, "") } + (beginsWithName ? names.prefix(1).flatMap(candidates) : [])
    }
    return names.flatMap(candidates)
  }

  /// What may stand for a word of a synopsis or of an option.
  private func candidates(named name: String) -> [Candidate] {
    switch name {
    case "ALARM", "ID": configuration()?.alarms.map { ($0.id, $0.title) } ?? []
    case "DESTINATION":
      configuration()?.destinations.values.sorted { $0.id < $1.id }.map { ($0.id, $0.kindName) } ?? []
    case "RING":
      ((try? JournalView(path: context.locations.journal).outbox(destination: nil)) ?? []).map {
        ($0.ring.id, $0.ring.report.title)
      }
    case "DATE", "FIRST..LAST", "WHEN":
      ["today", "tomorrow"].map { ($0, "") } + Weekday.allCases.map { ($0.name, "") }
    case "FILE", "FILE|URL", "PLACE": [CompleteCommand.anyFile]
    case "ZONE": zones()
    case "CC": regions()
    default: []
    }
  }

  private func configuration() -> Configuration? {
    let loader = ConfigurationLoader(locations: context.locations)
    return try? loader.load(loader.inputs(file: file))
  }

  /// The names of time zones, as tzdata lists them with their places.
  private func zones() -> [Candidate] {
    let bytes = (try? Files.read("/usr/share/zoneinfo/zone1970.tab").bytes) ?? []
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("#") }
    return lines.compactMap { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      return fields.count > 2 ? (String(fields[2]), fields.count > 3 ? String(fields[3]) : "") : nil
    } + [("UTC", "")]
  }

  private func regions() -> [Candidate] {
    let country = String(current.prefix { $0 != "-" }).uppercased()
    guard current.contains("-") else { return ShippedRegion.countries.map { ($0, "") } }
    return ShippedRegion.subdivisions(of: country).map { ("\(country)-\($0)", "") }
  }
}
