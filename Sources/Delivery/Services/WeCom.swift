import Alarms
import HTTP

/// A WeCom (企业微信) group robot: plain text, in which nothing is markup.
struct WeCom: Service {
  private let settings: ServiceSettings

  init(_ settings: ServiceSettings) { self.settings = settings }

  func request(for call: ServiceCall) -> HTTPRequest {
    let mentions = settings.list("mentions")
    let numbers = mentions.filter { $0.count >= 8 && $0.allSatisfy(\.isNumber) }
    let people = mentions.filter { !numbers.contains($0) }
    let text = JSONValue.members([
      "content": .string(call.text.cut(toUTF8Bytes: 2048)),
      "mentioned_list": people.isEmpty ? nil : .array(people.map { .string($0) }),
      "mentioned_mobile_list": numbers.isEmpty ? nil : .array(numbers.map { .string($0) }),
    ])
    return .json(settings.address(), ["msgtype": "text", "text": text])
  }

  /// Errors come with status 200 too.
  func outcome(of answer: ServiceAnswer) -> Outcome {
    if let failure = answer.failureByStatus { return failure }
    guard answer.status == 200, let code = answer.json?["errcode"]?.integer else { return answer.stranger }
    let words = "\(code): \(answer.clean(answer.json?["errmsg"]?.text))"
    return switch code {
    case 0: .delivered
    case -1: .retry(after: nil, reason: "WeCom is busy, \(words)")
    case 45_009: .retry(after: .seconds(60), reason: "too many messages for this robot, \(words)")
    default: .rejected(reason: "WeCom \(words)")
    }
  }
}
