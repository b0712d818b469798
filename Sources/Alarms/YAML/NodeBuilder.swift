/// Puts a tree together from parser events.
struct NodeBuilder {
  /// How much a value holds once its aliases are followed.
  private struct Extent {
    /// Values, itself included.
    var size = 1
    /// Bytes of text.
    var bytes = 0
    /// Collections within each other, itself included.
    var height = 0

    /// Takes in a part.
    mutating func hold(_ part: Extent) {
      size += part.size
      bytes += part.bytes
      height = max(height, part.height + 1)
    }
  }

  private struct Open {
    let place: SourcePlace
    let anchor: String?
    let isMapping: Bool
    var items: [Node] = []
    var extent = Extent(height: 1)
  }

  private let file: String
  private let deepest: Int
  private let mostNodes: Int
  private let mostBytes: Int
  private var open: [Open] = []
  private var anchors: [String: (node: Node, extent: Extent)] = [:]
  private var documents = 0
  private var (nodes, bytes) = (0, 0)

  /// The document's value, once it is whole.
  private(set) var root: Node?

  /// - Parameters:
  ///   - mostNodes: how many values there may be once aliases are followed.
  ///   - mostBytes: how much text they may hold.
  init(file: String, deepest: Int, mostNodes: Int, mostBytes: Int) {
    self.file = file
    self.deepest = deepest
    self.mostNodes = mostNodes
    self.mostBytes = mostBytes
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
      let node = Node(.scalar(text, isQuoted: isQuoted), place: event.place, width: event.width)
      bytes += text.utf8.count
      try add(node, Extent(bytes: text.utf8.count), anchor: event.anchor)
    case .alias(let name):
      guard let (node, extent) = anchors[name] else {
        throw Diagnostic(
          "unknown alias \"*\(name)\"; write \"&\(name)\" before it", at: event.place, width: event.width)
      }
      try checkDepth(open.count + extent.height, at: event.place)
      nodes += extent.size - 1
      bytes += extent.bytes
      try add(node, extent, anchor: nil)
    case .sequenceStart, .mappingStart:
      try checkDepth(open.count + 1, at: event.place)
      let isMapping = if case .mappingStart = event.kind { true } else { false }
      open.append(Open(place: event.place, anchor: event.anchor, isMapping: isMapping))
    case .sequenceEnd, .mappingEnd:
      guard let done = open.popLast() else { break }
      let value = done.isMapping ? Node.Value.mapping(try pairs(done.items)) : .sequence(done.items)
      try add(Node(value, place: done.place, width: 1), done.extent, anchor: done.anchor)
    }
    return false
  }

  private func checkDepth(_ depth: Int, at place: SourcePlace) throws(Diagnostic) {
    guard depth <= deepest else { throw Diagnostic("nested deeper than \(deepest) levels; flatten it", at: place) }
  }

  private mutating func add(_ node: Node, _ extent: Extent, anchor: String?) throws(Diagnostic) {
    nodes += 1
    guard nodes <= mostNodes else {
      throw Diagnostic("the file has more than \(mostNodes) values; split it", at: node.place)
    }
    guard bytes <= mostBytes else {
      throw Diagnostic(
        "the file has more than \(mostBytes) bytes of text once its aliases are followed; use fewer of them",
        at: node.place)
    }
    if let anchor { anchors[anchor] = (node, extent) }
    guard !open.isEmpty else {
      root = node
      return
    }
    open[open.count - 1].items.append(node)
    open[open.count - 1].extent.hold(extent)
  }

  private func pairs(_ items: [Node]) throws(Diagnostic) -> [(key: Node, value: Node)] {
    var pairs: [(key: Node, value: Node)] = []
    pairs.reserveCapacity(items.count / 2)
    // Few keys are compared with each other; a dictionary for each of many mappings costs more.
    let hasFew = items.count <= 16
    var first: [String: SourcePlace] = [:]
    for index in stride(from: 0, to: items.count - 1, by: 2) {
      let key = items[index]
      guard let name = key.text else {
        throw Diagnostic("a key must be a single value, not \(key.localKind)", at: key)
      }
      if let earlier = hasFew ? pairs.first(where: { $0.key.text == name })?.key.place : first[name] {
        throw Diagnostic("\"\(name)\" stands twice, first in line \(earlier.line); keep one", at: key)
      }
      if !hasFew { first[name] = key.place }
      pairs.append((key, items[index + 1]))
    }
    return pairs
  }
}
