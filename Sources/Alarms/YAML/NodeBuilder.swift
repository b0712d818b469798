/// Puts a tree together from parser events.
struct NodeBuilder {
  private struct Open {
    let place: SourcePlace
    let anchor: String?
    let isMapping: Bool
    var items: [Node] = []
  }

  private let file: String
  private let deepest: Int
  private let mostNodes: Int
  private var open: [Open] = []
  private var anchors: [String: (node: Node, size: Int)] = [:]
  private var documents = 0
  private var nodes = 0

  /// The document's value, once it is whole.
  private(set) var root: Node?

  init(file: String, deepest: Int, mostNodes: Int) {
    self.file = file
    self.deepest = deepest
    self.mostNodes = mostNodes
  }

  /// Takes the next event; returns whether it was the last.
  mutating func take(_ event: YAMLEvent) throws(Diagnostic) -> Bool {
    switch event.kind {
    case .streamEnd: return true
    case .other: break
    case .documentStart:
      documents += 1
      guard documents == 1 else {
        throw Diagnostic(
          "a second document starts here; expected one per file, without \"---\" between", at: event.place)
      }
    case .scalar(let text, let isQuoted):
      try add(Node(.scalar(text, isQuoted: isQuoted), place: event.place, width: event.width), anchor: event.anchor)
    case .alias(let name):
      guard let (node, size) = anchors[name] else {
        throw Diagnostic(
          "unknown alias \"*\(name)\"; write \"&\(name)\" before it", at: event.place, width: event.width)
      }
      nodes += size
      try add(node, anchor: nil)
    case .sequenceStart, .mappingStart:
      guard open.count < deepest else {
        throw Diagnostic("nested deeper than \(deepest) levels; flatten it", at: event.place)
      }
      let isMapping = if case .mappingStart = event.kind { true } else { false }
      open.append(Open(place: event.place, anchor: event.anchor, isMapping: isMapping))
    case .sequenceEnd, .mappingEnd:
      guard let done = open.popLast() else { break }
      let value = done.isMapping ? Node.Value.mapping(try pairs(done.items)) : .sequence(done.items)
      try add(Node(value, place: done.place, width: 1), anchor: done.anchor)
    }
    return false
  }

  private mutating func add(_ node: Node, anchor: String?) throws(Diagnostic) {
    nodes += 1
    guard nodes <= mostNodes else {
      throw Diagnostic("the file has more than \(mostNodes) values; split it", at: node.place)
    }
    if let anchor { anchors[anchor] = (node, size(of: node)) }
    if open.isEmpty { root = node } else { open[open.count - 1].items.append(node) }
  }

  private func pairs(_ items: [Node]) throws(Diagnostic) -> [(key: Node, value: Node)] {
    var pairs: [(key: Node, value: Node)] = []
    var first: [String: SourcePlace] = [:]
    for index in stride(from: 0, to: items.count - 1, by: 2) {
      let key = items[index]
      guard let name = key.text else {
        throw Diagnostic("a key must be a single value, not \(key.kindName)", at: key)
      }
      if let earlier = first[name] {
        throw Diagnostic("\"\(name)\" stands twice, first in line \(earlier.line); keep one", at: key)
      }
      first[name] = key.place
      pairs.append((key, items[index + 1]))
    }
    return pairs
  }

  private func size(of node: Node) -> Int {
    switch node.value {
    case .scalar: 1
    case .sequence(let items): items.reduce(1) { $0 + size(of: $1) }
    case .mapping(let pairs): pairs.reduce(1) { $0 + size(of: $1.value) + 1 }
    }
  }
}
