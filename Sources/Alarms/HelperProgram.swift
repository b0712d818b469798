import CProcess
import Glibc

/// Programs that do a part of the work in a process of their own, so that what they load or read stays out of this one.
package enum HelperProgram {
  /// A helper's path: beside this program, or in `libexec` as packages have it; `nil` where it is in neither.
  package static func path(of name: String) -> String? {
    guard let own = ownPath else { return nil }
    let directory = Files.directory(of: own)
    return ["\(directory)/\(name)", "\(Files.directory(of: directory))/libexec/notifier/\(name)"]
      .first { access($0, X_OK) == 0 }
  }

  /// Starts a program whose standard input and output are `descriptor`: with the same standard error, every signal as at a
  /// program's start, and nothing else of this process.
  ///
  /// - Parameter child: becomes its process id.
  /// - Returns: 0, or the error's number.
  package static func spawn(
    _ child: inout Int32, _ path: String, _ arguments: [String], descriptor: Int32
  ) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, descriptor, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, descriptor, STDOUT_FILENO)
    _ = notifier_spawn_close_from(&actions, 3)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    return posix_spawn(&child, path, &actions, &attributes, &words, environ)
  }

  private static var ownPath: String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    return count > 0 ? String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
  }
}
