/// What `notifierctl --help` lists: the commands and the options of each.
struct HelpText {
  let commands: [String]
  /// By command, every name of every option.
  let options: [String: [String]]

  init() throws {
    let shell = Shell(yaml: nil)
    // The words that begin the lines of a block: names of commands, or names of an option with commas between.
    func heads(_ text: String, of block: String) -> [String] {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      guard let start = lines.firstIndex(of: "\(block):") else { return [] }
      return lines[(start + 1)...].prefix { $0.hasPrefix("  ") }.flatMap { line in
        let words = line.split(separator: " ")
        return words.prefix { $0.hasSuffix(",") || $0 == words[0] || $0.hasPrefix("-") }
          .filter { block != "options" || $0.hasPrefix("-") }
          .map { String($0.hasSuffix(",") ? $0.dropLast() : $0) }
      }
    }
    let general = try shell.run("notifierctl --help").text
    commands = heads(general, of: "commands")
    let shared = heads(general, of: "options")
    var options: [String: [String]] = [:]
    for command in commands {
      // A command without options of its own does not list those that all have.
      let own = heads(try shell.run("notifierctl \(command) --help").text, of: "options")
      options[command] = own.isEmpty ? shared : own
    }
    self.options = options
  }
}
