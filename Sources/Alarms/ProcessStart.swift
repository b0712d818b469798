import Glibc

/// What every program of notifier does before anything else.
package enum ProcessStart {
  /// Makes sure that what is opened later is not taken for standard input, output or error where these were closed, and that
  /// a file that must not grow (`ulimit -f`) is an error like any other and not the end of the process.
  package static func prepare() {
    while true {
      let descriptor = open("/dev/null", O_RDWR)
      guard descriptor >= 0, descriptor <= STDERR_FILENO else {
        if descriptor >= 0 { close(descriptor) }
        break
      }
    }
    signal(SIGXFSZ, SIG_IGN)
  }
}
