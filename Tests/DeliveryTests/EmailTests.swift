import Alarms
import Concurrency
import Delivery
import HTTP
import Testing
import TestSupport
import Workdays

@Suite("E-mail", .timeLimit(.minutes(2)))
struct EmailTests {
  private let now = Instant.china("2026-09-20 08:50:00")
  private static let from = "闹钟 <alarms@example.org>"
  private static let to = [
    "bob@example.org", "\"Al, \"Ice\" <alice@example.org>", "赵钱孙李周吴郑王冯陈褚卫蒋 <zhao@example.org>",
  ]

  private func email(
    _ url: String, login: (String, String)? = nil, from: String = from, to: [String] = to, certificates: String? = nil
  ) throws -> any Deliverer {
    Deliverers(version: "1", client: HTTPClient(certificates: certificates), write: { _ in }).deliverer(
      for: try destination(url, login: login, from: from, to: to))
  }

  private func destination(
    _ url: String, login: (String, String)? = nil, from: String = from, to: [String] = to
  ) throws -> Destination {
    let settings = EmailSettings(
      server: try #require(MailServer(url)), user: login.map { Secret($0.0) },
      password: login.map { Secret($0.1) }, from: try #require(MailAddress(from)),
      to: try to.map { try #require(MailAddress($0)) })
    return Destination(id: "mail", kind: .email(settings), wording: Wording(text: try Template("{{notes}}")))
  }

  @Test("a mail is read by others as it was meant")
  func mail() async throws {
    let server = await TestMailServer()
    let deliverer = try email("smtp://127.0.0.1:\(server.port)")
    let title = "周会 📞 " + String(repeating: "很长的标题👨‍👩‍👧‍👦", count: 12)
    let notes = ".\n..two\n带上工牌\n" + String(repeating: "长", count: 3000) + "\nFrom here"
    let ring = Ring.makeUpSunday { ring in
      ring.report.title = title
      ring.notes = notes
      ring.urgency = .critical
    }
    for _ in 0..<2 { #expect(await deliverer.deliver(ring, at: now) == .delivered) }
    let mail = try #require(await server.nextMail())
    #expect(mail.from == "alarms@example.org")
    #expect(mail.to == ["bob@example.org", "alice@example.org", "zhao@example.org"])
    #expect(mail.subject == title)
    #expect(mail.sender == "闹钟 <alarms@example.org>")
    #expect(mail.receivers.hasPrefix("bob@example.org, ") && mail.receivers.hasSuffix("冯陈褚卫蒋 <zhao@example.org>"))
    #expect(mail.text == notes.split(separator: "\n").map { $0 + "\r\n" }.joined())
    #expect(mail.type == "text/plain" && mail.charset == "utf-8" && mail.importance == "high")
    #expect(mail.date == "2026-09-20T08:50:00+08:00")
    // RFC 5322, 2.1.1, and RFC 2047, 2.
    #expect(mail.longestLine <= 78 && mail.isLineEnded && mail.defects.isEmpty)
    #expect(mail.messageID.hasPrefix("<") && mail.messageID.hasSuffix(".notifier@example.org>"))
    // A repeat is recognised as one; another ring is another mail.
    #expect(try await server.nextMail()?.messageID == mail.messageID)
    _ = await deliverer.deliver(.makeUpSunday { $0.id = "other" }, at: now)
    #expect(try await server.nextMail()?.messageID != mail.messageID)
  }

  @Test(
    "nothing that is typed becomes a header",
    arguments: ["a\r\nBcc: eve@example.org", "=?UTF-8?B?QQ==?=", " x ", "\u{2028}\u{0}"])
  func hostile(title: String) async throws {
    let server = await TestMailServer()
    let ring = Ring.makeUpSunday { ring in
      ring.report.title = title
      ring.notes = "\nBcc: eve@example.org\n.\nQUIT"
    }
    #expect(await (try email("smtp://127.0.0.1:\(server.port)")).deliver(ring, at: now) == .delivered)
    let mail = try #require(await server.nextMail())
    #expect(mail.subject == title.singleLine)
    #expect(!mail.names.contains("Bcc") && mail.to.count == 3 && mail.names.count == Set(mail.names).count)
    // Nothing of the message was taken for its end, either.
    #expect(mail.text.split(whereSeparator: \.isNewline) == ["Bcc: eve@example.org", ".", "QUIT"])
  }

  @Test("over TLS from the first byte, and by STARTTLS, who logs in does so")
  func encrypted() async throws {
    let directory = TemporaryDirectory()
    let (certificate, key) = await directory.makeCertificate()
    for (option, scheme) in [("--tls", "smtps"), ("--starttls", "smtp")] {
      // 127.0.0.2 is not one of the names of this machine, to which alone a mail may go in the open.
      let server = await TestMailServer(
        [option, certificate, key, "--login", "me", "planted-password", "--address", "127.0.0.2"])
      let url = "\(scheme)://127.0.0.2:\(server.port)"
      let right = try email(url, login: ("me", "planted-password"), certificates: certificate)
      #expect(await right.deliver(.makeUpSunday(), at: now) == .delivered)
      let mail = try #require(await server.nextMail())
      #expect(mail.isTLS && mail.user == "me")
      // Nobody has said that this certificate is to be trusted.
      guard case .retry = await (try email(url, login: ("me", "planted-password"))).deliver(.makeUpSunday(), at: now)
      else {
        Issue.record("\(option): an unknown certificate was taken")
        return
      }
      for login in [("me", "wrong-password"), nil] {
        let wrong = try email(url, login: login, certificates: certificate)
        let trial = await wrong.attempt(.makeUpSunday(), at: now)
        guard case .rejected(let reason) = trial.outcome else {
          Issue.record("\(option): \(trial.outcome)")
          return
        }
        #expect(reason.contains("look at user and password: 53"), "\(reason)")
        #expect(!"\(trial)".contains("wrong-password"))
      }
      #expect(await server.rest() == 0)
    }
  }

  @Test(
    "an address beyond ASCII is taken by a server that offers SMTPUTF8",
    arguments: [
      (from, "用户@example.org"), (from, "小王 <bob@例子.测试>"), ("闹钟 <闹钟@例子.测试>", "bob@example.org"),
      ("闹钟 <闹钟@例子.测试>", "用户@例子.测试"),
    ])
  func international(from: String, to: String) async throws {
    let server = await TestMailServer(["--utf8", "offered"])
    let url = "smtp://127.0.0.1:\(server.port)"
    let deliverer = try email(url, from: from, to: ["alice@example.org", to])
    #expect(await deliverer.deliver(.makeUpSunday { $0.report.title = "周会" }, at: now) == .delivered)
    let mail = try #require(await server.nextMail())
    let (sender, receiver) = (try #require(MailAddress(from)), try #require(MailAddress(to)))
    #expect(mail.isUTF8 && mail.subject == "周会" && mail.defects.isEmpty)
    // A domain may travel in its ASCII form (RFC 5890).
    let domain = { (address: String) in address.replacing("例子.测试", with: "xn--fsqu00a.xn--0zwm56d") }
    #expect([sender.address, domain(sender.address)].contains(mail.from))
    #expect(
      mail.to == ["alice@example.org", receiver.address] || mail.to == ["alice@example.org", domain(receiver.address)])
    #expect(mail.sender.contains(sender.address) && mail.receivers.contains(receiver.address))
    #expect(mail.messageID.utf8.allSatisfy { $0 < 0x80 })
    // Nothing is asked for that no address needs.
    _ = await (try email(url)).deliver(.makeUpSunday(), at: now)
    #expect(try await server.nextMail()?.isUTF8 == false)
  }

  @Test(
    "a server that does not offer it refuses for good, and nothing is handed over",
    arguments: [(from, "用户@example.org"), ("闹钟@example.org", "bob@example.org"), (from, "bob@例子.测试")])
  func notInternational(from: String, to: String) async throws {
    // One that refuses such an address, and one that would take it without having said so.
    for options in [[], ["--utf8", "taken"]] {
      let server = await TestMailServer(options)
      let deliverer = try email("smtp://127.0.0.1:\(server.port)", from: from, to: ["alice@example.org", to])
      let outcome = await deliverer.deliver(.makeUpSunday(), at: now)
      guard case .rejected(let reason) = outcome else {
        Issue.record("\(outcome)")
        return
      }
      let words =
        "the mail server refuses it: 553 the server does not offer SMTPUTF8, which an address that is not ASCII needs"
      #expect(options.isEmpty ? reason.hasPrefix(words) : reason == words, "\(reason)")
      #expect(await server.rest() == 0)
    }
  }

  @Test("nothing is said in the open to a server elsewhere that has no TLS")
  func noTLS() async throws {
    let server = await TestMailServer(["--address", "127.0.0.2", "--login", "me", "planted-password"])
    let deliverer = try email("smtp://127.0.0.2:\(server.port)", login: ("me", "planted-password"))
    #expect(
      await deliverer.deliver(.makeUpSunday(), at: now)
        == .retry(after: nil, reason: "the server offers no STARTTLS, and nothing is sent without TLS"))
    #expect(await server.rest() == 0)
  }

  // RFC 5321, 4.2.1 and 4.2.3.
  @Test(
    "what the server answers decides",
    arguments: [
      ("MAIL", "451 try later", "retry"), ("MAIL", "553 not you", "rejected"),
      ("RCPT", "450 4.2.1 greylisted", "retry"),
      ("RCPT", "550 5.1.1 no such user", "rejected"), ("DATA", "452 4.3.1 full", "retry"),
      ("DATA", "554 5.7.1 looks like spam", "rejected"), ("DATA", "421 closing", "retry"),
      ("RCPT alice@example.org", "550 5.1.1 no Alice", "rejected"),
    ])
  func replies(command: String, reply: String, expected: String) async throws {
    let server = await TestMailServer(["--reply", command, reply])
    let outcome = await (try email("smtp://127.0.0.1:\(server.port)")).deliver(.makeUpSunday(), at: now)
    switch (outcome, expected) {
    case (.retry(nil, let reason), "retry"), (.rejected(let reason), "rejected"):
      #expect(reason.hasSuffix(": \(reply)"), "\(reason)")
    default: Issue.record("\(outcome)")
    }
    // Nobody gets what not everybody can get: only a mail that reached DATA was seen.
    #expect(await server.rest() == (command == "DATA" ? 1 : 0))
  }

  @Test("a server that has taken a mail and then hangs holds up neither webhooks nor other mail servers, nor the mail")
  func hangsAtTheEnd() async throws {
    let (hanging, other) = (await TestMailServer(["--reply", "QUIT", "hang"]), await TestMailServer())
    let web = LocalServer { _ in .respond(204) }
    let deliverers = Deliverers(version: "1", write: { _ in })
    let first = deliverers.deliverer(for: try destination("smtp://127.0.0.1:\(hanging.port)"))
    let others = [
      Destination(id: "hook", kind: .service(.webhook(web.url()))), try destination("smtp://127.0.0.1:\(other.port)"),
    ].map(deliverers.deliverer)
    let hasEnded = Guarded(false)
    // On a machine that is busy for seconds the mail is given up waiting for before the others are sent: once more.
    repeat {
      hasEnded.withLock { $0 = false }
      let mail = Task {
        let outcome = await first.deliver(.makeUpSunday(), at: now)
        hasEnded.withLock { $0 = true }
        return outcome
      }
      await hanging.waitForQuit()
      for other in others { #expect(await other.deliver(.makeUpSunday(), at: now) == .delivered) }
      guard hasEnded.withLock(\.self) else {
        #expect(await mail.value == .delivered)
        break
      }
    } while !Task.isCancelled
  }

  @Test("nobody there is asked again; an answer that never came is unknown")
  func noAnswer() async throws {
    let nobody = try email("smtp://127.0.0.1:\(LocalServer.unusedPort())")
    guard case .retry = await nobody.deliver(.makeUpSunday(), at: now) else {
      Issue.record("nobody there is no retry")
      return
    }
    let server = await TestMailServer(["--reply", "DATA", "close"])
    guard case .unknown = await (try email("smtp://127.0.0.1:\(server.port)")).deliver(.makeUpSunday(), at: now) else {
      Issue.record("a connection that ends after the mail is not unknown")
      return
    }
    let hangs = LocalServer([.close])
    guard case .retry = await (try email("smtp://127.0.0.1:\(hangs.port)", to: ["a@b"])).cancelled(now) else {
      Issue.record("a mail that was not sent is no retry")
      return
    }
  }
}

extension Deliverer {
  /// What comes of a delivery that is cancelled at once.
  fileprivate func cancelled(_ now: Instant) async -> Outcome {
    let task = Task { await deliver(.makeUpSunday(), at: now) }
    task.cancel()
    return await task.value
  }
}

extension ServiceSettings {
  /// Those of a receiver of one's own.
  fileprivate static func webhook(_ url: String) -> ServiceSettings {
    var settings = ServiceSettings(kind: "webhook")
    settings.set("url", Secret(url))
    return settings
  }
}
