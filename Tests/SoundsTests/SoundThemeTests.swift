import Sounds
import TestSupport
import Testing

/// The lookup of the Sound Theme Specification 0.8, freedesktop.org.
@Suite("Sound themes")
struct SoundThemeTests {
  private let directory = TemporaryDirectory()

  /// Makes files, each with the directories above it.
  private func make(_ files: [String: String]) {
    for (path, text) in files {
      var made = ""
      for part in path.split(separator: "/").dropLast() {
        made += made.isEmpty ? "\(part)" : "/\(part)"
        if !exists(directory[made]) { directory.makeDirectory(made) }
      }
      directory.write(path, text)
    }
  }

  private var themes: SoundTheme {
    SoundTheme {
      ["XDG_DATA_HOME": directory["own"], "XDG_DATA_DIRS": "\(directory["local"]):\(directory["share"])"][$0]
    }
  }

  private func index(inherits: String? = nil, directories: String = "stereo", _ rest: String = "") -> String {
    "[Sound Theme]\nName=T\n" + (inherits.map { "Inherits=\($0)\n" } ?? "") + "Directories=\(directories)\n"
      + "# a comment = nothing\n[stereo]\nOutputProfile=stereo\n" + rest
  }

  @Test("a person's own theme comes before the machine's, and .oga before .ogg before .wav")
  func order() {
    make([
      "share/sounds/freedesktop/index.theme": index(), "share/sounds/freedesktop/stereo/bell.oga": "",
      "share/sounds/freedesktop/stereo/message.wav": "", "share/sounds/freedesktop/stereo/message.ogg": "",
    ])
    #expect(themes.file(of: "bell", theme: "freedesktop") == directory["share/sounds/freedesktop/stereo/bell.oga"])
    #expect(
      themes.file(of: "message", theme: "freedesktop") == directory["share/sounds/freedesktop/stereo/message.ogg"])
    make(["own/sounds/freedesktop/stereo/bell.wav": ""])
    #expect(themes.file(of: "bell", theme: "freedesktop") == directory["own/sounds/freedesktop/stereo/bell.wav"])
  }

  @Test("what a theme lacks comes from those it inherits from, around a circle too, and at last from freedesktop")
  func inheritance() {
    make([
      "share/sounds/sea/index.theme": index(inherits: "lake, river"),
      "share/sounds/lake/index.theme": index(inherits: "sea"), "share/sounds/lake/stereo/bell.oga": "",
      "local/sounds/river/index.theme": index(), "local/sounds/river/stereo/bell.oga": "",
      "local/sounds/river/stereo/message.oga": "", "share/sounds/freedesktop/index.theme": index(),
      "share/sounds/freedesktop/stereo/complete.oga": "",
    ])
    #expect(themes.file(of: "bell", theme: "sea") == directory["share/sounds/lake/stereo/bell.oga"])
    #expect(themes.file(of: "message", theme: "sea") == directory["local/sounds/river/stereo/message.oga"])
    #expect(themes.file(of: "complete", theme: "sea") == directory["share/sounds/freedesktop/stereo/complete.oga"])
    #expect(themes.file(of: "complete", theme: "no-such-theme") == themes.file(of: "complete", theme: "sea"))
    #expect(themes.file(of: "trash-empty", theme: "sea") == nil)
  }

  @Test("without the name itself a more general one is taken, and then a sound of no theme")
  func general() {
    make([
      "share/sounds/freedesktop/index.theme": index(), "share/sounds/freedesktop/stereo/alarm.oga": "",
      "share/sounds/horn.wav": "",
    ])
    #expect(
      themes.file(of: "alarm-clock-elapsed", theme: "freedesktop")
        == directory["share/sounds/freedesktop/stereo/alarm.oga"])
    #expect(themes.file(of: "horn", theme: "freedesktop") == directory["share/sounds/horn.wav"])
  }

  @Test("a sound that a theme disables is not looked for elsewhere")
  func disabled() {
    make([
      "share/sounds/calm/index.theme": index(), "share/sounds/calm/stereo/bell.disabled": "",
      "share/sounds/freedesktop/index.theme": index(), "share/sounds/freedesktop/stereo/bell.oga": "",
    ])
    #expect(themes.file(of: "bell", theme: "calm") == nil)
    #expect(themes.file(of: "bell", theme: "freedesktop") != nil)
  }

  @Test("directories of other output profiles are passed over, and so are those that lead out of the theme")
  func directories() {
    make([
      "share/sounds/freedesktop/index.theme": index(
        directories: "surround;../../secret;/etc;stereo", "[surround]\nOutputProfile=5.1\n"),
      "share/sounds/freedesktop/surround/bell.oga": "", "share/secret/bell.oga": "",
      "share/sounds/freedesktop/stereo/bell.wav": "",
    ])
    #expect(themes.file(of: "bell", theme: "freedesktop") == directory["share/sounds/freedesktop/stereo/bell.wav"])
  }
}
