import Testing

import struct FoundationEssentials.Data
import class FoundationEssentials.JSONDecoder

/// The recipes of docs/cookbook.md, followed.
@Suite("the cookbook", .timeLimit(.minutes(2)))
struct CookbookTests {
  private static let page = Document("docs/cookbook.md")
  private static let yaml = "region: CN\nalarms: [{ id: tea, title: Tea, at: \"17:40\", days: every day }]\n"
  /// A make-up Sunday and a holiday: <https://www.gov.cn/zhengce/zhengceku/202511/content_7047091.htm>.
  private static let (worked, free) = ("2026-09-20 17:30", "2026-10-01 17:30")

  private static func block(_ note: String) throws -> String {
    try #require(page.blocks.first { $0.note == note }, "no block is noted \(note)").text
  }

  /// With the built program in the place of the installed one.
  private static func adapted(_ text: String) -> String {
    text.replacing("/usr/local/bin/notifierctl", with: "\(Shell.programs)/notifierctl")
  }

  @Test(
    "systemd takes the units",
    .enabled(
      if: (try? Shell(yaml: nil).run("command -v systemd-analyze").status) == 0, "systemd-analyze is not installed"))
  func units() throws {
    let shell = Shell(yaml: Self.yaml)
    for name in ["report.service", "report.timer"] {
      let unit = Self.adapted(try Self.block("unit: \(name)")).replacing("%h/bin/nightly-report", with: "/bin/true")
      _ = try shell.run("cat >~/\(name) <<'EOF'\n\(unit)EOF")
    }
    let answer = try shell.run("systemd-analyze verify --man=no ~/report.service ~/report.timer")
    #expect(answer.status == 0 && answer.text == "")
  }

  @Test("the condition holds on a make-up Sunday, and not on National Day, nor with a configuration that is wrong")
  func condition() throws {
    let unit = try Self.block("unit: report.service").split(separator: "\n")
    let line = try #require(unit.first { $0.hasPrefix("ExecCondition=") }.map { String($0.dropFirst(14)) })
    let eager = String(try Self.block("condition").dropFirst(14).dropLast())
    let (good, wrong) = (Shell(yaml: Self.yaml), Shell(yaml: "alarms: ["))
    func status(_ line: String, _ shell: Shell, _ moment: String) throws -> Int {
      try shell.run(Self.adapted(line), at: moment).status
    }
    #expect(try status(line, good, Self.worked) == 0)
    #expect(try status(line, good, Self.free) == 1)
    #expect(try status(line, wrong, Self.worked) == 78)
    #expect(try status(eager, good, Self.worked) == 0)
    #expect(try status(eager, good, Self.free) == 1)
    #expect(try status(eager, wrong, Self.worked) == 0)
  }

  @Test("cron's lines do on workdays and before days off what they say")
  func cron() throws {
    let jobs = try Self.block("cron").split(separator: "\n").filter { $0.contains(" * * * ") }
      .map { line in line.split(separator: " ", maxSplits: 5)[5] }
    try #require(jobs.count == 2)
    let shell = Shell(yaml: Self.yaml)
    _ = try shell.run(
      "mkdir ~/bin; printf '#!/bin/sh\\necho ran\\n' >~/bin/nightly-report; chmod +x ~/bin/nightly-report")
    #expect(try shell.run(String(jobs[0]), at: Self.worked).text == "ran\n")
    #expect(try shell.run(String(jobs[0]), at: Self.free).text == "")
    // The day after the make-up Sunday is a workday; the day before National Day is followed by a free one.
    #expect(try shell.run(String(jobs[1]), at: Self.worked).text == "")
    #expect(try shell.run(String(jobs[1]), at: "2026-09-30 09:00").text == "Tomorrow is free\n")
  }

