import HTTP

extension HTTPRequest {
  /// A POST of a JSON document.
  static func json(
    _ url: String, _ body: JSONValue, headers: [HTTPHeader] = [], method: String = "POST"
  ) -> HTTPRequest { json(url, bytes: body.bytes, headers: headers, method: method) }

  /// A POST of the bytes of a JSON document.
  static func json(
    _ url: String, bytes: [UInt8], headers: [HTTPHeader] = [], method: String = "POST"
  ) -> HTTPRequest {
    HTTPRequest(
      method: method, url: url, headers: [HTTPHeader("Content-Type", "application/json; charset=utf-8")] + headers,
      body: bytes)
  }

  /// A POST of the fields of a form.
  static func form(_ url: String, _ fields: [(name: String, value: String)]) -> HTTPRequest {
    let text = fields.map { "\(formEncoded($0.name))=\(formEncoded($0.value))" }.joined(separator: "&")
    return HTTPRequest(
      method: "POST", url: url, headers: [HTTPHeader("Content-Type", "application/x-www-form-urlencoded")],
      body: Array(text.utf8))
  }
}

/// `address` with a path below it, whether or not it ends in a slash. A query stays behind the path.
func appending(_ path: String, to address: String) -> String {
  let query = address.firstIndex(of: "?").map { address[$0...] } ?? ""
  let base = address.dropLast(query.count)
  return (base.hasSuffix("/") ? String(base.dropLast()) : String(base)) + path + query
}

/// `address` with another part of its query.
func addingQuery(_ name: String, _ value: String, to address: String) -> String {
  "\(address)\(address.contains("?") ? "&" : "?")\(name)=\(formEncoded(value))"
}

/// `text` as a part of a path, of a query or of a form: all but RFC 3986's unreserved characters percent-encoded.
func formEncoded(_ text: String) -> String {
  percentEncoded(text) { byte in
    let letter = Unicode.Scalar(byte)
    return letter.isASCII && letter.properties.isAlphabetic || (0x30...0x39).contains(byte)
      || "-._~".utf8.contains(byte)
  }
}

/// The request whose `text` is cut as little as needed for its body to stay within `limit` bytes.
func fitting(_ text: String, into limit: Int, _ make: (String) -> JSONValue) -> JSONValue {
  let whole = make(text)
  guard whole.bytes.count > limit else { return whole }
  // How much longer encoding makes a text depends on what stands where in it.
  var (value, fits, exceeds) = (make(text.cut(toUTF8Bytes: 3)), 3, text.utf8.count)
  while exceeds - fits > 1 {
    let middle = (fits + exceeds) / 2
    let candidate = make(text.cut(toUTF8Bytes: middle))
    if candidate.bytes.count <= limit { (value, fits) = (candidate, middle) } else { exceeds = middle }
  }
  return value
}
