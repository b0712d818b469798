import CLibYAML

/// Reads one YAML or JSON document into nodes with places.
///
/// JSON is read by the same parser, which takes nearly all of it as YAML's flow style.
package enum YAMLReader {
  /// Larger files are refused unread, in bytes.
  package static let longestFile = 16 << 20
  /// How deep collections may nest, and how many nodes a document may have once its aliases are followed.
  private static let (deepest, mostNodes) = (64, 1_000_000)
  /// How much text they may hold; without aliases it is no more than the file has.
  private static let mostBytes = 2 * longestFile
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Reads the document in `bytes`; an empty one is a null scalar.
  ///
  /// - Parameter file: the path as errors show it.
  package static func read(_ bytes: [UInt8], file: String) throws(Diagnostic) -> Node {
    let bytes = try checkedUTF8(bytes, file: file)
    let parser = EventParser(bytes, file: file)
    var builder = NodeBuilder(file: file, deepest: deepest, mostNodes: mostNodes, mostBytes: mostBytes)
    while true {
      let event = try parser.next()
      if try builder.take(event) { return builder.root ?? emptyDocument(file) }
    }
  }

  /// The bytes without a byte order mark, which libyaml takes for a character of the first line, known to be UTF-8.
  static func checkedUTF8(_ bytes: [UInt8], file: String) throws(Diagnostic) -> ArraySlice<UInt8> {
    guard bytes.count <= longestFile else {
      throw Diagnostic(
        "the file is larger than \(longestFile) bytes; split it, or fetch it again",
        at: SourcePlace(file: file, line: 1, column: 1))
    }
    let content = bytes.starts(with: byteOrderMark) ? bytes.dropFirst(byteOrderMark.count) : bytes[...]
    let encoding = TextEncoding(guessedFor: bytes)
    let fault = encoding?.hasWideUnits == true ? 0 : firstInvalidUTF8(content)
    guard let fault else { return content }
    throw Diagnostic(
      encoding.map { LocalText(verbatim: $0.remedy) } ?? "the file is not UTF-8; save it as UTF-8",
      at: SourcePlace(after: content.prefix(fault), file: file))
  }

  private static func emptyDocument(_ file: String) -> Node {
    Node(.scalar("", isQuoted: false), place: SourcePlace(file: file, line: 1, column: 1), width: 1)
  }

  private static func firstInvalidUTF8(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
    var low = 0
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): low += UTF8.width(scalar)
      case .error, .emptyInput: return low
      }
    }
  }
}

extension SourcePlace {
  /// The place that follows these bytes of a file.
  fileprivate init(after bytes: ArraySlice<UInt8>, file: String) {
    let newline = UInt8(ascii: "\n")
    let line = bytes.reduce(1) { $1 == newline ? $0 + 1 : $0 }
    let start = bytes.lastIndex(of: newline).map { $0 + 1 } ?? bytes.startIndex
    self.init(file: file, line: line, column: String(decoding: bytes[start...], as: UTF8.self).unicodeScalars.count + 1)
  }
}

/// What libyaml's parser says next, as Swift values.
struct YAMLEvent {
  enum Kind {
    case scalar(String, isQuoted: Bool)
    case alias(String)
    case sequenceStart, sequenceEnd, mappingStart, mappingEnd
    case streamEnd
    case documentStart
    case other
  }

  let kind: Kind
  let anchor: String?
  let place: SourcePlace
  let width: Int
}

/// Owns one `yaml_parser_t`.
///
/// libyaml stores the parser's own address inside the parser (`read_handler_data`) and keeps a pointer to the input, so
/// both live at fixed addresses until the owner dies.
private struct EventParser: ~Copyable {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let input: UnsafeMutableBufferPointer<UInt8>
  private let file: String

