/// A name for some texts that is the same in every run, and says nothing of an address that is to be kept private: their
/// FNV-1a hash in 16 hexadecimal digits.
package func stableHash(_ texts: [String]) -> String {
  var hash: UInt64 = 0xcbf2_9ce4_8422_2325
  for byte in texts.joined(separator: "\n").utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
  let digits = String(hash, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}
