import Alarms
import Control
import Glibc
import TestSupport
import Testing

/// Rules of time zones that change below the daemon, as an update of tzdata changes them.
@Suite("Time zones that change", .timeLimit(.minutes(2)))
struct ZoneUpdateTests {
  private static let zone = "Asia/Shanghai"

  private static func rules(of zone: String) throws -> [UInt8] {
    let file = try #require(fopen("/usr/share/zoneinfo/\(zone)", "r"), "tzdata is not installed")
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = fread(&bytes, 1, bytes.count, file)
    return Array(bytes.prefix(count))
  }

  /// Puts rules into a home's own tzdata in one step, as packages do.
  private static func install(_ rules: [UInt8], in home: Home) throws {
    let (whole, part) = ("\(home.path)/zoneinfo/\(zone)", "\(home.path)/zoneinfo/part")
    let file = try #require(fopen(part, "w"))
    #expect(fwrite(rules, 1, rules.count, file) == rules.count)
    fclose(file)
    try #require(rename(part, whole) == 0)
  }

  @Test("an update of tzdata is taken over at once, and the rings move with it")
  func update() async throws {
    let home = try Home()
    for folder in ["zoneinfo", "zoneinfo/Asia"] { try #require(mkdir("\(home.path)/\(folder)", 0o700) == 0) }
    try ZoneUpdateTests.install(ZoneUpdateTests.rules(of: "Asia/Shanghai"), in: home)
    try home.configure(
      "timezone: \(ZoneUpdateTests.zone)\nalarms: [{ id: a, at: \"09:00\", days: every day, to: console }]")
    let daemon = try await RunningDaemon(in: home, clock: nil, variables: ["TZDIR": "\(home.path)/zoneinfo"])
    #expect(try await daemon.status().next?.fires.hasSuffix("T09:00:00+08:00") == true)
    // As if China had moved its clocks to Japan's.
    try ZoneUpdateTests.install(ZoneUpdateTests.rules(of: "Asia/Tokyo"), in: home)
    try await eventually("the rules are read again", details: { daemon.log }) {
      try await daemon.status().next?.fires.hasSuffix("T09:00:00+09:00") == true
    }
    // A file that is none, for a moment, leaves the last good rules in force.
    try ZoneUpdateTests.install(Array("half".utf8), in: home)
    try await eventually("the error is told", details: { daemon.log }) { try await !daemon.status().lastLoad.ok }
    #expect(try await daemon.status().next?.fires.hasSuffix("T09:00:00+09:00") == true)
    #expect(await daemon.stop() == 0)
  }

  /// Puts a link to a zone where the daemon takes /etc/localtime to be, in one step as timedatectl does.
  private static func travel(to zone: String, _ home: Home) throws {
    let (link, part) = ("\(home.path)/zone/localtime", "\(home.path)/zone/part")
    try #require(symlink("/usr/share/zoneinfo/\(zone)", part) == 0 && rename(part, link) == 0)
  }

  @Test("another /etc/localtime is taken over at once: alarms without a zone move, those with one stay")
  func systemZone() async throws {
    let home = try Home()
    try #require(mkdir("\(home.path)/zone", 0o700) == 0)
    try ZoneUpdateTests.travel(to: "Asia/Shanghai", home)
    try home.configure("alarms: [{ id: a, at: \"09:00\", days: every day, to: console }]")
    let variables = [
      "LD_PRELOAD": Preload.localtime, "LOCALTIME": "\(home.path)/zone/localtime",
      "TZ": "",
    ]
    let daemon = try await RunningDaemon(in: home, clock: nil, variables: variables)
    #expect(try await daemon.status().next?.fires.hasSuffix("T09:00:00+08:00") == true)
    try ZoneUpdateTests.travel(to: "Asia/Tokyo", home)
    try await eventually("the new zone is seen", details: { daemon.log }) {
      try await daemon.status().next?.fires.hasSuffix("T09:00:00+09:00") == true
    }
    // The zone of one alarm, by an edit.
    try home.configure(
      "alarms: [{ id: a, at: \"09:00\", days: every day, to: console, timezone: Asia/Kolkata }]")
    try await eventually("the alarm's own zone is seen", details: { daemon.log }) {
      try await daemon.status().next?.fires.hasSuffix("T09:00:00+05:30") == true
    }
    try ZoneUpdateTests.travel(to: "Asia/Shanghai", home)
    try await eventually("it is read again", details: { daemon.log }) {
      try await daemon.status().now.hasSuffix("+08:00")
    }
    #expect(try await daemon.status().next?.fires.hasSuffix("T09:00:00+05:30") == true)
    #expect(await daemon.stop() == 0)
  }
}
