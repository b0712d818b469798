extension String {
  /// The text when it fits into `limit` bytes of UTF-8, 3 or more, else as much of its beginning as fits with `…` behind
  /// it, cut between two characters as a person counts them.
  package func cut(toUTF8Bytes limit: Int) -> String {
    precondition(limit >= 3, "the mark takes three bytes")
    guard utf8.count > limit else { return self }
    var (end, bytes) = (startIndex, 0)
    for character in self {
      bytes += character.utf8.count
      if bytes > limit - 3 { break }
      end = index(after: end)
    }
    // A single character can have any number of combining marks: better cut within it than show nothing of the text.
    if end == startIndex { return cutWithinCharacter(toUTF8Bytes: limit) }
    return self[..<end] + "…"
  }

  private func cutWithinCharacter(toUTF8Bytes limit: Int) -> String {
    var (result, bytes) = (String.UnicodeScalarView(), 0)
    for scalar in unicodeScalars {
      bytes += UTF8.width(scalar)
      if bytes > limit - 3 { break }
      result.append(scalar)
    }
    return String(result) + "…"
  }
}
