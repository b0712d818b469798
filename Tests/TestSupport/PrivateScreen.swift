import Glibc

/// An X display of the tests' own, and what is drawn on it.
package final class PrivateScreen: Sendable {
  /// The display's name: `:7`.
  package let display: String
  private let directory = TemporaryDirectory()
  private let server: ChildProcess

  /// Starts it, all black; `nil` where Xvfb is not installed.
  package init?() async {
    server = ChildProcess(
      [
        "Xvfb", "-displayfd", "1", "-screen", "0", "640x400x24", "-nolisten", "tcp", "-fbdir", directory.path,
      ])
    guard let number = await server.nextLine() else { return nil }
    display = ":\(number)"
  }

  /// The picture, in the form of xwd, which Xvfb keeps in a file.
  package func picture() -> [UInt8] {
    let descriptor = open(directory["Xvfb_screen0"], O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 18))
    while case let count = read(descriptor, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
    return bytes
  }

  /// Waits until the picture stays the same for half a second, and returns it.
  package func settled() async -> [UInt8] {
    var last = picture()
    while true {
      try? await Task.sleep(for: .milliseconds(500))
      let next = picture()
      if next == last { return next }
      last = next
    }
  }

  package func stop() { server.stop() }
}

/// How many bytes of two pictures of one screen differ.
package func difference(_ one: [UInt8], _ other: [UInt8]) -> Int { zip(one, other).count { $0 != $1 } }
