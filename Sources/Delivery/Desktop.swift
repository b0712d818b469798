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
  /// Gives a value when a notification server has appeared after one was missed. For one reader.
  package let serverAppearances: AsyncStream<Void>
  private let bus: SessionBus
  private let timeLimit: DispatchTimeInterval

  /// Connects to nothing yet.
  ///
  /// - Parameter timeLimit: How long one try may take, at least a millisecond.
  package init(timeLimit: Duration = .seconds(5)) {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    serverAppearances = stream
    bus = SessionBus { continuation.yield() }
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

  package func deliver(_ ring: Ring, at now: Instant) async -> Outcome {
    let message = Message(ring, at: now)
    return await GLibThread.shared.run { [bus, timeLimit] in
      let limit = CallLimit(timeLimit)
      defer { limit.end() }
      do throws(DesktopError) {
        let bubble = Bubble(message, ring: ring, capabilities: try bus.serverCapabilities(limit))
        limit.close(try bus.connect(limit))
        try bubble.show()
        return .delivered
      } catch {
        return error.mayHaveArrived ? .unknown(reason: error.reason) : .retry(after: nil, reason: error.reason)
      }
    }
  }
}

extension Bubble {
  /// Has the server show it; to be called on the GLib thread.
  ///
  /// The object goes at once, with the id that the server gave: ids end with the server that gave them, and the next
  /// message must not replace another one's bubble. libnotify closes nothing when it goes.
  fileprivate func show() throws(DesktopError) {
    guard notify_is_initted() != 0 || notify_init(Bubble.program) != 0 else {
      throw DesktopError(reason: "libnotify could not be initialised")
    }
    let notification = notify_notification_new(summary, body, icon)!
    defer { g_object_unref(notification) }
    notify_notification_set_urgency(notification, urgency.level)
    notify_notification_set_category(notification, Bubble.category)
    notify_notification_set_timeout(notification, urgency == .critical ? NOTIFY_EXPIRES_NEVER : NOTIFY_EXPIRES_DEFAULT)
    // The notification takes the floating value.
    notify_notification_set_hint(notification, "desktop-entry", g_variant_new_string(Bubble.program))
    var error: UnsafeMutablePointer<GError>?
    guard notify_notification_show(notification, &error) != 0 else { throw DesktopError(taking: error) }
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
