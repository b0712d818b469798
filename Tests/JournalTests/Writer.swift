import Glibc
import Concurrency
import Testing

/// The program `journal-writer`, running.
final class Writer: Sendable {
  private let process: pid_t
  private let output: Int32
  private let buffer = Guarded<[UInt8]>([])

  /// Starts it on a journal. It lies beside the tests' own program.
  init(_ journal: String) throws {
    var own = [CChar](repeating: 0, count: 4096)
    let length = readlink("/proc/self/exe", &own, own.count)
    try #require(length > 0)
    let path = String(decoding: own.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let program = path[..<path.lastIndex(of: "/")!] + "/journal-writer"

    var ends: [Int32] = [0, 0]
    // A pair of sockets: unlike a pipe, Swift can make it close-on-exec at once, so that no other test's child holds it.
    let stream = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    try #require(socketpair(AF_UNIX, stream, 0, &ends) == 0)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(String(program)), strdup(journal), nil]
    defer { arguments.forEach { free($0) } }
    var process = pid_t()
    let code = posix_spawn(&process, String(program), &actions, nil, &arguments, environ)
    close(ends[1])
    try #require(code == 0, "cannot start \(program)")
    self.process = process
    output = ends[0]
  }

  deinit { close(output) }

  /// Its next lines, at least `count`. Blocks.
  @discardableResult
  func readLines(_ count: Int) throws -> [String] {
    try buffer.withLock { buffer in
      while buffer.count(where: { $0 == UInt8(ascii: "\n") }) < count {
        try #require(fill(&buffer), "journal-writer ended early")
      }
      return takeLines(&buffer)
    }
  }

  /// Kills it with SIGKILL after so many lines; all lines that it wrote. Blocks.
  func kill(afterLines count: Int) throws -> [String] {
    var lines = try readLines(count)
    kill()
    buffer.withLock { buffer in
      while fill(&buffer) {}
      lines += takeLines(&buffer)
    }
    return lines
  }

  /// Kills it with SIGKILL.
  func kill() {
    _ = Glibc.kill(process, SIGKILL)
    var status: Int32 = 0
    waitpid(process, &status, 0)
  }

  private func fill(_ buffer: inout [UInt8]) -> Bool {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = read(output, &chunk, chunk.count)
    guard count > 0 else { return false }
    buffer += chunk.prefix(count)
    return true
  }

  private func takeLines(_ buffer: inout [UInt8]) -> [String] {
    guard let end = buffer.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
    let lines = buffer[..<end].split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    buffer.removeSubrange(...end)
    return lines
  }
}
