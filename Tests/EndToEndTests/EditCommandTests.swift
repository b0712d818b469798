import Glibc
import TestSupport
import Testing

/// `edit`, `remove`, `enable` and `disable`. Today is Saturday, 19 September 2026, 12:00.
@Suite("notifierctl edit, remove, enable and disable", .timeLimit(.minutes(2)))
struct EditCommandTests {
  private static let own = "config/notifier/notifier.d/own-alarms.yaml"
  private static let clock = FakeClock("2026-09-19 12:00:00")

  private static func home() async throws -> Home {
    let home = try Home()
    try home.configure(
      """
      region: CN
      timezone: Asia/Shanghai
      alarms:
        # the day begins
        - id: clock-in
          at: "09:00"
          days: workdays

        - { id: lunch, at: "12:00", days: workdays }
        - { id: silent, at: "12:00", days: workdays, enabled: false }
      """)
    _ = try await home.command("add", "Tea", "--days", "every day", "--at", "16:00")
    _ = try await home.command("add", "Call", "--at", "15:00")
    return home
  }

  /// Edits with a shell script as the editor, to which the draft is `$1`, not on a terminal.
  private func edit(_ home: Home, _ script: String, _ arguments: String...) async throws -> Launch.Ending {
    let path = try home.write("#!/bin/sh\n\(script)\n", to: "editor")
    chmod(path, 0o700)
    let environment = home.environment.merging(Self.clock.variables) { $1 }
      .merging(["VISUAL": path, "EDITOR": "false"]) { $1 }
    return await (try Launch([Programs.command, "edit"] + arguments, environment: environment)).ending()
  }

  private func text(_ home: Home, _ name: String = own) throws -> String { try readText("\(home.path)/\(name)") }

  @Test("what is edited is kept whole, comments and mode too, with an alarm's name in the file that has it")
  func kept() async throws {
    let home = try await Self.home()
    let own = try await edit(home, "sed -i 's/16:00/16:30/; s/^alarms:/# tea first\\nalarms:/' \"$1\"")
    #expect(own.status == 0 && own.output == "kept: \(home.path)/\(Self.own)\n", "\(own)")
    #expect(try text(home).contains("# tea first\nalarms:\n") && (try text(home).contains("16:30")))
    chmod(home.configuration, 0o644)
    let byHand = try await edit(home, "sed -i 's/09:00/08:45/' \"$1\"", "clock-in")
    #expect(byHand.status == 0, "\(byHand)")
    #expect(try readText(home.configuration).contains("  # the day begins\n  - id: clock-in\n    at: \"08:45\"\n"))
    var status = stat()
    #expect(stat(home.configuration, &status) == 0 && status.st_mode & 0o777 == 0o644)
    #expect(try await home.command("add", "More", "--in", "20m").status == 0, "what was edited can be added to")
    #expect(try text(home).contains("# tea first\nalarms:\n"))
  }

  @Test("an error is told with its line, the file stays, and the draft is kept")
  func faulty() async throws {
    let home = try await Self.home()
    let before = try text(home)
    let ending = try await edit(home, "sed -i 's/every day/evry day/' \"$1\"")
    let draft = try #require(ending.errors.split(separator: " ").last.map { String($0.dropLast()) })
    #expect(ending.status == 78 && ending.errors.hasPrefix("\(draft):5:11: error: unknown days"), "\(ending)")
    #expect(try text(home) == before)
    #expect(draft.hasPrefix("\(home.path)/state/notifier/drafts/"))
    #expect(try readText(draft) == before.replacing("every day", with: "evry day"))
  }

  @Test("a file that an editor leaves empty is not kept without a word, and what was there before is kept beside")
  func emptied() async throws {
    let home = try await Self.home()
    let before = try text(home)
    for script in ["truncate -s 0 \"$1\"", "printf '# nothing\\n  \\n' > \"$1\""] {
      let ending = try await edit(home, script)
      #expect(ending.status == 1 && ending.errors.contains("the editor left nothing in the file"), "\(ending)")
    }
    let path = try home.write("#!/bin/sh\ntruncate -s 0 \"$1\"\n", to: "editor")
    chmod(path, 0o700)
    let asked = try await home.terminal([""], "edit", variables: ["EDITOR": path])
    #expect(asked.status == 1 && asked.output.contains("Remove all that it said? [no]"), "\(asked)")
    #expect(try text(home) == before)
    let agreed = try await home.terminal(["yes"], "edit", variables: ["EDITOR": path])
    #expect(try agreed.status == 0 && text(home).isEmpty, "\(agreed)")
    #expect(try text(home, "state/notifier/drafts/own-alarms.yaml.before") == before)
  }

