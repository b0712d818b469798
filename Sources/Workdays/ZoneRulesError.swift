/// Why bytes are no zone rules: where in them, what was found, and what was expected.
public struct ZoneRulesError: Error, Hashable, Sendable {
  /// The zone whose file was read.
  public let identifier: String
  /// The place in the file, counted from 0.
  public let byte: Int
  /// What is there, in words.
  public let found: String
  /// What should be there, in words.
  public let expected: String
}

extension ZoneRulesError: CustomStringConvertible {
  /// One line: the zone, the place, what was found, what was expected, what to do.
  public var description: String {
    "zone \(identifier): byte \(byte) of its file: found \(found), expected \(expected); "
      + "reinstall the time zone data (Debian: apt-get install --reinstall tzdata), or name another zone"
  }
}
