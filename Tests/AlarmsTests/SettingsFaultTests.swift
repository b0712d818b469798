import Alarms
import Glibc
import Testing
import TestSupport

@Suite("What is wrong beside the alarms, and where")
struct SettingsFaultTests {
  @Test(
    "a setting that is not understood",
    arguments: [
      ("▸regoin: CN", ["unknown key \"regoin\" in the configuration", "did you mean \"region\"?"]),
      ("▸frobnicate: 1", ["expected language, region, timezone, workWeek"]),
      ("region: ▸CHN", ["region is \"CHN\"", "two letters such as CN"]),
      ("timezone: ▸Asia/Shangai", ["did you mean \"Asia/Shanghai\"?"]),
      ("workWeek: ▸mon-fry", ["workWeek is \"mon-fry\"", "sun-thu"]),
      ("workWeek: ▸workdays", ["such as mon-fri"]),
      ("calendars: ▸[work]", ["calendars is a list", "a mapping from names to title and color"]),
      ("calendars: { work: { color: ▸red } }", ["color is \"red\"", "\"#rrggbb\", in quotes"]),
      ("calendars: { work: { ▸tilte: Work } }", ["did you mean \"title\"?"]),
      ("holidaySources: ▸none.json", ["/none.json cannot be read: there is no such file", "check its path"]),
      ("holidaySources: [{ layer: ▸companny, file: ▸none.json }]", ["did you mean \"company\"?"]),
      ("holidaySources: [▸{ layer: company }]", ["has no file"]),
      ("destinations: ▸[team]", ["destinations is a list"]),
      ("destinations: { team: ▸dingtalk }", ["\"team\" is a single value", "{ kind: webhook, url:"]),
      (
        "destinations: { team: ▸{ url: \"https://h/\" } }",
        ["\"team\" has no kind", "desktop, sound, console, webhook, dingtalk"]
      ),
      ("destinations: { team: { kind: ▸dingtlak } }", ["unknown kind \"dingtlak\"", "did you mean \"dingtalk\"?"]),
      ("destinations: { team: { kind: ▸pigeon } }", ["unknown kind", "expected desktop, sound, console"]),
      ("destinations: { d: { kind: desktop, ▸expire: 1h } }", ["did you mean \"expires\"?"]),
      ("destinations: { d: { kind: desktop, expires: ▸0m } }", ["above zero such as 24h"]),
      (
        "destinations: { s: { kind: sound, sound: ▸\"a b\" } }",
        ["sound is \"a b\"", "such as bell, or the path of a file"]
      ),
      ("destinations: { s: { kind: sound, sound: ▸[bell] } }", ["sound is a list", "such as bell"]),
      ("destinations: { s: { kind: sound, sound: ▸\"\" } }", ["such as bell"]),
      ("destinations: { s: { kind: sound, theme: ▸../etc } }", ["theme is \"../etc\"", "such as freedesktop"]),
      ("destinations: { s: { kind: sound, theme: ▸.. } }", ["theme is"]),
      ("destinations: { s: { kind: sound, play: ▸til done } }", ["unknown play \"til done\"", "\"until done\"?"]),
      ("destinations: { s: { kind: sound, play: ▸for ever } }", ["expected once, until done"]),
      ("destinations: { s: { kind: sound, volume: ▸80 } }", ["volume is \"80\"", "30% to 100% over 30s"]),
      ("destinations: { s: { kind: sound, volume: ▸0% } }", ["1% to 100%"]),
      ("destinations: { s: { kind: sound, volume: ▸101% } }", ["1% to 100%"]),
      ("destinations: { s: { kind: sound, volume: ▸30% to 100% } }", ["over 30s"]),
      ("destinations: { s: { kind: sound, volume: ▸30% to 100% over 0s } }", ["over 30s"]),
      ("destinations: { s: { kind: sound, volume: ▸30% to 100% over 2wd } }", ["over 30s"]),
      ("destinations: { s: { kind: sound, at-most: ▸0s } }", ["at-most is \"0s\"", "1s to 1d, such as 2m"]),
      ("destinations: { s: { kind: sound, at-most: ▸25h } }", ["1s to 1d"]),
      (
        "destinations: { s: { kind: sound, ▸loop: true } }",
        ["expected kind, sound, theme, play, volume, at-most, expires"]
      ),
      ("destinations: { h: ▸{ kind: webhook } }", ["has no url", "expected url: \"https://…\" or { file: PATH }"]),
      ("destinations: { h: { kind: webhook, url: ▸ftp://h/x } }", ["no web address", "https://HOST/"]),
      ("destinations: { h: { kind: webhook, url: ▸\"https:///x\" } }", ["no web address"]),
      ("destinations: { h: { kind: webhook, url: ▸\"https://h/a b\" } }", ["without spaces"]),
      ("destinations: { h: { kind: webhook, url: ▸\"\" } }", ["url is empty", "{ file: PATH }"]),
      ("destinations: { h: { kind: webhook, url: ▸[a] } }", ["url is a list", "{ file: PATH }"]),
      ("destinations: { h: { kind: webhook, url: \"https://h\", headers: ▸[a] } }", ["from names to values"]),
      ("destinations: { h: { kind: webhook, url: \"https://h\", headers: { ▸\"a b\": c } } }", ["no name of a header"]),
      (
        "destinations: { h: { kind: webhook, url: \"https://h\", headers: { X: ▸\"a\\nb\" } } }", ["X has a line break"]
      ),
      (
        "destinations: { t: { kind: telegram, token: { env: T }, chat: x, mentions: [▸\"a b\"] } }",
        ["mentions has \"a b\"", "@name"]
      ),
      (
        "destinations: { h: { kind: webhook, url: \"https://h\", headers: { ▸Content-Length: '5' } } }",
        ["leave it out"]
      ),
      (
        "destinations: { h: { kind: webhook, url: \"https://h\", signing-key: ▸whsec_MfKQ==== } }",
        ["whsec_ and base64"]
      ),
      (
        "destinations: { h: { kind: webhook, url: \"https://h\", signing-key: ▸whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLjR } }",
        ["whsec_ and base64"]
      ),
      (
        "destinations: { h: { kind: webhook, url: \"https://h\", signing-key: ▸\"no base64!\" } }",
        ["signing-key is no key", "expected whsec_ and base64"]
      ),
      ("destinations: { h: { kind: webhook, url: \"https://h\", signing-key: ▸whsec_abcde } }", ["whsec_ and base64"]),
      ("destinations: { h: { kind: webhook, url: \"https://h\", method: ▸GETT } }", ["unknown method"]),
      ("destinations: { h: { kind: webhook, url: \"https://h\", body: ▸\"{{titel}}\" } }", ["did you mean {{title}}?"]),
      ("destinations: { h: { kind: webhook, url: \"https://h\", body: ▸\"{{title\" } }", ["is not closed"]),
      (
        "destinations: { h: { kind: webhook, url: \"https://h\", body: ▸'{\"text\": {{title}}}' } }",
        ["body is no JSON", "line 1, column 10 there is {{title}}", "texts in \" \"", "content-type"]
      ),
      (
        "destinations: { h: { kind: webhook, url: \"https://h\", body: ▸'{\"text\": \"{{title}}\",}' } }",
        ["column 22 there is \"}\"", "a name"]
      ),
      ("destinations: { h: { kind: webhook, url: \"https://h\", limit: ▸fast } }", ["such as 20/1m, or none"]),
      ("destinations: { h: { kind: ntfy, topic: { env: T }, levels: { ▸loud: \"5\" } } }", ["unknown urgency"]),
      ("destinations: { h: { kind: ntfy, topic: { env: T }, levels: { low: ▸\"9\" } } }", ["unknown level"]),
      ("destinations: { h: { kind: webhook, url: \"https://h\", proxy: ▸proxy:3128 } }", ["no address", "or none"]),
      ("destinations: { h: { kind: webhook, url: \"https://h\", proxy: ▸\"ftp://h\" } }", ["socks5h://", "or none"]),
      ("destinations: { h: { kind: webhook, url: \"https://h\", proxy: ▸\"http://\" } }", ["http://HOST:PORT"]),
      ("destinations: { h: { kind: webhook, url: \"https://h\", proxy: ▸[a] } }", ["proxy is a list"]),
      ("destinations: { h: { kind: webhook, url: \"https://h\", ca-file: ▸none.pem } }", ["none.pem cannot be read"]),
      ("destinations: { h: { kind: webhook, url: \"https://h\", ca-file: ▸[a] } }", ["ca-file is a list", "in PEM"]),
      ("destinations: { h: { kind: webhook, url: \"https://h\", ca-file: ▸/etc/passwd } }", ["holds no certificate"]),
      (
        "destinations: { h: { kind: webhook, url: \"https://h\", socket: ▸run/x } }",
        ["socket is \"run/x\"", "from / or ~/"]
      ),
      (
        "destinations: { h: { kind: webhook, url: \"https://h\", socket: ▸/\(String(repeating: "x", count: 107)) } }",
        ["Unix socket"]
      ),
      (
        "destinations: { h: { kind: webhook, url: \"https://h\", proxy: \"http://p\", socket: ▸/x } }",
        ["leave out proxy or socket"]
      ),
      ("destinations: { h: { kind: webhook, url: \"https://h\", timeout: ▸0s } }", ["timeout is \"0s\"", "1s to 5m"]),
      ("destinations: { h: { kind: webhook, url: \"https://h\", timeout: ▸301s } }", ["1s to 5m"]),
      ("destinations: { h: { kind: webhook, url: \"https://h\", timeout: ▸1d } }", ["1s to 5m"]),
      ("destinations: { h: { kind: webhook, url: \"https://h\", ▸sockett: /x } }", ["did you mean \"socket\"?"]),
      ("destinations: { d: { kind: desktop, ▸proxy: none } }", ["unknown key in the destination \"d\""]),
      ("alarms: ▸{ id: a }", ["alarms is a mapping", "a list"]),
      ("▸- a", ["expected the configuration as a mapping", "found a list"]),
    ] as [(String, [String])])
  func setting(line: String, words: [String]) {
    let text = MarkedText(line)
    // Where a line has several marks, the words are those of the first.
    text.expect([words] + Array(repeating: [], count: max(0, text.places.count - 1)), in: problems(text.text))
  }

