import TestSupport
import Testing

/// The manual pages say what the program says.
@Suite("the manual pages")
struct ManualTests {
  private static func isThere(_ program: String) -> Bool {
    (try? Shell(yaml: nil).run("command -v \(program)").status) == 0
  }

  @Test(
    "a page is in order, and shows as text",
    .enabled(if: isThere("mandoc") && isThere("groff"), "mandoc and groff are not installed"), arguments: Manual.pages)
  func form(page: String) throws {
    let shell = Shell(yaml: nil)
    let path = "\(Document.root)/contrib/man/\(page)"
    // mandoc knows no Chinese headings: that is all it may complain of in a Chinese page.
    let complaints = try shell.run("mandoc -Tlint -W warning \(path)").text.split(separator: "\n").filter {
      !$0.contains("first section is not \"NAME\"") && !$0.contains("description line outside NAME section")
    }
    #expect(complaints == [])
    #expect(try shell.run("groff -mdoc -Tutf8 -K utf8 -ww -z \(path)") == ("", 0))
    let text = try shell.run("mandoc -Tutf8 \(path) | col -b")
    let headings = page.hasPrefix("zh_CN/") ? ["名称", "另见"] : ["NAME", "SEE ALSO"]
    #expect(headings.allSatisfy { text.text.contains("\($0)\n") })
  }

  @Test(
    "notifierctl(1) has every command and every option that --help has, and no other",
    arguments: [("notifierctl.1", "OPTIONS", "COMMANDS"), ("zh_CN/notifierctl.1", "选项", "命令")])
  func commands(name: String, sharedHeading: String, heading: String) throws {
    let help = try HelpText()
    let page = Manual(name)
    func options(_ lines: some Sequence<String>) -> [String] {
      lines.filter { $0.hasPrefix(".It Fl ") }.flatMap { line in
        line.split(separator: " , ").compactMap { $0.split(separator: " ").drop { $0 == ".It" || $0 == "Fl" }.first }
          .map { "-\($0)" }
      }
    }
    let shared = options(page.section(sharedHeading))
    var found: [String: [String]] = [:]
    var command = ""
    for line in page.section(heading) {
      if line.hasPrefix(".Ss ") {
        command = String(line.dropFirst(4))
        found[command] = []
      }
      found[command]? += options([line])
    }
    #expect(found.keys.sorted() == help.commands.sorted())
    for (command, names) in help.options { #expect((found[command] ?? []) + shared == names, "\(command)") }
  }

  @Test(
    "what is made of --help, the schema and the rules is as they are now",
    arguments: Manual.pages.filter { !$0.hasSuffix("8") })
  func made(page: String) throws {
    let made = try Shell(yaml: nil).run("python3 \(Document.root)/contrib/generate/manual.py --print \(page)")
    #expect(made.status == 0)
    #expect(made.text == Document.text(of: "contrib/man/\(page)"), "run contrib/generate/manual.py")
  }

  @Test("every notifierctl command that a page shows is one that the program takes", arguments: Manual.pages)
  func shown(page: String) throws {
    let lines = Manual(page).shown
    #expect(!lines.isEmpty)
    // The configuration that the README's commands ask as well, and what else the examples name.
    let example = Document.readmes[0].blocks.first { $0.language == "yaml" && $0.note.isEmpty }
    let shell = Shell(yaml: example?.text, files: ["2027.json", "team.ics"])
    _ = try shell.run("cp notifier.yaml ~/notifier.yaml")
    for line in lines {
      guard let command = CommandTests.command(in: line) else { continue }
      let (text, status) = try shell.run(command, at: "2026-09-18 17:30")
      #expect([0, 1, 3, 75].contains(status), "`\(command)` ends with \(status): \(text)")
    }
  }

  @Test(
    "a configuration that a page shows is accepted",
    arguments: [("notifier.yaml.5", "EXAMPLES"), ("zh_CN/notifier.yaml.5", "示例")])
  func configuration(name: String, heading: String) throws {
    let lines = Manual(name).section(heading)
    let yaml = lines.filter { !$0.hasPrefix(".") }.joined(separator: "\n") + "\n"
    let check = try Shell(yaml: yaml, files: ["team.url", "team.secret"]).run("notifierctl check")
    #expect(check.status == 0 && check.text.contains("good: 2 alarms"), "\(check.text)")
  }

  @Test(
    "the page's table of exit statuses is the program's",
    arguments: [("notifierctl.1", "EXIT STATUS"), ("zh_CN/notifierctl.1", "退出状态")])
  func statuses(name: String, heading: String) throws {
    let items = Manual(name).section(heading).filter { $0.hasPrefix(".It ") }.map {
      String($0.dropFirst(4))
    }
    let source = Document.text(of: "Sources/notifierctl/ExitStatus.swift").split(separator: "\n")
    let codes = source.filter { $0.hasPrefix("  case ") }.compactMap { $0.split(separator: " ").last.map(String.init) }
    #expect(items == codes && codes.count > 8)
  }
}
