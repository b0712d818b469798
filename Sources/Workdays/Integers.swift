extension Int {
  /// The quotient rounded toward negative infinity, so that days before 1970 count as they should.
  @inlinable
  func flooringDivision(by divisor: Int) -> Int {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }

  /// The remainder that goes with ``flooringDivision(by:)``: 0 up to the divisor.
  @inlinable
  func flooringRemainder(by divisor: Int) -> Int {
    let remainder = self % divisor
    return remainder < 0 ? remainder + divisor : remainder
  }
}

/// The value of one to nine ASCII digits; `nil` for anything else, a sign included.
func decimal(_ digits: some Collection<UInt8>) -> Int? {
  guard (1...9).contains(digits.count) else { return nil }
  var value = 0
  for digit in digits {
    guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
    value = value * 10 + Int(digit - UInt8(ascii: "0"))
  }
  return value
}

/// `value` in decimal with leading zeros.
func padded(_ value: Int, to width: Int) -> String {
  let digits = String(value)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
