import Alarms
import Glibc

/// What this program allows itself before it reads what others have written: whoever makes it run away ends it, and not
/// the machine.
enum ResourceLimits {
  private static let memoryBytes: UInt64 = 1 << 30
  private static let processorSeconds: UInt64 = 60

  /// - Throws: what could not be limited.
  static func apply() throws {
    // What is mapped already does not count: a sanitizer maps terabytes for itself.
    try limit(RLIMIT_AS, to: mappedBytes() + memoryBytes, "memory")
    try limit(RLIMIT_CPU, to: processorSeconds, "processor time")
    // It would hold addresses that are secret.
    try limit(RLIMIT_CORE, to: 0, "core files")
  }

  /// A lower limit that is set already stays.
  private static func limit(_ kind: __rlimit_resource, to value: UInt64, _ name: String) throws {
    let resource = __rlimit_resource_t(kind.rawValue)
    var limits = rlimit()
    guard getrlimit(resource, &limits) == 0 else { throw failure(name) }
    limits.rlim_cur = min(rlim_t(value), limits.rlim_max)
    limits.rlim_max = limits.rlim_cur
    guard setrlimit(resource, &limits) == 0 else { throw failure(name) }
  }

  private static func failure(_ name: String) -> FileError {
    FileError(description: "limiting \(name) failed: \(String(cString: strerror(errno)))")
  }

  /// The first number of `/proc/self/statm` is what is mapped, in pages.
  private static func mappedBytes() -> UInt64 {
    guard let text = try? Files.read("/proc/self/statm").bytes,
      let pages = String(decoding: text, as: UTF8.self).split(separator: " ").first.flatMap({ UInt64($0) })
    else { return 0 }
    return pages * UInt64(sysconf(Int32(_SC_PAGESIZE)))
  }
}
