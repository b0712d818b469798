package import Alarms
package import HTTP

/// Makes what sends to a destination, by the destination's kind. What is alike shares one client or session; each
/// mail server has its own.
package struct Deliverers: Sendable {
  /// The session's popups.
  package let desktop: Desktop
  /// What plays sounds.
  package let speaker: Speaker
  private let console: Console
  private let client: HTTPClient
  private let userAgent: String

  /// Web services see `notifier/VERSION`; console destinations use `write` as ``Console`` does.
  package init(
    version: String, desktop: Desktop = Desktop(), speaker: Speaker = Speaker(), client: HTTPClient = HTTPClient(),
    write: @escaping @Sendable (String) async throws -> Void
  ) {
    self.desktop = desktop
    self.speaker = speaker
    self.client = client
    console = Console(write: write)
    userAgent = "notifier/\(version)"
  }

  /// What sends to `destination`.
  package func deliverer(for destination: Destination) -> any Deliverer {
    switch destination.kind {
    case .desktop: WordedDesktop(desktop: desktop, wording: destination.wording)
    case .sound(let sound): Sound(sound, name: destination.id, speaker: speaker)
    case .console: console.worded(destination.wording)
    case .service(let settings):
      ServiceDeliverer(
        settings, wording: destination.wording, pace: destination.pace, client: client, userAgent: userAgent)
    case .email(let settings):
      Email(settings, wording: destination.wording, pace: destination.pace, client: client)
    case .command(let settings): Command(settings, wording: destination.wording, pace: destination.pace)
    }
  }
}
