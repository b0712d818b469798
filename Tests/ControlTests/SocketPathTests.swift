import TestSupport
import Testing

@testable import Control

@Suite("The control socket's path")
struct SocketPathTests {
  @Test(
    "the most particular place that is known wins",
    arguments: [
      (["NOTIFIER_SOCKET": "/tmp/n.sock", "XDG_RUNTIME_DIR": "/run/user/7"], true, "/tmp/n.sock"),
      (["XDG_RUNTIME_DIR": "/run/x", "HOME": "/home/ann"], true, "/run/x/notifier/control.sock"),
      (["HOME": "/home/ann"], true, "/run/user/7/notifier/control.sock"),
      (["XDG_STATE_HOME": "/s", "HOME": "/home/ann"], false, "/s/notifier/control.sock"),
      (["HOME": "/home/ann"], false, "/home/ann/.local/state/notifier/control.sock"),
      // Empty is unset; a relative XDG path is to be ignored, says the XDG Base Directory Specification.
      (
        ["NOTIFIER_SOCKET": "", "XDG_RUNTIME_DIR": "run", "HOME": "/home/ann"], true,
        "/run/user/7/notifier/control.sock"
      ),
      ([:], false, nil),
    ] as [([String: String], Bool, String?)])
  func path(environment: [String: String], hasRuntimeDirectory: Bool, expected: String?) {
    let path = ControlSocket.path(
      environment: { environment[$0] }, user: 7, isDirectory: { $0 == "/run/user/7" && hasRuntimeDirectory })
    #expect(path == expected)
  }

  @Test("a path longer than a socket's address is an error that names the limit, at both ends")
  func tooLong() throws {
    let directory = TemporaryDirectory()
    let path = directory[String(repeating: "a", count: 107 - directory.path.utf8.count)]
    #expect(throws: ControlServerError.pathTooLong(path)) {
      try ControlServer(path: path, version: "1", handler: FakeHandler())
    }
    let error = #expect(throws: ControlClientError.self) { try ControlClient(path: path) }
    #expect(error == .pathTooLong(path))
    #expect(error?.description.contains("108 bytes, and at most 107") == true)

    let fitting = String(path.dropLast())
    let server = try ControlServer(path: fitting, version: "1", handler: FakeHandler())
    server.start()
    _ = try ControlClient(path: fitting)
    server.stop()
  }
}
