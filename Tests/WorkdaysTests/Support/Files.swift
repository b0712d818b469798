import Glibc
import Workdays

/// What went wrong outside the code under test.
struct SupportError: Error, CustomStringConvertible {
  let description: String
}

/// The bytes of a file.
func contents(of path: String) throws -> [UInt8] {
  guard let file = fopen(path, "rb") else { throw SupportError(description: "\(path) cannot be opened") }
  defer { fclose(file) }
  return allBytes(of: file)
}

/// What a shell command prints.
///
/// - Throws: when it cannot run or ends with a status other than 0. Its own message goes to standard error.
func output(of command: String) throws -> [UInt8] {
  guard let pipe = popen(command, "r") else { throw SupportError(description: "no shell for: \(command)") }
  let bytes = allBytes(of: pipe)
  let status = pclose(pipe)
  guard status == 0 else { throw SupportError(description: "wait status \(status) of: \(command)") }
  return bytes
}

private func allBytes(of file: UnsafeMutablePointer<FILE>) -> [UInt8] {
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
  return bytes
}

/// The lines of a text, comments (`#`) and empty ones left out.
func dataLines(_ bytes: [UInt8]) -> [String] {
  bytes.split(separator: UInt8(ascii: "\n")).filter { $0.first != UInt8(ascii: "#") }
    .map { String(decoding: $0, as: UTF8.self) }
}

/// The path of a file of this package, from its top folder.
func packagePath(_ path: String) -> String {
  // #filePath is …/Tests/WorkdaysTests/Support/Files.swift.
  #filePath.split(separator: "/").dropLast(4).reduce("") { $0 + "/" + $1 } + "/" + path
}

/// A zone of this machine's tzdata.
func systemZone(_ name: String) throws -> ZoneRules {
  try ZoneRules(identifier: name, tzif: contents(of: "/usr/share/zoneinfo/\(name)"))
}

/// Steele, Lea and Flood's SplitMix64: the same numbers for the same seed, on every machine.
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
    return word ^ (word >> 31)
  }
}
