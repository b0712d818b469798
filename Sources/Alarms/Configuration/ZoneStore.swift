import Glibc
package import Workdays

/// Opens the system's zone files, once a zone.
package final class ZoneStore {
  private let directory: String
  private var opened: [String: ZoneRules] = [:]

  /// - Parameter directory: where tzdata lies; `nil` for `$TZDIR` or the system's place.
  package init(directory: String? = nil) {
    self.directory = directory ?? getenv("TZDIR").map { String(cString: $0) } ?? "/usr/share/zoneinfo"
  }

  /// All zones that were opened.
  package var zones: [String: ZoneRules] { opened }

  /// The files that they were read from, and the one that says which zone is the system's: an update of tzdata, or a
  /// traveller, changes them.
  package var files: [String] { opened.keys.sorted().map { "\(directory)/\($0)" } + [ZoneStore.localTime] }

  private static let localTime = "/etc/localtime"

  /// The rules of a zone by its IANA name; the error is a sentence for a person.
  package func rules(named name: String) throws(FileError) -> ZoneRules {
    if let rules = opened[name] { return rules }
    let rules = try open(name)
    opened[name] = rules
    return rules
  }

  private func open(_ name: String) throws(FileError) -> ZoneRules {
    let isName = !name.isEmpty && !name.hasPrefix("/") && !name.split(separator: "/").contains("..")
    guard isName, Files.exists("\(directory)/\(name)") else {
      if name == "UTC" { return .utc }
      guard Files.exists(directory) else {
        throw FileError(description: "\(directory) does not exist; install the tzdata package")
      }
      let hint =
        nearestName(to: name).map { "did you mean \"\($0)\"?" } ?? "expected an IANA name such as Asia/Shanghai"
      throw FileError(description: "unknown zone \"\(name)\"; \(hint)")
    }
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try Files.read("\(directory)/\(name)", limit: 1 << 20).bytes
    } catch {
      throw FileError(description: "zone \"\(name)\" cannot be read: \(error)")
    }
    do throws(ZoneRulesError) {
      return try ZoneRules(identifier: name, tzif: bytes)
    } catch {
      throw FileError(description: "zone \"\(name)\" is not a zone file: \(error)")
    }
  }

  private func nearestName(to name: String) -> String? {
    var names: [String] = []
    for entry in Files.names(in: directory) where entry.first?.isUppercase == true {
      let inner = Files.names(in: "\(directory)/\(entry)")
      names += inner.isEmpty ? [entry] : inner.map { "\(entry)/\($0)" }
    }
    return nearest(name, among: names) ?? names.first { $0.lowercased().hasSuffix("/" + name.lowercased()) }
  }

  /// The name of the system's zone: `$TZ`, the target of /etc/localtime, /etc/timezone, else `UTC`.
  package static func systemZoneName() -> String {
    // A rule written out, such as CST-8, has no name; what the machine is set to is nearer than nothing.
    if let zone = variable.flatMap(zone(ofVariable:)) { return zone }
    if let zone = zone(ofFile: localTime) { return zone }
    if let text = try? Files.read("/etc/timezone", limit: 4096).bytes {
      let name = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isWhitespace).first
      if let name { return String(name) }
    }
    return "UTC"
  }

  /// What `$TZ` says where it names no zone, so that the machine's is taken; `nil` where it names one or says nothing.
  package static var strayVariable: String? {
    guard let name = variable, name != localTime, zone(ofVariable: name) == nil else { return nil }
    return name
  }

  /// `$TZ` without the colon that may stand before a name.
  private static var variable: String? {
    Locations.variable("TZ").map { $0.hasPrefix(":") ? String($0.dropFirst()) : $0 }.flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func zone(ofVariable name: String) -> String? {
    if name.hasPrefix("/") { return nameUnderZoneinfo(name) ?? zone(ofFile: name) }
    let file = "/usr/share/zoneinfo/\(name)"
    return Files.exists(file) && !Files.isDirectory(file) ? name : nil
  }

  /// The zone to whose file a path leads.
  private static func zone(ofFile path: String) -> String? {
    guard let target = realpath(path, nil) else { return nil }
    defer { free(target) }
    return nameUnderZoneinfo(String(cString: target))
  }

  private static func nameUnderZoneinfo(_ path: String) -> String? {
    guard let range = path.firstRange(of: "/zoneinfo/") else { return nil }
    return String(path[range.upperBound...])
  }
}
