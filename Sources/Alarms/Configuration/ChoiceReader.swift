import Workdays

/// Reads what an alarm says about which of its days are taken: `only:`, `position:` and `except:`.
extension ScheduleReader {
  func only(_ fields: Fields) -> DayClass? {
    guard let text = fields.text("only"), let node = fields["only"] else { return nil }
    do throws(PhraseError) {
      return try DayClass(phrase: text)
    } catch {
      report(error, at: node)
      return nil
    }
  }

  func position(_ fields: Fields) -> Position? {
    guard let text = fields.text("position"), let node = fields["position"] else { return nil }
    do throws(PhraseError) {
      return try Position(text)
    } catch {
      report(error, at: node)
      return nil
    }
  }

  /// Single dates and ranges of them.
  func dates(_ fields: Fields, _ name: String) -> [CivilDate] {
    var dates: [CivilDate] = []
    for item in fields.items(name, splitsCommas: true) ?? [] {
      guard let range = item.text.flatMap({ OwnDays.range($0) }) else {
        diagnostics.error(
          "\(name) has \"\(item.wording)\"; expected a date, or a range such as 2026-12-24..31", at: item)
        continue
      }
      dates += range
    }
    return dates
  }

  /// Reports the fault of a phrase at the words that it lies in, where these stand on one line as they are.
  func report(_ fault: PhraseError, at node: Node) {
    guard case .scalar(let text, let isQuoted) = node.value, fault.length > 0,
      node.width == text.count + (isQuoted ? 2 : 0)
    else {
      diagnostics.error(LocalText(verbatim: fault.advice), at: node)
      return
    }
    var place = node.place
    place.column += fault.offset + (isQuoted ? 1 : 0)
    diagnostics.report(Diagnostic(LocalText(verbatim: fault.advice), at: place, width: fault.length))
  }
}
