/// A manual page of contrib/man, mdoc(7).
struct Manual {
  static let pages =
    ["notifierctl.1", "notifierd.8", "notifier.yaml.5", "notifier-rules.7"]
    + ["zh_CN/notifierctl.1", "zh_CN/notifierd.8", "zh_CN/notifier.yaml.5", "zh_CN/notifier-rules.7"]

  let name: String
  let lines: [String]

  init(_ name: String) {
    self.name = name
    lines = Document.text(of: "contrib/man/\(name)").split(separator: "\n", omittingEmptySubsequences: false).map {
      line in
      String(line).replacing("\\&", with: "").replacing("\\-", with: "-").replacing("\\e", with: "\\")
    }
  }

  /// What is shown as it is typed: a line of a display, or a literal one.
  var shown: [String] {
    var (found, isLiteral) = ([String](), false)
    for line in lines {
      if line.hasPrefix(".Bd -literal") {
        isLiteral = true
      } else if line == ".Ed" {
        isLiteral = false
      } else if line.hasPrefix(".Dl ") {
        found.append(String(line.dropFirst(4)))
      } else if isLiteral {
        found.append(line)
      }
    }
    return found
  }

  /// The lines of a section, by its heading.
  func section(_ heading: String) -> [String] {
    guard let start = lines.firstIndex(of: ".Sh \(heading)") else { return [] }
    return Array(lines[(start + 1)...].prefix { !$0.hasPrefix(".Sh ") })
  }
}
