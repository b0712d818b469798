package import Alarms

/// The samples that a destination's sound is made of: from a file or the own tone, once or again and again, at the volume
/// that is asked for, and not for longer than that is.
package final class SampleStream {
  /// The file that is played; `nil` for the program's own tone.
  package let file: String?
  /// Why it is not the sound that was asked for, where it is not.
  package let problem: String?
  /// In frames a second.
  package var rate: Int { source?.rate ?? Tone.rate }
  /// Samples a frame, 1 or 2.
  package var channels: Int { source?.channels ?? 1 }

  private let source: SoundFile?
  private let sound: Destination.Sound
  /// How many frames were handed out.
  private var position = 0
  /// How many frames of the present round were.
  private var roundPosition = 0

  /// Whatever is wrong with the sound that was asked for, there is one: nobody is woken by silence.
  package init(_ sound: Destination.Sound, themes: SoundTheme = SoundTheme()) {
    self.sound = sound
    do throws(SoundError) {
      let path = try SampleStream.path(of: sound.source, theme: sound.theme, themes)
      source = try SoundFile(path)
      file = path
      problem = nil
    } catch {
      (source, file, problem) = (nil, nil, "\(error); a plain tone plays instead")
    }
  }

  private static func path(
    of source: Destination.Sound.Source, theme: String, _ themes: SoundTheme
  ) throws(SoundError) -> String {
    switch source {
    case .file(let path): return path
    case .name(let name):
      if let path = themes.file(of: name, theme: theme) { return path }
      throw SoundError("no sound theme that is installed has a sound \"\(name)\"")
    }
  }

  /// The next frames, at most `count` and at least one, each with a sample from -1 to 1 for every channel; none once all is
  /// over.
  package func next(_ count: Int) -> [Float] {
    let wanted = min(count, sound.mostSeconds * rate - position)
    guard wanted > 0 else { return [] }
    var samples = read(wanted)
    if samples.isEmpty, sound.isRepeated, roundPosition > 0, source?.rewind() ?? true {
      roundPosition = 0
      samples = read(wanted)
    }
    let frames = samples.count / channels
    for frame in 0..<frames {
      let gain = sound.volume.gain(after: Double(position + frame) / Double(rate))
      for channel in 0..<channels { samples[frame * channels + channel] *= gain }
    }
    position += frames
    roundPosition += frames
    return samples
  }

  private func read(_ count: Int) -> [Float] {
    if let source { return source.read(count) }
    return Array(Tone.samples.dropFirst(roundPosition).prefix(count))
  }
}

extension Destination.Sound.Volume {
  /// What samples are multiplied with, `seconds` after the start.
  ///
  /// A sound server's percent are the cube root of the amplitude, which is about how loud people hear it; so a rise that is
  /// even on that scale is even to the ear.
  func gain(after seconds: Double) -> Float {
    let part = riseSeconds == 0 ? 1 : min(1, seconds / Double(riseSeconds))
    let percent = Double(start) + Double(end - start) * part
    return Float((percent / 100) * (percent / 100) * (percent / 100))
  }
}
