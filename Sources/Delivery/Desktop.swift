package import Alarms
import CLibNotify
import Dispatch
package import Workdays

/// The popups of the person's session, by libnotify.
///
/// The session may come later than the daemon and the notification server later than the session: until then a ring is to
/// be tried again, and ``serverAppearances`` says when that makes sense.
///
/// One is enough for a process, and when the bus dies a second one would keep the dead connection that all share.
package final class Desktop: Deliverer {
  package let backoff = Backoff.local
  /// Servers draw six to eight new popups a second, and more than a handful are in each other's way.
  package let mostAtOnce: Int? = 5
  package let heedsAnswers = true
  /// Gives a value when a notification server has appeared after one was missed. For one reader.
  package let serverAppearances: AsyncStream<Void>
  /// What a person answers to popups. For one reader.
  package let answers: AsyncStream<DesktopAnswer>
  private let bus: SessionBus
  private let timeLimit: DispatchTimeInterval

  /// Connects to nothing yet.
  ///
  /// - Parameter timeLimit: How long one try may take, at least a millisecond.
  package init(timeLimit: Duration = .seconds(5)) {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    serverAppearances = stream
    let (answers, answered) = AsyncStream.makeStream(of: DesktopAnswer.self)
    self.answers = answers
    bus = SessionBus(onServerAppeared: { continuation.yield() }, onAnswer: { answered.yield($0) })
    self.timeLimit = .milliseconds(Int(timeLimit / .milliseconds(1)))
  }

  deinit {
    let bus = bus
    GLibThread.shared.post { bus.disconnect() }
  }

  /// The name of the notification server that answers now, or `nil` where none does.
  package func serverName() async -> String? {
    await GLibThread.shared.run { [bus, timeLimit] in
      let limit = CallLimit(timeLimit)
      defer { limit.end() }
      return try? bus.serverName(limit)
    }
  }

  package func deliver(_ ring: Ring, at now: Instant) async -> Outcome { await deliver(ring, at: now, Wording()) }

  /// The same, put as a destination wants it.
  func deliver(_ ring: Ring, at now: Instant, _ wording: Wording) async -> Outcome {
    await show(ring, at: now, wording, isSilent: false)
  }

  /// Shows a ring that was heard before once more, in the place of its popup if that is still there, without a sound.
  ///
  /// - Returns: whether it is on the screen.
  package func showAgain(_ ring: Ring, at now: Instant, wording: Wording = Wording()) async -> Bool {
    await show(ring, at: now, wording, isSilent: true) == .delivered
  }

  /// Takes the popup of a ring off the screen, where there is one.
  ///
  /// - Parameter origin: the planned firing that the ring goes back to.
  package func close(_ origin: String) async {
    await GLibThread.shared.run { [bus, timeLimit] in
      let limit = CallLimit(timeLimit)
      defer { limit.end() }
      bus.close(origin, limit)
    }
  }

  /// Takes the popups off the screen that ask for an answer: nobody is there any more to hear it, and who comes next shows them
  /// again.
  package func closeAsking() async {
    await GLibThread.shared.run { [bus, timeLimit] in
      let limit = CallLimit(timeLimit)
      defer { limit.end() }
      for origin in bus.book.asking { bus.close(origin, limit) }
    }
  }

  /// The socket of the session's bus, there or not, which shows by its file that a session has begun; `nil` where the
  /// environment names none.
  package static func busSocket(_ variable: (String) -> String? = Locations.variable) -> String? {
    let prefix = "unix:path="
    if let address = variable("DBUS_SESSION_BUS_ADDRESS") {
      guard address.hasPrefix(prefix) else { return nil }
      return String(address.dropFirst(prefix.count).prefix { $0 != "," && $0 != ";" })
    }
    return variable("XDG_RUNTIME_DIR").map { "\($0)/bus" }
  }

  private func show(_ ring: Ring, at now: Instant, _ wording: Wording, isSilent: Bool) async -> Outcome {
    let message = Message(ring, at: now, wording: wording)
    return await GLibThread.shared.run { [bus, timeLimit] in
      let limit = CallLimit(timeLimit)
      defer { limit.end() }
      do throws(DesktopError) {
        let capabilities = try bus.serverCapabilities(limit)
        let server = try bus.serverOwner(limit)
        let bubble = Bubble(message, ring: ring, capabilities: capabilities, isSilent: isSilent)
        limit.close(try bus.connect(limit))
        let id = try bubble.show(replacing: bus.book.id(of: ring.origin, on: server))
        bus.book.note(ring, as: id, on: server, hasButtons: !bubble.buttons.isEmpty)
        return .delivered
      } catch {
        return error.mayHaveArrived ? .unknown(reason: error.reason) : .retry(after: nil, reason: error.reason)
      }
    }
  }
}

