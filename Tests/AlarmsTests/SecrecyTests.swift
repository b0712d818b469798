import Alarms
import Testing
import TestSupport

@Suite("Secrets stay secret")
struct SecrecyTests {
  /// What every secret of these tests contains.
  static let canary = "CANARY"

  @Test("a configuration prints without its secrets, however it is printed")
  func printing() throws {
    let directory = TemporaryDirectory()
    directory.write("team.secret", "SECCANARY")
    let text = """
      destinations:
        hook: { kind: webhook, url: "https://h/CANARY", headers: { Authorization: Bearer CANARY } }
        team: { kind: dingtalk, url: "https://h/?access_token=CANARY", secret: { file: team.secret } }
      alarms:
        - { id: a, at: "09:00", days: workdays, to: [hook, team] }
      """
    let configuration = try configuration(text, file: directory["a.yaml"])
    guard case .service(let team) = configuration.destinations["team"]?.kind else {
      Issue.record("no service")
      return
    }
    #expect(team.secret("secret")?.reveal() == "SECCANARY")
    var dumped = ""
    dump(configuration, to: &dumped)
    for printed in [dumped, String(describing: configuration), String(reflecting: configuration), "\(configuration)"] {
      #expect(!printed.contains(Self.canary))
      #expect(printed.contains("hook"), "nothing was printed at all")
    }
  }

  @Test(
    "no problem repeats a secret, nor shows the line where one stands",
    arguments: [
      "destinations: { t: { kind: dingtalk, url: 'ftp://CANARY' } }",
      "destinations: { t: { kind: dingtalk, url: 'https://CANARY x' } }",
      "destinations: { t: { kind: dingtalk, url: [CANARY] } }",
      "destinations: { t: { kind: dingtalk, url: { CANARY } } }",
      "destinations: { t: { kind: dingtalk, url: 'https://h', secret: { CANARY } } }",
      "destinations: { t: { kind: dingtalk, url: 'https://h', secret: { flie: CANARY } } }",
      "destinations: { t: { kind: dingtalk, url: 'https://h', secret: { file: none, CANARY } } }",
      "destinations: { t: { kind: dingtalk, url: https://h/?token=a,CANARY } }",
      "destinations: { t: { kind: dingtalk, url: 'https://h', secert: CANARY } }",
      "destinations: { t: { kind: dingtalk, url: 'https://h', secret: CANARY, expires: soon } }",
      "destinations: { t: { kind: pigeon, secret: CANARY } }",
      "destinations: { t: { url: 'https://CANARY' } }",
      "destinations: { t: CANARY }",
      "destinations: { h: { kind: webhook, url: 'https://h', headers: { X: [CANARY] } } }",
      "destinations: { h: { kind: webhook, url: 'https://h', headers: { X: \"CANARY\\n\" } } }",
      "destinations: { h: { kind: webhook, url: 'https://h', headers: { 'a b': CANARY } } }",
      "destinations:\n  t:\n    kind: dingtalk\n    url: \"https://CANARY\n    secret: CANARY\n",
      "destinations:\n  t:\n    kind: dingtalk\n    secret: CANARY: x\n",
      "destinations:\n  t:\n    kind: dingtalk\n    secret: CANARY\n   url: CANARY\n",
      "{\"region\": \"CHN\",\n \"destinations\": {\n  \"t\": {\n   \"kind\": \"x\", \"secret\": \"CANARY\"}\n },\n \"x\": 1\n}",
      "# destinations\nregion: CN\n'destinations':\n# secret\n- CANARY: [x\n",
    ])
  func problemsKeepSecrets(text: String) {
    let found = problems(text)
    #expect(!found.isEmpty)
    for diagnostic in found {
      #expect(!diagnostic.description.contains(Self.canary), "\(diagnostic)")
      #expect(!diagnostic.rendered(in: text).contains(Self.canary), "\(diagnostic.rendered(in: text))")
    }
  }

  @Test("the lines of alarms are shown, before destinations: and after it")
  func alarmsAreShown() {
    let alarm = "    days: workdyas\n"
    for text in [
      "alarms:\n- id: a\n  at: '09:00'\n\(alarm)destinations:\n  d: { kind: desktop }\n",
      "destinations:\n  d: { kind: desktop }\nalarms:\n# to destinations\n- id: a\n\(alarm)",
    ] {
      let line = text.split(separator: "\n").firstIndex { $0.contains("workdyas") }! + 1
      let place = SourcePlace(file: "a.yaml", line: line, column: 11)
      #expect(Diagnostic("x", at: place).rendered(in: text).contains("days: workdyas"))
    }
  }
}
