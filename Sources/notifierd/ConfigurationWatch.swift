import Alarms
import Dispatch
import Glibc

/// Tells when a file of the configuration may have changed, by inotify: no polling.
///
/// Directories are watched, since editors replace files; where one does not exist yet, the nearest that does.
final class ConfigurationWatch: Sendable {
  /// A value after changes, once they have come to rest.
  let changes: AsyncStream<Void>

  private let queue = DispatchQueue(label: "notifierd.watch")
  private let descriptor: Int32
  // Both are used on `queue` only, after the initialiser.
  private nonisolated(unsafe) let source: any DispatchSourceRead
  private nonisolated(unsafe) var settling: DispatchWorkItem?

  /// Editors write a file in several steps, and `notifierctl` several files.
  private static let quiet = DispatchTimeInterval.milliseconds(150)

  private static let events =
    UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM) | UInt32(IN_DELETE) | UInt32(IN_CREATE)
    | UInt32(IN_ATTRIB) | UInt32(IN_ONLYDIR)

  /// Watches the directories of these files and these directories.
  ///
  /// Returns `nil` where the kernel gives no watch; SIGHUP then still reloads.
  init?(files: [String], directories: [String]) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    changes = stream
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setEventHandler { [weak self] in self?.drain(continuation) }
    source.setCancelHandler { [descriptor] in close(descriptor) }
    watch(files: files, directories: directories)
    source.activate()
  }

  deinit { source.cancel() }

  /// Watches these from now on too. A directory that is watched already is watched once.
  func watch(files: [String], directories: [String]) {
    for directory in Set(files.map(Files.directory) + directories) {
      var existing = directory
      while !Files.exists(existing), existing != "/", existing != "." { existing = Files.directory(of: existing) }
      inotify_add_watch(descriptor, existing, ConfigurationWatch.events)
    }
  }

  private func drain(_ continuation: AsyncStream<Void>.Continuation) {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while read(descriptor, &buffer, buffer.count) > 0 {}
    settling?.cancel()
    let work = DispatchWorkItem { continuation.yield() }
    settling = work
    queue.asyncAfter(deadline: .now() + ConfigurationWatch.quiet, execute: work)
  }
}
