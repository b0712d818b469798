/// What an alarm that must not be overlooked does until somebody says that it is done.
package struct Acknowledgement: Hashable, Sendable {
  /// How it insists; `nil` where it rings once.
  package var nag: Nag?
  /// Who else hears of it; `nil` for nobody.
  package var escalation: Escalation?

  /// Ringing again and again.
  package struct Nag: Hashable, Sendable {
    /// Whole seconds above zero.
    package let interval: Duration
    /// How often it rings again, 1 or more.
    package let most: Int

    /// How often it rings again where nothing else is said.
    package static let usual = 12
    /// What is understood, for messages.
    static let forms: LocalText = "every 5m until done, or every 5m until done, at most 12"

    /// Reads `every 5m until done, at most 12`; `nil` for anything else, and for less than a minute.
    package init?(_ text: String) {
      let words = text.split { $0.isWhitespace || $0 == "," }.map { $0.lowercased() }
      guard words.count >= 4, words[0] == "every", Array(words[2...3]) == ["until", "done"],
        let span = SpanComponents(words[1]), span.workdays == nil
      else { return nil }
      let seconds = span.days * 86_400 + span.seconds
      guard seconds >= 60 else { return nil }
      interval = .seconds(seconds)
      switch words.dropFirst(4).count {
      case 0: most = Nag.usual
      case 3 where words[4] == "at" && words[5] == "most":
        guard let count = Int(words[6]), (1...1000).contains(count) else { return nil }
        most = count
      default: return nil
      }
    }
  }

  /// Telling others.
  package struct Escalation: Hashable, Sendable {
    /// How long it waits for an answer.
    package let after: Delay
    /// The names of the destinations that hear of it then.
    package let destinations: [String]

    package init(after: Delay, destinations: [String]) {
      self.after = after
      self.destinations = destinations
    }
  }

  package init(nag: Nag? = nil, escalation: Escalation? = nil) {
    self.nag = nag
    self.escalation = escalation
  }
}
