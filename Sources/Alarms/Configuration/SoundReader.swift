import Workdays

/// Reads what a sound destination says of its sound.
struct SoundReader {
  static let keys = ["sound", "theme", "play", "volume", "at-most"]

  /// How often a sound plays.
  private enum Play: String, CaseIterable {
    case once
    case untilDone = "until done"
  }

  /// A rise or a sound of more than a day wakes nobody.
  private static let longestSeconds = 86_400
  /// Endings by which a file is told from a name of a theme.
  private static let endings = [".oga", ".ogg", ".opus", ".wav", ".flac", ".mp3", ".aiff", ".au"]

  private let locations: Locations
  private let file: String
  private let diagnostics: Diagnostics

  init(_ reader: DestinationReader) {
    (locations, file, diagnostics) = (reader.locations, reader.file, reader.diagnostics)
  }

  func sound(_ fields: Fields) -> Destination.Kind? {
    var sound = Destination.Sound()
    if let node = fields["sound"] {
      guard let source = source(node) else { return nil }
      sound.source = source
    }
    if let theme = fields.value("theme", expected: "the name of a sound theme, such as freedesktop", name) {
      sound.theme = theme
    }
    sound.isRepeated = fields.choice("play") == Play.untilDone
    if let volume = fields.value("volume", expected: Destination.Sound.Volume.forms, Destination.Sound.Volume.init) {
      sound.volume = volume
    }
    if let most = fields.value("at-most", expected: "a span of 1s to 1d, such as 2m", span) { sound.mostSeconds = most }
    return .sound(sound)
  }

  private func source(_ node: Node) -> Destination.Sound.Source? {
    guard let text = node.text, !text.isEmpty else {
      diagnostics.error("sound is \(node.localKind); expected a name such as bell, or the path of a file", at: node)
      return nil
    }
    if text.contains("/") || Self.endings.contains(where: text.lowercased().hasSuffix) {
      let path = Files.resolve(text, relativeTo: Files.directory(of: file), home: locations.home)
      diagnostics.references.append(path)
      if !Files.exists(path) {
        diagnostics.warning(
          "there is no sound file \(path), and until there is one a plain tone plays; check the path", at: node)
      }
      return .file(path)
    }
    guard let name = name(text) else {
      diagnostics.error(
        "sound is \"\(text)\"; expected a name such as bell, or the path of a file\(fullWidthHint(text))", at: node)
      return nil
    }
    return .name(name)
  }

  /// Names of sounds and of themes are parts of paths.
  private func name(_ text: String) -> String? {
    let isPlain = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
    return isPlain && !text.isEmpty && text.first != "." ? text : nil
  }

  private func span(_ text: String) -> Int? {
    guard let seconds = SpanComponents(text)?.exactSeconds, (1...Self.longestSeconds).contains(seconds) else {
      return nil
    }
    return seconds
  }
}
