/// The candidate that takes the fewest single-letter edits to reach from `text`, or that begins with it; `nil` when none
/// is near.
public func nearest(_ text: String, among candidates: [String]) -> String? {
  // Nobody means one of a few short words by a text as long as this.
  guard text.utf8.count <= 1024 else { return nil }
  let text = text.lowercased()
  // Scalars: characters as a person counts them take far longer to compare, and nobody sees the difference here.
  let wanted = Array(text.unicodeScalars)
  let limit = max(1, wanted.count / 3)
  var best: (candidate: String, distance: Int)?
  for candidate in candidates {
    let candidateLetters = Array(candidate.lowercased().unicodeScalars)
    // Every letter that one word has more than the other is an edit.
    guard abs(candidateLetters.count - wanted.count) <= limit else { continue }
    let distance = editDistance(wanted, candidateLetters)
    if distance <= limit, distance < best?.distance ?? Int.max { best = (candidate, distance) }
  }
  let isStart = wanted.count >= 3
  return best?.candidate ?? (isStart ? candidates.first { $0.lowercased().hasPrefix(text) } : nil)
}

/// Insertions, deletions, replacements and swaps of neighbours between two words (optimal string alignment).
private func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
  guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
  var beforeLast = [Int](repeating: 0, count: right.count + 1)
  var last = Array(0...right.count)
  for row in 1...left.count {
    var current = [row] + [Int](repeating: 0, count: right.count)
    for column in 1...right.count {
      let cost = left[row - 1] == right[column - 1] ? 0 : 1
      current[column] = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + cost)
      if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
        current[column] = min(current[column], beforeLast[column - 2] + 1)
      }
    }
    (beforeLast, last) = (last, current)
  }
  return last[right.count]
}
