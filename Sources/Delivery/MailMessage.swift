import Alarms
import CLibNotify
import Workdays

/// A mail as RFC 5322 and MIME have it: the title as its subject, all else as plain text.
struct MailMessage {
  /// The header, a field a line, folded lines as they are sent but for their CR.
  let header: String
  /// Header and text as they are sent.
  let bytes: [UInt8]

  init(_ ring: Ring, _ message: Message, at now: Instant, from: MailAddress, to: [MailAddress]) {
    // The same for every try: those who get it twice see it once.
    let id = stableHash([ring.id] + to.map(\.address))
    // One of ASCII, which every reader of threads takes.
    let own = from.address.split(separator: "@").last.map(String.init) ?? ""
    let domain = own.utf8.allSatisfy { $0 < 0x80 } ? own : "\(stableHash([own])).invalid"
    var fields = [
      "From: \(MailMessage.written(from))", "To: \(to.map(MailMessage.written).joined(separator: ",\n "))",
      "Subject: \(MailMessage.encoded(message.title))", "Date: \(MailMessage.date(now, utcOffset: ring.utcOffset))",
      "Message-ID: <\(id).notifier@\(domain)>", "Auto-Submitted: auto-generated", "MIME-Version: 1.0",
      "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64",
    ]
    // RFC 4021, 2.1.54.
    if ring.urgency != .normal { fields.append("Importance: \(ring.urgency == .critical ? "high" : "low")") }
    header = fields.joined(separator: "\n") + "\n"
    let text = message.lines.map { $0 + "\r\n" }.joined()
    bytes = Array("\(header)\n\(MailMessage.base64Lines(Array(text.utf8)))".withCRLF.utf8)
  }

  private static func written(_ address: MailAddress) -> String {
    guard let name = address.name else { return address.address }
    guard isPlain(name) else { return "\(encodedWords(name))\n <\(address.address)>" }
    let quoted = name.map { "\"\\".contains($0) ? "\\\($0)" : "\($0)" }.joined()
    return "\"\(quoted)\" <\(address.address)>"
  }

  private static func encoded(_ text: String) -> String { isPlain(text) ? text : encodedWords(text) }

  /// Whether it can stand in a header as it is.
  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x20...0x7E).contains($0) } && !text.contains("=?") && text.utf8.count <= 60
      && text.first != " " && text.last != " "
  }

  /// RFC 2047: words of whole characters, short enough for lines of 76.
  private static func encodedWords(_ text: String) -> String {
    let most = 39
    var words: [[UInt8]] = [[]]
    for scalar in text.unicodeScalars {
      let bytes = Array(String(scalar).utf8)
      if words[words.count - 1].count + bytes.count > most { words.append([]) }
      words[words.count - 1] += bytes
    }
    return words.map { "=?UTF-8?B?\(base64($0))?=" }.joined(separator: "\n ")
  }

  /// `Sun, 20 Sep 2026 08:50:00 +0800`
  private static func date(_ instant: Instant, utcOffset: Int) -> String {
    let minutes = utcOffset / 60
    let civil = instant.civil(utcOffset: minutes * 60)
    let (year, month, day) = civil.date.fields
    let weekday = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][civil.date.weekday.rawValue - 1]
    let names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
    let time = [civil.time.hour, civil.time.minute, civil.time.second].map(two).joined(separator: ":")
    let zone = (minutes < 0 ? "-" : "+") + two(abs(minutes) / 60) + two(abs(minutes) % 60)
    return "\(weekday), \(day) \(names[month - 1]) \(year) \(time) \(zone)"
  }

  private static func base64Lines(_ bytes: [UInt8]) -> String {
    let digits = Array(base64(bytes).utf8)
    return stride(from: 0, to: digits.count, by: 76).map { start in
      String(decoding: digits[start..<min(start + 76, digits.count)], as: UTF8.self) + "\n"
    }.joined()
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    let encoded = g_base64_encode(bytes, gsize(bytes.count))!
    defer { g_free(encoded) }
    return String(cString: encoded)
  }
}

extension String {
  fileprivate var withCRLF: String {
    split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
  }
}
