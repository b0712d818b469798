extension DayClass {
  /// Reads the phrase that names all days of one class: `rest days`, `last workday before a holiday`.
  public init(phrase text: String) throws(PhraseError) {
    if case .days(let dayClass)? = try? DaysPhrase(text) {
      self = dayClass
      return
    }
    let names = DayClass.allCases.map(\.rawValue)
    throw PhraseError(
      "\"\(text)\" is no class of days; expected \(names.dropLast().joined(separator: ", ")) or \(names[names.count - 1])",
      suggestion: nearest(text, among: names))
  }
}