  @Test("a secret file must be there, be filled and be closed to others")
  func secretFiles() {
    let directory = TemporaryDirectory()
    directory.write("empty", "\n")
    directory.write("open", "SEC\n", mode: 0o640)
    directory.write("all", "SEC\n", mode: 0o604)
    directory.write("writable", "SEC\n", mode: 0o620)
    directory.write("good", "https://example.org/robot\n", mode: 0o400)
    let text: MarkedText = """
      destinations:
        a: { kind: dingtalk, url: { file: good }, secret: { file: ▸missing } }
        b: { kind: dingtalk, url: { file: ~/good }, secret: { file: ▸open } }
        c: { kind: dingtalk, url: { file: good }, secret: { file: ▸all } }
        d: { kind: dingtalk, url: { file: good }, secret: { file: ▸writable } }
        e: { kind: dingtalk, url: { file: good }, secret: { file: ▸empty } }
        f: { kind: dingtalk, url: { file: good }, secret: ▸{ flie: good } }
        g: { kind: dingtalk, url: { file: good }, secret: { file: ▸. } }
      """
    let found = problems(text.text, file: directory["a.yaml"], home: directory.path)
    text.expect(
      [
        ["\(directory["missing"]) cannot be read: there is no such file", "check its path and mode"],
        ["other people can read the secret file \(directory["open"])", "chmod 600 \(directory["open"])"],
        ["chmod 600"], ["chmod 600"], ["is empty; write the value into its first line"],
        ["secret is a mapping", "{ file: PATH }"], ["no regular file"],
      ], in: found)
  }

