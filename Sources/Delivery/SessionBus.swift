import CLibNotify
import Glibc

/// The connection to the session bus and the watch on the notification server.
///
/// libnotify takes the process's shared connection (`g_bus_get`), so this holds the same one: to keep GLib from ending the
/// process when the bus dies, and to let go of it then so that a new one can be made.
///
/// Unchecked, since it is used on ``GLibThread/shared`` only.
final class SessionBus: @unchecked Sendable {
  private let onServerAppeared: @Sendable () -> Void
  private let onAnswer: @Sendable (DesktopAnswer) -> Void
  /// The popups on the screen.
  var book = BubbleBook()
  private var connection: OpaquePointer?
  private var watch: guint = 0
  private var subscription: guint = 0
  /// Whether rings may wait for a server, so that its appearance is news.
  private var sawAbsence = false

  init(
    onServerAppeared: @escaping @Sendable () -> Void, onAnswer: @escaping @Sendable (DesktopAnswer) -> Void
  ) {
    self.onServerAppeared = onServerAppeared
    self.onAnswer = onAnswer
  }

  /// The connection, made anew where there is none or the old one has died.
  func connect(_ limit: CallLimit) throws(DesktopError) -> OpaquePointer {
    if let connection {
      if g_dbus_connection_is_closed(connection) == 0 { return connection }
      disconnect()
    }
    guard
      SessionBus.isConfigured(
        variable: { getenv($0).map { String(cString: $0) } }, exists: { access($0, F_OK) == 0 })
    else {
      sawAbsence = true
      throw DesktopError(
        reason: "no session bus: DBUS_SESSION_BUS_ADDRESS is not set and $XDG_RUNTIME_DIR/bus does not exist")
    }
    var error: UnsafeMutablePointer<GError>?
    guard let new = g_bus_get_sync(G_BUS_TYPE_SESSION, limit.cancellable, &error) else {
      sawAbsence = true
      throw DesktopError(reason: "no connection to the session bus: \(DesktopError(taking: error).reason)")
    }
    // The default ends the whole process when the bus goes away.
    g_dbus_connection_set_exit_on_close(new, gboolean(0))
    connection = new
    watchServer(on: new)
    listen(on: new)
    return new
  }

  /// What the server that now answers can show, in the words of the specification ("body-markup").
  ///
  /// Asked for each ring: the server may have been replaced, and one that does not answer this gets no message either.
  func serverCapabilities(_ limit: CallLimit) throws(DesktopError) -> Set<String> {
    let reply = try call("GetCapabilities", reply: "(as)", limit)
    defer { g_variant_unref(reply) }
    let list = g_variant_get_child_value(reply, 0)!
    defer { g_variant_unref(list) }
    return Set((0..<g_variant_n_children(list)).map { index in text(in: list, at: index) })
  }

  /// The server's own name: `dunst`.
  func serverName(_ limit: CallLimit) throws(DesktopError) -> String {
    let reply = try call("GetServerInformation", reply: "(ssss)", limit)
    defer { g_variant_unref(reply) }
    return text(in: reply, at: 0)
  }

  /// Lets go of the connection and stops the watch.
  func disconnect() {
    guard let connection else { return }
    g_bus_unwatch_name(watch)
    g_dbus_connection_signal_unsubscribe(connection, subscription)
    // Another bus may give the same unique names.
    book = BubbleBook()
    // libnotify's own hold on the connection; its next call takes the new one.
    notify_uninit()
    g_object_unref(UnsafeMutableRawPointer(connection))
    self.connection = nil
  }

  /// Whether the environment says where a session bus is.
  ///
  /// GLib looks in the same two places, and then runs dbus-launch, which would start a bus that nobody else knows.
  static func isConfigured(variable: (String) -> String?, exists: (String) -> Bool) -> Bool {
    if let address = variable("DBUS_SESSION_BUS_ADDRESS"), !address.isEmpty { return true }
    guard let directory = variable("XDG_RUNTIME_DIR"), !directory.isEmpty else { return false }
    return exists("\(directory)/bus")
  }

  /// The unique name of the server that has the service's name now.
  func serverOwner(_ limit: CallLimit) throws(DesktopError) -> String {
    let name = g_variant_new_string(DesktopNames.service)
    var arguments: [OpaquePointer?] = [name]
    let reply = try call(
      "GetNameOwner", g_variant_new_tuple(&arguments, 1), reply: "(s)",
      of: ("org.freedesktop.DBus", "/org/freedesktop/DBus"),
      limit)
    defer { g_variant_unref(reply) }
    return text(in: reply, at: 0)
  }

  /// Takes the popup of a ring off the screen, where there is one; a server that does not answer keeps it.
  func close(_ origin: String, _ limit: CallLimit) {
    guard connection != nil, let server = try? serverOwner(limit) else { return }
    let id = book.id(of: origin, on: server)
    guard id != 0 else { return }
    _ = book.closed(id, reason: 0, on: server)
    var arguments: [OpaquePointer?] = [g_variant_new_uint32(id)]
    guard let reply = try? call("CloseNotification", g_variant_new_tuple(&arguments, 1), reply: "()", limit) else {
      return
    }
    g_variant_unref(reply)
  }

