import Glibc

extension TemporaryDirectory {
  /// Makes a certificate of 127.0.0.1 and 127.0.0.2 that nobody else trusts, and its key: two files in PEM.
  package func makeCertificate() async -> (certificate: String, key: String) {
    let (certificate, key) = (self["certificate.pem"], self["key.pem"])
    let maker = ChildProcess([
      "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "3650",
      "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1,IP:127.0.0.2", "-keyout", key, "-out",
      certificate,
    ])
    _ = await maker.output()
    return (certificate, key)
  }
}

/// A web server over TLS on 127.0.0.1: OpenSSL's, with a certificate made for it that nobody else trusts.
package final class TLSServer: Sendable {
  private let directory = TemporaryDirectory()
  private let process: ChildProcess
  private let port: String

  /// Why a server could not be had.
  package struct Failure: Error {}

  /// - Parameter answers: by path without its slash, a status and its reason, with header lines after it.
  package init(_ answers: [String: String]) async throws {
    _ = await directory.makeCertificate()
    for (path, answer) in answers {
      directory.write(path, "HTTP/1.1 \(answer)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    }
    // It serves files of the directory that it runs in, heads and all.
    process = ChildProcess([
      "sh", "-c",
      "cd \"$0\" && exec openssl s_server -accept 127.0.0.1:0 -cert certificate.pem -key key.pem -HTTP 2>/dev/null",
      directory.path,
    ])
    var port: Substring?
    while port == nil, let line = await process.nextLine() {
      if line.hasPrefix("ACCEPT ") { port = line.split(separator: ":").last }
    }
    guard let port else { throw Failure() }
    self.port = String(port)
  }

  /// The file with the authority to trust.
  package var certificate: String { directory["certificate.pem"] }

  /// `https://127.0.0.1:PORT/` and the path.
  package func url(_ path: String) -> String { "https://127.0.0.1:\(port)/\(path)" }
}
