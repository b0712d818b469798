import Glibc
import TestSupport

func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

extension TemporaryDirectory {
  /// Writes a WAV file of 32-bit floats (Multimedia Programming Interface and Data Specifications 1.0; the format's number
  /// is 3) and returns its path.
  func writeWAV(_ name: String, _ samples: [Float], channels: Int = 1, rate: Int = 8000) -> String {
    func bytes(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    let data = samples.flatMap { bytes(Int($0.bitPattern), 4) }
    let format =
      bytes(3, 2) + bytes(channels, 2) + bytes(rate, 4) + bytes(rate * channels * 4, 4) + bytes(channels * 4, 2)
      + bytes(32, 2)
    let body =
      Array("WAVEfmt ".utf8) + bytes(format.count, 4) + format + Array("data".utf8) + bytes(data.count, 4) + data
    let file = Array("RIFF".utf8) + bytes(body.count, 4) + body
    let path = self[name]
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    precondition(Glibc.write(descriptor, file, file.count) == file.count, "cannot fill \(path)")
    close(descriptor)
    return path
  }
}
