import Testing

/// What shells complete, asked of the shells themselves.
@Suite("what bash, zsh and fish complete", .timeLimit(.minutes(5)))
struct CompletionTests {
  enum Program: String, CaseIterable {
    case bash, zsh, fish

    var completions: String {
      switch self {
      case .bash: "notifierctl.bash"
      // zsh looks for functions in folders.
      case .zsh: ""
      case .fish: "notifierctl.fish"
      }
    }

    var isThere: Bool {
      (try? Shell(yaml: nil).run("command -v \(rawValue)").status) == 0
    }
  }

  private static let shells = Program.allCases.filter(\.isThere)
  private static let yaml = """
    destinations:
      team: { kind: webhook, url: "http://127.0.0.1:9/" }
    alarms:
      - { id: clock-in, title: Clock in, at: "09:00", days: workdays }
      - { id: stretch, at: "10:00", days: workdays }

    """

  /// By line, what is completed at its end.
  private static func completed(_ lines: [String], by program: Program, yaml: String = yaml) throws -> [String:
    [String]]
  {
    let shell = Shell(yaml: yaml)
    let words = lines.map { "\"\($0.replacing("\"", with: "\\\"").replacing("\\ ", with: "\\\\ "))\"" }
    let call =
      "\(Document.root)/contrib/test/complete.\(program) \(Document.root)/contrib/completions/\(program.completions)"
    let answer = try shell.run("timeout --signal=KILL 100 \(call) \(words.joined(separator: " ")) </dev/null")
    #expect(answer.status == 0, "\(answer.text)")
    var (found, line): ([String: [String]], String) = ([:], "")
    for text in answer.text.split(separator: "\n") {
      if text.hasPrefix("== ") {
        line = String(text.dropFirst(3))
        found[line] = []
      } else {
        found[line, default: []].append(String(text).replacing("\\", with: ""))
      }
    }
    return found
  }

  @Test("there are shells to ask")
  func there() { #expect(Self.shells.contains(.bash)) }

  @Test("every command and every option that --help lists is completed, and nothing else", arguments: shells)
  func everything(program: Program) throws {
    let help = try HelpText()
    #expect(help.commands.count > 25)
    // fish lists short options only where one dash stands.
    let lines = ["notifierctl "] + help.commands.flatMap { ["notifierctl \($0) --", "notifierctl \($0) -"] }
    let found = try Self.completed(lines, by: program)
    #expect(Set(found["notifierctl "] ?? []) == Set(help.commands + ["help"]))
    for command in help.commands {
      let candidates = Set((found["notifierctl \(command) --"] ?? []) + (found["notifierctl \(command) -"] ?? []))
      #expect(candidates == Set(help.options[command] ?? []), "\(command)")
    }
  }

  @Test("alarms, destinations, words of options, days and files are completed where they may stand", arguments: shells)
  func values(program: Program) throws {
    let expected: [(line: String, candidates: Set<String>)] = [
      ("notifierctl ne", ["next"]), ("notifierctl --color always sk", ["skip"]), ("notifierctl help ski", ["skip"]),
      ("notifierctl skip ", ["clock-in", "stretch"]), ("notifierctl why clo", ["clock-in"]),
      ("notifierctl off today --alarm s", ["stretch"]), ("notifierctl skip clock-in ", []),
      ("notifierctl test ", ["console", "desktop", "sound", "team"]), ("notifierctl retry --to te", ["team"]),
      ("notifierctl next --move ", ["keep", "drop", "next", "previous", "nearest"]),
      ("notifierctl next --format w", ["waybar"]), ("notifierctl holidays st", ["status"]),
      ("notifierctl next --days last\\ workday\\ b", ["last workday before a holiday"]),
      ("notifierctl workday tom", ["tomorrow"]), ("notifierctl cal --tz Asia/Shang", ["Asia/Shanghai"]),
      ("notifierctl cal --region DE-BY", ["DE-BY"]), ("notifierctl nonsense ", []),
      ("notifierctl check notif", ["notifier.yaml"]), ("notifierctl --config notif", ["notifier.yaml"]),
    ]
    let found = try Self.completed(expected.map(\.line), by: program)
    for (line, candidates) in expected {
      #expect(Set(found[line] ?? ["nothing was asked"]) == candidates, "\(line)")
    }
    let joined = try Self.completed(["notifierctl next --move=ne"], by: program)["notifierctl next --move=ne"] ?? []
    // bash takes = for the end of a word and puts in what comes after it.
    let prefix = program == .bash ? "" : "--move="
    #expect(Set(joined) == ["\(prefix)next", "\(prefix)nearest"])
  }

  @Test("a configuration that is wrong is passed over in silence", arguments: shells)
  func quiet(program: Program) throws {
    let found = try Self.completed(["notifierctl skip ", "notifierctl sk"], by: program, yaml: "alarms: [")
    #expect(found == ["notifierctl skip ": [], "notifierctl sk": ["skip"]])
  }

  @Test("what the shells ask answers with a meaning behind a tab, and always with success")
  func asked() throws {
    let shell = Shell(yaml: Self.yaml)
    #expect(try shell.run("notifierctl complete skip c") == ("clock-in\tClock in\n", 0))
    #expect(try shell.run("notifierctl complete --config no-such-file skip ''") == ("", 0))
    #expect(
      try shell.run("notifierctl complete") == ("", 0) || shell.run("notifierctl complete").text.hasPrefix("add\t"))
  }
}
