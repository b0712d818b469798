import Alarms
import Testing
import Workdays

@Suite("Destinations that get e-mail or are commands")
struct MailAndCommandTests {
  private func destination(_ text: String, home: String = "/home/me") throws -> Destination {
    try #require(try configuration("destinations: { d: { \(text) } }", home: home).destinations["d"])
  }

  @Test("a mail server, who logs in, who sends and who gets it")
  func email() throws {
    let destination = try destination(
      "kind: email, server: \"smtps://Mail.example.org:4650/\", user: me, password: p, from: \"Die \\\"Uhr\\\" <a@example.org>\", to: [\"\\\"B, B\\\" <b@example.org>\", \"会 <c+d@example.org>\"]"
    )
    guard case .email(let settings) = destination.kind else {
      Issue.record("\(destination.kind)")
      return
    }
    #expect(settings.server.url == "smtps://mail.example.org:4650" && !settings.server.isLoopback)
    #expect(settings.user?.reveal() == "me" && settings.password?.reveal() == "p")
    #expect(settings.from.name == "Die \"Uhr\"" && settings.from.address == "a@example.org")
    #expect(settings.to.map(\.address) == ["b@example.org", "c+d@example.org"])
    #expect(settings.to.map(\.name) == ["B, B", "会"])
    #expect(destination.kindName == "email")
  }

  @Test(
    "a server may stand without its port, and by its address",
    arguments: [
      ("smtp://localhost", "smtp://localhost", true), ("smtp://127.0.0.1:25", "smtp://127.0.0.1:25", true),
      ("smtps://[::1]:465", "smtps://[::1]:465", true), ("smtp://[2001:db8::1]", "smtp://[2001:db8::1]", false),
      ("smtp://localhost.example.org", "smtp://localhost.example.org", false),
    ])
  func server(text: String, url: String, isLoopback: Bool) throws {
    let server = try #require(MailServer(text))
    #expect(server.url == url && server.isLoopback == isLoopback)
  }

  @Test("one receiver needs no list")
  func oneReceiver() throws {
    let destination = try destination("kind: email, server: smtp://localhost, from: a@b, to: c@d")
    guard case .email(let settings) = destination.kind else {
      Issue.record("\(destination.kind)")
      return
    }
    #expect(settings.to.map(\.address) == ["c@d"] && settings.user == nil)
  }

  @Test(
    "a command is a program by its path or name, with what it is given and how long it may take",
    arguments: [
      ("kind: command, run: [/bin/a b, \"$HOME\", \"\"], timeout: 2m", ["/bin/a b", "$HOME", ""], 120),
      ("kind: command, run: [~/bin/ring]", ["/home/me/bin/ring"], 30), ("kind: command, run: beep", ["beep"], 30),
    ])
  func command(text: String, words: [String], seconds: Int) throws {
    let destination = try destination(text)
    guard case .command(let settings) = destination.kind else {
      Issue.record("\(destination.kind)")
      return
    }
    #expect(settings.words == words && settings.timeout == .seconds(seconds))
    #expect(destination.kindName == "command")
  }

  private static let mail = "kind: email, server: smtp://localhost, from: a@b"

  @Test(
    "what is missing or not understood is told with its place",
    arguments: [
      ("▸{ kind: email, from: a@b, to: c@d }", ["has no server; expected server: smtps://HOST"]),
      ("▸{ kind: email, server: smtp://h, to: c@d }", ["has no from; expected from: an address such as"]),
      ("▸{ kind: email, server: smtp://h, from: a@b }", ["has no to; expected to: an address, or a list"]),
      ("{ kind: email, server: ▸http://h, from: a@b, to: c@d }", ["no mail server; expected smtps://HOST"]),
      ("{ kind: email, server: ▸smtp://, from: a@b, to: c@d }", ["no mail server"]),
      ("{ kind: email, server: ▸smtp://h/x, from: a@b, to: c@d }", ["no mail server"]),
      ("{ kind: email, server: ▸\"smtp://h:0\", from: a@b, to: c@d }", ["no mail server"]),
      ("{ kind: email, server: ▸\"smtp://h:99999\", from: a@b, to: c@d }", ["no mail server"]),
      ("{ kind: email, server: ▸[a], from: a@b, to: c@d }", ["no mail server"]),
      ("{ kind: email, server: ▸\"smtp://me:CANARY@h\", from: a@b, to: c@d }", ["user and password"]),
      ("{ \(mail), to: ▸\"c\" }", ["to has \"c\"; expected an address such as"]),
      ("{ \(mail), to: [c@d, ▸\"e@f@g\"] }", ["to has \"e@f@g\""]), ("{ \(mail), to: ▸[] }", ["to is empty"]),
      ("{ \(mail), to: [▸{ a: b }] }", ["to has \"a mapping\""]),
      ("{ \(mail), to: [▸\"c d@e\"] }", ["to has \"c d@e\""]), ("{ \(mail), to: [▸\"c@d\\nBcc: x@y\"] }", ["to has"]),
      ("{ \(mail), to: [▸\"会\u{3000}x@d\"] }", ["to has"]), ("{ \(mail), to: [▸\"\u{202E}a@d\"] }", ["to has"]),
      ("{ \(mail), to: c@d, user: ▸me }", ["add password: { file: PATH }"]),
      ("{ \(mail), to: c@d, password: ▸CANARY }", ["add user: NAME"]),
      ("{ \(mail), to: c@d, ▸sever: x }", ["did you mean \"server\"?"]),
      ("▸{ kind: command }", ["has no run; expected run: [PROGRAM, ARGUMENT, …]"]),
      ("{ kind: command, run: ▸[] }", ["run is empty"]), ("{ kind: command, run: ▸{ a: b } }", ["run is a mapping"]),
      ("{ kind: command, run: [▸bin/ring] }", ["no path from / or ~/"]),
      ("{ kind: command, run: [▸\"\"] }", ["no path from / or ~/"]),
      ("{ kind: command, run: ▸echo hello }", ["no shell takes it apart; write a list"]),
      ("{ kind: command, run: [a, ▸[b]] }", ["run has a list"]),
      ("{ kind: command, run: a, timeout: ▸0s }", ["timeout is \"0s\"; expected a span of 1s to 1h such as 30s"]),
      ("{ kind: command, run: a, timeout: ▸2h }", ["of 1s to 1h"]),
      ("{ kind: command, run: a, timeout: ▸1wd }", ["of 1s to 1h"]),
    ])
  func faults(marked: String, words: [String]) {
    let text = MarkedText("destinations: { d: \(marked) }")
    let found = problems(text.text)
    text.expect([words], in: found)
    #expect(!found.map(\.description).joined().contains("CANARY"))
  }
}
