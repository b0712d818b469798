extension Destination {
  /// A sound by the person's sound server. In JSON it is the job of the program that plays it.
  package struct Sound: Codable, Hashable, Sendable {
    /// Where the sound comes from.
    package enum Source: Codable, Hashable, Sendable {
      /// A name of the freedesktop.org sound naming specification, looked up in themes.
      case name(String)
      /// The path of a file.
      case file(String)
    }

    package var source: Source
    /// The sound theme that names are looked up in first.
    package var theme: String
    /// Whether it plays again and again until the ring is answered.
    package var isRepeated: Bool
    package var volume: Volume
    /// How long it plays at most, in seconds above zero.
    package var mostSeconds: Int

    package init(
      source: Source = .name(Sound.usualName), theme: String = Sound.usualTheme, isRepeated: Bool = false,
      volume: Volume = Volume(), mostSeconds: Int = Sound.usualMostSeconds
    ) {
      self.source = source
      self.theme = theme
      self.isRepeated = isRepeated
      self.volume = volume
      self.mostSeconds = mostSeconds
    }

    /// An alarm clock's sound, by the sound naming specification.
    package static let usualName = "alarm-clock-elapsed"
    /// The theme that all others go back to, by the sound theme specification.
    package static let usualTheme = "freedesktop"
    package static let usualMostSeconds = 120
  }
}

extension Destination.Sound {
  /// How loud it is, on the scale on which mixers show it: 100 is the sound as it was made.
  package struct Volume: Codable, Hashable, Sendable {
    /// In percent, 1 to 100, at the start and at the end of the rise.
    package let start, end: Int
    /// How long the rise takes; 0 where it does not rise.
    package let riseSeconds: Int

    package init(start: Int = 100, end: Int = 100, riseSeconds: Int = 0) {
      self.start = start
      self.end = end
      self.riseSeconds = riseSeconds
    }

    /// What is understood, for messages.
    static let forms: LocalText = "1% to 100%, such as 80%, or a rise such as 30% to 100% over 30s"

    /// Reads `80%` and `30% to 100% over 30s`; `nil` for anything else.
    init?(_ text: String) {
      let words = text.split(whereSeparator: \.isWhitespace).map { $0.lowercased() }
      func percent(_ word: String) -> Int? {
        guard word.last == "%", let number = Int(word.dropLast()), (1...100).contains(number) else { return nil }
        return number
      }
      guard let first = words.first, let start = percent(first) else { return nil }
      if words.count == 1 {
        self.init(start: start, end: start)
        return
      }
      guard words.count == 5, words[1] == "to", words[3] == "over", let end = percent(words[2]),
        let seconds = SpanComponents(words[4])?.exactSeconds, seconds > 0
      else { return nil }
      self.init(start: start, end: end, riseSeconds: seconds)
    }
  }
}

/// What the program that plays sounds answers, one line of JSON.
package struct SoundReport: Codable, Hashable, Sendable {
  /// The sound server's name of the device; `nil` where nothing plays.
  package var device: String?
  /// The file that is played; `nil` for the program's own tone.
  package var file: String?
  /// Why nothing plays, or why it is not the sound that was asked for.
  package var problem: String?

  package init(device: String? = nil, file: String? = nil, problem: String? = nil) {
    self.device = device
    self.file = file
    self.problem = problem
  }
}