/// The session's popups, put as one destination wants them.
struct WordedDesktop: Deliverer {
  let desktop: Desktop
  let wording: Wording

  var backoff: Backoff { desktop.backoff }
  var mostAtOnce: Int? { desktop.mostAtOnce }
  var heedsAnswers: Bool { desktop.heedsAnswers }
  var language: Language { wording.language ?? .english }

  func deliver(_ ring: Ring, at now: Instant) async -> Outcome { await desktop.deliver(ring, at: now, wording) }
}

extension Bubble {
  /// Has the server show it; to be called on the GLib thread.
  ///
  /// The object goes at once; libnotify closes nothing then. What the person presses is heard by the ``SessionBus``.
  ///
  /// - Parameter replaced: the id of the bubble whose place it takes; 0 for none.
  /// - Returns: the id that the server gave it.
  fileprivate func show(replacing replaced: UInt32) throws(DesktopError) -> UInt32 {
    guard notify_is_initted() != 0 || notify_init(Bubble.program) != 0 else {
      throw DesktopError(reason: "libnotify could not be initialised")
    }
    let notification = notify_notification_new(summary, body, icon)!
    defer { g_object_unref(notification) }
    notify_notification_set_urgency(notification, urgency.level)
    notify_notification_set_category(notification, Bubble.category)
    notify_notification_set_timeout(notification, stays ? NOTIFY_EXPIRES_NEVER : NOTIFY_EXPIRES_DEFAULT)
    // The notification takes the floating value.
    notify_notification_set_hint(notification, "desktop-entry", g_variant_new_string(Bubble.program))
    if isSilent {
      notify_notification_set_hint(notification, "suppress-sound", g_variant_new_boolean(gboolean(1)))
    } else {
      notify_notification_set_hint(notification, "sound-name", g_variant_new_string(Bubble.sound))
    }
    // After a restart of the daemon the id is not known any more; dunst goes by this then.
    notify_notification_set_hint(notification, "x-dunst-stack-tag", g_variant_new_string(origin))
    if let image { notify_notification_set_hint(notification, "image-path", g_variant_new_string(image)) }
    for button in buttons {
      // Asked for by libnotify, which calls it only while the object lives.
      notify_notification_add_action(notification, button.key, button.label, { _, _, _ in }, nil, nil)
    }
    var number = GValue()
    g_value_init(&number, notifier_g_type_int)
    defer { g_value_unset(&number) }
    g_value_set_int(&number, gint(bitPattern: replaced))
    let object = UnsafeMutablePointer<GObject>(OpaquePointer(UnsafeMutableRawPointer(notification)))
    g_object_set_property(object, "id", &number)
    var error: UnsafeMutablePointer<GError>?
    guard notify_notification_show(notification, &error) != 0 else { throw DesktopError(taking: error) }
    g_object_get_property(object, "id", &number)
    return UInt32(bitPattern: g_value_get_int(&number))
  }
}

extension Urgency {
  fileprivate var level: NotifyUrgency {
    switch self {
    case .low: NOTIFY_URGENCY_LOW
    case .normal: NOTIFY_URGENCY_NORMAL
    case .critical: NOTIFY_URGENCY_CRITICAL
    }
  }
}
