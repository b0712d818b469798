import Alarms
import Delivery
import HTTP
import TestSupport
import Testing
import Workdays

@Suite(
  "A real chat server", .timeLimit(.minutes(5)),
  .enabled(if: TestMatrixServer.isInstalled, "needs Synapse, which contrib/setup.sh test installs from PyPI"))
struct MatrixServerTests {
  private let now = Instant.china("2026-09-20 08:50:00")

  @Test("what is typed arrives as it is and calls nobody, what is in mentions: does, and what is sent twice comes once")
  func messages() async throws {
    let server = try await TestMatrixServer()
    let bot = matrix(server, token: server.room.bot)
    let hostile = [
      "周会 📞 👨‍👩‍👧‍👦",
      "@room @reader:example.org reader <b>bold</b> &amp; &lt;i&gt; <!-- no --> </strong>",
      "<a href=\"https://matrix.to/#/@reader:example.org\">reader</a> <script>alert(1)</script> ]]> *x* _y_ `z` [l](https://x)",
      "\"\\\" \\u0000 {\"msgtype\": \"m.notice\"} \u{202E}right to left\u{202C}",
    ]
    for (index, title) in hostile.enumerated() {
      let ring = Ring.makeUpSunday { ring in
        ring.id = "hostile/\(index)"
        ring.report.title = title
        ring.notes = hostile.joined(separator: "\n")
      }
      // The second time with other words, as after a change of the language: the server knows the first one.
      #expect(await bot.deliver(ring, at: now) == .delivered)
      #expect(await bot.deliver(ring, at: now.advanced(by: .seconds(600))) == .delivered)
      let message = try await server.nextMessage()
      // What turns round the text around it is left out.
      let text = ([title] + hostile).joined(separator: "\n").filter { $0 != "\u{202E}" && $0 != "\u{202C}" }
      #expect(message.body == text && message.formattedText == text)
      #expect(message.elements == ["br", "strong"] && message.format == "org.matrix.custom.html")
      #expect(message.type == "m.text" && message.sender == "@bot:example.org")
      #expect(message.calls == 0, "\(title)")
    }
    // Behind the repeats comes this one, and nothing else.
    let long = String(repeating: "很\"长<&", count: 10_000)
    let ring = Ring.makeUpSunday { $0.notes = long }
    #expect(await bot.deliver(ring, at: now) == .delivered)
    let message = try await server.nextMessage()
    let cut = try #require(message.body.hasSuffix("…") ? message.body.dropLast() : nil)
    #expect("Clock in\n\(long)".hasPrefix(cut) && cut.utf8.count > 9_900)
    #expect(message.formattedText == message.body && message.calls == 0)
    for name in ["@reader:example.org", "@room"] {
      let calling = matrix(server, token: server.room.bot) { $0.set("mentions", [name]) }
      #expect(await calling.deliver(.makeUpSunday { $0.id = name }, at: now) == .delivered)
      #expect(try await server.nextMessage().calls == 1, "\(name)")
    }
  }

  @Test("what the server refuses, puts off or cannot answer is told as such")
  func failures() async throws {
    let server = try await TestMatrixServer()
    let refused = [
      (matrix(server, token: "planted-secret"), "M_UNKNOWN_TOKEN"),
      (matrix(server, token: server.room.bot) { $0.set("room", ["!elsewhere:example.org"]) }, "M_FORBIDDEN"),
    ]
    for (deliverer, words) in refused {
      let trial = await deliverer.attempt(.makeUpSunday(), at: now)
      guard case .rejected(let reason) = trial.outcome else {
        Issue.record("\(trial.outcome)")
        continue
      }
      #expect(reason.contains(words), "\(reason)")
      #expect(!"\(trial)".contains("planted-secret") && !"\(trial)".contains(server.room.bot))
    }
    // Three in a hurry, and the next one has to wait for a part of twenty seconds.
    let limited = matrix(server, token: server.room.limited)
    var outcome = Outcome.delivered
    var count = 0
    while outcome == .delivered, count < 50 {
      outcome = await limited.deliver(.makeUpSunday { $0.id = "burst/\(count)" }, at: now)
      count += 1
    }
    guard case .retry(let wait?, let reason) = outcome else {
      Issue.record("after \(count): \(outcome)")
      return
    }
    #expect(
      count >= 3 && wait > .zero && wait <= .seconds(21) && reason.contains("M_LIMIT_EXCEEDED"), "\(wait) \(reason)")
    server.stop()
    guard case .retry(nil, _) = await limited.deliver(.makeUpSunday(), at: now) else {
      Issue.record("a server that is gone is no retry")
      return
    }
  }

  private func matrix(
    _ server: TestMatrixServer, token: String, _ change: (inout ServiceSettings) -> Void = { _ in }
  ) -> ServiceDeliverer {
    var settings = ServiceSettings(kind: "matrix")
    settings.set("url", Secret("http://localhost"))
    settings.set("token", Secret(token))
    settings.set("room", [server.room.room])
    settings.transport.socket = server.room.socket
    change(&settings)
    return ServiceDeliverer(
      settings, wording: Wording(text: try? Template("{{notes}}")), client: HTTPClient(), userAgent: "notifier/1")
  }
}
