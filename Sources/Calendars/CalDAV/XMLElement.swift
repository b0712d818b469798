import CLibExpat

/// An element of an XML document, read without anything that a document may declare or fetch.
struct XMLElement: Sendable {
  /// The namespace and the local name with a space between, as `DAV: href`.
  let name: String
  fileprivate(set) var children: [XMLElement] = []
  /// The text directly in it, without white space at the ends.
  fileprivate(set) var text = ""

  /// The first child of that name.
  subscript(name: String) -> XMLElement? { children.first { $0.name == name } }

  /// Why a document was not read.
  enum Fault: Error {
    /// It is not well-formed.
    case malformed
    /// It declares a document type. WebDAV needs none, and with entities a short one could grow without end.
    case declaresType
    /// Its elements lie deeper than any answer's do.
    case tooDeep
  }

  /// Reads a whole document.
  init(_ bytes: [UInt8]) throws(Fault) {
    guard let parser = XML_ParserCreateNS(nil, XML_Char(UInt8(ascii: " "))) else { throw .malformed }
    defer { XML_ParserFree(parser) }
    let reader = XMLReader(parser)
    let status = withExtendedLifetime(reader) {
      reader.attach()
      return bytes.withUnsafeBytes { bytes in
        XML_Parse(parser, bytes.assumingMemoryBound(to: CChar.self).baseAddress, Int32(clamping: bytes.count), 1)
      }
    }
    if let fault = reader.fault { throw fault }
    guard status == XML_STATUS_OK, let root = reader.root else { throw .malformed }
    self = root
  }

  fileprivate init(name: String) { self.name = name }
}

/// Builds the tree. Expat holds its address for the length of the one call that reads the document.
private final class XMLReader {
  private let parser: XML_Parser
  private var open: [XMLElement] = []
  private(set) var root: XMLElement?
  private(set) var fault: XMLElement.Fault?

  private static let deepest = 64

  init(_ parser: XML_Parser) { self.parser = parser }

  func attach() {
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser, { context, name, _ in XMLReader.of(context).start(name.map { String(cString: $0) } ?? "") },
      { context, _ in XMLReader.of(context).end() })
    XML_SetCharacterDataHandler(parser) { context, bytes, count in
      let text = UnsafeRawBufferPointer(start: bytes, count: Int(count))
      XMLReader.of(context).add(String(decoding: text, as: UTF8.self))
    }
    XML_SetStartDoctypeDeclHandler(parser) { context, _, _, _, _ in XMLReader.of(context).stop(.declaresType) }
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> XMLReader {
    Unmanaged<XMLReader>.fromOpaque(context!).takeUnretainedValue()
  }

  private func start(_ name: String) {
    open.append(XMLElement(name: name))
    if open.count > XMLReader.deepest { stop(.tooDeep) }
  }

  private func add(_ text: String) {
    guard !open.isEmpty else { return }
    open[open.count - 1].text += text
  }

  private func end() {
    guard var element = open.popLast() else { return }
    element.text = String(element.text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
  }

  private func stop(_ fault: XMLElement.Fault) {
    self.fault = fault
    _ = XML_StopParser(parser, XML_Bool(0))
  }
}
