import Alarms
import Control
import Delivery
import Dispatch
import Glibc
import Journal
import Scheduler
import Workdays
import Concurrency

/// The parts of the daemon, and what it does about events.
actor Daemon {
  let clock = SystemClock()
  let journal: SQLiteJournal
  let started: Instant
  private(set) var scheduler: Scheduler
  private(set) var configuration: Configuration
  private(set) var lastLoad: LoadReport

  private let options: Options
  private let temporary: TemporaryDirectory?
  private let loader: Loader
  /// Reads the configuration: a program that a secret comes from may take its time, and meanwhile rings go on and the
  /// control socket answers.
  private let loading = DispatchQueue(label: "notifierd.load")
  /// The reload that was asked for last.
  private var reloading: Task<ReloadReport, Never>?
  let deliverers: Deliverers
  let outbox: Outbox
  private let server: ControlServer
  private let desk: ControlDesk
  private let watch: ConfigurationWatch?
  private let busWatch: ConfigurationWatch?
  /// Watches what the daemon itself keeps and nobody else should remove.
  private let keptWatch: ConfigurationWatch?
  private let kept: [String]
  private let refresher: HolidayRefresher
  private let telling: HolidayTelling
  private let calendars: CalendarKeeper
  private let events = EventBox()
  /// What was wrong with the journal that was found at the start, and where it now lies.
  private let damage: (file: String, error: JournalError)?

  /// Reads the configuration, takes the lock and opens the journal, in an order that leaves nothing half done.
  init(_ options: Options, locations: Locations) async throws {
    let clock = clock
    self.options = options
    loader = Loader(locations: locations, file: options.file)
    started = clock.now
    let configuration = try loader.load()
    self.configuration = configuration
    lastLoad = LoadReport(at: Loader.time(started, configuration), ok: true, errors: [])

    guard let socket = ControlSocket.path() else {
      throw Refusal(status: 78, lines: ["no place for the control socket is known; set HOME or NOTIFIER_SOCKET"])
    }
    desk = ControlDesk()
    server = try ControlServer(path: socket, version: notifierVersion, handler: desk)
    // A demonstration must not touch what the person's own daemon has recorded and owes.
    temporary = options.isDemonstration ? try TemporaryDirectory() : nil
    let (journal, damage) = try SQLiteJournal.openOrReplace(
      at: temporary.map { $0.path + "/journal.db" } ?? locations.journal)
    self.journal = journal
    self.damage = damage
    let output = StandardOutput()
    let speaker = Speaker { Log.warning($0) }
    deliverers = Deliverers(version: notifierVersion, speaker: speaker) { try await output.write($0) }
    let outbox = Outbox(
      deliverers: Daemon.deliverers(deliverers, configuration), ledger: journal, clock: clock,
      onProgress: { [log = DeliveryLog()] in log.write($0) })
    self.outbox = outbox
    let since = try await journal.seen(Loader.timings(configuration), at: started)
    scheduler = Scheduler(
      configuration: configuration, journal: journal, clock: clock,
      cursor: try await Daemon.cursor(of: journal, clock, started), since: since, wakeTimer: SystemWakeTimer()
    ) { await outbox.accept($0) }
    refresher = HolidayRefresher(
      configuration, locations: locations, clock: clock, spread: .random(in: 0..<1), fetch: HolidayFetch.run)
    telling = HolidayTelling(locations: locations)
    calendars = CalendarKeeper(file: options.file, clock: clock)
    let watched = loader.watched(configuration)
    watch = ConfigurationWatch(files: watched.files, directories: watched.directories)
    kept = [socket, journal.path]
    keptWatch = ConfigurationWatch(files: kept, directories: [])
    busWatch = Desktop.busSocket().flatMap { ConfigurationWatch(files: [$0], directories: []) }
  }

  /// How far time has been dealt with. At the first run, and after the clock was set back, that is up to now; it is
  /// written down at once, so that a crash before the first ring does not lose that ring.
  /// A clock that may yet be set right is waited for.
  private static func cursor(of journal: SQLiteJournal, _ clock: SystemClock, _ started: Instant) async throws
    -> Instant
  {
    if let cursor = try await journal.cursor(), cursor <= started || clock.doubtEnds != nil { return cursor }
    try await journal.moveCursor(to: started)
    return started
  }

  /// Rings until it is told to stop; returns the exit status.
  func run() async -> Int32 {
    let tasks = startTasks(await Signals())
    await desk.serve(self)
    server.start()
    await resume()
    logStart()
    if let damage { await tell(damage.error, movedTo: damage.file) }
    await tellHolidays()
    ServiceManager.ready(status: Loader.summary(configuration, at: clock.now))
    if options.isDemonstration { Task(executorPreference: QuietExecutor.shared) { await self.demonstrate() } }
    var status = EXIT_SUCCESS
    loop: for await _ in events.wakes {
      while let event = events.take() {
        switch event {
        case .stop: break loop
        // Nobody waits for it, least of all the end.
        case .reload: Task(executorPreference: QuietExecutor.shared) { _ = await self.reload() }
        case .desktopAppeared:
          await outbox.hurry(configuration.destinations.keys.filter(isDesktop))
          await showOpenRings()
        case .failed(let reason):
          Log.error("the journal cannot be read; ending", ["reason": reason])
          status = EXIT_FAILURE
          break loop
        }
      }
    }
    ServiceManager.stopping()
    Log.info("stopping")
    // First nothing new becomes due, then what is under way gets a few seconds, then the journal is closed.
    for task in tasks { task.cancel() }
    server.stop()
    await outbox.shutdown(deadline: clock.now.advanced(by: .seconds(5)))
    await deliverers.desktop.closeAsking()
    await journal.close()
    temporary?.remove()
    return status
  }

  /// The session's popups.
  var desktop: Desktop { deliverers.desktop }

  /// Ends what a ring does to be noticed: its sound at once, what has not been delivered yet, and its popup.
  func hush(_ origin: String) async {
    deliverers.speaker.stop(origin)
    await outbox.withdraw(origin)
    await desktop.close(origin)
  }

  private func isDesktop(_ name: String) -> Bool { configuration.destinations[name]?.kind == .desktop }

  private func startTasks(_ signals: Signals) -> [Task<Void, Never>] {
    let (events, scheduler, desktop, clock) = (events, scheduler, deliverers.desktop, clock)
    let (watch, busWatch, refresher, calendars) = (watch, busWatch, refresher, calendars)
    calendars.update(configuration)
    var tasks = [
      Task(executorPreference: QuietExecutor.shared) {
        for await signal in signals.stream { events.post(signal == .stop ? .stop : .reload) }
      },
      Task(executorPreference: QuietExecutor.shared) {
        for await _ in desktop.serverAppearances { events.post(.desktopAppeared) }
      },
      Task(executorPreference: QuietExecutor.shared) {
        for await answer in desktop.answers { await self.take(answer) }
      },
      Task(executorPreference: QuietExecutor.shared) { await self.showOpenRings() },
      Task(executorPreference: QuietExecutor.shared) {
        // What cannot be recorded must not be sent; the scheduler keeps its place and is asked again.
        while !Task.isCancelled {
          do { try await scheduler.run() } catch is CancellationError { return } catch {
            if await self.startOver(after: error) { continue }
            Log.error("the journal cannot be written, so nothing is sent; trying again", ["reason": "\(error)"])
            try? await clock.sleep(until: clock.now.advanced(by: .seconds(10)))
          }
        }
      },
    ]
    // A demonstration asks nobody for anything, and leaves nothing behind.
    if !options.isDemonstration {
      tasks.append(
        Task(executorPreference: QuietExecutor.shared) {
          await refresher.run { if HolidayFetch.log($0) { events.post(.reload) } }
        })
      tasks.append(Task(executorPreference: QuietExecutor.shared) { await calendars.run() })
    }
    // The session's bus may begin after the daemon, and begin anew.
    if let busWatch {
      tasks.append(
        Task(executorPreference: QuietExecutor.shared) {
          for await _ in busWatch.changes { events.post(.desktopAppeared) }
        })
    }
    if let watch {
      tasks.append(
        Task(executorPreference: QuietExecutor.shared) {
          for await _ in watch.changes { events.post(.reload) }
        })
    }
    if let keptWatch {
      tasks.append(
        Task(executorPreference: QuietExecutor.shared) {
          for await _ in keptWatch.changes {
            while await !self.restore(), !Task.isCancelled {
              try? await clock.sleep(until: clock.now.advanced(by: .seconds(10)))
            }
          }
        })
    }
    return tasks
  }

  /// Makes the journal's file and the control socket anew where somebody has removed them: without the one nothing would be
  /// kept beyond this run, without the other nobody could ask.
  ///
  /// - Returns: whether both are there.
  private func restore() async -> Bool {
    var isWhole = true
    do {
      if try await journal.restoreIfRemoved() {
        Log.warning("the journal was removed; it is written down again", ["file": journal.path])
      }
    } catch {
      if case .replaced = error { events.post(.failed("\(error)")) }
      Log.error("the journal was removed, and cannot be written down again", ["reason": "\(error)"])
      isWhole = false
    }
    do {
      if try server.restoreIfRemoved() { Log.warning("the control socket was removed; it is there again") }
    } catch {
      Log.error("the control socket was removed, and cannot be made again", ["reason": "\(error)"])
      isWhole = false
    }
    keptWatch?.watch(files: kept, directories: [])
    return isWhole
  }

  /// Takes up what a run before this one left owed.
  private func resume() async {
    do {
      await outbox.accept(try await journal.owedDeliveries())
      // Only what is long past. Should the clock be behind, less is.
      try await journal.prune(before: started.advanced(by: .seconds(-400 * 86_400)))
    } catch {
      // What it owed is lost with it; what is due from now on rings.
      if await !startOver(after: error) { events.post(.failed("\(error)")) }
    }
  }

  /// Reads the configuration again, after the reloads that were asked for before. One with an error changes nothing: the
  /// last good one keeps ringing.
  func reload() async -> ReloadReport {
    let task = Task(executorPreference: QuietExecutor.shared) { [previous = reloading] in
      _ = await previous?.value
      return await self.reloadNow()
    }
    reloading = task
    return await task.value
  }

  private func load() async throws -> Configuration {
    try await withCheckedThrowingContinuation { [loader] continuation in
      loading.async { continuation.resume(with: Result { try loader.load() }) }
    }
  }

  private func reloadNow() async -> ReloadReport {
    ServiceManager.reloading()
    defer { ServiceManager.ready(status: Loader.summary(configuration, at: clock.now)) }
    let now = clock.now
    // Whatever the files now say: a directory may have appeared, and what is written into it next must be seen.
    rewatch()
    do {
      let new = try await load()
      let since = try await journal.seen(Loader.timings(new), at: now)
      await outbox.replaceDeliverers(Daemon.deliverers(deliverers, new))
      try await scheduler.reload(new, since: since)
      configuration = new
      lastLoad = LoadReport(at: Loader.time(now, new), ok: true, errors: [])
      rewatch()
      await tellHolidays()
      await refresher.update(new)
      calendars.update(new)
      Log.notice("configuration reloaded", ["alarms": "\(new.alarms.count)"])
      logWaking()
    } catch {
      let lines = (error as? Refusal)?.lines ?? ["\(error)"]
      lastLoad = LoadReport(at: Loader.time(now, configuration), ok: false, errors: lines)
      Log.error("the configuration has errors; the last good one stays in force")
      for line in lines { Log.error(line) }
    }
    return ReloadReport(ok: lastLoad.ok, errors: lastLoad.errors)
  }

  /// Tells what new holiday data moved, once. A demonstration has no past.
  private func tellHolidays() async {
    guard !options.isDemonstration else { return }
    let now = clock.now
    do {
      if let due = telling.due(configuration, inputs: loader.inputs, at: now) {
        await outbox.accept(try await journal.recordDue([due], cursor: nil, at: now))
      }
      telling.note(configuration, at: now)
    } catch {
      Log.error("a change of holiday data cannot be told", ["reason": "\(error)"])
    }
  }

  private func rewatch() {
    let watched = loader.watched(configuration)
    watch?.watch(files: watched.files, directories: watched.directories)
  }

  /// Says so where alarms ask to wake the machine and nothing can.
  private func logWaking() {
    guard configuration.alarms.contains(where: { $0.isEnabled && $0.wakes }), let refusal = SystemWakeTimer.refusal()
    else { return }
    Log.warning("alarms ask to wake the machine, and it will not wake", ["reason": "\(refusal); \(refusal.remedy)"])
  }

  private func logStart() {
    Log.notice(
      "started", ["version": notifierVersion, "alarms": "\(configuration.alarms.count)", "zone": configuration.zone])
    for warning in configuration.warnings { Log.warning("\(warning)") }
    logWaking()
    if configuration.isBuiltIn { Log.notice("no configuration file of your own: the built-in default is in force") }
  }

  /// Shows that rings reach the person: on the desktop, else here.
  private func demonstrate() async {
    let now = clock.now
    let ring = Demonstration.ring(configuration, at: now)
    let outcome = await deliverers.desktop.deliver(ring, at: now)
    if case .delivered = outcome {
      Log.notice("demonstration: shown on the desktop")
      return
    }
    Log.notice("demonstration: no desktop answers, so it rings here")
    _ = await deliverers.deliverer(for: Destination(id: "console", kind: .console)).deliver(ring, at: now)
  }

  private static func deliverers(_ deliverers: Deliverers, _ configuration: Configuration) -> [String: any Deliverer] {
    configuration.destinations.mapValues { deliverers.deliverer(for: $0) }
  }
}
