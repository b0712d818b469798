import TestSupport
import Testing

/// The short form of `make torture`.
@Suite("A daemon that is killed at every write", .timeLimit(.minutes(5)))
struct KillTests {
  @Test("killed sixty times with alarms due every second, it loses none and repeats only what was being sent")
  func kills() async throws {
    let home = try Home()
    let library = Preload.faults
    let programs = String(Programs.daemon.dropLast("/notifierd".count))
    let words = [
      "python3", "\(Programs.root)/contrib/torture/kill.py", "--kills", "60", "--workers", "3", "--writes", "30",
      "--seconds", "600", "--lead", Programs.areSanitized ? "20" : "2", "--library", library, "--programs", programs,
    ]
    let ending = try await Launch(words, environment: home.environment).ending()
    #expect(ending.status == 0, "\(ending.output)\(ending.errors)")
    #expect(ending.output.hasPrefix("60 kills (30 at a random moment, 30 at a write)"), "\(ending.output)")
    #expect(ending.output.contains(" 0 lost, "))
  }
}
