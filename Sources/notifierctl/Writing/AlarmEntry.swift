import Alarms
import Workdays

/// An alarm from the command line, as it is written down: each key with its value in YAML, on a line of its own.
struct AlarmEntry {
  /// A key of the configuration with what stands behind it.
  private struct Line {
    let key: String
    let value: String
    /// The option that gives it.
    let option: String
  }

  let id: String
  /// Destinations that it brings along: a name and what follows, in YAML of one line.
  private(set) var destinations: [String] = []
  /// What a person may not expect of it.
  private(set) var notes: [String] = []
  private var keys: [Line] = []

  /// The lines of its mapping.
  var lines: [String] { keys.map { "\($0.key): \($0.value)" } }

  /// The option that gives a line of it, counted from 0.
  func option(ofLine number: Int) -> String { keys.indices.contains(number) ? keys[number].option : "" }

  /// - Parameter ids: of the alarms that there are.
  init(_ arguments: Arguments, _ context: Context, _ configuration: Configuration, ids: Set<String>) throws {
    let title = arguments.value("--title") ?? arguments.words.first
    guard title == nil || arguments.words.isEmpty || !arguments["--title"] else {
      throw Failure(.usage, "add: the title is given twice; leave out --title or \"\(arguments.words[0])\"")
    }
    guard let name = title ?? arguments.value("--id"), !name.allSatisfy(\.isWhitespace) else {
      throw Failure(.usage, "add: the alarm has no title; write for example: notifierctl add \"Tea\" --in 20m")
    }
    id = arguments.value("--id") ?? AlarmEntry.freeID(for: name, among: ids)
    set("id", id, "--id")
    if let title { keys.append(Line(key: "title", value: YAMLText.quoted(title), option: "--title")) }
    try setTimes(AlarmTimes(arguments, context, configuration))
    for (option, key) in AlarmEntry.values {
      if let text = arguments.value(option) { set(key, text, option) }
    }
    for (option, key) in AlarmEntry.lists {
      var texts = arguments.all(option).flatMap(AlarmEntry.words)
      if option == "--to" { texts = try texts.map { try destinationName($0, context, configuration) } }
      if arguments[option] { keys.append(Line(key: key, value: YAMLText.list(texts), option: option)) }
    }
    for (option, key) in AlarmEntry.flags where arguments[option] { set(key, "true", option) }
    if let text = arguments.value("--escalate") { try setEscalation(text) }
  }

  /// Options that give one value.
  private static let values = [
    ("--tz", "timezone"), ("--region", "region"), ("--work-week", "workWeek"), ("--until", "until"),
    ("--count", "count"), ("--duration", "duration"), ("--ring-at", "ring-at"), ("--holidays", "holidays"),
    ("--only", "only"), ("--position", "position"), ("--move", "move"), ("--half-days", "half-days"),
    ("--notes", "notes"), ("--location", "location"), ("--link", "link"), ("--calendar", "calendar"),
    ("--missed", "missed"), ("--urgency", "urgency"), ("--icon", "icon"), ("--nag", "nag"),
    ("--during-quiet", "during-quiet"),
  ]
  /// Options that may be repeated, or name several with commas.
  private static let lists = [
    ("--except", "except"), ("--remind", "remind"), ("--to", "to"), ("--snooze", "snooze"),
  ]
  private static let flags = [("--all-day", "all-day"), ("--ack", "ack"), ("--wake", "wake")]

  private mutating func set(_ key: String, _ text: String, _ option: String) {
    let isFlag = AlarmEntry.flags.contains { $0.0 == option }
    keys.append(Line(key: key, value: isFlag ? text : YAMLText.scalar(text), option: option))
  }

  private mutating func setTimes(_ times: AlarmTimes) {
    switch times.days {
    case .phrase(let text): set("days", text, times.option)
    case .rules(let rules, let added, let excluded):
      if !rules.isEmpty { keys.append(Line(key: "rrule", value: YAMLText.list(rules), option: "--rrule")) }
      if !added.isEmpty { keys.append(Line(key: "rdate", value: YAMLText.list(added), option: "--rdate")) }
      if !excluded.isEmpty { keys.append(Line(key: "exdate", value: YAMLText.list(excluded), option: "--exdate")) }
    }
    if times.at.count == 1 { set("at", times.at[0], "--at") }
    if times.at.count > 1 { keys.append(Line(key: "at", value: YAMLText.list(times.at), option: "--at")) }
    if let start = times.start { set("start", start, "--start") }
    if let clockChange = times.clockChange { set("dst", clockChange, "--dst") }
  }

  /// The name of a destination; `KIND:FILE` is one that is added, with its address in a file and the name of that.
  private mutating func destinationName(
    _ text: String, _ context: Context, _ configuration: Configuration
  ) throws -> String {
    guard let colon = text.firstIndex(of: ":") else { return text }
    let (kind, file) = (text[..<colon], String(text[text.index(after: colon)...]))
    let path = Files.absolute(file, home: context.locations.home)
    guard !file.hasPrefix("//"), Files.exists(path) else {
      throw Failure(
        .usage,
        "--to is \(kind): and something that is no file; expected a destination's name, or KIND:FILE with the service's "
          + "address in a file, such as dingtalk:team.url")
    }
    let name = Files.name(of: path).split(separator: ".").first.map(String.init) ?? "\(kind)"
    guard configuration.destinations[name] == nil else {
      notes.append("the destination \"\(name)\" is configured already, and is taken as it is")
      return name
    }
    let secret = "\(Files.directory(of: path))/\(name).secret"
    let key = Files.exists(secret) ? ", secret: { file: \(YAMLText.quoted(secret)) }" : ""
    destinations.append(
      "\(YAMLText.scalar(name)): { kind: \(YAMLText.scalar(String(kind))), url: { file: \(YAMLText.quoted(path)) }\(key) }"
    )
    return name
  }

  private mutating func setEscalation(_ text: String) throws {
    guard let to = text.firstRange(of: " to ") else {
      throw Failure(.usage, "--escalate is \"\(text)\"; expected a span and destinations such as \"30m to team\"")
    }
    let names = YAMLText.list(AlarmEntry.words(String(text[to.upperBound...])))
    let after = YAMLText.scalar(String(text[..<to.lowerBound]))
    keys.append(Line(key: "escalate", value: "{ after: \(after), to: \(names) }", option: "--escalate"))
  }

  /// What stands between commas.
  static func words(_ text: String) -> [String] {
    text.split(separator: ",").map { $0.drop(while: \.isWhitespace) }.map { String($0).trimmingSpaces }
  }

  /// An id made of a title: its letters and digits, in lower case, with a number where that is taken.
  static func freeID(for title: String, among ids: Set<String>) -> String {
    let words = title.lowercased().split { !$0.isLetter && !$0.isNumber }
    // Room for a number: an id has at most 64 characters.
    let joined = words.joined(separator: "-").prefix(56)
    let base = joined.isEmpty ? "alarm" : String(joined)
    guard ids.contains(base) else { return base }
    return (2...).lazy.map { "\(base)-\($0)" }.first { !ids.contains($0) }!
  }
}