  private func call(
    _ method: String, _ arguments: OpaquePointer? = nil, reply: String,
    of service: (name: String, path: String) = (DesktopNames.service, DesktopNames.path), _ limit: CallLimit
  ) throws(DesktopError) -> OpaquePointer {
    let connection = try connect(limit)
    let type = g_variant_type_new(reply)
    defer { g_variant_type_free(type) }
    var error: UnsafeMutablePointer<GError>?
    guard
      let answer = g_dbus_connection_call_sync(
        connection, service.name, service.path, service.name, method, arguments, type,
        G_DBUS_CALL_FLAGS_NONE, -1, limit.cancellable, &error)
    else {
      sawAbsence = true
      throw DesktopError(reason: "no notification server answers: \(DesktopError(taking: error).reason)")
    }
    return answer
  }

  /// The string at `index` of a container of strings.
  private func text(in container: OpaquePointer, at index: gsize) -> String {
    let child = g_variant_get_child_value(container, index)
    defer { g_variant_unref(child) }
    return String(cString: g_variant_get_string(child, nil))
  }

  private func watchServer(on connection: OpaquePointer) {
    watch = g_bus_watch_name_on_connection(
      connection, DesktopNames.service, G_BUS_NAME_WATCHER_FLAGS_NONE,
      { _, _, _, bus in Unmanaged<SessionBus>.fromOpaque(bus!).takeUnretainedValue().serverAppeared() },
      { _, _, bus in Unmanaged<SessionBus>.fromOpaque(bus!).takeUnretainedValue().sawAbsence = true },
      Unmanaged.passRetained(self).toOpaque(), { bus in Unmanaged<SessionBus>.fromOpaque(bus!).release() })
  }

  /// Hears what becomes of popups, in the context of this thread.
  private func listen(on connection: OpaquePointer) {
    subscription = g_dbus_connection_signal_subscribe(
      connection, DesktopNames.service, DesktopNames.service, nil, DesktopNames.path, nil, G_DBUS_SIGNAL_FLAGS_NONE,
      { _, sender, _, _, signal, parameters, bus in
        guard let sender, let signal, let parameters else { return }
        Unmanaged<SessionBus>.fromOpaque(bus!).takeUnretainedValue().hear(
          String(cString: signal), parameters, from: String(cString: sender))
      }, Unmanaged.passRetained(self).toOpaque(), { bus in Unmanaged<SessionBus>.fromOpaque(bus!).release() })
  }

  private func hear(_ signal: String, _ parameters: OpaquePointer, from server: String) {
    let types = String(cString: g_variant_get_type_string(parameters))
    guard types == "(us)" || types == "(uu)" else { return }
    let number = g_variant_get_child_value(parameters, 0)!
    defer { g_variant_unref(number) }
    let id = g_variant_get_uint32(number)
    let answer: DesktopAnswer?
    switch (signal, types) {
    case ("ActionInvoked", "(us)"): answer = book.pressed(text(in: parameters, at: 1), of: id, on: server)
    case ("NotificationClosed", "(uu)"):
      let reason = g_variant_get_child_value(parameters, 1)!
      defer { g_variant_unref(reason) }
      answer = book.closed(id, reason: g_variant_get_uint32(reason), on: server)
    default: answer = nil
    }
    if let answer { onAnswer(answer) }
  }

  /// Also called when the watch begins and a server is there already, which is news only after an absence.
  private func serverAppeared() {
    guard sawAbsence else { return }
    sawAbsence = false
    onServerAppeared()
  }
}

/// How the notification server is called on the bus (Desktop Notifications Specification 1.2).
enum DesktopNames {
  static let service = "org.freedesktop.Notifications"
  static let path = "/org/freedesktop/Notifications"
}

/// Why the desktop showed nothing, in words for a person.
struct DesktopError: Error {
  let reason: String
  /// Whether the message may have reached the server all the same.
  let mayHaveArrived: Bool

  init(reason: String, mayHaveArrived: Bool = false) {
    self.reason = reason
    self.mayHaveArrived = mayHaveArrived
  }

  /// Reads GLib's error and frees it.
  init(taking error: UnsafeMutablePointer<GError>?) {
    guard let error else {
      self.init(reason: "no reason was given")
      return
    }
    defer { g_error_free(error) }
    let code = error.pointee.code
    // Ours, of a connection that ended or a call that was ended; the bus's, of a server that went before it answered.
    let mayHaveArrived =
      (error.pointee.domain == g_io_error_quark() && code != gint(G_IO_ERROR_DBUS_ERROR.rawValue))
      || (error.pointee.domain == g_dbus_error_quark() && code == gint(G_DBUS_ERROR_NO_REPLY.rawValue))
    g_dbus_error_strip_remote_error(error)
    self.init(reason: String(cString: error.pointee.message), mayHaveArrived: mayHaveArrived)
  }
}
