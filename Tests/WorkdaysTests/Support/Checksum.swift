/// The CRC-32 of ISO 3309, which Python's zlib computes too: a long list in a vector is kept as this number.
func crc32(_ text: String) -> UInt32 {
  ~text.utf8.reduce(~0) { sum, byte in
    (0..<8).reduce(sum ^ UInt32(byte)) { word, _ in word & 1 != 0 ? 0xedb8_8320 ^ (word >> 1) : word >> 1 }
  }
}
