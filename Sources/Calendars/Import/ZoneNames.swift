import Alarms
import Workdays

/// Finds the zone that an iCalendar file means by a name.
struct ZoneNames {
  /// What a name stands for.
  struct Found {
    /// The IANA name.
    let zone: String
    /// What a person is to know of it, and whether times may be wrong for it.
    var doubt: (text: String, isLoss: Bool)?
  }

  let store: ZoneStore
  /// The zone of who reads, for times that name none.
  let ownZone: String
  /// What the file itself says of zones.
  let definitions: [String: FileZone]

  /// What a name stands for: an IANA name, one of Windows, the rules that the file gives, else the reader's own zone.
  ///
  /// - Parameter start: when it is used; a file's rules are compared with those of real zones from then on.
  func find(_ name: String, at start: CivilDateTime) -> Found {
    let definition = definitions[name]
    let around = Instant(start, utcOffset: 0)
    if let zone = zone(named: name) {
      guard let definition, let rules = try? store.rules(named: zone) else { return Found(zone: zone) }
      let (told, known) = (definition.utcOffset(at: around), rules.utcOffset(at: around))
      guard told != known else { return Found(zone: zone) }
      return Found(
        zone: zone,
        doubt: (
          "the file has \(name) at UTC\(ZoneNames.text(told)) on \(start.date), the system at "
            + "UTC\(ZoneNames.text(known)); the system is believed", true
        ))
    }
    guard let definition else {
      return Found(
        zone: ownZone,
        doubt: ("the zone \"\(name.singleLine)\" is not known; its times are taken for those of \(ownZone)", true))
    }
    // The middles of the months of three years: whatever changes its clock by a rule differs in one of them.
    let samples = (0..<36).map { around.advanced(by: .seconds($0 * 2_629_746)) }
    let offsets = samples.map(definition.utcOffset)
    let real = ([ownZone] + Set(ZoneNames.windows.values).sorted()).first { name in
      guard let rules = try? store.rules(named: name) else { return false }
      return zip(samples, offsets).allSatisfy { rules.utcOffset(at: $0) == $1 }
    }
    if let real { return Found(zone: real, doubt: ("the zone \"\(name.singleLine)\" has the rules of \(real)", false)) }
    let hours = offsets[0] / 3600
    guard offsets[0] == hours * 3600, (-12...14).contains(hours), iana(ZoneNames.fixed(hours)) != nil else {
      return Found(
        zone: ownZone,
        doubt: (
          "the zone \"\(name.singleLine)\" is none that exists; its times are taken for those of \(ownZone)", true
        ))
    }
    let isConstant = offsets.allSatisfy { $0 == offsets[0] }
    return Found(
      zone: ZoneNames.fixed(hours),
      doubt: isConstant
        ? nil
        : (
          "the zone \"\(name.singleLine)\" is none that exists; UTC\(ZoneNames.text(offsets[0])) is taken, without its "
            + "changes of the clock", true
        ))
  }

  /// In the names of these zones the sign is that of who stands there and looks at UTC.
  private static func fixed(_ hours: Int) -> String {
    hours == 0 ? "Etc/UTC" : "Etc/GMT\(hours > 0 ? "-" : "+")\(hours.magnitude)"
  }

  private static func text(_ seconds: Int) -> String {
    let minutes = Int(seconds.magnitude) / 60
    let digits = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    return "\(seconds < 0 ? "-" : "+")\(digits(minutes / 60)):\(digits(minutes % 60))"
  }

  /// The IANA name; `nil` where the name says nothing that is known.
  func zone(named name: String) -> String? {
    let name = name.trimmed
    if let known = iana(name) { return known }
    // Outlook numbers a name that it has twice.
    let plain = String(name.reversed().drop { $0.isNumber }.reversed()).trimmed
    for name in [name, plain] {
      if let known = ZoneNames.windows[name] ?? ZoneNames.windows[name + " Standard Time"] ?? ZoneNames.local[name] {
        return iana(known)
      }
    }
    // Mozilla, Evolution and others put a path of their own before the name.
    let words = name.split(separator: "/")
    for count in [3, 2, 1] where words.count > count {
      if let known = iana(words.suffix(count).joined(separator: "/")) { return known }
    }
    return nil
  }

  private func iana(_ name: String) -> String? {
    guard !name.isEmpty, name != "localtime", name.first?.isLetter == true else { return nil }
    return (try? store.rules(named: name))?.identifier
  }

  // As Windows in Chinese, and what people there call them.
  private static let local = [
    "中国标准时间": "Asia/Shanghai", "北京时间": "Asia/Shanghai", "台北标准时间": "Asia/Taipei",
    "台北標準時間": "Asia/Taipei", "新加坡标准时间": "Asia/Singapore", "东京标准时间": "Asia/Tokyo",
    "(UTC+08:00) 北京，重庆，香港特别行政区，乌鲁木齐": "Asia/Shanghai",
    "(UTC+08:00) Beijing, Chongqing, Hong Kong, Urumqi": "Asia/Shanghai",
  ]

