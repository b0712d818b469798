import Alarms

/// The lines of one event of an iCalendar file, unfolded, with the line of the file at which it begins.
struct EventLines {
  let line: Int
  private(set) var text = "BEGIN:VEVENT\r\n"
  /// How many lines reach the C library.
  private(set) var count = 0

  init(line: Int) { self.line = line }

  /// What a day off or a make-up workday is read from. Everything else never reaches the C library.
  private static let properties: Set<String> = [
    "DTSTART", "DTEND", "DURATION", "RRULE", "RDATE", "EXDATE", "RECURRENCE-ID", "UID", "SUMMARY", "DESCRIPTION",
    "CATEGORIES", "STATUS", "X-APPLE-SPECIAL-DAY",
  ]

  mutating func append(_ line: String) {
    let name = line.prefix { $0 != ":" && $0 != ";" }.uppercased()
    guard EventLines.properties.contains(name) else { return }
    text += line + "\r\n"
    count += 1
  }

  mutating func close() { text += "END:VEVENT\r\n" }
}

/// Finds the events of an iCalendar file, and refuses what no calendar of holidays is.
struct EventScanner {
  /// In bytes; a description that is longer is none.
  static let (longestLine, longestEvent) = (65_536, 131_072)
  /// The C library takes time with the square of the lines that it cannot read.
  static let mostLines = 1000
  static let (deepest, mostEvents) = (8, 20_000)

  private let file: String
  /// What a file that is not UTF-8 seems to be.
  private var encoding: TextEncoding?
  private var open: [(name: String, line: Int)] = []
  private var event: EventLines?
  private var events: [EventLines] = []
  private var sawCalendar = false

  private init(file: String) { self.file = file }

  static func events(_ bytes: [UInt8], file: String) throws(Diagnostic) -> [EventLines] {
    var scanner = EventScanner(file: file)
    if let fault = HolidayFile.markupFault(bytes, file: file) { throw fault }
    let encoding = TextEncoding(guessedFor: bytes)
    if let encoding, encoding.hasWideUnits { throw scanner.fault(LocalText(verbatim: encoding.remedy), 1) }
    scanner.encoding = encoding
    let (newline, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    var rest = bytes[(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)...]
    var (number, current, currentNumber) = (0, [UInt8](), 1)
    // Folding may cut a character in two (RFC 5545, 3.1), so lines are joined as bytes.
    while !rest.isEmpty {
      number += 1
      let end = rest.firstIndex(of: newline) ?? rest.endIndex
      let line = rest[..<end].last == carriageReturn ? rest[..<(end - 1)] : rest[..<end]
      rest = rest[min(end + 1, rest.endIndex)...]
      let isContinued = line.first == UInt8(ascii: " ") || line.first == UInt8(ascii: "\t")
      guard (isContinued ? current.count : 0) + line.count <= longestLine else {
        throw scanner.fault(
          "the line is longer than \(longestLine) bytes; this is no calendar of holidays",
          isContinued ? currentNumber : number)
      }
      // Whether one ends a line is anyone's guess, and a wrong one would lose half an event.
      guard !line.contains(carriageReturn) else {
        throw scanner.fault("a carriage return stands inside the line; expected lines that end in CRLF or LF", number)
      }
      guard isContinued else {
        try scanner.take(current, number: currentNumber)
        (current, currentNumber) = (Array(line), number)
        continue
      }
      guard !current.isEmpty else {
        throw scanner.fault("the line goes on from an empty one; the file is damaged, so fetch it again", number)
      }
      current += line.dropFirst()
    }
    try scanner.take(current, number: currentNumber)
    if let last = scanner.open.last {
      throw scanner.fault("BEGIN:\(last.name) has no end; the file was cut off, so fetch it again", last.line)
    }
    guard scanner.sawCalendar else {
      throw scanner.fault("this is no iCalendar file, which begins with BEGIN:VCALENDAR; fetch it again", 1)
    }
    return scanner.events
  }

  private mutating func take(_ bytes: [UInt8], number: Int) throws(Diagnostic) {
    guard !bytes.isEmpty else { return }
    guard !bytes.contains(0) else {
      throw fault("the line holds a zero byte; the file is damaged, so fetch it again", number)
    }
    guard let line = String(validating: bytes, as: UTF8.self) else {
      let remedy = "the line is not UTF-8, which iCalendar is written in; fetch it again, or convert it with iconv"
      throw fault(LocalText(verbatim: encoding?.remedy ?? remedy), number)
    }
    if let name = word(after: "BEGIN:", in: line) { return try begin(name, number) }
    if let name = word(after: "END:", in: line) { return try end(name, number) }
    guard !open.isEmpty else {
      throw fault("this is no iCalendar file, which begins with BEGIN:VCALENDAR; fetch it again", number)
    }
    // Alarms inside an event have summaries of their own.
    guard open.last?.name == "VEVENT" else { return }
    guard !wrapsAround(line) else {
      throw fault("the line has a number that is too large; this is no holiday", number)
    }
    event?.append(line)
    if let event, event.text.utf8.count > EventScanner.longestEvent {
      throw fault("the event is longer than \(EventScanner.longestEvent) bytes; this is no holiday", event.line)
    }
    if let event, event.count > EventScanner.mostLines {
      throw fault("the event has more than \(EventScanner.mostLines) lines; this is no holiday", event.line)
    }
  }

  private mutating func begin(_ name: String, _ number: Int) throws(Diagnostic) {
    if open.isEmpty {
      guard name == "VCALENDAR" else {
        throw fault("expected BEGIN:VCALENDAR, found BEGIN:\(name.prefix(40)); fetch it again", number)
      }
      sawCalendar = true
    }
    guard open.count < EventScanner.deepest else {
      throw fault("nested deeper than \(EventScanner.deepest) levels; this is no calendar of holidays", number)
    }
    if name == "VEVENT" {
      guard event == nil else { throw fault("an event begins inside another one", number) }
      guard events.count < EventScanner.mostEvents else {
        throw fault("more than \(EventScanner.mostEvents) events; this is no calendar of holidays", number)
      }
      event = EventLines(line: number)
    }
    open.append((name, number))
  }

  private mutating func end(_ name: String, _ number: Int) throws(Diagnostic) {
    guard let last = open.popLast(), last.name == name else {
      throw fault("END:\(name.prefix(40)) has no beginning here; the file is damaged, so fetch it again", number)
    }
    guard name == "VEVENT", var event else { return }
    event.close()
    events.append(event)
    self.event = nil
  }

  /// Whether libical would make another number of one: it counts in 32 bits, and intervals in 16, without looking.
  private func wrapsAround(_ line: String) -> Bool {
    let line = line.uppercased()
    guard line.hasPrefix("RRULE") || line.hasPrefix("DURATION") else { return false }
    let isLong = line.utf8.split { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.contains { $0.count > 9 }
    guard let interval = line.firstRange(of: "INTERVAL=") else { return isLong }
    return isLong || line[interval.upperBound...].prefix { $0.isNumber }.count > 4
  }

  private func word(after mark: String, in line: String) -> String? {
    guard line.utf8.count > mark.utf8.count, line.prefix(mark.count).uppercased() == mark else { return nil }
    let word = line.dropFirst(mark.count).split(whereSeparator: \.isWhitespace).first
    return word.map { $0.uppercased() }
  }

  private func fault(_ message: LocalText, _ line: Int) -> Diagnostic {
    Diagnostic(message, at: SourcePlace(file: file, line: line, column: 1))
  }
}
