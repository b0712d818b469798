import Alarms
import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// The built program, against a real PulseAudio server whose device is recorded.
@Suite(
  "The program notifier-sound", .serialized, .timeLimit(.minutes(3)),
  .enabled(if: PrivateSoundServer.isInstalled, "needs pulseaudio and pulseaudio-utils"))
struct ProgramTests {
  private let directory = TemporaryDirectory()

  private static let program = HelperProgram.path(of: "notifier-sound") ?? "notifier-sound"

  /// Starts it; its input stays open for so many seconds behind the job. Its last line is its exit status.
  private func start(
    _ word: String, _ sound: Destination.Sound, openSeconds: Double = 0, _ environment: [String: String]
  ) throws -> ChildProcess {
    let job = String(decoding: try JSONEncoder().encode(sound), as: UTF8.self)
    let script = "(printf '%s\\n' \"$0\"; sleep \(openSeconds)) | \"$1\" \"$2\" 2>&1; echo $?"
    return ChildProcess(["sh", "-c", script, job, ProgramTests.program, word], environment: environment)
  }

  private func report(_ line: String?) throws -> SoundReport {
    try JSONDecoder().decode(SoundReport.self, from: Data(try #require(line).utf8))
  }

  /// A second of a full sine wave of 440 Hz.
  private var sine: Destination.Sound.Source {
    .file(
      directory.writeWAV("sine.wav", (0..<44_100).map { Float(sin(2 * .pi * 440 * Double($0) / 44_100)) }, rate: 44_100)
    )
  }

  @Test("the sound rises as it was asked to, and ends when its time is over")
  func rise() async throws {
    let server = await PrivateSoundServer(in: directory.path)
    let sound = Destination.Sound(
      source: sine, isRepeated: true, volume: .init(start: 30, end: 100, riseSeconds: 3), mostSeconds: 4)
    let program = try start("play", sound, openSeconds: 30, server.environment)
    let report = try report(await program.nextLine())
    #expect(report.device == "ear" && report.problem == nil)
    while !server.isHeard(inLast: 2) { try await Task.sleep(for: .milliseconds(50)) }
    while server.isHeard(inLast: 5) { try await Task.sleep(for: .milliseconds(50)) }
    let levels = server.levels()
    let begin = try #require(levels.firstIndex { $0 > PrivateSoundServer.silence })
    let heard = levels[begin...].prefix { $0 > PrivateSoundServer.silence }
    #expect((38...43).contains(heard.count), "\(heard.count) windows are 4 s")
    // The amplitude of a sine is √2 times the root of the mean square, and the cube of the percent.
    for second in [0.5, 1, 1.5, 2, 2.5, 3.5] {
      let percent = 100 * cbrt(levels[begin + Int(second / PrivateSoundServer.window)] * 2.0.squareRoot())
      let expected = min(100, 30 + 70 * (second + PrivateSoundServer.window / 2) / 3)
      #expect(abs(percent - expected) < 5, "after \(second) s: \(percent) %, not \(expected) %")
    }
    program.stop()
    server.stop()
  }

  @Test("it is silent once standard input ends, and ends well")
  func inputEnds() async throws {
    let server = await PrivateSoundServer(in: directory.path)
    let sound = Destination.Sound(source: sine, isRepeated: true, mostSeconds: 60)
    let program = try start("play", sound, openSeconds: 1, server.environment)
    _ = await program.nextLine()
    while !server.isHeard(inLast: 2) { try await Task.sleep(for: .milliseconds(20)) }
    #expect(await program.nextLine() == "0")
    while server.isHeard(inLast: 5) { try await Task.sleep(for: .milliseconds(50)) }
    let heard = server.levels().count { $0 > PrivateSoundServer.silence }
    #expect((5...25).contains(heard), "\(heard) windows are about a second")
    server.stop()
  }

  @Test("without a sound of a theme its own tone is heard")
  func tone() async throws {
    let server = await PrivateSoundServer(in: directory.path)
    let environment = server.environment.merging(["XDG_DATA_DIRS": directory.path, "XDG_DATA_HOME": directory.path]) {
      $1
    }
    let program = try start("play", Destination.Sound(), openSeconds: 10, environment)
    let report = try report(await program.nextLine())
    #expect(report.device == "ear" && report.file == nil && report.problem?.contains("plain tone") == true)
    while !server.isHeard(inLast: 3) { try await Task.sleep(for: .milliseconds(20)) }
    program.stop()
    server.stop()
  }

  @Test("without a server, and without a device, it says so and gives up at once")
  func nothingThere() async throws {
    let nowhere = ["PULSE_SERVER": PrivateSoundServer.address(in: directory.path)]
    for word in ["play", "check"] {
      let program = try start(word, Destination.Sound(), nowhere)
      let report = try report(await program.nextLine())
      #expect(report.device == nil && report.problem?.hasPrefix("no sound server plays: Connection refused") == true)
      #expect(await program.nextLine() == "69")
    }
    for device in [nil, "auto_null"] {
      let server = await PrivateSoundServer(in: directory.path, device: device)
      let program = try start("play", Destination.Sound(), server.environment)
      #expect(try report(await program.nextLine()).problem?.contains("no device to play on") == true)
      #expect(await program.nextLine() == "69")
      server.stop()
    }
  }

  @Test("what is no job is refused, and so is another word")
  func refused() async throws {
    let noJob = ChildProcess(["sh", "-c", "echo '{}' | \"$0\" play 2>&1; echo $?", ProgramTests.program])
    #expect(await noJob.output().hasSuffix("expected one line of JSON, as notifierd writes it\n65\n"))
    let noWord = ChildProcess(["sh", "-c", "\"$0\" sing 2>&1; echo $?", ProgramTests.program])
    #expect(await noWord.output().hasSuffix("expected play or check; see notifier-sound --help\n2\n"))
  }
}
