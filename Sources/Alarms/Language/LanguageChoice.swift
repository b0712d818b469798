extension Language {
  /// The language that a person's environment asks for, as gettext chooses it; `nil` where it asks for none that is known.
  ///
  /// LC_ALL, LC_MESSAGES and LANG name the locale, the first that is set; in a locale that is not C, LANGUAGE lists
  /// languages that come before it. Whether the machine has the locale does not matter: all words are built in.
  ///
  /// - Parameter variable: looks an environment variable up.
  package init?(environment variable: (String) -> String?) {
    guard let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(variable).first else { return nil }
    var names = [locale]
    let base = locale.prefix { $0 != "." && $0 != "@" }
    if base != "C", base != "POSIX", let list = variable("LANGUAGE") {
      names = list.split(separator: ":").map(String.init) + names
    }
    guard let language = names.lazy.compactMap(Language.init(locale:)).first else { return nil }
    self = language
  }

  /// `zh_CN.UTF-8`, `zh-Hans` and `zh` are Chinese; `en_GB`, `C` and `POSIX` English; `nil` for any other.
  private init?(locale: String) {
    switch locale.prefix(while: { $0.isLetter && $0.isASCII }) {
    case "zh": self = .chinese
    case "en", "C", "POSIX": self = .english
    default: return nil
    }
  }
}
