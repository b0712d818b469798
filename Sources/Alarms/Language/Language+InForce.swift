private import Synchronization

extension Language {
  // Set by a program at its start and when its configuration was read; whatever thread says something reads it.
  private static let chosen = Atomic(false)

  /// The language in which the program speaks to who started it; English until it is set.
  package static var inForce: Language {
    get { chosen.load(ordering: .relaxed) ? .chinese : .english }
    set { chosen.store(newValue == .chinese, ordering: .relaxed) }
  }

  /// Has the program speak as the environment asks for.
  package static func follow(environment variable: (String) -> String? = Locations.variable) {
    inForce = Language(environment: variable) ?? .english
  }
}
