/// The candidate that takes the fewest single-letter edits to reach from `text`, or that begins with it; `nil` when none
/// is near.
public func nearest(_ text: String, among candidates: [String]) -> String? {
  // Nobody means one of a few short words by a text as long as this.
  guard text.utf8.count <= 1024 else { return nil }
  let text = text.lowercased()
  // Scalars: characters as a person counts them take far longer to compare, and nobody sees the difference here.
  let wanted = Array(text.unicodeScalars)
  let limit = max(1, wanted.count / 3)
  var rows = EditRows()
  var best: (candidate: String, distance: Int)?
  for candidate in candidates {
    let candidateLetters = Array(candidate.lowercased().unicodeScalars)
    // A candidate must be nearer than the best so far; of equals the first is taken.
    let farthest = min(limit, (best?.distance ?? Int.max) - 1)
    // Every letter that one word has more than the other is an edit.
    guard abs(candidateLetters.count - wanted.count) <= farthest else { continue }
    if let distance = rows.distance(from: wanted, to: candidateLetters, atMost: farthest) {
      best = (candidate, distance)
    }
  }
  let isStart = wanted.count >= 3
  return best?.candidate ?? (isStart ? candidates.first { $0.lowercased().hasPrefix(text) } : nil)
}

/// Insertions, deletions, replacements and swaps of neighbours between two words (optimal string alignment).
///
/// Three rows of the table are kept and used again: a search among many words allocates nothing for each of them.
private struct EditRows {
  private var beforeLast: [Int] = []
  private var last: [Int] = []
  private var current: [Int] = []

  /// The fewest edits from one word to the other; `nil` for more than `limit`.
  mutating func distance(from left: [Unicode.Scalar], to right: [Unicode.Scalar], atMost limit: Int) -> Int? {
    while last.count <= right.count {
      beforeLast.append(0)
      last.append(0)
      current.append(0)
    }
    for column in 0...right.count { last[column] = column }
    for row in left.indices {
      current[0] = row + 1
      var least = current[0]
      for column in right.indices {
        let cost = left[row] == right[column] ? 0 : 1
        var edits = min(last[column + 1] + 1, current[column] + 1, last[column] + cost)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          edits = min(edits, beforeLast[column - 1] + 1)
        }
        current[column + 1] = edits
        least = min(least, edits)
      }
      // No later row is below this one: a swap starts from the row before, which is at most one below, and costs one.
      if least > limit { return nil }
      (beforeLast, last, current) = (last, current, beforeLast)
    }
    let distance = last[right.count]
    return distance <= limit ? distance : nil
  }
}
