import Workdays

/// Reads `ack:`, `nag:` and `escalate:` of an alarm.
struct AcknowledgementReader {
  let destinations: DestinationNames
  let diagnostics: Diagnostics

  /// `nil` where the alarm asks for nothing, or its problems are reported.
  func acknowledgement(_ fields: Fields) -> Acknowledgement? {
    let isAsked = fields.flag("ack")
    let nag = fields.value("nag", expected: Acknowledgement.Nag.forms) { Acknowledgement.Nag($0) }
    let escalation = fields["escalate"].flatMap(escalation)
    guard isAsked != false else {
      if let key = fields.key("nag") ?? fields.key("escalate") {
        diagnostics.error("ack: false and \(key.text ?? "") exclude each other; leave one of them out", at: key)
      }
      return nil
    }
    guard isAsked == true || nag != nil || escalation != nil else { return nil }
    return Acknowledgement(nag: nag, escalation: escalation)
  }

  private func escalation(_ node: Node) -> Acknowledgement.Escalation? {
    guard let fields = Fields(node, known: ["after", "to"], of: "escalate", diagnostics) else { return nil }
    let after = fields.value("after", expected: Delay.forms) { Delay($0) }
    if fields["after"] == nil {
      diagnostics.error("escalate does not say when; expected after: with \(Delay.forms)", at: node)
    }
    guard let items = fields.items("to", splitsCommas: true), !items.isEmpty else {
      diagnostics.error("escalate tells nobody; expected to: with names of destinations", at: node)
      return nil
    }
    let names = destinations.read(items, diagnostics)
    guard let after, !names.isEmpty else { return nil }
    return Acknowledgement.Escalation(after: after, destinations: names)
  }
}

/// The names of destinations that there are.
struct DestinationNames {
  let known: Set<String>

  /// The names that stand in a list, each once; one that does not exist is reported.
  func read(_ items: [Node], _ diagnostics: Diagnostics) -> [String] {
    var names: [String] = []
    for item in items {
      let name = item.text ?? ""
      guard known.contains(name) else {
        let hint: LocalText =
          nearest(name, among: known.sorted()).map { "did you mean \"\($0)\"?" }
          ?? "expected one of \(known.sorted().joined(separator: ", ")), or add it under destinations:"
        diagnostics.error("there is no destination \"\(item.wording)\"; \(hint)", at: item)
        continue
      }
      if !names.contains(name) { names.append(name) }
    }
    return names
  }
}
