import Alarms

/// What a service counts when it says how long a text may be.
package enum LengthUnit: Sendable {
  /// Bytes of UTF-8.
  case utf8
  /// Units of UTF-16: two for an emoji. Never fewer than scalars, so it is safe where a service says only "characters".
  case utf16
  /// Unicode scalars.
  case scalars

  fileprivate func length(_ text: some StringProtocol) -> Int {
    switch self {
    case .utf8: text.utf8.count
    case .utf16: text.utf16.count
    case .scalars: text.unicodeScalars.count
    }
  }

  fileprivate func length(_ scalar: Unicode.Scalar) -> Int {
    switch self {
    case .utf8: UTF8.width(scalar)
    case .utf16: UTF16.width(scalar)
    case .scalars: 1
    }
  }

  /// The length of the mark that says that something was cut.
  fileprivate var mark: Int { self == .utf8 ? 3 : 1 }
}

extension String {
  /// The text when it fits into `limit` bytes of UTF-8, 3 or more, else as much of its beginning as fits with `…` behind
  /// it, cut between two characters as a person counts them.
  package func cut(toUTF8Bytes limit: Int) -> String { cut(to: limit, .utf8) }

  /// The text when it fits into `limit` units, at least as many as `…` takes, else as much of its beginning as fits with
  /// `…` behind it, cut between two characters as a person counts them.
  package func cut(to limit: Int, _ unit: LengthUnit) -> String {
    precondition(limit >= unit.mark, "the mark takes room")
    guard unit.length(self) > limit else { return self }
    var (end, length) = (startIndex, 0)
    for character in self {
      length += unit.length(String(character))
      if length > limit - unit.mark { break }
      end = index(after: end)
    }
    // A single character can have any number of combining marks: better cut within it than show nothing of the text.
    if end == startIndex { return cutWithinCharacter(to: limit, unit) }
    return String(self[..<end]).withWholeIsolates + "…"
  }

  private func cutWithinCharacter(to limit: Int, _ unit: LengthUnit) -> String {
    var (result, length) = (String.UnicodeScalarView(), 0)
    for scalar in unicodeScalars {
      length += unit.length(scalar)
      if length > limit - unit.mark { break }
      result.append(scalar)
    }
    return String(result) + "…"
  }
}
