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
      let after = try written(in: draft)
      guard after != before else {
        context.output.message("nothing was changed")
        return .no
      }
      guard EditSession.saysSomething(after) || !EditSession.saysSomething(before) || agreesToEmpty() else {
        context.output.message("\(path) is as it was")
        return .no
      }
      let errors = faults(in: after, of: draft)
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

  /// Where the file lies as it was before it was edited last.
  private var backup: String { "\(context.locations.state)/drafts/\(Files.name(of: path)).before" }

  /// What the editor left.
  private func written(in draft: String) throws -> [UInt8] {
    do throws(FileError) { return try Files.read(draft).bytes } catch {
      throw Failure(.unavailable, "the draft \(draft) cannot be read any more: \(error); \(path) is as it was")
    }
  }

  /// Whether there is more in a text than comments.
  private static func saysSomething(_ bytes: [UInt8]) -> Bool {
    String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).contains { line in
      let first = line.first { !$0.isWhitespace }
      return first != nil && first != "#"
    }
  }

  /// Whether a person really wants nothing in the file: an editor that fails leaves that too.
  private func agreesToEmpty() -> Bool {
    guard isatty(STDIN_FILENO) == 1 else {
      context.output.message(
        "the editor left nothing in the file, which is not kept; to have no alarms leave alarms: [] there")
      return false
    }
    context.output.prompt("Nothing is left in the file. Remove all that it said? [no] ")
    return readLine()?.lowercased().hasPrefix("y") ?? false
  }

  /// The errors that the configuration would have, those of the file itself at their places in the draft.
  private func faults(in bytes: [UInt8], of draft: String) -> [Diagnostic] {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      do throws(Diagnostic) { _ = try YAMLReader.read(bytes, file: draft) } catch { return [error] }
      return [
        Diagnostic("the file is not UTF-8; save it as UTF-8", at: SourcePlace(file: draft, line: 1, column: 1))
      ]
    }
    let loader = ConfigurationLoader(locations: context.locations)
    let isPersonal = path.hasPrefix("\(context.locations.personal)/")
    do {
      let inputs = loader.inputs(file: isPersonal ? nil : path, replacing: path, with: text)
      let configuration = try loader.load(inputs)
      for warning in configuration.warnings where warning.place.file == path { context.output.note("\(warning)") }
      return []
    } catch {
      // Elsewhere only where this file itself has none: days off may name an alarm that is gone now.
      let own = error.diagnostics.filter { $0.severity == .error && $0.place.file == path }
      if own.isEmpty { return error.diagnostics.filter { $0.severity == .error } }
      return own.map { fault in
        let place = SourcePlace(file: draft, line: fault.place.line, column: fault.place.column)
        return Diagnostic(fault.text, at: place, width: fault.width)
      }
    }
  }

  private func keep(_ bytes: [UInt8], before: [UInt8]?, draft: String, _ isKept: inout Bool) throws -> ExitStatus {
    let file = OwnAlarmsFile(context.locations)
    func write() throws -> Bool {
      let present = try? Files.read(path).bytes
      guard present == before else { return false }
      try Files.makeDirectory(Files.directory(of: path))
      if let before { try Files.replace(backup, with: before) }
      try Files.rewrite(path, with: bytes)
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
    // One that names nothing would have the shell run the draft.
    let named = ["VISUAL", "EDITOR"].compactMap(Locations.variable).first { !$0.allSatisfy(\.isWhitespace) }
    if let named { return named }
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
