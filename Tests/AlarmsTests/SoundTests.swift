import Alarms
import Testing
import TestSupport

@Suite("Sounds in the configuration")
struct SoundTests {
  private let directory = TemporaryDirectory()

  private func sound(_ name: String, _ text: String) throws -> Destination.Sound {
    let all = try configuration(text, file: directory["a.yaml"], home: directory["home"])
    guard case .sound(let sound) = try #require(all.destinations[name]).kind else {
      throw UnexpectedProblems(description: "")
    }
    return sound
  }

  @Test(
    "there is a sound without a word of configuration: an alarm clock's, once, as loud as it is, two minutes at most")
  func usual() throws {
    let usual = try sound("sound", "alarms: []")
    #expect(usual.source == .name("alarm-clock-elapsed") && usual.theme == "freedesktop" && !usual.isRepeated)
    #expect(usual.volume == .init(start: 100, end: 100, riseSeconds: 0) && usual.mostSeconds == 120)
    #expect(try sound("wake", "destinations: { wake: { kind: sound } }") == usual)
  }

  @Test("everything that can be said of a sound")
  func all() throws {
    let sound = try sound(
      "wake",
      """
      destinations:
        wake:
          kind: sound
          sound: phone-incoming-call
          theme: ocean
          play: until done
          volume: 30% to 100% over 1m30s
          at-most: 10m
          expires: 5m
      """)
    #expect(sound.source == .name("phone-incoming-call") && sound.theme == "ocean" && sound.isRepeated)
    #expect(sound.volume == .init(start: 30, end: 100, riseSeconds: 90) && sound.mostSeconds == 600)
  }

  @Test(
    "a file is told from a name, and found beside the configuration and in the home",
    arguments: [
      ("rooster.wav", "rooster.wav"), ("Rooster.OGA", "Rooster.OGA"), ("sounds/rooster", "sounds/rooster"),
      ("~/rooster.ogg", "home/rooster.ogg"),
    ])
  func files(written: String, path: String) throws {
    let sound = try sound("wake", "destinations: { wake: { kind: sound, sound: \(written), volume: 50% } }")
    #expect(sound.source == .file(directory[path]) && sound.volume.start == 50 && sound.volume.end == 50)
  }

  @Test("a file that is not there is warned of with its place; the alarms ring all the same")
  func absentFile() throws {
    let text = "destinations: { wake: { kind: sound, sound: rooster.wav } }"
    let warning = try #require(try configuration(text, file: directory["a.yaml"]).warnings.first)
    #expect(warning.description.hasPrefix("\(directory["a.yaml"]):1:45: warning: there is no sound file"))
    #expect(warning.message.contains(directory["rooster.wav"]) && warning.message.hasSuffix("check the path"))
    directory.write("rooster.wav", "")
    #expect(try configuration(text, file: directory["a.yaml"]).warnings.isEmpty)
  }
}