  @Test("what is wrong with the draft is said of the draft, and an editor's name of spaces is none")
  func draft() async throws {
    let home = try await Self.home()
    let before = try text(home)
    let gone = try await edit(home, "rm \"$1\"")
    #expect(gone.status == 69 && gone.errors.contains("the draft \(home.path)/state/notifier/drafts/"), "\(gone)")
    let bytes = try await edit(home, "printf 'alarms: []\\n# \\377\\n' > \"$1\"")
    #expect(bytes.status == 78 && bytes.errors.contains("not UTF-8"), "\(bytes)")
    #expect(try text(home) == before)
    let path = try home.write("#!/bin/sh\nexit 0\n", to: "editor")
    chmod(path, 0o700)
    let environment = home.environment.merging(["VISUAL": "  ", "EDITOR": path]) { $1 }
    let ending = await (try Launch([Programs.command, "edit"], environment: environment)).ending()
    #expect(ending.status == 1 && ending.errors.contains("nothing was changed"), "\(ending)")
  }

  @Test("a link to a file elsewhere stays one, whatever is added, edited or removed, and the file keeps its mode")
  func linked() async throws {
    let home = try Home()
    try #require(mkdir("\(home.path)/dotfiles", 0o700) == 0)
    let file = try home.write("alarms:\n  - { id: a, at: \"09:00\", days: fri }\n", to: "dotfiles/alarms.yaml")
    chmod(file, 0o644)
    try #require(symlink("../../../dotfiles/alarms.yaml", "\(home.path)/\(Self.own)") == 0)
    _ = try await home.command("add", "Tea", "--days", "every day", "--at", "16:00")
    #expect(try readText(file).contains("id: tea"))
    #expect(try await edit(home, "sed -i 's/16:00/16:30/' \"$1\"").status == 0)
    #expect(try readText(file).contains("16:30"))
    #expect(try await home.command("remove", "a").status == 0)
    #expect(try readText(file).contains("id: a,") == false)
    var status = stat()
    #expect(lstat("\(home.path)/\(Self.own)", &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o644)
    for (name, words) in [("own-days.yaml", ["off", "2026-09-21"]), ("own-disabled.yaml", ["disable", "tea"])] {
      let target = try home.write("", to: "dotfiles/\(name)")
      try #require(symlink(target, "\(home.path)/config/notifier/notifier.d/\(name)") == 0)
      let ending = try await home.command(words, clock: Self.clock)
      #expect(try ending.status == 0 && !readText(target).isEmpty, "\(ending)")
    }
  }

  @Test("on a terminal an error leads back into the editor")
  func again() async throws {
    let home = try await Self.home()
    let script = "grep -q evry \"$1\" && sed -i 's/evry day/fri/' \"$1\" || sed -i 's/every day/evry day/' \"$1\""
    let path = try home.write("#!/bin/sh\n\(script)\n", to: "editor")
    chmod(path, 0o700)
    let ending = try await home.terminal([""], "edit", "tea", variables: ["EDITOR": path])
    #expect(ending.status == 0 && ending.output.contains("Edit again? [yes]"), "\(ending)")
    #expect(try text(home).contains("days: fri"))
    #expect(Set(try await home.command("list").output.split(separator: "\n").map { $0.prefix(4) }).contains("tea "))
  }

  @Test("what somebody else wrote meanwhile is not written over")
  func meanwhile() async throws {
    let home = try await Self.home()
    let script = "sed -i 's/16:00/16:30/' \"$1\"; echo '# other' >> \(home.path)/\(Self.own)"
    let ending = try await edit(home, script)
    #expect(ending.status == 75 && ending.errors.contains("your draft is kept in"), "\(ending)")
    #expect(try text(home).hasSuffix("# other\n") && (try text(home).contains("16:00")))
  }

  @Test(
    "where nothing is changed, or no editor works, everything stays",
    arguments: [("true", 1, "nothing was changed"), ("exit 3", 69, "VISUAL or EDITOR")] as [(String, Int32, String)])
  func unchanged(script: String, status: Int32, message: String) async throws {
    let home = try await Self.home()
    let before = try text(home)
    let ending = try await edit(home, script)
    #expect(ending.status == status && ending.errors.contains(message), "\(ending)")
    #expect(try text(home) == before)
    #expect(access("\(home.path)/state/notifier/drafts/nothing", F_OK) != 0)
    let unknown = try await edit(home, script, "te")
    #expect(unknown.status == 4 && unknown.errors.contains("did you mean \"tea\"?"), "\(unknown)")
  }

