package import Alarms
package import HTTP
package import Workdays

/// Brings one calendar of one account up to date with the alarms.
package struct CalendarSync {
  /// What came of it; with `isDryRun`, what would.
  package struct Report: Sendable {
    package let account: String
    /// The title of the calendar.
    package let calendar: String
    package fileprivate(set) var isNew = false
    package fileprivate(set) var added = 0
    package fileprivate(set) var changed = 0
    package fileprivate(set) var removed = 0
    package fileprivate(set) var unchanged = 0
    /// What a person changed or removed, by UID, and what therefore stays as it is.
    package fileprivate(set) var left: [String] = []
    /// Why some, or all, could not be done.
    package fileprivate(set) var faults: [SyncError] = []
    /// How many requests were sent.
    package fileprivate(set) var requests = 0
  }

  private let account: SyncAccount
  private let calendar: AlarmCalendar?
  private let client: DAVClient
  private let origin: DAVAddress
  private let state: SyncState
  private let isDryRun: Bool
  private let objects: [String: SyncObject]

  /// So many requests are under way at once.
  private static let width = 8
  /// After so many answers what was done is put on the disk.
  private static let batch = 64

  /// - Parameters:
  ///   - calendar: `nil` for the alarms of the account that belong to none.
  ///   - directory: where what was written is remembered.
  package init(
    _ account: SyncAccount, calendar: AlarmCalendar?, configuration: Configuration, horizon: ClosedRange<CivilDate>,
    directory: String, client: HTTPClient, isDryRun: Bool
  ) throws {
    guard let origin = DAVAddress(account.url.reveal()) else { throw SyncError(.refused, "url is no web address") }
    (self.account, self.calendar, self.origin, self.isDryRun) = (account, calendar, origin, isDryRun)
    self.client = DAVClient(client, origin: origin, login: account.login)
    try Files.makeDirectory(directory)
    // Another address is another server, and nothing is known of that.
    let key = stableHash([account.name, account.url.reveal(), calendar?.id ?? ""])
    state = try SyncState(path: "\(directory)/\(key)")
    let writer = CalendarWriter(zones: configuration.zones, horizon: horizon)
    let events = AlarmEvents(configuration, horizon: horizon).events(ofCalendars: [calendar?.id ?? ""])
    let objects = events.map { SyncObject(uid: $0.uid, text: writer.text([$0])) }
    self.objects = Dictionary(objects.map { ($0.name, $0) }) { first, _ in first }
  }

  /// What the calendar is called there.
  private var title: String { calendar?.title ?? "notifier" }

  /// What went wrong stands in the report; what was done until then is remembered.
  package func run() async throws(FileError) -> Report {
    var report = Report(account: account.name, calendar: title)
    do { try await bring(&report) } catch let error as SyncError {
      report.faults.append(error)
    } catch let error as FileError {
      throw error
    } catch {
      // Stopped, with the reason in the report.
    }
    if !isDryRun { try state.flush() }
    report.requests = await client.requests
    return report
  }

  private func bring(_ report: inout Report) async throws {
    guard let (collection, listed) = try await open(&report) else {
      report.added = objects.count
      return
    }
    var found = listed
    let wanted = objects.mapValues(\.hash)
    let unclear = SyncPlan.unclear(wanted: wanted, known: state.entries, found: found)
    let contents = await parallel(
      unclear.map { ($0, Request(method: "GET", address: collection.appending($0), what: "reading an event")) })
    for (name, result) in contents {
      switch result {
      case .success(let response) where response.status == 200:
        let text = String(decoding: response.body, as: UTF8.self)
        found[name]?.hash = SyncObject.hash(of: text)
        found[name]?.isOurs = SyncObject.uid(in: text).map { $0.hasSuffix("@notifier") } ?? false
        if let etag = response.header("etag") { found[name]?.etag = etag }
      case .success(let response) where response.status == 404 || response.status == 410: found[name] = nil
      case .success(let response): throw SyncError(status: response.status, doing: "reading an event")
      case .failure(let error): throw error
      }
    }
    let plan = SyncPlan(wanted: wanted, known: state.entries, found: found, edited: account.edited)
    report.left = plan.left.map { objects[$0]?.uid ?? $0 }
    let steps = plan.steps
    report.unchanged =
      wanted.count - steps.count { if case .remove = $0 { false } else { true } }
      - plan.left.count { wanted[$0] != nil }
    guard !isDryRun else {
      steps.forEach { CalendarSync.count($0, &report) }
      return
    }
    for name in plan.adopted {
      let entry = SyncState.Entry(hash: wanted[name], etag: found[name]?.etag)
      if state.entries[name] != entry { state.set(name, entry) }
    }
    for name in plan.forgotten { state.set(name, nil) }
    try state.flush()
    try await take(steps, in: collection, &report)
    try state.compact()
  }

  /// The calendar's address, and what lies there under names that are ours.
  ///
  /// - Returns: `nil` where there is none yet and none is to be made.
  private func open(_ report: inout Report) async throws -> (DAVAddress, [String: SyncPlan.Found])? {
    if let known = state.collection, let found = try await list(known) { return (known, found) }
    let discovery = DAVDiscovery(client: client, origin: origin)
    let home = try await discovery.calendarHome()
    let name = calendar.map { "notifier-\(stableHash([$0.id]))" } ?? "notifier"
    let collection = home.appending("\(name)/")
    if let found = try await list(collection) {
      if !isDryRun, state.collection != collection { try state.restart(in: collection) }
      return (collection, found)
    }
    report.isNew = true
    guard !isDryRun else { return nil }
    try await discovery.makeCalendar(collection, title: title, color: calendar?.color)
    try state.restart(in: collection)
    return (collection, [:])
  }

  /// Every name with its version in one request. Whatever is not ours is passed over here, and known to nobody behind.
  private func list(_ collection: DAVAddress) async throws(SyncError) -> [String: SyncPlan.Found]? {
    guard
      let (answer, _) = try await client.properties(
        "<getetag/>", of: collection, depth: 1, doing: "listing the calendar \"\(title)\"")
    else { return nil }
    var found: [String: SyncPlan.Found] = [:]
    for item in answer.items where !item.isGone {
      let name = item.name
      guard objects[name] != nil || state.entries[name] != nil else { continue }
      let etag = item["DAV: getetag"]?.text
      found[name] = SyncPlan.Found(etag: etag?.isEmpty ?? true ? nil : etag)
    }
    return found
  }

  private func take(_ steps: [SyncPlan.Step], in collection: DAVAddress, _ report: inout Report) async throws {
    for start in stride(from: 0, to: steps.count, by: CalendarSync.batch) {
      let batch = Array(steps[start..<min(start + CalendarSync.batch, steps.count)])
      // Noted before it is sent: after an end in the middle it is known what may lie there.
      for step in batch {
        guard let object = objects[step.name], !step.isRemoval else { continue }
        state.note(step.name, tried: object.hash)
      }
      try state.flush()
      let results = await parallel(batch.map { ($0, request($0, to: collection)) })
      for (step, result) in results {
        switch result {
        case .success(let response): try record(step, response, &report)
        case .failure(let error): report.faults.append(error)
        }
      }
      try state.flush()
      // The next would fare no better.
      if report.faults.count >= CalendarSync.width { return }
    }
  }

  /// One request about one event.
  private struct Request: Sendable {
    let method: String
    let address: DAVAddress
    var headers: [HTTPHeader] = []
    var body = ""
    let what: String
  }

  private func request(_ step: SyncPlan.Step, to collection: DAVAddress) -> Request {
    let address = collection.appending(step.name)
    var headers: [HTTPHeader] = []
    switch step {
    case .add: headers.append(HTTPHeader("If-None-Match", "*"))
    case .change(_, let etag?), .remove(_, let etag?): headers.append(HTTPHeader("If-Match", etag))
    case .change, .remove: break
    }
    guard !step.isRemoval, let object = objects[step.name] else {
      return Request(method: "DELETE", address: address, headers: headers, what: "removing an event")
    }
    headers.append(HTTPHeader("Content-Type", "text/calendar; charset=utf-8"))
    return Request(method: "PUT", address: address, headers: headers, body: object.text, what: "writing an event")
  }

  private func record(_ step: SyncPlan.Step, _ response: HTTPResponse, _ report: inout Report) throws {
    let name = step.name
    switch response.status {
    case 200...299:
      CalendarSync.count(step, &report)
      guard let object = objects[name], !step.isRemoval else { return state.set(name, nil) }
      state.set(name, SyncState.Entry(hash: object.hash, etag: response.header("etag")))
    case 404 where step.isRemoval, 410 where step.isRemoval: state.set(name, nil)
    case 412:
      report.faults.append(
        SyncError(
          .later, "\(objects[name]?.uid ?? name): somebody changed it meanwhile (412); the next run looks again"))
    case let status:
      let error = SyncError(status: status, doing: step.isRemoval ? "removing an event" : "writing an event")
      report.faults.append(error)
      if error.kind == .login || status == 507 { throw CalendarSync.Stop() }
    }
  }

  /// What was to be said has been said in the report.
  private struct Stop: Error {}

  private static func count(_ step: SyncPlan.Step, _ report: inout Report) {
    switch step {
    case .add: report.added += 1
    case .change: report.changed += 1
    case .remove: report.removed += 1
    }
  }

  /// Sends all of them, a few at once; the answers come in no order.
  private func parallel<Item: Sendable>(
    _ requests: [(item: Item, request: Request)]
  ) async -> [(Item, Result<HTTPResponse, SyncError>)] {
    let client = client
    return await withTaskGroup(of: (Item, Result<HTTPResponse, SyncError>).self) { group in
      var results: [(Item, Result<HTTPResponse, SyncError>)] = []
      var rest = requests[...]
      func next() {
        guard let (item, request) = rest.popFirst() else { return }
        group.addTask {
          do throws(SyncError) {
            let response = try await client.send(
              request.method, request.address, headers: request.headers, body: request.body, doing: request.what)
            return (item, .success(response))
          } catch { return (item, .failure(error)) }
        }
      }
      for _ in 0..<CalendarSync.width { next() }
      while let result = await group.next() {
        results.append(result)
        next()
      }
      return results
    }
  }
}

extension SyncPlan.Step {
  fileprivate var name: String {
    switch self {
    case .add(let name), .change(let name, _), .remove(let name, _): name
    }
  }

  fileprivate var isRemoval: Bool { if case .remove = self { true } else { false } }
}
