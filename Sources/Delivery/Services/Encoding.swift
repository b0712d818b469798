internal import class FoundationEssentials.JSONEncoder

/// JSON as raw UTF-8, keys sorted, slashes as they are: the same message gives the same bytes.
func encodeJSON(_ value: some Encodable) throws -> [UInt8] {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  return Array(try encoder.encode(value))
}

/// `text` as the value of a header: bytes outside visible ASCII percent-encoded, once, as CloudEvents' HTTP binding does.
func headerValue(_ text: String) -> String {
  percentEncoded(text) { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "%") }
}

/// `text` with every byte of its UTF-8 that `isPlain` refuses as `%` and two capital hexadecimal digits.
func percentEncoded(_ text: String, isPlain: (UInt8) -> Bool) -> String {
  if text.utf8.allSatisfy(isPlain) { return text }
  let digits = Array("0123456789ABCDEF")
  return text.utf8.reduce(into: "") { result, byte in
    if isPlain(byte) {
      result.unicodeScalars.append(Unicode.Scalar(byte))
    } else {
      result += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
    }
  }
}
