/// How a destination puts what a ring says.
package struct Wording: Hashable, Sendable {
  /// The language of all that the program says itself; `nil` for the configuration's.
  package var language: Language?
  /// The title in place of the alarm's own; `nil` for that.
  package var title: Template?
  /// The text in place of the program's own lines; `nil` for those.
  package var text: Template?

  package init(language: Language? = nil, title: Template? = nil, text: Template? = nil) {
    self.language = language
    self.title = title
    self.text = text
  }
}

/// A language that the program speaks.
package enum Language: String, CaseIterable, Codable, Hashable, Sendable {
  case english = "en"
  case chinese = "zh"
}
