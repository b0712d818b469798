import Concurrency
import Glibc

/// A real web server with HTTP/2 over TLS on the loopback interface, and an authority of its own. Every request gets 204, but
/// for those to /large, which get 64 MB.
package final class Nginx: Sendable {
  private static let program = "/usr/sbin/nginx"
  /// Whether Debian's is there.
  package static let isInstalled = access(program, X_OK) == 0

  /// Whether the loopback interface has ::1.
  package static let hasIPv6 = access("/proc/net/if_inet6", F_OK) == 0

  /// Which of its certificates it shows, each on a port of its own.
  package enum Certificate: String, CaseIterable, Sendable {
    /// Of 127.0.0.1, ::1 and localhost.
    case good
    /// As `good`, but of 2020.
    case expired
    /// Of another name.
    case other
  }

  private let directory = TemporaryDirectory()
  private let ports = Guarded<[Certificate: UInt16]>([:])
  private let process: Guarded<ChildProcess?>

  /// Starts one, and returns once it takes connections.
  package init() async {
    process = Guarded(nil)
    directory.write("good", "subjectAltName=IP:127.0.0.1,IP:::1,DNS:localhost\n")
    directory.write("expired", "subjectAltName=IP:127.0.0.1\n")
    directory.write("other", "subjectAltName=DNS:other.example\n")
    _ = await ChildProcess(["sh", "-euc", Nginx.makeCertificates, "sh", directory.path]).output()
    // A port that was free may be taken by the time it is asked for.
    repeat {
      ports.withLock { ports in
        for certificate in Certificate.allCases { ports[certificate] = LocalServer.unusedPort() }
      }
      directory.write("nginx.conf", configuration)
    } while await !start() && !Task.isCancelled
  }

  /// Starts it again on the same ports.
  ///
  /// - Returns: whether it got them.
  @discardableResult
  package func start() async -> Bool {
    // A single process, so that ending it ends all of it.
    let program = ChildProcess([
      Nginx.program, "-p", directory.path, "-e", directory["errors"], "-c", directory["nginx.conf"],
    ])
    process.withLock { $0 = program }
    while access(directory["pid"], F_OK) != 0 {
      guard !program.hasEnded, (try? await Task.sleep(for: .milliseconds(20))) != nil else { return false }
    }
    return true
  }

  /// Ends it.
  package func stop() {
    let program = process.withLock { program in
      defer { program = nil }
      return program
    }
    program?.stop()
    unlink(directory["pid"])
  }

  /// The file with its authority.
  package var authority: String { directory["authority.pem"] }
  /// The path of its Unix socket, which speaks as the port of the good certificate does.
  package var socket: String { directory["socket"] }

  /// `https://127.0.0.1:PORT` and the path.
  package func url(_ path: String = "/", _ certificate: Certificate = .good, host: String = "127.0.0.1") -> String {
    "https://\(host):\(port(certificate))\(path)"
  }

  private func port(_ certificate: Certificate) -> UInt16 { ports.withLock { $0[certificate]! } }

  /// One request that it answered.
  package struct Entry: Sendable {
    package let connection: String
    /// `HTTP/2.0`.
    package let `protocol`: String
    package let target: String
    package let remoteAddress: String
  }

  /// What it has answered, once that are at least `count`.
  package func entries(_ count: Int) async -> [Entry] {
    while true {
      let bytes = readFile(directory["log"])
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      if lines.count >= count, bytes.last == UInt8(ascii: "\n") || count == 0 {
        return lines.map { line in
          let words = line.split(separator: " ").map(String.init)
          return Entry(connection: words[0], protocol: words[1], target: words[2], remoteAddress: words[3])
        }
      }
      try? await Task.sleep(for: .milliseconds(20))
    }
  }

  private func readFile(_ path: String) -> [UInt8] {
    guard let file = fopen(path, "re") else { return [] }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1_000_000)
    let count = fread(&bytes, 1, bytes.count, file)
    return Array(bytes.prefix(count))
  }

  /// An authority, a key, and a certificate for each file with the names that it is to have.
  private static let makeCertificates = """
    cd "$1"
    exec 2>/dev/null
    truncate -s 64M large
    set -- -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes
    openssl req -x509 "$@" -days 3650 -subj "/CN=authority of a test" -keyout authority.key -out authority.pem
    openssl req "$@" -subj "/CN=server of a test" -keyout key.pem -out request.pem
    sign() { openssl x509 -req -in request.pem -CA authority.pem -CAkey authority.key -days 30 "$@"; }
    sign -set_serial 1 -extfile good -out good.pem
    sign -set_serial 2 -extfile other -out other.pem
    faketime "2020-01-01 00:00:00" openssl x509 -req -in request.pem -CA authority.pem -CAkey authority.key -days 30 \\
      -set_serial 3 -extfile expired -out expired.pem
    """

  private var configuration: String {
    let servers = Certificate.allCases.map { certificate in
      let port = port(certificate)
      var more = certificate == .good ? "listen unix:\(socket) ssl http2;" : ""
      if certificate == .good, Nginx.hasIPv6 { more += " listen [::1]:\(port) ssl http2;" }
      return """
          server {
            listen 127.0.0.1:\(port) ssl http2; \(more)
            ssl_certificate \(certificate.rawValue).pem;
            ssl_certificate_key key.pem;
            location / { return 204; }
            # To a POST a file is no answer, which is an error with this page.
            location = /large { root .; error_page 405 =200 /large; }
          }
        """
    }
    return """
      daemon off;
      master_process off;
      pid pid;
      events { worker_connections 512; }
      http {
        log_format entry '$connection $server_protocol $request_uri $remote_addr';
        access_log log entry;
        \(["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \($0);" }.joined(separator: " "))
      \(servers.joined(separator: "\n"))
      }

      """
  }
}