  @Test("a prompt shows what rings next", arguments: ["bash", "zsh", "fish"])
  func prompt(program: String) throws {
    let shell = Shell(yaml: Self.yaml)
    guard try shell.run("command -v \(program)").status == 0 else { return }
    _ = try shell.run("cat >~/prompt <<'EOF'\n\(try Self.block("prompt: \(program)"))EOF")
    let show = [
      "bash": ". ~/prompt; eval \"$PROMPT_COMMAND\"; echo \"${PS1@P}\"",
      "zsh": ". ~/prompt; precmd; print -P -- $PROMPT", "fish": ". ~/prompt; fish_right_prompt",
    ]
    _ = try shell.run("cat >~/show <<'EOF'\n\(show[program] ?? "")\nEOF")
    let shown = try shell.run("\(program) ~/show", at: Self.worked).text
    #expect(shown.contains("Tea · in 10 minutes"), "\(shown)")
  }

  @Test("waybar's module is JSON with comments, and what it runs writes an object a line")
  func waybar() throws {
    let text = Document.text(of: "contrib/status-bars/waybar.jsonc")
    let plain = text.split(separator: "\n").filter { !$0.drop(while: { $0 == " " }).hasPrefix("//") }
      .joined(separator: "\n")
    let modules = try JSONDecoder().decode([String: [String: String]].self, from: Data(plain.utf8))
    let module = try #require(modules["custom/notifier"])
    #expect(module["return-type"] == "json")
    let line = try firstLine(of: try #require(module["exec"]))
    let object = try JSONDecoder().decode([String: String].self, from: Data(line.utf8))
    #expect(object["text"]?.hasPrefix("Tea · ") == true && object["class"] != nil)
    for click in ["on-click", "on-click-right"] {
      #expect(try Shell(yaml: Self.yaml).run(try #require(module[click])).status == 3)
    }
  }

  @Test("polybar's module runs what writes a line")
  func polybar() throws {
    let lines = Document.text(of: "contrib/status-bars/polybar.ini").split(separator: "\n").map(String.init)
    func value(_ name: String) throws -> String {
      String(try #require(lines.first { $0.hasPrefix("\(name) = ") }).dropFirst(name.count + 3))
    }
    #expect(try value("type") == "custom/script" && value("tail") == "true")
    #expect(try firstLine(of: try value("exec")).hasPrefix("Tea · "))
    for click in ["click-left", "click-right"] {
      #expect(try Shell(yaml: Self.yaml).run(try value(click)).status == 3)
    }
  }

  /// The first line that a command writes that would stay.
  private func firstLine(of command: String) throws -> String {
    #expect(command.contains("--watch"))
    let answer = try Shell(yaml: Self.yaml).run("timeout --signal=KILL 20 \(command) | head -n 1")
    return answer.text
  }

  @Test("i3bar gets a block more before those of i3status")
  func i3status() throws {
    let shell = Shell(yaml: Self.yaml)
    // As i3status writes its protocol: <https://i3wm.org/docs/i3bar-protocol.html>.
    let fake = """
      #!/bin/sh
      echo '{"version":1}'
      echo '['
      echo '[{"name":"time","full_text":"12:00"}]'
      echo ',[{"name":"time","full_text":"12:01"}]'

      """
    _ = try shell.run("mkdir ~/bin; cat >~/bin/i3status <<'EOF'\n\(fake)EOF\nchmod +x ~/bin/i3status")
    let answer = try shell.run("PATH=~/bin:$PATH; \(Document.root)/contrib/status-bars/i3status.sh")
    struct Block: Decodable {
      let name, full_text: String
    }
    let lines = answer.text.split(separator: "\n", maxSplits: 1)
    try #require(lines.count == 2 && lines[0] == #"{"version":1}"#, "\(answer.text)")
    let updates = try JSONDecoder().decode([[Block]].self, from: Data("\(lines[1])]".utf8))
    #expect(updates.map { $0.map(\.name) } == [["notifier", "time"], ["notifier", "time"]])
    #expect(updates.allSatisfy { $0[0].full_text.hasPrefix("Tea · ") })
  }
}
