import Alarms
import Workdays

/// The day with which a week begins in views.
enum FirstWeekday {
  /// By the territory of the locale for times; Monday where none is named.
  static func preferred(_ variable: (String) -> String?) -> Weekday {
    guard let locale = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap(variable).first,
      let territory = locale.prefix(while: { $0 != "." && $0 != "@" }).split(separator: "_").dropFirst().first
    else { return .monday }
    if sunday.contains(String(territory)) { return .sunday }
    return saturday.contains(String(territory)) ? .saturday : .monday
  }

  // The territories of Unicode's CLDR (weekData, firstDay) that have a locale of glibc.
  private static let sunday: Set = [
    "AG", "BD", "BR", "BT", "BW", "CA", "CO", "DO", "ET", "GT", "HK", "HN", "ID", "IL", "IN", "JP", "KE", "KH", "KR",
    "MT", "MX", "MZ", "NI", "NP", "PA", "PE", "PH", "PK", "PR", "PT", "PY", "SA", "SG", "SV", "TH", "TT", "TW", "US",
    "VE", "YE", "ZA", "ZW",
  ]
  private static let saturday: Set = [
    "AE", "AF", "BH", "DJ", "DZ", "EG", "IQ", "IR", "JO", "KW", "LY", "OM", "QA", "SD", "SY",
  ]
}