  init(_ bytes: ArraySlice<UInt8>, file: String) {
    self.file = file
    input = .allocate(capacity: bytes.count)
    _ = input.initialize(from: bytes)
    parser = .allocate(capacity: 1)
    // It fails only when memory runs out, as any allocation here may.
    precondition(yaml_parser_initialize(parser) == 1, "out of memory")
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, input.baseAddress, bytes.count)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
    input.deallocate()
  }

  func next() throws(Diagnostic) -> YAMLEvent {
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) == 1 else { throw fault() }
    defer { yaml_event_delete(&event) }
    var kind = YAMLEvent.Kind.other
    var anchor: UnsafeMutablePointer<yaml_char_t>?
    switch event.type {
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      anchor = scalar.anchor
      let text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
      kind = .scalar(text, isQuoted: scalar.style != YAML_PLAIN_SCALAR_STYLE)
    case YAML_ALIAS_EVENT: kind = .alias(String(cString: event.data.alias.anchor))
    case YAML_SEQUENCE_START_EVENT: (kind, anchor) = (.sequenceStart, event.data.sequence_start.anchor)
    case YAML_SEQUENCE_END_EVENT: kind = .sequenceEnd
    case YAML_MAPPING_START_EVENT: (kind, anchor) = (.mappingStart, event.data.mapping_start.anchor)
    case YAML_MAPPING_END_EVENT: kind = .mappingEnd
    case YAML_DOCUMENT_START_EVENT: kind = .documentStart
    case YAML_STREAM_END_EVENT: kind = .streamEnd
    default: break
    }
    let (start, end) = (event.start_mark, event.end_mark)
    return YAMLEvent(
      kind: kind, anchor: anchor.map { String(cString: $0) }, place: place(start),
      width: end.line == start.line ? end.column - start.column : 1)
  }

  /// libyaml's marks start at 0.
  private func place(_ mark: yaml_mark_t) -> SourcePlace {
    SourcePlace(file: file, line: mark.line + 1, column: mark.column + 1)
  }

  /// Some lines of the input, counted from 0, as far as there are any; of a very long one only the start.
  private func lines(_ wanted: ClosedRange<Int>) -> [String] {
    let newline = UInt8(ascii: "\n")
    var (lines, rest, number) = ([String](), input[...], 0)
    while number <= wanted.upperBound {
      let end = rest.firstIndex(of: newline)
      let line = rest[..<(end ?? rest.endIndex)]
      if wanted.contains(number) { lines.append(String(decoding: line.prefix(4096), as: UTF8.self)) }
      guard let end else { break }
      (rest, number) = (rest[(end + 1)...], number + 1)
    }
    return lines
  }

  /// What to do about a fault of form: the mistakes that people make most are named.
  private func remedy(_ problem: String) -> String {
    let faulty = parser.pointee.problem_mark.line
    let first = max(0, faulty - 3)
    let lines = self.lines(first...max(first, faulty))
    if let line = lineWithFullWidthColon { return "line \(line) has a full-width ：, write : and a space" }
    if lines.count == faulty - first + 1, lines[faulty - first].prefix(while: \.isWhitespace).contains("\t") {
      return "the line starts with a tab; indent with spaces"
    }
    if problem.contains("mapping values are not allowed") {
      return "a text that holds \": \" needs quotes around it; else check the indentation"
    }
    return "check the indentation and the quotes around this place"
  }

  /// The number of a line, from 1 on, in which a full-width colon stands for a colon: such a key is no key, which the
  /// parser notices a line or two later.
  private var lineWithFullWidthColon: Int? {
    let faulty = parser.pointee.problem_mark.line
    let first = max(0, faulty - 3)
    let index = lines(first...max(first, faulty)).firstIndex { line in
      line.prefix { $0 != "#" && $0 != "\"" }.contains("：")
    }
    return index.map { first + $0 + 1 }
  }

  private func fault() -> Diagnostic {
    let problem = parser.pointee.problem.map { String(cString: $0) } ?? "unreadable"
    let context = parser.pointee.context.map { " " + String(cString: $0) } ?? ""
    let message = "this is not valid YAML:\(context.isEmpty ? "" : context + ",") \(problem)"
    // What reads characters knows the byte alone, not the line.
    if parser.pointee.error == YAML_READER_ERROR {
      let start = min(parser.pointee.problem_offset, input.count)
      return Diagnostic(
        "\(message) (\(parser.pointee.problem_value)); take the character out, or fetch the file again",
        at: SourcePlace(after: Array(input[..<start])[...], file: file))
    }
    // The word without a colon is told where it stands, not the line behind it that made the parser notice.
    if problem.contains("could not find expected ':'"), context.contains("simple key"), lineWithFullWidthColon == nil {
      return Diagnostic(
        "this is not valid YAML: the line ends without a colon; write a key, a colon, a space and a value, or fetch the "
          + "file again if it was cut off", at: place(parser.pointee.context_mark))
    }
    // libyaml counts code points, and puts the end on a line of its own, whether or not there is one.
    guard parser.pointee.problem_mark.index >= String(decoding: input, as: UTF8.self).unicodeScalars.count else {
      return Diagnostic("\(message); \(remedy(problem))", at: place(parser.pointee.problem_mark))
    }
    if context.contains("quoted") {
      return Diagnostic(
        "\(message); close the quotes, or fetch the file again if it was cut off",
        at: place(parser.pointee.context_mark))
    }
    let end = input.lastIndex { $0 > UInt8(ascii: " ") }.map { $0 + 1 } ?? 0
    return Diagnostic(
      "\(message); the file ends too early, as if it were cut off; fetch or save it again",
      at: SourcePlace(after: Array(input[..<end])[...], file: file))
  }
}