  @Test("a secret is its file's first line, and the files are known, to be watched")
  func goodSecretFile() throws {
    let directory = TemporaryDirectory()
    directory.write("url", "https://example.org/robot\r\nnot this\n")
    let text = "destinations: { hook: { kind: webhook, url: { file: url }, expires: 2h } }"
    let configuration = try configuration(text, file: directory["a.yaml"])
    let hook = try #require(configuration.destinations["hook"])
    guard case .service(let settings) = hook.kind else {
      Issue.record("no service")
      return
    }
    #expect(settings.kind == "webhook" && settings.address() == "https://example.org/robot")
    #expect(hook.expires == .seconds(7200))
    #expect(configuration.references == [directory["url"]])
  }

  @Test("the way to a service is read, its files are known, and a proxy's password is warned of and hidden")
  func transport() throws {
    let directory = TemporaryDirectory()
    directory.write("ca.pem", "-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n")
    let text: MarkedText = """
      destinations:
        a: { kind: gotify, url: "https://h/", token: { env: T }, proxy: ▸"socks5h://ann:CANARY@p:1080", ca-file: ca.pem }
        b: { kind: gotify, url: "https://h/", token: { env: T }, proxy: none, socket: ~/s, timeout: 5m }
        c: { kind: gotify, url: "https://h/", token: { env: T }, proxy: { env: P }, timeout: 1s }
        d: { kind: gotify, url: "https://h/", token: { env: T }, proxy: "HTTP://p:3128" }
        e: { kind: gotify, url: "https://h/", token: { env: T } }
      """
    let configuration = try configuration(text.text, file: directory["a.yaml"])
    text.expect(
      [["the proxy's address, with a password in it, stands here for all to see"]], in: configuration.warnings,
      severity: .warning)
    func transport(_ name: String) throws -> Transport {
      guard case .service(let settings)? = configuration.destinations[name]?.kind else { throw NoService() }
      return settings.transport
    }
    var (a, b) = (Transport(), Transport())
    a.proxy = .through(Secret("socks5h://ann:CANARY@p:1080"))
    a.authorities = directory["ca.pem"]
    b.proxy = .direct
    b.timeout = .seconds(300)
    #expect(try transport("a") == a && !"\(a)".contains("CANARY"))
    #expect(try transport("b").socket?.hasSuffix("/s") == true)
    b.socket = try transport("b").socket
    #expect(try transport("b") == b)
    #expect(try transport("c").timeout == .seconds(1) && transport("c").proxy != .environment)
    #expect(try transport("d").proxy == .through(Secret("HTTP://p:3128")))
    #expect(try transport("e") == Transport())
    #expect(configuration.references == [directory["ca.pem"]])
  }

