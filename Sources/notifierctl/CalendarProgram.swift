import Alarms
import Glibc

/// The program that knows other people's calendars, so that this one need not.
enum CalendarProgram {
  /// Puts it in this program's place: there is nothing left to do here then.
  ///
  /// - Returns: why that cannot be done.
  static func takeOver(_ arguments: [String], _ context: Context) -> Failure {
    let name = "notifier-calendars"
    guard let path = HelperProgram.path(of: name) else {
      return Failure(.unavailable, "notifier-calendars is not beside this program; install it, it comes with notifier")
    }
    context.output.flush()
    var pointers: [UnsafeMutablePointer<CChar>?] = ([name] + arguments).map { strdup($0) } + [nil]
    execv(path, &pointers)
    let reason = String(cString: strerror(errno))
    pointers.forEach { free($0) }
    return Failure(.unavailable, "\(path) cannot be started: \(reason)")
  }
}
