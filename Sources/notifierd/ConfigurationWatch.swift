import Alarms
import Dispatch
import Glibc

/// Tells when a file, of the configuration as a rule, may have changed, by inotify: no polling.
///
/// Directories are watched, since editors replace files; where one does not exist yet, the nearest that does.
final class ConfigurationWatch: Sendable {
  /// A value after changes, once they have come to rest.
  let changes: AsyncStream<Void>

  private let queue = DispatchQueue(label: "notifierd.watch")
  private let descriptor: Int32
  // All are used on `queue` only, after the initialiser.
  private nonisolated(unsafe) let source: any DispatchSourceRead
  private nonisolated(unsafe) var settling: DispatchWorkItem?
  private nonisolated(unsafe) var firstChange: DispatchTime?
  /// By the number of a watch, the names that matter there; `nil` for every file of a configuration.
  private nonisolated(unsafe) var interests: [Int32: Set<String?>] = [:]

  /// Editors write a file in several steps, and `notifierctl` several files.
  private static let quiet = DispatchTimeInterval.milliseconds(150)
  /// How long changes may go on before they are taken over unfinished.
  private static let longest = DispatchTimeInterval.seconds(2)

  private static let events =
    UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM) | UInt32(IN_DELETE) | UInt32(IN_CREATE)
    | UInt32(IN_ATTRIB) | UInt32(IN_MOVE_SELF) | UInt32(IN_ONLYDIR)

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
    // A file behind links changes where the links lead to, too.
    let all = Set(files + files.compactMap(ConfigurationWatch.realPath))
    var wanted = all.map { (directory: Files.directory(of: $0), name: String?.some(Files.name(of: $0))) }
    wanted += directories.map { ($0, nil) }
    for (directory, name) in wanted {
      let (existing, missing) = FileEvent.nearest(directory)
      let number = inotify_add_watch(descriptor, existing, ConfigurationWatch.events)
      guard number >= 0 else { continue }
      queue.async { [self] in interests[number, default: []].insert(missing ?? name) }
    }
  }

  private static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private func drain(_ continuation: AsyncStream<Void>.Continuation) {
    guard FileEvent.all(from: descriptor).contains(where: concernsUs) else { return }
    // Changes that never come to rest are taken over now and then all the same.
    let now = DispatchTime.now()
    let first = firstChange ?? now
    firstChange = first
    settling?.cancel()
    let work = DispatchWorkItem { [weak self] in
      self?.firstChange = nil
      continuation.yield()
    }
    settling = work
    queue.asyncAfter(deadline: min(now + ConfigurationWatch.quiet, first + ConfigurationWatch.longest), execute: work)
  }

  /// Whether an event is about a file that the configuration is read from, or may be read from.
  private func concernsUs(_ event: FileEvent) -> Bool {
    // A directory that is moved away takes its files along.
    if event.isOverflow || event.mask & UInt32(IN_MOVE_SELF) != 0 { return true }
    guard let interests = interests[event.watch] else { return false }
    let name = event.name
    if interests.contains(name) || (interests.contains(ImportSource.pattern) && name.hasSuffix(".ics")) { return true }
    let isConfiguration = [".yaml", ".yml", ".json", ".d"].contains { name.hasSuffix($0) } && !name.hasPrefix(".")
    return interests.contains(nil) && (name.isEmpty || isConfiguration)
  }
}
