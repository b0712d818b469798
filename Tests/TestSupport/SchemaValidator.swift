import Concurrency
import FoundationEssentials
import Glibc

/// The JSON Schema of the configuration as an independent program holds it: contrib/test/schema.py, with jsonschema.
package final class SchemaValidator: Sendable {
  package static let shared = SchemaValidator()
  /// Whether the program and its library are there; without them nothing can be asked.
  package static var isThere: Bool { shared.isReady }

  private struct Streams {
    var questions: UnsafeMutablePointer<FILE>?
    var answers: UnsafeMutablePointer<FILE>?
  }

  private let streams = Guarded(Streams())
  private let isReady: Bool

  private init() {
    let directory = TemporaryDirectory()
    let pipe = "\(directory.path)/answers"
    guard let python = SchemaValidator.python, mkfifo(pipe, 0o600) == 0,
      let questions = popen("exec '\(python)' '\(SchemaValidator.script)' '\(pipe)'", "we"),
      let answers = fopen(pipe, "re")
    else {
      isReady = false
      return
    }
    isReady = SchemaValidator.line(of: answers) == "ready"
    // The streams live as long as the process, and with the questions the program ends.
    streams.withLock { $0 = Streams(questions: questions, answers: answers) }
  }

  /// Why the schema refuses a YAML text; `nil` where it takes it.
  ///
  /// - Precondition: ``isThere``.
  package func fault(in text: String) -> String? {
    precondition(isReady, "jsonschema is not installed; run contrib/setup.sh test")
    guard let json = try? JSONEncoder().encode(text) else { return "the text cannot be written as JSON" }
    let question = String(decoding: json, as: UTF8.self) + "\n"
    let answer = streams.withLock { streams in
      fputs(question, streams.questions)
      fflush(streams.questions)
      return SchemaValidator.line(of: streams.answers!)
    }
    return answer == "good" ? nil : answer ?? "the program has ended"
  }

  /// The lines that the script prints when it is called otherwise.
  package static func lines(_ arguments: String) -> [String] {
    guard let python, let output = popen("'\(python)' '\(script)' \(arguments)", "re") else { return [] }
    defer { pclose(output) }
    var lines: [String] = []
    while let line = line(of: output) { lines.append(line) }
    return lines
  }

  // #filePath is …/Tests/TestSupport/SchemaValidator.swift.
  private static let root = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }
  private static let script = "\(root)/contrib/test/schema.py"
  private static let pythons = ["\(root)/.venv/bin/python3", "/usr/bin/python3"]
  private static let python = pythons.first { access($0, X_OK) == 0 }

  private static func line(of file: UnsafeMutablePointer<FILE>) -> String? {
    var (buffer, size) = (UnsafeMutablePointer<CChar>?.none, 0)
    defer { free(buffer) }
    let count = getline(&buffer, &size, file)
    guard count > 0, let buffer else { return nil }
    let text = String(cString: buffer)
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }
}
