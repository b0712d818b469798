/// A place in a file: what an error points at.
package struct SourcePlace: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The path as it is shown.
  package var file: String
  /// From 1 on.
  package var line: Int
  /// From 1 on, in characters.
  package var column: Int

  package init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }

  package static func < (left: SourcePlace, right: SourcePlace) -> Bool {
    (left.file, left.line, left.column) < (right.file, right.line, right.column)
  }

  package var description: String { "\(file):\(line):\(column)" }
}
