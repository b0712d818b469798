import TestSupport

import struct FoundationEssentials.Data
import class FoundationEssentials.JSONDecoder

/// A mail server on the loopback interface: aiosmtpd, whose mails Python's email package reads.
final class TestMailServer: Sendable {
  /// A mail as the server got it and Python read it.
  struct Mail: Decodable {
    let from: String
    let to: [String]
    let user: String?
    let isTLS, isUTF8, isLineEnded: Bool
    let names, defects: [String]
    let subject, sender, receivers, messageID, date, type, charset, text: String
    let importance: String?
    let longestLine: Int
  }

  private let process: ChildProcess
  let port: String

  /// - Parameter options: those of contrib/test/mail_server.py.
  init(_ options: [String] = []) async {
    let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    process = ChildProcess(["/usr/bin/python3", "-W", "ignore", "\(root)/contrib/test/mail_server.py"] + options)
    port = await process.nextLine() ?? "1"
  }

  /// The next mail that arrives.
  func nextMail() async throws -> Mail? {
    guard let line = await process.nextLine() else { return nil }
    return try JSONDecoder().decode(Mail.self, from: Data(line.utf8))
  }

  /// Returns once a client wants to leave that is kept waiting for an answer.
  func waitForQuit() async { while let line = await process.nextLine(), line != "{}" {} }

  /// The mails that have arrived and were not looked at; ends the server.
  func rest() async -> Int {
    process.stop()
    return await process.output().split(separator: "\n").count
  }
}
