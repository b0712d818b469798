import Alarms
import Glibc

/// What `cal --format` draws.
enum PictureFormat: String, CaseIterable {
  case svg, html

  /// The format that is wanted, by name or by the name of the file; `nil` for none.
  static func wanted(_ arguments: Arguments) throws -> PictureFormat? {
    let forms: LocalText = "svg or html"
    if let format = try arguments.value("--format", expected: forms, { PictureFormat(rawValue: $0) }) { return format }
    guard let path = arguments.value("--output") else { return nil }
    guard let format = allCases.first(where: { path.lowercased().hasSuffix(".\($0.rawValue)") }) else {
      throw Failure(.usage, "cal: --output goes with a picture; say --format \(forms)")
    }
    return format
  }

  func text(_ picture: Picture) -> String {
    switch self {
    case .svg: SVGPicture(picture: picture).text
    case .html: HTMLPicture(picture: picture).text
    }
  }

  /// Writes the picture to the file that `--output` names, or to standard output.
  func write(_ picture: Picture, _ arguments: Arguments, _ output: Output) throws {
    guard let path = arguments.value("--output"), path != "-" else {
      output.line(text(picture))
      return
    }
    // Not by way of another file that takes its place: it may be a device, or a link that is to stay.
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw PictureFormat.failure(path) }
    defer { close(file) }
    var rest = Array((text(picture) + "\n").utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw PictureFormat.failure(path) }
      rest = rest.dropFirst(count)
    }
  }

  private static func failure(_ path: String) -> Failure {
    Failure(.unavailable, "cal: \(path) cannot be written: \(String(cString: strerror(errno)))")
  }
}
