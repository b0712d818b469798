import Glibc

/// The program's own sound, for where no other one is to be had: two short notes and a pause, in one channel.
enum Tone {
  /// In frames a second.
  static let rate = 44_100

  private static let pitch = 880.0
  /// Where in the second each note begins and ends, in seconds.
  private static let notes = [0.0..<0.2, 0.3..<0.5]
  /// How long a note takes to swell and to fade, in seconds: without that it clicks.
  private static let edge = 0.01

  /// One second of it.
  static let samples: [Float] = (0..<rate).map { frame in
    let time = Double(frame) / Double(rate)
    guard let note = notes.first(where: { $0.contains(time) }) else { return 0 }
    let swell = min(1, (time - note.lowerBound) / edge, (note.upperBound - time) / edge)
    return Float(0.5 * swell * sin(2 * .pi * pitch * time))
  }
}
