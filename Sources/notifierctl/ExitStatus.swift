import Alarms

/// What the command's exit status means; the same table stands in its manual page.
enum ExitStatus: Int32 {
  /// Done; yes.
  case success = 0
  /// No: not a workday, nothing next, differs.
  case no = 1
  /// The command line is wrong.
  case usage = 2
  /// The daemon is needed and does not run.
  case notRunning = 3
  /// There is no such alarm or destination.
  case unknownName = 4
  /// Bad data (EX_DATAERR).
  case badData = 65
  /// A service is unavailable (EX_UNAVAILABLE).
  case unavailable = 69
  /// Not known yet; try again (EX_TEMPFAIL).
  case tryAgain = 75
  /// Not permitted (EX_NOPERM).
  case notPermitted = 77
  /// The configuration is bad (EX_CONFIG).
  case badConfiguration = 78
}

/// Ends a command with a message for a person.
struct Failure: Error {
  let status: ExitStatus
  /// What was wrong and what to do, without the program's name.
  let message: LocalText

  init(_ status: ExitStatus, _ message: LocalText) {
    self.status = status
    self.message = message
  }
}
