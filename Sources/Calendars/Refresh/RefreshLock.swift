package import Alarms
import Glibc

/// Keeps all other programs from refreshing the copies in a directory until it dies.
package struct RefreshLock: ~Copyable {
  private let descriptor: Int32

  /// Waits until nobody else has it, which takes no longer than a refresh.
  ///
  /// - Throws: where the directory cannot be made or written to.
  package init(_ directory: String) throws(FileError) { descriptor = try RefreshLock.take(directory) }

  /// The kernel takes the lock back with the last descriptor.
  deinit { close(descriptor) }

  private static func take(_ directory: String) throws(FileError) -> Int32 {
    try Files.makeDirectory(directory)
    let path = "\(directory)/.lock"
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw FileError(description: "opening \(path) failed: \(String(cString: strerror(errno)))")
    }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else {
        let reason = String(cString: strerror(errno))
        close(descriptor)
        throw FileError(description: "locking \(path) failed: \(reason)")
      }
    }
    return descriptor
  }
}
