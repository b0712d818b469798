import CSndFile
import Glibc

/// An open sound file, read from its beginning to its end, by libsndfile.
final class SoundFile {
  /// In frames a second, above zero.
  let rate: Int
  /// 1 or 2.
  let channels: Int
  private let handle: OpaquePointer
  /// What the file itself has; more than two are mixed into one.
  private let ownChannels: Int

  /// - Throws: a sentence about what is wrong with the file.
  init(_ path: String) throws(SoundError) {
    var information = SF_INFO()
    guard let handle = sf_open(path, Int32(SFM_READ), &information) else {
      throw SoundError("the sound file \(path) cannot be played: \(String(cString: sf_strerror(nil)))")
    }
    let (rate, channels) = (Int(information.samplerate), Int(information.channels))
    guard (1...384_000).contains(rate), channels > 0, information.frames > 0 else {
      sf_close(handle)
      throw SoundError("the sound file \(path) cannot be played: there is no sound in it")
    }
    self.handle = handle
    self.rate = rate
    ownChannels = channels
    self.channels = channels <= 2 ? channels : 1
  }

  deinit { sf_close(handle) }

  /// The next frames, at most `count`, each with a sample from -1 to 1 for every channel; none at the end.
  func read(_ count: Int) -> [Float] {
    var samples = [Float](repeating: 0, count: count * ownChannels)
    let frames = Int(sf_readf_float(handle, &samples, sf_count_t(count)))
    samples.removeSubrange(max(0, frames) * ownChannels..<samples.count)
    // A damaged file may hold anything.
    for index in samples.indices {
      samples[index] = samples[index].isFinite ? min(max(samples[index], -1), 1) : 0
    }
    guard ownChannels != channels else { return samples }
    return stride(from: 0, to: samples.count, by: ownChannels).map { start in
      samples[start..<start + ownChannels].reduce(0, +) / Float(ownChannels)
    }
  }

  /// Begins again; whether it can.
  func rewind() -> Bool { sf_seek(handle, 0, SEEK_SET) == 0 }
}

/// What is wrong, in a sentence for a person.
package struct SoundError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
