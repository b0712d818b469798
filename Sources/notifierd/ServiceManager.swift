import Glibc

/// Tells systemd how the service stands, as sd_notify(3) documents it: one datagram to `$NOTIFY_SOCKET`.
enum ServiceManager {
  /// Everything is up; `status` is a line for `systemctl status`.
  static func ready(status: String) { send("READY=1\nSTATUS=\(status)\n") }

  /// The configuration is being read again. systemd wants the time at which that began, by the monotonic clock.
  static func reloading() {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    send("RELOADING=1\nMONOTONIC_USEC=\(time.tv_sec * 1_000_000 + time.tv_nsec / 1000)\n")
  }

  /// The service is about to end.
  static func stopping() { send("STOPPING=1\n") }

  private static func send(_ message: String) {
    guard let path = getenv("NOTIFY_SOCKET").map({ String(cString: $0) }), let first = path.first else { return }
    var address = sockaddr_un()
    let capacity = MemoryLayout.size(ofValue: address.sun_path)
    guard first == "/" || first == "@", path.utf8.count < capacity else { return }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { bytes in
      bytes.copyBytes(from: path.utf8)
      // An abstract socket's name starts with a zero byte, which is written as @.
      if first == "@" { bytes[0] = 0 }
    }
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let length = socklen_t(MemoryLayout<sockaddr_un>.offset(of: \.sun_path)! + path.utf8.count)
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        _ = sendto(descriptor, message, message.utf8.count, Int32(MSG_NOSIGNAL), address, length)
      }
    }
  }
}
