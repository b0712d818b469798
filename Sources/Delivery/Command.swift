import Alarms
import Workdays

/// A program of this machine, which reads the firing as a webhook receives it.
struct Command: Deliverer {
  let backoff = Backoff.network
  let pace: Pace
  private let settings: CommandSettings
  private let wording: Wording

  init(_ settings: CommandSettings, wording: Wording, pace: Pace) {
    self.settings = settings
    self.wording = wording
    self.pace = pace
  }

  var language: Language { wording.language ?? .english }

  func deliver(_ ring: Ring, at now: Instant) async -> Outcome { await attempt(ring, at: now).outcome }

  func attempt(_ ring: Ring, at now: Instant) async -> Trial {
    let message = Message(ring, at: now, wording: wording)
    let payload = WebhookPayload(ring, message: message, at: now).json
    let run = CommandRun(settings.words, input: payload + Array("\n".utf8), timeout: settings.timeout)
    let end = await run.end()
    let request = settings.words.joined(separator: " ") + "\n\n" + String(decoding: payload, as: UTF8.self)
    return Trial(request: request.cut(toUTF8Bytes: 10_000), answer: end.errors, outcome: outcome(of: end))
  }

  /// Of the codes of sysexits.h two say that another time is better.
  private func outcome(of end: CommandRun.End) -> Outcome {
    let words = end.lastLine.isEmpty ? "" : ": \(end.lastLine.cut(toUTF8Bytes: 500))"
    switch end.how {
    case .exited(0): return .delivered
    case .exited(let code) where code == 75 || code == 69:
      return .retry(after: nil, reason: "the command ended with status \(code)\(words)")
    case .exited(let code): return .rejected(reason: "the command ended with status \(code)\(words)")
    // It may have done all or nothing.
    case .killed(let signal): return .unknown(reason: "the command was ended by signal \(signal)\(words)")
    case .tookTooLong:
      return .unknown(reason: "the command took longer than \(settings.timeout.components.seconds) s\(words)")
    case .cancelled: return .unknown(reason: "cancelled while the command ran")
    case .notStarted(let reason, let mayPass):
      let reason = "\(settings.words[0]) cannot be run: \(reason)"
      return mayPass ? .retry(after: nil, reason: reason) : .rejected(reason: reason)
    }
  }
}
