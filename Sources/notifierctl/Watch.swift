import Alarms
import CClock
import Glibc
import Workdays

/// Tells when an answer may be another one: at a moment, when the configuration or the journal changes, or by a signal.
///
/// It waits in one call to poll(2) and is woken by nothing else.
final class Watch {
  enum Wake {
    /// The moment has come, the clock was set, or a file has changed.
    case changed
    /// The terminal has another size.
    case resized
    /// The person wants the terminal for now (SIGTSTP).
    case stopped
    /// A key was pressed.
    case pressed
    /// The end: a signal, or nobody reads any more.
    case ended
  }

  private let files: Int32
  private let signals: Int32
  private let timer: Int32
  private let locations: Locations
  private let configuration: String?
  private let readsKeys: Bool
  /// By the number of a watch, the names that matter there; an empty set for all.
  private var interests: [Int32: Set<String>] = [:]

  /// How long changes have to rest: editors write in several steps, and SQLite does.
  private static let quietMicroseconds: UInt32 = 150_000
  private static let events =
    UInt32(IN_MODIFY) | UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM) | UInt32(IN_DELETE) | UInt32(IN_CREATE)

  /// Watches the usual files, or the one that `--config` names, and with `readsKeys` standard input.
  ///
  /// To be called before any thread begins: signals that have to be waited for are kept from all of them.
  init(_ locations: Locations, configuration: String?, readsKeys: Bool = false) throws {
    (self.locations, self.configuration, self.readsKeys) = (locations, configuration, readsKeys)
    var set = sigset_t()
    sigemptyset(&set)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGWINCH] { sigaddset(&set, signal) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
    signals = signalfd(-1, &set, Int32(SFD_CLOEXEC))
    files = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    timer = timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
    guard signals >= 0, files >= 0, timer >= 0 else {
      throw Failure(.unavailable, "the kernel gives nothing to wait with: \(String(cString: strerror(errno)))")
    }
    look()
  }

  deinit { for descriptor in [files, signals, timer] where descriptor >= 0 { close(descriptor) } }

  /// Waits until something happens.
  func wait(until moment: Instant?) -> Wake {
    // A clock that is set ends the wait as well.
    _ = notifier_timerfd_set(
      timer, Int64(moment?.seconds ?? 0), moment.map { Int64(max(1, $0.nanoseconds)) } ?? 0)
    while true {
      // A pipe's writer is told by POLLERR that nobody reads.
      var entries = [signals, files, timer].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      entries.append(pollfd(fd: STDOUT_FILENO, events: 0, revents: 0))
      if readsKeys { entries.append(pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)) }
      guard poll(&entries, nfds_t(entries.count), -1) > 0 else { continue }
      if entries[0].revents != 0 { return signal() }
      if entries[3].revents & Int16(POLLERR | POLLHUP) != 0 { return .ended }
      if readsKeys, entries[4].revents != 0 { return .pressed }
      if entries[2].revents != 0 {
        var count: UInt64 = 0
        _ = read(timer, &count, 8)
        return .changed
      }
      if entries[1].revents != 0, takeChanges() {
        usleep(Watch.quietMicroseconds)
        _ = takeChanges()
        // What was missing may be there now.
        look()
        return .changed
      }
    }
  }

  private func signal() -> Wake {
    var info = signalfd_siginfo()
    guard read(signals, &info, MemoryLayout.size(ofValue: info)) > 0 else { return .ended }
    switch Int32(info.ssi_signo) {
    case SIGWINCH: return .resized
    case SIGTSTP: return .stopped
    default: return .ended
    }
  }

  /// Watches the directories of what is read; where one is missing, the nearest that is not.
  private func look() {
    let journal = Files.name(of: locations.journal)
    // The reader itself makes and removes SQLite's other files.
    watch(locations.state, [journal, "\(journal)-wal"])
    if let configuration {
      watch(Files.directory(of: configuration), [Files.name(of: configuration)])
    } else {
      watch(locations.personal, ["notifier.yaml", "notifier.d"])
      watch("\(locations.personal)/notifier.d", [])
      watch(locations.machine, ["notifier.yaml"])
    }
  }

  private func watch(_ directory: String, _ names: Set<String>) {
    let (existing, missing) = FileEvent.nearest(directory)
    let names = missing.map { [$0] } ?? names
    let number = inotify_add_watch(files, existing, Watch.events)
    guard number >= 0 else { return }
    let known = interests[number]
    interests[number] = names.isEmpty || known?.isEmpty == true ? [] : names.union(known ?? [])
  }

  /// Takes in all that the kernel has told; whether any of it matters.
  private func takeChanges() -> Bool {
    FileEvent.all(from: files).contains { event in
      if event.isOverflow { return true }
      guard let names = interests[event.watch] else { return false }
      // That SQLite's log appears or goes is the reader's doing; only what is written into it counts.
      let isLog = event.name.hasSuffix("-wal") && event.mask & UInt32(IN_MODIFY) == 0
      return !isLog && (names.isEmpty || names.contains(event.name))
    }
  }
}

/// A terminal's screen that is drawn in place, over what was there before and comes back.
struct Screen {
  let output: Output

  /// Shows an empty screen, without a cursor and without breaking lines that are too long.
  func enter() { output.write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l") }

  /// Brings back what was there.
  func leave() { output.write("\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l") }

  /// Draws the lines of a text, as many as there is room for.
  func draw(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).prefix(max(1, output.rows - 1))
    output.write("\u{1B}[H" + lines.map { "\($0)\u{1B}[K\n" }.joined() + "\u{1B}[J")
  }
}