  @Test("any file is edited by its path, and a first one is begun with an example")
  func byPath() async throws {
    let home = try Home()
    let begun = try await edit(home, "sed -i '2,$ s/^# //' \"$1\"")
    #expect(begun.status == 0, "\(begun)")
    #expect(cells(try await home.command("list").output).map { $0[0] } == ["clock-in"])
    let path = try home.write("alarms: [{ id: a, at: \"09:00\", days: fri }]\n", to: "other.yaml")
    #expect(try await edit(home, "sed -i s/fri/mon/ \"$1\"", "--config", path).status == 0)
    #expect(try readText(path).contains("days: mon"))
    let example = try await edit(try Home(), "true", "clock-in")
    #expect(example.status == 77 && example.errors.contains("built-in example"), "\(example)")
  }

  @Test("what was added is removed; of what was written by hand the lines are told, and the file stays")
  func remove() async throws {
    let home = try await Self.home()
    let before = try readText(home.configuration)
    let removed = try await home.command("remove", "tea", "call")
    #expect(removed.status == 0 && removed.output == "removed: tea  Tea\nremoved: call  Call\n", "\(removed)")
    #expect(try text(home).hasSuffix("alarms: []\n"))
    let byHand = try await home.command("remove", "clock-in")
    #expect(byHand.status == 77 && byHand.output.isEmpty)
    #expect(
      byHand.errors.contains("delete lines 5 to 7 of \(home.configuration)")
        && byHand.errors.hasSuffix("    - id: clock-in\n      at: \"09:00\"\n      days: workdays\n"), "\(byHand)")
    #expect(try await home.command("remove", "lunch").errors.contains("delete line 9 of"))
    #expect(try readText(home.configuration) == before)
    let unknown = try await home.command("remove", "clok-in", "lunch")
    #expect(unknown.status == 4 && unknown.errors.contains("did you mean \"clock-in\"?"))
    let example = try await (try Home()).command("remove", "clock-in")
    #expect(example.status == 77 && example.errors.contains("notifierctl add"), "\(example)")
  }

  @Test("what days off speak of is not removed before these are")
  func removeNamed() async throws {
    let home = try await Self.home()
    _ = try await home.command("off", "2026-09-21", "--alarm", "tea")
    let refused = try await home.command("remove", "tea")
    #expect(refused.status == 78 && refused.errors.contains("own-days.yaml:3:"), "\(refused)")
    #expect(try text(home).contains("id: tea"))
    _ = try await home.command("off", "--remove", "2026-09-21")
    #expect(try await home.command("remove", "tea").status == 0)
  }

  @Test("a disabled alarm does not ring, is shown as that, and its file stays as it was")
  func disable() async throws {
    let home = try await Self.home()
    let before = (try readText(home.configuration), try text(home))
    let disabled = try await home.command("disable", "clock-in", "tea")
    #expect(
      disabled.output
        == "clock-in: disabled until notifierctl enable clock-in\ntea: disabled until notifierctl enable tea\n")
    #expect(try (readText(home.configuration), text(home)) == before)
    let list = cells(try await home.command("list").output)
    #expect(list.filter { $0.last == "disabled" }.map { $0[0] } == ["clock-in", "silent", "tea"])
    #expect(cells(try await home.command("next").output).map { $0[2] } == ["call", "lunch"])
    #expect(try await home.command("show", "tea").output.contains("disabled: notifierctl enable tea"))
    let enabled = try await home.command("enable", "clock-in")
    #expect(enabled.output == "clock-in: enabled; next Sun 2026-09-20 09:00\n", "\(enabled)")
    let own = try await home.command("enable", "silent")
    #expect(own.status == 77 && own.errors.contains("enabled: false at \(home.configuration):10:11"), "\(own)")
    #expect(try await home.command("disable", "lunhc").errors.contains("did you mean \"lunch\"?"))
  }

  @Test("what is disabled and gone is forgotten: removed by the command at once, by hand with enable")
  func forgotten() async throws {
    let home = try await Self.home()
    _ = try await home.command("disable", "tea", "clock-in")
    _ = try await home.command("remove", "tea")
    try home.configure("region: CN\nalarms: [{ id: lunch, at: \"12:00\", days: workdays }]\n")
    let check = try await home.command("check")
    #expect(
      check.status == 0
        && check.errors.contains("names \"clock-in\", which is no alarm; to forget it run: notifierctl enable")
        && !check.errors.contains("\"tea\""), "\(check)")
    #expect(try await home.command("enable", "clock-in").output.contains("clock-in: forgotten"))
    #expect(try await home.command("check").errors.isEmpty)
  }
}
