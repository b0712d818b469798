import Alarms
import FoundationEssentials
import Glibc
import Sounds

/// `notifier-sound`: plays the sound of a ring, apart from the daemon.
@main
struct NotifierSound {
  static let help = """
    usage: notifier-sound play|check

    Plays a sound for notifierd, by the session's sound server (PipeWire or PulseAudio). What to play is one line of JSON on
    standard input; what comes of it is one on standard output, as soon as it plays or is known not to.

      play       play until it is over, standard input ends, or SIGTERM
      check      tell what would play and on which device, and play nothing
      --version  print the version
      --help     print this

    Exit status 0 when it was played or would be, 2 for a wrong command line, 65 for a job that cannot be read, and 69 when
    there is no sound server or no device.

    """

  static func main() {
    ProcessStart.prepare()
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch arguments {
    case ["--help"], ["-h"]: print(help, terminator: "")
    case ["--version"]: print("notifier-sound \(notifierVersion)")
    case ["play"]: exit(run(plays: true))
    case ["check"]: exit(run(plays: false))
    default:
      complain("notifier-sound: expected play or check; see notifier-sound --help")
      exit(2)
    }
  }

  private static func run(plays: Bool) -> Int32 {
    guard let sound = try? JSONDecoder().decode(Destination.Sound.self, from: Data(readLine())) else {
      complain("notifier-sound: standard input has no job; expected one line of JSON, as notifierd writes it")
      return 65
    }
    // Whatever hangs, a file on a network drive or a library: a process that nobody waits for does not stay.
    alarm(UInt32(30 + (plays ? sound.mostSeconds : 0)))
    let samples = SampleStream(sound)
    var report = SoundReport(file: samples.file, problem: samples.problem)
    do throws(SoundError) {
      let server = try SoundServer()
      report.device = try server.device()
      guard plays else {
        say(report)
        return EXIT_SUCCESS
      }
      try server.play(samples, mostSeconds: sound.mostSeconds) { say(report) }
      return EXIT_SUCCESS
    } catch {
      report.device = nil
      report.problem = error.description
      say(report)
      return 69
    }
  }

  /// The first line of standard input; what comes behind it is left there.
  private static func readLine() -> [UInt8] {
    var (line, byte) = ([UInt8](), UInt8(0))
    while line.count < 65_536, read(STDIN_FILENO, &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
    return line
  }

  private static func say(_ report: SoundReport) {
    guard let text = try? JSONEncoder().encode(report) else { return }
    let bytes = Array(text) + [UInt8(ascii: "\n")]
    _ = write(STDOUT_FILENO, bytes, bytes.count)
  }

  private static func complain(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }
}
