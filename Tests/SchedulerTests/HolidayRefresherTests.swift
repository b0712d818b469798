import Alarms
import Concurrency
import Glibc
import Scheduler
import TestSupport
import Testing
import Workdays

/// When the daemon has holiday data fetched, on a clock that is set by hand.
@Suite("Fetching holiday data when it is due", .timeLimit(.minutes(1)))
struct HolidayRefresherTests {
  /// A refresher whose fetches write the state that is scripted, and are noted with their times.
  private final class Harness: Sendable {
    let directory = TemporaryDirectory()
    let clock: TestClock
    let refresher: HolidayRefresher
    let configuration: Configuration
    private let notes = Guarded<[(time: Instant, keys: Set<String>)]>([])
    private let task = Guarded<Task<Void, Never>?>(nil)

    init(_ sources: String, at now: String, failures: [String] = [], writes: Bool = true) throws {
      let locations = Locations { [directory] in ["HOME": directory.path][$0] }
      let clock = TestClock(Instant(now)!)
      self.clock = clock
      configuration = try ConfigurationLoader(locations: locations, systemZone: "Asia/Shanghai").load([
        .init(path: "/a.yaml", givesAlarms: true, text: "region: CN\nholidaySources: [\(sources)]\n")
      ])
      let (store, notes) = (locations.holidays, notes)
      refresher = HolidayRefresher(configuration, locations: locations, clock: clock, spread: 0.5) { job in
        notes.withLock { $0.append((clock.now, Set(job.sources.map(\.key)))) }
        for source in job.sources where writes {
          try store.write(
            HolidaySourceState(
              checked: job.now, failures: failures, fileModified: source.file.flatMap { Files.modified($0) }),
            of: source.key)
          // As the helper program does, also of a source that has no days yet.
          if failures.isEmpty { try store.write(HolidayCopy(), of: source.key) }
        }
        return RefreshReport(sources: job.sources.map { .init(key: $0.key, title: $0.title) })
      }
    }

    deinit { task.withLock { $0?.cancel() } }

    /// Starts it, and returns once it sleeps.
    func start() async {
      task.withLock { [refresher] in $0 = Task { await refresher.run { _ in } } }
      await clock.waitForSleepers(1)
    }

    /// Sets the clock to the moment for which it sleeps, and returns once it sleeps again.
    func wake() async {
      let deadline = clock.deadlines[0]
      clock.set(to: deadline)
      await clock.waitForSleepers(1)
    }

    /// Hours from the first fetch to each.
    var hours: [Double] {
      let times = notes.withLock { $0.map(\.time.seconds) }
      return times.map { Double($0 - times[0]) / 3600 }
    }

    var keys: [Set<String>] { notes.withLock { $0.map(\.keys) } }
  }

  private static let address = "{ url: \"http://127.0.0.1:9/{year}.json\" }"

  @Test("at once at the start, then once a day")
  func daily() async throws {
    let harness = try Harness(Self.address, at: "2026-03-01T00:00:00Z")
    await harness.start()
    for _ in 1...3 { await harness.wake() }
    #expect(harness.hours == [0, 24, 48, 72])
  }

  @Test("every few hours while a notice is due")
  func due() async throws {
    let harness = try Harness(Self.address, at: "2026-11-30T00:00:00Z")
    await harness.start()
    for _ in 1...3 { await harness.wake() }
    #expect(harness.hours == [0, 3.5, 7, 10.5])
  }

  @Test("sooner after a failure; and never without a pause where not even that can be written down")
  func failures() async throws {
    let failing = try Harness(Self.address, at: "2026-03-01T00:00:00Z", failures: ["no answer"])
    await failing.start()
    for _ in 1...2 { await failing.wake() }
    #expect(failing.hours == [0, 1.5, 3])
    let unwritten = try Harness(Self.address, at: "2026-03-01T00:00:00Z", writes: false)
    await unwritten.start()
    for _ in 1...2 { await unwritten.wake() }
    #expect(unwritten.hours == [0, 0.25, 0.5])
  }

  @Test("a copy that is lost is fetched again at the next look, not a day later")
  func lost() async throws {
    let harness = try Harness(Self.address, at: "2026-03-01T00:00:00Z")
    await harness.start()
    let store = HolidayStore(directory: harness.directory[".cache/notifier/holidays"])
    unlink(store.dataFile(harness.configuration.holidaySources[0].key))
    await harness.refresher.update(harness.configuration)
    while harness.keys.count < 2 { await Task.yield() }
    #expect(harness.hours == [0, 0])
  }

  @Test("a clock that is set back leads to a fetch, and not to silence until it has caught up")
  func clockSetBack() async throws {
    let harness = try Harness(Self.address, at: "2026-03-10T00:00:00Z")
    await harness.start()
    harness.clock.set(to: Instant("2026-03-01T00:00:00Z")!)
    await harness.clock.waitForSleepers(1)
    #expect(harness.hours == [0, -216])
  }

  @Test("a source that is added is fetched at once, alone; without one that is fetched it sleeps for good")
  func added() async throws {
    let harness = try Harness("", at: "2026-03-01T00:00:00Z")
    await harness.start()
    #expect(harness.clock.deadlines[0] > Instant("2100-01-01T00:00:00Z")!)
    let other = try Harness(Self.address, at: "2026-03-01T00:00:00Z")
    await harness.refresher.update(other.configuration)
    while harness.keys.isEmpty { await Task.yield() }
    #expect(harness.keys == [Set(other.configuration.holidaySources.map(\.key))])
  }

  @Test("a calendar's file is read at once, and again when it has changed, never by time")
  func files() async throws {
    let directory = TemporaryDirectory()
    let path = directory.write("leave.ics", "BEGIN:VCALENDAR")
    let harness = try Harness("{ file: \(path), layer: personal }", at: "2026-03-01T00:00:00Z")
    await harness.start()
    #expect(harness.keys.count == 1)
    #expect(harness.clock.deadlines[0] > Instant("2100-01-01T00:00:00Z")!)
    await harness.refresher.update(harness.configuration)
    for _ in 1...100 { await Task.yield() }
    #expect(harness.keys.count == 1)
    try Files.replace(path, with: Array("BEGIN:VCALENDAR\n".utf8))
    setModificationTime(of: path, to: 1_000_000)
    await harness.refresher.update(harness.configuration)
    while harness.keys.count < 2 { await Task.yield() }
  }
}
