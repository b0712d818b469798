import Alarms
import Glibc

/// Finds the file of a sound's name, by the sound theme specification of freedesktop.org.
package struct SoundTheme: Sendable {
  /// The directories that hold themes, the most important first.
  private let roots: [String]

  /// - Parameter environment: looks a variable up; the process's own unless a test says otherwise.
  package init(environment: (String) -> String? = Locations.variable) {
    let home = environment("XDG_DATA_HOME") ?? environment("HOME").map { "\($0)/.local/share" }
    let machine = environment("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
    roots = ((home.map { [$0] } ?? []) + machine.split(separator: ":").map(String.init))
      .filter { $0.hasPrefix("/") }.map { "\($0)/sounds" }
  }

  /// The file of a sound; `nil` where no theme has it, or one says that it is not to be heard.
  ///
  /// The theme comes first, then those that it inherits from, then the one that all go back to, then sounds of no theme. Where
  /// none has the name, a more general one is looked for: of `alarm-clock-elapsed`, `alarm-clock`.
  package func file(of name: String, theme: String) -> String? {
    var themes: [Theme] = []
    collect(theme, into: &themes)
    collect(Destination.Sound.usualTheme, into: &themes)
    var parts = name.split(separator: "-", omittingEmptySubsequences: false)
    while !parts.isEmpty {
      let candidate = parts.joined(separator: "-")
      let directories = themes.flatMap(\.directories) + roots
      for directory in directories {
        if Files.exists("\(directory)/\(candidate).disabled") { return nil }
        for ending in ["oga", "ogg", "wav"] {
          let path = "\(directory)/\(candidate).\(ending)"
          if access(path, R_OK) == 0 { return path }
        }
      }
      parts.removeLast()
    }
    return nil
  }

  private struct Theme {
    let name: String
    /// Where its stereo sounds are, in every root that has it.
    var directories: [String]
  }

  /// Adds a theme and what it inherits from, depth first, each once.
  private func collect(_ name: String, into themes: inout [Theme]) {
    guard !themes.contains(where: { $0.name == name }) else { return }
    // The first index counts; the theme's sounds may be spread over all roots.
    let index = roots.lazy.compactMap { try? Files.read("\($0)/\(name)/index.theme", limit: 1 << 20).bytes }.first
    guard let index else { return }
    let groups = Self.groups(of: String(decoding: index, as: UTF8.self))
    let head = groups["Sound Theme"] ?? [:]
    let stereo = Self.list(head["Directories"]).filter { groups[$0]?["OutputProfile", default: "stereo"] == "stereo" }
    themes.append(
      Theme(name: name, directories: stereo.flatMap { folder in roots.map { "\($0)/\(name)/\(folder)" } }))
    for parent in Self.list(head["Inherits"]) { collect(parent, into: &themes) }
  }

  /// The groups of a desktop file, with their keys.
  private static func groups(of text: String) -> [String: [String: String]] {
    var (groups, group) = ([String: [String: String]](), "")
    for line in text.split(whereSeparator: \.isNewline) {
      if line.hasPrefix("["), let end = line.firstIndex(of: "]") {
        group = String(line[line.index(after: line.startIndex)..<end])
      } else if let sign = line.firstIndex(of: "="), !line.hasPrefix("#") {
        groups[group, default: [:]][trimmed(line[..<sign])] = trimmed(line[line.index(after: sign)...])
      }
    }
    return groups
  }

  /// Names of directories and themes, without those that would lead elsewhere.
  private static func list(_ text: String?) -> [String] {
    (text ?? "").split { $0 == "," || $0 == ";" }.map(trimmed)
      .filter { !$0.isEmpty && !$0.hasPrefix("/") && !$0.split(separator: "/").contains("..") }
  }

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
