/// One entry of `holidaySources:`: where days come from, and which layer of the calendar they make.
package struct HolidaySource: Hashable, Sendable {
  /// The layer that the days belong to, lowest first.
  package enum Layer: String, CaseIterable, Codable, Sendable {
    case national
    case company
    case personal
  }

  /// Where the days are.
  package enum Origin: Hashable, Sendable {
    /// An absolute path, or one relative to the working directory.
    case file(String)
    /// Web addresses of the same data, to be tried in this order. `{year}` in one stands for a notice year, so that each
    /// year is a file of its own. They are secrets: a private calendar's address is all that keeps it private.
    case web([Secret])
  }

  package let origin: Origin
  package let layer: Layer
  /// The form of the data; `nil` tells it by the name and the content.
  package let kind: HolidayFile.Kind?
  /// The region that the days are of, in capitals; `nil` for whichever region is set. In another region the source is left
  /// out, so that a machine's sources do no harm to a person elsewhere.
  package let region: String?
  /// Patterns of days off and of make-up workdays, for iCalendar; empty for the usual marks.
  package let off: [String]
  package let work: [String]
  /// The alarms that its days are for.
  package let scope: AlarmScope

  /// Whether nothing is shown of its addresses but their hosts: they are of a person's own days, or were kept in a file,
  /// as secrets are.
  package let hidesPath: Bool

  /// - Parameter isSecret: whether an address was written into a file of its own.
  package init(
    origin: Origin, layer: Layer = .national, kind: HolidayFile.Kind? = nil,
    region: String? = nil, off: [String] = [], work: [String] = [], scope: AlarmScope = .all, isSecret: Bool = false
  ) {
    self.origin = origin
    hidesPath = isSecret || layer == .personal
    self.layer = layer
    self.kind = kind
    self.region = region
    self.off = off
    self.work = work
    self.scope = scope
  }

  /// Whether the helper program reads it and leaves a copy: what comes from the web, and iCalendar.
  package var isFetched: Bool {
    switch origin {
    case .web: true
    case .file(let path): (kind ?? HolidayFile.Kind(endingOf: path)) == .ics
    }
  }

  /// Whether its days are of `code`, an ISO 3166 code, or of the country that this is a part of.
  package func applies(to code: String) -> Bool { region.map { code == $0 || code.hasPrefix("\($0)-") } ?? true }

  /// What names its copy: the same origin read in the same way has the same copy. Mirrors have the same data: one that is
  /// added or taken away loses nothing that is known.
  package var key: String {
    let places: [String] =
      switch origin {
      case .file(let path): [path]
      case .web(let addresses): addresses.prefix(1).map { $0.reveal() }
      }
    return stableHash(places + [layer.rawValue, kind?.rawValue ?? ""] + off + ["|"] + work)
  }

  /// How it is shown to a person, and what days that it sets give as their source.
  package var title: String {
    switch origin {
    case .file(let path): path
    case .web(let addresses): addresses.first.map { HolidaySource.title(of: $0, hidesPath: hidesPath) } ?? ""
    }
  }

  /// An address without what may be secret in it: a password, a query, and all behind the host where asked.
  package static func title(of address: Secret, hidesPath: Bool) -> String {
    let text = address.reveal()
    guard let scheme = text.firstRange(of: "://") else { return "‹hidden›" }
    let rest = text[scheme.upperBound...].prefix { $0 != "?" && $0 != "#" }
    let host = rest.prefix { $0 != "/" }
    let name = host.lastIndex(of: "@").map { host[host.index(after: $0)...] } ?? host
    let path = rest[host.endIndex...]
    let shown = hidesPath && !path.isEmpty ? "/…" : path
    return "\(text[..<scheme.upperBound])\(name)\(shown)"
  }
}
