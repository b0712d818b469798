import Glibc
import TestSupport
import Testing

@testable import Control

@Suite("Opening the control socket", .timeLimit(.minutes(1)))
struct ListenerTests {
  private func server(_ path: String) throws -> ControlServer {
    try ControlServer(path: path, version: "1", handler: RobustnessTests.handler)
  }

  /// A socket's file without anybody behind it.
  private func leaveSocket(_ path: String) throws {
    let stale = makeSocket(nonBlocking: false)
    try #require(ControlSocket.withAddress(of: path) { bind(stale, $0, $1) } == 0)
    close(stale)
  }

  @Test("the socket, its lock and the directories made for it are private")
  func modes() throws {
    let directory = TemporaryDirectory()
    let before = umask(0)
    defer { umask(before) }
    let server = try server(directory["run/notifier/control.sock"])
    #expect(try mode(of: directory["run"]) == 0o700)
    #expect(try mode(of: directory["run/notifier"]) == 0o700)
    #expect(try mode(of: directory["run/notifier/control.sock"]) == 0o600)
    #expect(try mode(of: directory["run/notifier/control.sock.lock"]) == 0o600)
    server.stop()
  }

  @Test("stopping removes the socket, and another daemon can start")
  func stop() async throws {
    let directory = TemporaryDirectory()
    for _ in 0..<3 {
      let server = try server(directory["control.sock"])
      server.start()
      #expect(
        try await onThread { try RawClient(directory["control.sock"]).exchange(RobustnessTests.fire) }
          == RobustnessTests.fired)
      server.stop()
      #expect(access(directory["control.sock"], F_OK) != 0)
    }
  }

  @Test("a second daemon is told that one runs, and as which process")
  func second() throws {
    let fixture = try Fixture()
    let error = #expect(throws: ControlServerError.self) { try server(fixture.path) }
    #expect(error == .alreadyRunning(path: fixture.path, process: getpid()))
    #expect(error?.description.contains("running already as process \(getpid())") == true)
    #expect(throws: Never.self) { try RawClient(fixture.path) }
  }

  @Test("one that answers without holding the lock is left alone, too")
  func answersWithoutLock() throws {
    let directory = TemporaryDirectory()
    let path = directory["control.sock"]
    let other = makeSocket(nonBlocking: false)
    defer { close(other) }
    try #require(ControlSocket.withAddress(of: path) { bind(other, $0, $1) } == 0 && listen(other, 1) == 0)
    #expect(throws: ControlServerError.alreadyRunning(path: path, process: getpid())) { try server(path) }
    #expect(access(path, F_OK) == 0)
  }

  @Test("a socket that a killed daemon left behind is replaced")
  func stale() async throws {
    let directory = TemporaryDirectory()
    try leaveSocket(directory["control.sock"])
    let server = try server(directory["control.sock"])
    server.start()
    #expect(
      try await onThread { try RawClient(directory["control.sock"]).exchange(RobustnessTests.fire) }
        == RobustnessTests.fired)
    server.stop()
  }

  @Test("a socket that has taken the place of ours is not removed when we stop")
  func replaced() throws {
    let directory = TemporaryDirectory()
    let server = try server(directory["control.sock"])
    server.start()
    // Made before ours goes, so that it has another inode.
    try leaveSocket(directory["other.sock"])
    try #require(rename(directory["other.sock"], directory["control.sock"]) == 0)
    server.stop()
    #expect(access(directory["control.sock"], F_OK) == 0)
  }

  @Test("a file that is no socket is left alone")
  func notASocket() throws {
    let directory = TemporaryDirectory()
    close(open(directory["control.sock"], O_CREAT | O_WRONLY, 0o600))
    #expect(throws: ControlServerError.notASocket(directory["control.sock"])) { try server(directory["control.sock"]) }
    #expect(access(directory["control.sock"], F_OK) == 0)
  }

  @Test("a directory that others can write to is refused", arguments: [mode_t(0o777), 0o1777, 0o770])
  func untrusted(mode: mode_t) throws {
    let directory = TemporaryDirectory()
    #expect(chmod(directory.path, mode) == 0)
    let found = "its mode \(String(mode, radix: 8)) lets others write"
    #expect(throws: ControlServerError.notTrusted(directory: directory.path, found: found)) {
      try server(directory["control.sock"])
    }
  }

  @Test("a place where no directory can be made is an error with the system's reason")
  func unusable() {
    let error = #expect(throws: ControlServerError.self) { try server("/dev/null/notifier/control.sock") }
    #expect(error == .unusable(path: "/dev/null/notifier", operation: "mkdir", reason: "Not a directory"))
  }

  @Test("this user and root are answered, nobody else")
  func users() {
    #expect(ControlServer.answers(1000, owner: 1000))
    #expect(ControlServer.answers(0, owner: 1000))
    #expect(!ControlServer.answers(1001, owner: 1000))
    #expect(!ControlServer.answers(1000, owner: 0))
  }

  @Test(
    "another user gets no answer though the files let it in",
    .enabled(if: geteuid() == 0, "only root can become another user"))
  func anotherUser() async throws {
    let fixture = try Fixture(RobustnessTests.handler)
    for (item, mode) in [("", 0o755), ("/notifier", 0o755), ("/notifier/control.sock", 0o666)] as [(String, mode_t)] {
      try #require(chmod(fixture.directory.path + item, mode) == 0)
    }
    let script = """
      import socket, sys
      s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1])
      try:
          s.sendall(sys.argv[2].encode() + b"\\0"); print(s.recv(1000))
      except (BrokenPipeError, ConnectionResetError):
          print(b"")
      """
    let ask = ["/usr/bin/python3", "-c", script, fixture.path, String(RobustnessTests.fire.dropLast())]
    let own = try await onThread { try run(ask) }
    #expect(own == "b'\(RobustnessTests.fired)\\x00'\n")
    let others = try await onThread { try run(["/usr/bin/setpriv", "--reuid=65534", "--clear-groups"] + ask) }
    #expect(others == "b''\n")
  }
}
