import Alarms
import Control
import Dispatch
import Glibc
import Concurrency

/// The daemon: the scheduler, the journal, deliveries and the control socket wired together.
@main
struct NotifierD {
  static let usage = """
    usage: notifierd [--config FILE] [--demo]

    Rings the alarms of the configuration until it is told to stop (SIGTERM, Ctrl-C).

      --config FILE  read this file in place of the usual ones
      --demo         ring one demonstration within seconds: on the desktop, or here where no desktop answers; what is
                     recorded goes into a temporary place
      --version      print the version
      --help         print this

    SIGHUP has it read the configuration again; a change of a file is seen by itself.
    """

  static func main() {
    ProcessStart.prepare()
    let options = Options(Array(CommandLine.arguments.dropFirst()))
    Task(executorPreference: QuietExecutor.shared) { exit(await start(options)) }
    dispatchMain()
  }

  /// Starts the daemon, waits for its end, and returns the exit status.
  private static func start(_ options: Options) async -> Int32 {
    do {
      let daemon = try await Daemon(options, locations: Locations())
      return await daemon.run()
    } catch let refusal as Refusal {
      for line in refusal.lines { Log.error(line) }
      return refusal.status
    } catch {
      Log.error("cannot start", ["reason": "\(error)"])
      return EXIT_FAILURE
    }
  }
}

/// Why the daemon does not start, with its exit status.
struct Refusal: Error {
  let status: Int32
  let lines: [String]
}

/// The daemon's command line. What it does not know ends the program with a message.
struct Options {
  private(set) var file: String?
  private(set) var isDemonstration = false

  init(_ arguments: [String]) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--demo": isDemonstration = true
      case "--config":
        guard let path = rest.popFirst() else { Options.refuse("--config needs a file") }
        file = path
      case _ where argument.hasPrefix("--config="): file = String(argument.dropFirst("--config=".count))
      case "--version":
        print("notifierd \(notifierVersion)")
        exit(EXIT_SUCCESS)
      case "--help", "-h":
        print(NotifierD.usage)
        exit(EXIT_SUCCESS)
      default: Options.refuse("unknown argument \"\(argument)\"; see notifierd --help")
      }
    }
  }

  private static func refuse(_ message: String) -> Never {
    Log.error(message)
    exit(2)
  }
}
