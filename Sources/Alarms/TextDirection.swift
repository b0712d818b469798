/// What of Unicode's bidirectional algorithm (UAX #9) a person's text may use: nothing that turns the text around it.
extension String {
  /// The text without controls of direction that reach beyond it.
  ///
  /// Embeddings and overrides go, for which isolates are the safe form, and so do isolates that are not closed or not opened.
  /// Marks and whole isolates stay in a text that has letters of a right-to-left script: elsewhere they are of no use.
  var withoutTurns: String {
    let isRightToLeft = unicodeScalars.contains(where: \.isOfRightToLeftBlock)
    var scalars = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.directionControl {
      case nil: scalars.append(scalar)
      case .embedding: break
      case .mark, .isolate, .end: if isRightToLeft { scalars.append(scalar) }
      }
    }
    return String(scalars).withWholeIsolates
  }

  /// The text without isolates that are not closed or not opened; to be asked again where something was cut off.
  package var withWholeIsolates: String {
    guard unicodeScalars.contains(where: { [.isolate, .end].contains($0.directionControl) }) else { return self }
    let all = Array(unicodeScalars)
    var (open, odd): ([Int], Set<Int>) = ([], [])
    for (index, scalar) in all.enumerated() {
      switch scalar.directionControl {
      case .isolate: open.append(index)
      case .end: if open.popLast() == nil { odd.insert(index) }
      default: break
      }
    }
    odd.formUnion(open)
    return String(String.UnicodeScalarView(all.enumerated().filter { !odd.contains($0.offset) }.map(\.element)))
  }

  /// The text for a place among other words: each line that may run from right to left is isolated, so that numbers and marks
  /// beside it stay where they are. Its controls are whole, as ``singleLine`` leaves them.
  package var isolated: String {
    guard unicodeScalars.contains(where: \.isOfRightToLeftBlock) else { return self }
    let lines = split(separator: "\n", omittingEmptySubsequences: false)
    return lines.map { line in
      line.unicodeScalars.contains(where: \.isOfRightToLeftBlock) ? "\u{2068}\(line)\u{2069}" : String(line)
    }.joined(separator: "\n")
  }
}

/// What a control of direction does.
private enum DirectionControl {
  case mark
  /// An embedding or an override, or the end of one.
  case embedding
  case isolate
  /// The end of an isolate.
  case end
}

extension Unicode.Scalar {
  /// Whether it is a control of direction: the property Bidi_Control.
  var turnsText: Bool { directionControl != nil }

  fileprivate var directionControl: DirectionControl? {
    switch value {
    case 0x061C, 0x200E, 0x200F: .mark
    case 0x202A...0x202E: .embedding
    case 0x2066...0x2068: .isolate
    case 0x2069: .end
    default: nil
    }
  }

  /// Whether it is of a block whose characters run from right to left unless they are told otherwise (DerivedBidiClass.txt
  /// of Unicode 16, the defaults R and AL); rather too many than too few.
  fileprivate var isOfRightToLeftBlock: Bool {
    switch value {
    case 0x061C: false
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}
