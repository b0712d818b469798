import Glibc

/// One thing that inotify tells of a directory that is watched (inotify(7)).
package struct FileEvent {
  /// The number of the watch.
  package let watch: Int32
  package let mask: UInt32
  /// Of the file in the directory; empty for the directory itself.
  package let name: String

  /// Whether the kernel has dropped others: anything may have changed.
  package var isOverflow: Bool { mask & UInt32(IN_Q_OVERFLOW) != 0 }

  /// All that the kernel has to tell on a descriptor that does not block.
  package static func all(from descriptor: Int32) -> [FileEvent] {
    var events: [FileEvent] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
      buffer.withUnsafeBytes { bytes in
        var offset = 0
        while offset + MemoryLayout<inotify_event>.size <= count {
          let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          let start = offset + MemoryLayout<inotify_event>.size
          let name = String(decoding: bytes[start..<start + Int(event.len)].prefix { $0 != 0 }, as: UTF8.self)
          events.append(FileEvent(watch: event.wd, mask: event.mask, name: name))
          offset = start + Int(event.len)
        }
      }
    }
    return events
  }

  /// The nearest directory that exists, from `directory` upwards, and the name below it that has to appear first; `nil`
  /// where `directory` itself is there.
  package static func nearest(_ directory: String) -> (directory: String, missing: String?) {
    var (existing, missing) = (directory, String?.none)
    while !Files.exists(existing), existing != "/", existing != "." {
      missing = Files.name(of: existing)
      existing = Files.directory(of: existing)
    }
    return (existing, missing)
  }
}
