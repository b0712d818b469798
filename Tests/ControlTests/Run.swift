import Glibc
import Testing

/// Runs a program to its end; what it printed. Blocks.
func run(_ arguments: [String]) throws -> String {
  // A pair of sockets: unlike a pipe, Swift can make it close-on-exec at once, so that no other test's child holds it.
  var ends: [Int32] = [0, 0]
  try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
  defer { close(ends[0]) }
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
  var pointers = arguments.map { strdup($0) } + [nil]
  defer { pointers.forEach { free($0) } }
  var process = pid_t()
  let code = posix_spawn(&process, arguments[0], &actions, nil, &pointers, environ)
  close(ends[1])
  try #require(code == 0, "cannot start \(arguments[0])")
  var output: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 65_536)
  while case let count = read(ends[0], &chunk, chunk.count), count > 0 { output += chunk[..<count] }
  var status: Int32 = 0
  waitpid(process, &status, 0)
  try #require(status == 0, "\(arguments[0]) ended with status \(status)")
  return String(decoding: output, as: UTF8.self)
}
