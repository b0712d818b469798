import Alarms
import Sounds
import TestSupport
import Testing

@Suite("What is played of a sound")
struct SampleStreamTests {
  private let directory = TemporaryDirectory()

  /// All of it, taken in uneven pieces.
  private func all(_ stream: SampleStream) -> [Float] {
    var (samples, size) = ([Float](), 1)
    while case let next = stream.next(size), !next.isEmpty {
      samples += next
      size = size % 977 + 7
    }
    return samples
  }

  private func sound(_ path: String, _ change: (inout Destination.Sound) -> Void = { _ in }) -> SampleStream {
    var sound = Destination.Sound(source: .file(path))
    change(&sound)
    return SampleStream(sound)
  }

  @Test("a file is played as it is, once, with its rate and both of its channels")
  func once() {
    let samples = (0..<600).map { Float($0 % 100) / 200 - 0.25 }
    let path = directory.writeWAV("a.wav", samples, channels: 2)
    let stream = sound(path)
    #expect(stream.rate == 8000 && stream.channels == 2 && stream.file == path && stream.problem == nil)
    #expect(all(stream) == samples)
  }

  @Test("again and again means to the end of the time, and at most means to the frame")
  func most() {
    let path = directory.writeWAV("a.wav", (0..<3000).map { Float($0) / 4000 })
    let repeated = all(sound(path) { ($0.isRepeated, $0.mostSeconds) = (true, 2) })
    #expect(repeated.count == 16_000 && repeated[3000..<6000] == repeated[0..<3000] && repeated[15_999] == 999 / 4000)
    #expect(
      all(sound(directory.writeWAV("b.wav", .init(repeating: 0.5, count: 9000))) { $0.mostSeconds = 1 }).count == 8000)
  }

  @Test(
    "a sound of the theme, in Ogg Vorbis, is played again and again too",
    .enabled(if: SoundTheme().file(of: "bell", theme: "freedesktop") != nil, "needs sound-theme-freedesktop"))
  func vorbis() throws {
    let once = all(SampleStream(Destination.Sound(source: .name("bell"))))
    let stream = SampleStream(Destination.Sound(source: .name("bell"), isRepeated: true, mostSeconds: 5))
    let repeated = all(stream)
    #expect(try #require(stream.file).hasSuffix(".oga") && once.count < 2 * stream.rate * stream.channels)
    #expect(repeated.count == 5 * stream.rate * stream.channels)
    #expect(Array(repeated[once.count..<2 * once.count]) == once)
  }

  // PulseAudio's scale (pulse/volume.h, pa_sw_volume_to_linear): the amplitude is the cube of the part of the norm.
  @Test("the volume is on the scale of mixers, and rises evenly on that")
  func volume() {
    let path = directory.writeWAV("a.wav", .init(repeating: 1, count: 40_000))
    #expect(all(sound(path) { $0.volume = .init(start: 50, end: 50) }).allSatisfy { $0 == 0.125 })
    let rising = all(sound(path) { $0.volume = .init(start: 20, end: 100, riseSeconds: 4) })
    for (second, amplitude) in [(0, 0.008), (1, 0.064), (2, 0.216), (3, 0.512), (4, 1)] as [(Int, Float)] {
      #expect(abs(rising[second * 8000] - amplitude) < 1e-5, "after \(second) s")
    }
    #expect(rising[39_999] == 1)
    let falling = all(sound(path) { $0.volume = .init(start: 100, end: 50, riseSeconds: 1) })
    #expect(falling[0] == 1 && falling[8000] == 0.125)
  }

  @Test("six channels become one, and what is no number or too loud is tamed")
  func odd() {
    let six = sound(directory.writeWAV("six.wav", [0.6, 0, 0, 0, 0, 0, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3], channels: 6))
    #expect(six.channels == 1)
    let mixed = all(six)
    #expect(mixed.count == 2 && abs(mixed[0] - 0.1) < 1e-6 && abs(mixed[1] - 0.3) < 1e-6)
    #expect(
      all(sound(directory.writeWAV("odd.wav", [.nan, .infinity, -.infinity, 7, -7, 0.5]))) == [0, 0, 0, 1, -1, 0.5])
  }

  @Test(
    "whatever is wrong with the sound, a tone plays, for as long as is asked for, and the reason is told",
    arguments: ["absent.wav", "text.oga", "empty.wav", "half.wav"])
  func tone(name: String) throws {
    directory.write("text.oga", "this is no sound")
    _ = directory.writeWAV("empty.wav", [])
    directory.write("half.wav", "RIFF")
    let stream = sound(directory[name]) { ($0.isRepeated, $0.mostSeconds) = (true, 3) }
    #expect(stream.file == nil)
    let problem = try #require(stream.problem)
    #expect(problem.contains(directory[name]) && problem.hasSuffix("a plain tone plays instead"), "\(problem)")
    let samples = all(stream)
    #expect(samples.count == 3 * stream.rate * stream.channels)
    for second in 0..<3 {
      let loudest = samples[second * stream.rate..<(second + 1) * stream.rate].map(abs).max() ?? 0
      #expect((0.3...1).contains(loudest))
    }
  }

  @Test("a name that no theme has is told, and a tone plays")
  func unknownName() throws {
    let nowhere = directory.path
    let stream = SampleStream(Destination.Sound(source: .name("no-such-sound")), themes: SoundTheme { _ in nowhere })
    #expect(try #require(stream.problem).contains("\"no-such-sound\""))
    #expect(all(stream).count == stream.rate)
  }
}
