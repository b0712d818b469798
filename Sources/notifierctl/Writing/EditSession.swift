import Alarms
// Whichever of the two the compiler takes for the home of sigset_t.
import CClock
import Glibc
import Workdays

/// A person's work on a copy of a file of the configuration.
struct EditSession {
  /// The file as it is shown and named.
  let path: String
  /// Where the editor is to begin, from 1 on.
  let line: Int
  let context: Context

  func run() throws -> ExitStatus {
    let isNew = !Files.exists(path)
    let before = isNew ? Array(EditSession.start.utf8) : try Files.read(path).bytes
    let draft = try draftPath()
    try Files.replace(draft, with: before)
    var isKept = false
    defer { if !isKept { unlink(draft) } }
    while true {
      try openEditor(on: draft)
      let after = try Files.read(draft).bytes
      guard after != before else {
        context.output.message("nothing was changed")
        return .no
      }
      let errors = faults(in: after)
      if errors.isEmpty { return try keep(after, before: isNew ? nil : before, draft: draft, &isKept) }
      for error in errors {
        context.output.note(LocalText(verbatim: error.rendered(in: String(decoding: after, as: UTF8.self))))
      }
      guard isatty(STDIN_FILENO) == 1 else { break }
      context.output.prompt("It has errors and is not kept. Edit again? [yes] ")
      let answer = readLine()?.lowercased() ?? "no"
      guard answer.isEmpty || answer.hasPrefix("y") else { break }
    }
    isKept = true
    throw Failure(
      .badConfiguration, "\(path) is as it was; what you wrote is kept in \(draft)")
  }

  /// What a file says that does not exist yet.
  private static let start =
    OwnAlarmsFile.header + """
      # alarms:
      #   - id: clock-in
      #     title: Clock in
      #     days: workdays
      #     at: "09:00"
      #     remind: [-10m, 0m]

      """

  /// Where the copy lies: where nobody else reads it, under a name by which editors know what it is.
  private func draftPath() throws(FileError) -> String {
    let directory = "\(context.locations.state)/drafts"
    try Files.makeDirectory(directory)
    return "\(directory)/\(getpid())-\(Files.name(of: path))"
  }

  /// The errors that the configuration would have.
  private func faults(in bytes: [UInt8]) -> [Diagnostic] {
    let loader = ConfigurationLoader(locations: context.locations)
    let text = String(decoding: bytes, as: UTF8.self)
    let isPersonal = path.hasPrefix("\(context.locations.personal)/")
    do {
      let inputs = loader.inputs(file: isPersonal ? nil : path, replacing: path, with: text)
      let configuration = try loader.load(inputs)
      for warning in configuration.warnings where warning.place.file == path { context.output.note("\(warning)") }
      return []
    } catch {
      // Elsewhere only where this file itself has none: days off may name an alarm that is gone now.
      let own = error.diagnostics.filter { $0.severity == .error && $0.place.file == path }
      return own.isEmpty ? error.diagnostics.filter { $0.severity == .error } : own
    }
  }

  private func keep(_ bytes: [UInt8], before: [UInt8]?, draft: String, _ isKept: inout Bool) throws -> ExitStatus {
    let file = OwnAlarmsFile(context.locations)
    let target = realpath(path, nil).map { pointer in
      defer { free(pointer) }
      return String(cString: pointer)
    }
    func write() throws -> Bool {
      let present = try? Files.read(path).bytes
      guard present == before else { return false }
      try Files.makeDirectory(Files.directory(of: path))
      let mode = try? Files.read(path).mode.bits
      try Files.replace(target ?? path, with: bytes)
      if let mode { chmod(target ?? path, mode_t(mode)) }
      return true
    }
    let isWritten = path == file.path ? try file.locked(write) : try write()
    guard isWritten else {
      isKept = true
      throw Failure(
        .tryAgain, "\(path) was changed by somebody else meanwhile and is left so; your draft is kept in \(draft)")
    }
    context.output.line("kept: \(path)")
    AddCommand.noteDaemon(context)
    return .success
  }

  /// Starts the editor and waits for its end.
  private func openEditor(on draft: String) throws {
    let editor = EditSession.editor
    let position = line > 1 && EditSession.knowsLines(editor) ? "+\(line) " : ""
    // A shell, since these variables may hold options, as git and crontab take them.
    let words = ["sh", "-c", "exec \(editor) \(position)\"$1\"", "sh", draft]
    let arguments = words.map { strdup($0) } + [nil]
    defer { for word in arguments { free(word) } }
    context.output.flush()
    // The keys that interrupt are the editor's while it runs.
    let (interrupt, quit) = (signal(SIGINT, SIG_IGN), signal(SIGQUIT, SIG_IGN))
    defer {
      signal(SIGINT, interrupt)
      signal(SIGQUIT, quit)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var usual = sigset_t()
    sigemptyset(&usual)
    sigaddset(&usual, SIGINT)
    sigaddset(&usual, SIGQUIT)
    posix_spawnattr_setsigdefault(&attributes, &usual)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var pid = pid_t()
    let code = posix_spawnp(&pid, "sh", nil, &attributes, arguments, environ)
    guard code == 0 else {
      throw Failure(.unavailable, "no shell can be started for the editor: \(String(cString: strerror(code)))")
    }
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    guard status == 0 else {
      throw Failure(
        .unavailable,
        "the editor \"\(editor)\" failed, and nothing was changed; name one that works with VISUAL or EDITOR")
    }
  }

  private static var editor: String {
    if let named = Locations.variable("VISUAL") ?? Locations.variable("EDITOR") { return named }
    let path = (Locations.variable("PATH") ?? "/usr/bin:/bin").split(separator: ":")
    return path.contains { Files.exists("\($0)/sensible-editor") } ? "sensible-editor" : "vi"
  }

  /// Whether an editor takes `+7` for the line at which it begins.
  private static func knowsLines(_ editor: String) -> Bool {
    let program = Files.name(of: editor.split(separator: " ").first.map(String.init) ?? "")
    return ["vi", "vim", "nvim", "nano", "emacs", "emacsclient", "micro", "sensible-editor", "joe", "mg"].contains(
      program)
  }
}
