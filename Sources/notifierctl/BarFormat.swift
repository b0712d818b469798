import Alarms
import FoundationEssentials
import Workdays

/// What rings next, in the form of a status bar.
enum BarFormat: String, CaseIterable {
  /// A line of text, for polybar, tmux and prompts.
  case line
  /// An object for a custom module of waybar, waybar-custom(5); its texts are Pango's markup.
  case waybar
  /// A block of i3bar's protocol, <https://i3wm.org/docs/i3bar-protocol.html>, which swaybar takes as well.
  case i3bar

  /// A ring that is to come.
  struct Ring {
    let title: String
    let fires: Instant
    /// Seconds east of UTC, on the clock of its alarm.
    let utcOffset: Int
  }

  /// How soon it is, by which a bar may colour it.
  enum Nearness: String {
    /// Within a quarter of an hour.
    case soon
    case today
    case later
    /// Nothing is to come.
    case none
  }

  private struct WaybarModule: Encodable {
    let text, alt, tooltip: String
    let `class`: String
  }

  private struct I3Block: Encodable {
    let name, fullText, shortText: String
    let urgent: Bool

    private enum CodingKeys: String, CodingKey {
      case name, urgent
      case fullText = "full_text"
      case shortText = "short_text"
    }
  }

  /// How many rings a tooltip lists.
  private static let mostListed = 10

  /// The next of these rings, in a line without its end.
  ///
  /// - Parameter rings: soonest first; without any the text is empty, and a bar shows nothing.
  func text(of rings: [Ring], at now: Instant) throws -> String {
    let next = rings.first
    let words = next.map { "\($0.title) · \($0.distance(from: now))" } ?? ""
    let nearness = next.map { $0.nearness(at: now) } ?? .none
    switch self {
    case .line: return words
    case .waybar:
      let lines = rings.prefix(BarFormat.mostListed).map { "\($0.time)  \($0.title)" }
      return try json(
        WaybarModule(
          text: words.escapedForPango, alt: nearness.rawValue,
          tooltip: lines.joined(separator: "\n").escapedForPango, class: nearness.rawValue))
    case .i3bar:
      return try json(
        I3Block(name: "notifier", fullText: words, shortText: next?.title ?? "", urgent: nearness == .soon))
    }
  }

  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}

extension BarFormat.Ring {
  /// `in 10 minutes`, `tomorrow at 08:50`.
  fileprivate func distance(from now: Instant) -> String {
    localRelativeTime(from: now, to: fires, utcOffset: utcOffset)
  }

  fileprivate var time: String {
    let civil = fires.civil(utcOffset: utcOffset)
    return "\(civil.date.dated) \(civil.time)"
  }

  fileprivate func nearness(at now: Instant) -> BarFormat.Nearness {
    // As long as it is told to be in 15 minutes.
    if now.duration(to: fires) < .seconds(15 * 60 + 30) { return .soon }
    return now.civil(utcOffset: utcOffset).date == fires.civil(utcOffset: utcOffset).date ? .today : .later
  }

  /// When it is told otherwise than at `now`: as soon as it has rung, as the minutes to it go by, or at midnight.
  func changes(after now: Instant) -> Instant {
    let left = now.duration(to: fires)
    let tomorrow = now.civil(utcOffset: utcOffset).date.adding(days: 1)
    let midnight = CivilDateTime(date: tomorrow, time: .midnight).secondsSinceEpoch - utcOffset
    // Six hours before and from then on `relativeTime` counts minutes, rounded: they change half a minute past.
    let counted = Duration.seconds(6 * 3600 + 30)
    guard left <= counted else {
      return min(Instant(seconds: midnight), fires.advanced(by: .zero - counted))
    }
    let (seconds, attoseconds) = left.components
    let step = Duration(secondsComponent: (seconds + 30) % 60, attosecondsComponent: attoseconds)
    return min(now.advanced(by: step + .milliseconds(1)), fires)
  }
}

extension String {
  /// With the signs of markup written as text; on one line but for the ends of lines that are there.
  fileprivate var escapedForPango: String {
    replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