  // Windows' names and the zones that Unicode's CLDR gives them (windowsZones, territory 001).
  private static let windows: [String: String] = [
    "Dateline Standard Time": "Etc/GMT+12", "Hawaiian Standard Time": "Pacific/Honolulu",
    "Alaskan Standard Time": "America/Anchorage", "Pacific Standard Time": "America/Los_Angeles",
    "US Mountain Standard Time": "America/Phoenix", "Mountain Standard Time": "America/Denver",
    "Central Standard Time": "America/Chicago", "Central America Standard Time": "America/Guatemala",
    "Canada Central Standard Time": "America/Regina", "Eastern Standard Time": "America/New_York",
    "US Eastern Standard Time": "America/Indiana/Indianapolis", "SA Pacific Standard Time": "America/Bogota",
    "Atlantic Standard Time": "America/Halifax", "Venezuela Standard Time": "America/Caracas",
    "SA Western Standard Time": "America/La_Paz", "Pacific SA Standard Time": "America/Santiago",
    "Newfoundland Standard Time": "America/St_Johns", "E. South America Standard Time": "America/Sao_Paulo",
    "Argentina Standard Time": "America/Buenos_Aires", "SA Eastern Standard Time": "America/Cayenne",
    "Azores Standard Time": "Atlantic/Azores", "UTC": "Etc/UTC", "GMT Standard Time": "Europe/London",
    "Greenwich Standard Time": "Atlantic/Reykjavik", "Morocco Standard Time": "Africa/Casablanca",
    "W. Europe Standard Time": "Europe/Berlin", "Central Europe Standard Time": "Europe/Budapest",
    "Romance Standard Time": "Europe/Paris", "Central European Standard Time": "Europe/Warsaw",
    "W. Central Africa Standard Time": "Africa/Lagos", "GTB Standard Time": "Europe/Bucharest",
    "Middle East Standard Time": "Asia/Beirut", "Egypt Standard Time": "Africa/Cairo",
    "E. Europe Standard Time": "Europe/Chisinau", "FLE Standard Time": "Europe/Kiev",
    "South Africa Standard Time": "Africa/Johannesburg", "Israel Standard Time": "Asia/Jerusalem",
    "Turkey Standard Time": "Europe/Istanbul", "Arabic Standard Time": "Asia/Baghdad",
    "Arab Standard Time": "Asia/Riyadh", "Russian Standard Time": "Europe/Moscow",
    "E. Africa Standard Time": "Africa/Nairobi", "Iran Standard Time": "Asia/Tehran",
    "Arabian Standard Time": "Asia/Dubai", "Azerbaijan Standard Time": "Asia/Baku",
    "Georgian Standard Time": "Asia/Tbilisi", "Afghanistan Standard Time": "Asia/Kabul",
    "West Asia Standard Time": "Asia/Tashkent", "Ekaterinburg Standard Time": "Asia/Yekaterinburg",
    "Pakistan Standard Time": "Asia/Karachi", "India Standard Time": "Asia/Calcutta",
    "Sri Lanka Standard Time": "Asia/Colombo", "Nepal Standard Time": "Asia/Katmandu",
    "Central Asia Standard Time": "Asia/Almaty", "Bangladesh Standard Time": "Asia/Dhaka",
    "Myanmar Standard Time": "Asia/Rangoon", "SE Asia Standard Time": "Asia/Bangkok",
    "N. Central Asia Standard Time": "Asia/Novosibirsk", "China Standard Time": "Asia/Shanghai",
    "Singapore Standard Time": "Asia/Singapore", "Taipei Standard Time": "Asia/Taipei",
    "W. Australia Standard Time": "Australia/Perth", "Ulaanbaatar Standard Time": "Asia/Ulaanbaatar",
    "North Asia East Standard Time": "Asia/Irkutsk", "Tokyo Standard Time": "Asia/Tokyo",
    "Korea Standard Time": "Asia/Seoul", "Cen. Australia Standard Time": "Australia/Adelaide",
    "AUS Central Standard Time": "Australia/Darwin", "E. Australia Standard Time": "Australia/Brisbane",
    "AUS Eastern Standard Time": "Australia/Sydney", "Tasmania Standard Time": "Australia/Hobart",
    "West Pacific Standard Time": "Pacific/Port_Moresby", "Vladivostok Standard Time": "Asia/Vladivostok",
    "New Zealand Standard Time": "Pacific/Auckland", "Fiji Standard Time": "Pacific/Fiji",
    "Tonga Standard Time": "Pacific/Tongatapu", "Samoa Standard Time": "Pacific/Apia",
  ]
}

extension String {
  /// Without spaces at its ends.
  var trimmed: String {
    let start = drop { $0 == " " || $0 == "\t" }
    return String(start.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
  }
}
