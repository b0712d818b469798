import Alarms
import Control
import Glibc
import TestSupport
import Testing

/// Secrets are planted at every service, and everything that the programs leave is searched for them.
@Suite("Planted secrets", .serialized, .timeLimit(.minutes(3)))
struct PlantedSecretTests {
  private static let planted = "planted0123456789abcdef"

  /// Kinds with the keys that carry a secret.
  private static let kinds = [
    ("webhook", "headers: { Authorization: Bearer \(planted), X-Key: \(planted) }, signing-key: whsec_\(planted)A"),
    ("dingtalk", "secret: SEC\(planted)"), ("feishu", "secret: \(planted)"), ("wecom", ""), ("slack", ""),
    ("discord", ""), ("telegram", "token: \(planted), chat: \"1\""), ("teams", ""), ("google-chat", ""),
    ("mattermost", ""), ("rocketchat", ""), ("matrix", "token: \(planted), room: \"!r:h\""),
    ("ntfy", "topic: \(planted), token: \(planted)"), ("gotify", "token: \(planted)"), ("bark", "key: \(planted)"),
    ("serverchan", "key: \(planted)"), ("pushplus", "token: \(planted)"), ("pushdeer", "key: \(planted)"),
    ("pushover", "token: \(planted), user: \(planted)"), ("homeassistant", "token: \(planted)"),
    ("ifttt", "event: e, key: \(planted)"),
  ]

  @Test("no log, no error, no listing, no journal and no command line holds one, whatever receivers repeat")
  func nowhere() async throws {
    #expect(Self.kinds.map(\.0) == ServiceKind.all.map(\.name), "each kind has a line above")
    // It repeats all that it got, as a gateway's error page may.
    let receiver = LocalServer { request in
      let repeated = "\(request.target) \(request.headers) \(request.body)"
      return .respond(403, body: "denied: \(repeated)")
    }
    let nobody = LocalServer.unusedPort()
    let home = try Home()
    let names = Self.kinds.map { "d-\($0.0)" } + ["mail", "proxied"]
    let lines = Self.kinds.map { kind, more in
      let url = "url: \"\(receiver.url("/hook/\(Self.planted)?key=\(Self.planted)"))\""
      return "  d-\(kind): { kind: \(kind), \(url)\(more.isEmpty ? "" : ", \(more)") }"
    }
    try home.configure(
      """
      region: CN
      timezone: Asia/Shanghai
      destinations:
      \(lines.joined(separator: "\n"))
        mail: { kind: email, server: "smtp://127.0.0.1:\(nobody)", user: me, password: \(Self.planted), from: a@b.c, to: [d@e.f] }
        proxied: { kind: webhook, url: "http://h.invalid/\(Self.planted)", proxy: "http://me:\(Self.planted)@127.0.0.1:\(nobody)" }
      alarms:
        - { id: clock-in, title: Clock in, at: "09:00", days: workdays, remind: [-10m], to: [\(names.joined(separator: ", "))] }
      """)
    let daemon = try await RunningDaemon(in: home, clock: FakeClock("2026-09-20 08:49:58"))
    try await eventually("all are refused, or cannot be sent") {
      let counts = try await daemon.status().deliveries
      return counts.rejected == Self.kinds.count && counts.retrying == 2
    }
    #expect(receiver.requests.contains { "\($0)".contains(Self.planted) }, "nothing was planted at all")

    var outputs: [String] = []
    for words in [
      ["outbox"], ["outbox", "--json"], ["destinations"], ["destinations", "--json"], ["status"], ["status", "--json"],
      ["check"], ["list"], ["list", "--json"], ["next", "--json"], ["doctor"],
    ] + names.map({ ["test", $0] }) + names.map({ ["test", $0, "--json"] }) {
      let answer = try await home.command(words, clock: nil)
      outputs.append(answer.output + answer.errors)
    }
    outputs.append(try commandLine(of: try await daemon.status().pid))
    #expect(await daemon.stop() == 0)
    outputs.append(daemon.log)
    for (number, output) in outputs.enumerated() {
      #expect(!output.contains(Self.planted), "output \(number): \(output.prefix(2000))")
    }
    for name in ["journal.db", "journal.db-wal"] {
      let path = "\(home.path)/state/notifier/\(name)"
      guard access(path, F_OK) == 0 else { continue }
      #expect(!(try readText(path)).contains(Self.planted), "\(name)")
    }
  }

  private func commandLine(of pid: Int) throws -> String {
    let file = try #require(fopen("/proc/\(pid)/cmdline", "r"))
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    return String(decoding: bytes.prefix(fread(&bytes, 1, bytes.count, file)), as: UTF8.self)
  }
}