  private struct NoService: Error {}

  @Test(
    "a configuration that others can change is refused, and nothing of it is used",
    arguments: [0o620, 0o602, 0o666] as [UInt32])
  func writableByOthers(mode: UInt32) {
    let directory = TemporaryDirectory()
    let path = directory.write("a.yaml", "frobnicate: 1\n", mode: mode)
    let found = problems([.init(path: path, givesAlarms: true)])
    #expect(found.map(\.place) == [SourcePlace(file: path, line: 1, column: 1)])
    #expect(found[0].message.contains("not trusted; run: chmod go-w \(path)"))
  }

  @Test(
    "a file that is not there, and a directory or a pipe in its place, are told by name, at once",
    .timeLimit(.minutes(1)))
  func unreadable() {
    let directory = TemporaryDirectory()
    // Nobody writes into the pipe: one who opened it as a file would wait for good.
    let pipe = directory["pipe.yaml"]
    #expect(mkfifo(pipe, 0o600) == 0)
    let cases = [
      (directory["none.yaml"], "no such file"), (directory.path, "no regular file"), (pipe, "no regular file"),
    ]
    for (path, words) in cases {
      let found = problems([.init(path: path, givesAlarms: true)])
      #expect(found.map(\.place.file) == [path])
      #expect(found[0].message.contains("cannot be read") && found[0].message.contains(words))
    }
  }

  @Test("a file larger than 16 MiB is refused unread")
  func tooLarge() {
    let directory = TemporaryDirectory()
    let path = directory.write("a.yaml", String(repeating: "#", count: 16 << 20 + 1))
    #expect(
      problems([.init(path: path, givesAlarms: true)]).first?.message.contains("larger than 16777216 bytes") == true)
  }

  @Test("the problems of all files come in one run, sorted by file, line and column")
  func severalFiles() {
    let first: MarkedText = """
      ▸regoin: CN
      alarms:
        - id: a
          at: ▸24:00
          days: ▸workdyas
      timezone: ▸Asia/Shangai
      """
    let second: MarkedText = "alarms:\n  - id: ▸a/b\n    at: \"09:00\"\n    days: workdays\n▸tiemzone: UTC\n"
    let third: MarkedText = "alarms: [▸"
    let found = problems([
      .init(path: "c.yaml", givesAlarms: true, text: second.text),
      .init(path: "b.yaml", givesAlarms: false, text: first.text),
      .init(path: "d.yaml", givesAlarms: true, text: third.text),
    ])
    first.expect([["regoin"], ["24:00"], ["workdyas"], ["Shangai"]], in: found.filter { $0.place.file == "b.yaml" })
    second.expect([["a/b"], ["tiemzone"]], in: found.filter { $0.place.file == "c.yaml" })
    third.expect([["cut off"]], in: found.filter { $0.place.file == "d.yaml" })
    #expect(found.map(\.place) == found.map(\.place).sorted())
  }
}
