import Alarms
import Glibc
import Scheduler

/// The version of the program, as `version` and the control socket tell it.
@main
struct NotifierCtl {
  static func main() {
    ProcessStart.prepare()
    Language.follow()
    let arguments = Array(CommandLine.arguments.dropFirst())
    let context = Context(output: Output(), now: SystemClock.time(), locations: Locations())
    let status = Program.run(arguments, context)
    context.output.flush()
    guard !context.output.hasFailed else {
      context.output.message("the output could not be written: \(String(cString: strerror(errno)))")
      exit(ExitStatus.unavailable.rawValue)
    }
    exit(status.rawValue)
  }
}
