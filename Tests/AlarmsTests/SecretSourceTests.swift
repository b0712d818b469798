import Glibc
import TestSupport
import Testing

@testable import Alarms

@Suite("Where secrets come from", .serialized)
struct SecretSourceTests {
  @Test("the environment, a credential and a command give the value, for whom it is needed")
  func sources() throws {
    let directory = TemporaryDirectory()
    setenv("NOTIFIER_TEST_SECRET", "from-the-environment", 1)
    defer { unsetenv("NOTIFIER_TEST_SECRET") }
    let configuration = try load(
      """
      destinations:
        a: { kind: gotify, url: "https://h/", token: { env: NOTIFIER_TEST_SECRET } }
        b: { kind: gotify, url: "https://h/", token: { command: [printf, 'from-a-command\\nand more'] } }
      """, directory, .needed)
    #expect(token(configuration, "a") == "from-the-environment")
    #expect(token(configuration, "b") == "from-a-command")
  }

  @Test("systemd's credentials are files in a directory that the environment names")
  func credential() throws {
    let directory = TemporaryDirectory()
    directory.write("bot", "from-systemd\n")
    chmod(directory["bot"], 0o400)
    setenv("CREDENTIALS_DIRECTORY", directory.path, 1)
    defer { unsetenv("CREDENTIALS_DIRECTORY") }
    let text = "destinations: { a: { kind: gotify, url: \"https://h/\", token: { credential: bot } } }"
    #expect(token(try load(text, directory, .needed), "a") == "from-systemd")
  }

  @Test("a program that sends nothing looks up none of them, and runs no command")
  func unread() throws {
    let directory = TemporaryDirectory()
    let mark = directory["ran"]
    let configuration = try load(
      """
      destinations:
        a: { kind: gotify, url: { env: NOT_SET_ANYWHERE }, token: { credential: none } }
        b: { kind: gotify, url: "https://h/", token: { command: [touch, "\(mark)"] } }
      """, directory, .checked)
    #expect(configuration.destinations["a"] != nil && configuration.destinations["b"] != nil)
    #expect(access(mark, F_OK) != 0)
  }

  @Test(
    "what cannot be had is told with its place and the remedy, and never what a command wrote",
    arguments: [
      ("{ env: NOT_SET_ANYWHERE }", "the environment of notifierd has no NOT_SET_ANYWHERE"),
      ("{ credential: none }", "add LoadCredential=none:PATH"),
      ("{ command: [sh, -c, 'echo CANARY; exit 3'] }", "it ended with status 3"),
      ("{ command: [/no/such/program] }", "it cannot be run: No such file"),
      ("{ command: ['true'] }", "its first line is empty"), ("{ command: [] }", "expected a list such as"),
      ("{ comand: [x] }", "expected a value, { file: PATH }"),
      ("{ credential: ../x }", "expected a value, { file: PATH }"),
    ])
  func faults(form: String, words: String) throws {
    let directory = TemporaryDirectory()
    let text = "destinations: { a: { kind: gotify, url: \"https://h/\", token: \(form) } }"
    let error = #expect(throws: DiagnosticList.self) { try load(text, directory, .needed) }
    let message = try #require(error?.diagnostics.first?.description)
    #expect(message.contains(words) && message.contains(":1:"), "\(message)")
    #expect(!message.contains("CANARY"))
  }

  @Test("a value that stands in the configuration itself is warned of, where it opens something")
  func inline() throws {
    let directory = TemporaryDirectory()
    directory.write("t", "x")
    chmod(directory["t"], 0o600)
    let text = """
      destinations:
        a: { kind: slack, url: "https://hooks.slack.com/services/T0/B0/x" }
        b: { kind: gotify, url: "https://h/", token: inline }
        c: { kind: webhook, url: "https://h/", headers: { Authorization: Bearer x, X-Source: notifier } }
        d: { kind: gotify, url: "https://h/", token: { file: t } }
      """
    let warnings = try load(text, directory, .checked).warnings.map(\.description)
    #expect(warnings.count == 3, "\(warnings)")
    #expect(warnings.allSatisfy { $0.contains("for all to see") && !$0.contains("inline;") })
  }

  private func load(
    _ text: String, _ directory: TemporaryDirectory, _ access: SecretAccess
  ) throws(DiagnosticList) -> Configuration {
    var locations = Locations(environment: { $0 == "HOME" ? directory.path : nil })
    locations.secrets = access
    return try ConfigurationLoader(locations: locations, systemZone: "UTC").load([
      ConfigurationLoader.Input(path: directory["a.yaml"], givesAlarms: true, text: text)
    ])
  }

  private func token(_ configuration: Configuration, _ name: String) -> String? {
    guard case .service(let settings)? = configuration.destinations[name]?.kind else { return nil }
    return settings.secret("token")?.reveal()
  }
}
