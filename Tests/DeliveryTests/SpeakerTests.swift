import Alarms
import Delivery
import Glibc
import TestSupport
import Testing
import Workdays

/// Against a program that plays nothing and writes down what it is told; Tests/SoundsTests and Tests/EndToEndTests have
/// the real one.
@Suite("Sounds of rings", .timeLimit(.minutes(1)))
struct SpeakerTests {
  private let directory = TemporaryDirectory()
  private let now = Instant.china("2026-09-20 08:50")

  /// The program, contrib/test/sound_player.sh; it says `report`, or nothing where it is `nil`.
  private func program(_ report: String? = #"{"device":"ear"}"#) -> String {
    let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    unlink(directory["report"])
    if let report { directory.write("report", report + "\n") }
    symlink("\(root)/contrib/test/sound_player.sh", directory["player"])
    return directory["player"]
  }

  private var log: [String] {
    guard let file = fopen(directory["log"], "r") else { return [] }
    defer { fclose(file) }
    var (lines, buffer) = ([String](), [CChar](repeating: 0, count: 4096))
    while fgets(&buffer, Int32(buffer.count), file) != nil {
      lines.append(String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }
    return lines
  }

  private func wait(forLines count: Int) async throws {
    while log.count < count { try await Task.sleep(for: .milliseconds(10)) }
  }

  private func deliverer(_ speaker: Speaker, _ sound: Destination.Sound = .init()) -> any Deliverer {
    Deliverers(version: "1", speaker: speaker) { _ in }.deliverer(for: Destination(id: "wake", kind: .sound(sound)))
  }

  private func ring(_ id: String) -> Ring { .makeUpSunday { $0.id = id } }

  @Test("a ring is delivered once its sound plays, and the sound ends when the ring is answered, not when another is")
  func stops() async throws {
    let speaker = Speaker(program: program())
    let wake = deliverer(speaker, Destination.Sound(source: .name("bell"), isRepeated: true, mostSeconds: 60))
    #expect(await wake.deliver(ring("a"), at: now) == .delivered)
    #expect(log.count == 1 && log[0].hasPrefix("begin play {") && log[0].contains("bell"))
    speaker.stop("b")
    #expect(await wake.deliver(ring("b"), at: now.advanced(by: .milliseconds(900))) == .delivered)
    speaker.stop("a")
    #expect(log.count == 1, "it plays on for the other ring")
    speaker.stop("b")
    try await wait(forLines: 2)
    #expect(log[1] == "end\n")
  }

  @Test("a ring that comes while another's sound plays begins it anew, for both")
  func anew() async throws {
    let speaker = Speaker(program: program())
    let wake = deliverer(speaker)
    #expect(await wake.deliver(ring("a"), at: now) == .delivered)
    #expect(await wake.deliver(ring("b"), at: now.advanced(by: .seconds(30))) == .delivered)
    try await wait(forLines: 3)
    #expect(log.filter { $0.hasPrefix("begin") }.count == 2 && log.filter { $0 == "end\n" }.count == 1)
    speaker.stop("b")
    #expect(await wake.deliver(ring("c"), at: now.advanced(by: .seconds(60))) == .delivered)
    speaker.stop("c")
    speaker.stop("a")
    try await wait(forLines: 6)
    #expect(log.filter { $0 == "end\n" }.count == 3)
  }

  @Test("what follows a ring is stopped with it")
  func followers() async throws {
    let speaker = Speaker(program: program())
    let nag = Ring.makeUpSunday { ring in
      ring.follows = Following(.nag, origin: ring.id, parent: ring.id, number: 1, since: now)
      ring.id = ring.follows!.id
    }
    #expect(await deliverer(speaker).deliver(nag, at: now) == .delivered)
    speaker.stop(Ring.makeUpSunday().id)
    try await wait(forLines: 2)
    #expect(log.last == "end\n")
  }

  @Test("why nothing plays is why the ring is to be tried again")
  func refused() async {
    let silent = deliverer(Speaker(program: program(#"{"problem":"no sound server plays: gone"}"#)))
    #expect(await silent.deliver(ring("a"), at: now) == .retry(after: nil, reason: "no sound server plays: gone"))
    let mute = deliverer(Speaker(program: program("")))
    #expect(
      await mute.deliver(ring("a"), at: now) == .retry(after: nil, reason: "notifier-sound ended without saying why"))
    let absent = deliverer(Speaker(program: directory["absent"]))
    #expect(
      await absent.deliver(ring("a"), at: now)
        == .retry(after: nil, reason: "\(directory["absent"]) cannot be run: No such file or directory"))
    guard case .retry(nil, let reason) = await deliverer(Speaker(program: nil)).deliver(ring("a"), at: now) else {
      Issue.record("expected that it is to be tried again")
      return
    }
    #expect(reason.contains("install it"))
  }

  @Test("a sound that is not the one that was asked for is told of, and is a delivery all the same")
  func otherSound() async {
    await confirmation { told in
      let speaker = Speaker(program: program(#"{"device":"ear","problem":"no such file"}"#)) { problem in
        if problem == "no such file" { told() }
      }
      #expect(await deliverer(speaker).deliver(ring("a"), at: now) == .delivered)
      speaker.stop("a")
    }
  }

  @Test("a sound that ends before its time is told of")
  func endsEarly() async {
    let report = #"{"device":"ear"}"# + "\n" + #"{"problem":"the server is gone"}"#
    let (problems, problem) = AsyncStream.makeStream(of: String.self)
    let speaker = Speaker(program: program(report)) { problem.yield($0) }
    #expect(await deliverer(speaker).deliver(ring("a"), at: now) == .delivered)
    speaker.stop("a")
    for await text in problems {
      #expect(text == "a sound ended before its time: the server is gone")
      break
    }
  }

  @Test("a delivery that is cancelled before it plays ends")
  func cancelled() async throws {
    let wake = deliverer(Speaker(program: program(nil)))
    let call = Task { await wake.deliver(ring("a"), at: now) }
    try await wait(forLines: 1)
    call.cancel()
    guard case .retry = await call.value else {
      Issue.record("expected that it is to be tried again")
      return
    }
  }
}
