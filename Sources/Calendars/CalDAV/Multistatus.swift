/// What a server says of several resources at once (RFC 4918, 13).
struct Multistatus: Sendable {
  /// One resource.
  struct Item: Sendable {
    /// As written: an absolute path or a whole address.
    let href: String
    /// The properties that the server has, those of the parts with a status of success.
    let properties: [XMLElement]
    /// Whether the server says that the resource itself is not there.
    let isGone: Bool

    subscript(name: String) -> XMLElement? { properties.first { $0.name == name } }

    /// The last part of its path, without escapes.
    var name: String { Multistatus.name(of: href) }
  }

  let items: [Item]

  /// - Returns: `nil` where the document is of another kind.
  init?(_ root: XMLElement) {
    guard root.name == "DAV: multistatus" else { return nil }
    items = root.children.filter { $0.name == "DAV: response" }.flatMap { response -> [Item] in
      let hrefs = response.children.filter { $0.name == "DAV: href" }.map(\.text)
      let properties = response.children.filter { $0.name == "DAV: propstat" }
        .filter { Multistatus.isSuccess($0["DAV: status"]?.text) }.flatMap { $0["DAV: prop"]?.children ?? [] }
      let isGone = response["DAV: status"].map { !Multistatus.isSuccess($0.text) } ?? false
      return hrefs.map { Item(href: $0, properties: properties, isGone: isGone) }
    }
  }

  /// A part without a status is taken for one of success: nothing says otherwise.
  private static func isSuccess(_ line: String?) -> Bool {
    guard let line else { return true }
    return line.split(separator: " ").dropFirst().first?.first == "2"
  }

  private static func name(of href: String) -> String {
    let path = href.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    let last = path.split(separator: UInt8(ascii: "/")).last.map(Array.init) ?? []
    var (bytes, index) = ([UInt8](), 0)
    while index < last.count {
      if last[index] == UInt8(ascii: "%"), index + 2 < last.count,
        let byte = UInt8(String(decoding: last[(index + 1)...(index + 2)], as: UTF8.self), radix: 16)
      {
        bytes.append(byte)
        index += 3
      } else {
        bytes.append(last[index])
        index += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
