import Workdays

/// The alarms that some days apply to.
package enum AlarmScope: Hashable, Sendable {
  case all
  /// Those with these ids, of which there is at least one.
  case only(Set<String>)

  /// The scope of what names these ids; with none it is for all.
  package init(_ ids: some Collection<String>) { self = ids.isEmpty ? .all : .only(Set(ids)) }

  /// The ids in order; none where it is for all.
  package var ids: [String] {
    switch self {
    case .all: []
    case .only(let ids): ids.sorted()
    }
  }

  /// Whether it names the alarm, which `all` does not.
  func names(_ alarm: String) -> Bool {
    switch self {
    case .all: false
    case .only(let ids): ids.contains(alarm)
    }
  }
}

extension Fields {
  /// What `alarms:` says of the alarms that some days apply to.
  ///
  /// Whether there are such alarms is told when all files are read.
  func scope(_ diagnostics: Diagnostics) -> AlarmScope {
    guard let items = items("alarms", splitsCommas: true) else { return .all }
    if items.isEmpty {
      diagnostics.error(
        "alarms is empty, so these days would apply to nothing; name an alarm, or leave alarms: out", at: key("alarms")!
      )
    }
    diagnostics.alarmNames += items
    return AlarmScope(items.compactMap(\.text))
  }
}

extension Diagnostics {
  /// Reports names of alarms that days are meant for and that no file has.
  func checkAlarmNames(among ids: [String]) {
    let known = Set(ids)
    for node in alarmNames where !(node.text.map(known.contains) ?? false) {
      let name = node.text ?? node.kindName
      let hint: LocalText =
        nearest(name, among: ids).map { "did you mean \"\($0)\"?" }
        ?? "expected an alarm's id\(ids.isEmpty ? "" : ", such as \(ids[0])"), or take it out"
      error("there is no alarm \"\(name)\"; \(hint)", at: node)
    }
  }

  /// Reports names of calendars that are to be synchronised and that no file has.
  func checkCalendarNames(among ids: [String]) {
    for node in calendarNames where !(node.text.map(ids.contains) ?? false) {
      let name = node.text ?? node.kindName
      let hint: LocalText =
        nearest(name, among: ids).map { "did you mean \"\($0)\"?" } ?? "add it under calendars:"
      error("there is no calendar \"\(name)\"; \(hint)", at: node)
    }
  }
}
