import Alarms
import Testing
import TestSupport

/// A loader in a home of its own, with Asia/Shanghai for the system's zone.
func loader(home: String = "/nonexistent") -> ConfigurationLoader {
  ConfigurationLoader(locations: Locations { ["HOME": home][$0] }, systemZone: "Asia/Shanghai")
}

/// The configuration that a text is.
func configuration(_ text: String, file: String = "a.yaml", home: String = "/nonexistent") throws -> Configuration {
  do throws(DiagnosticList) {
    let configuration = try loader(home: home).load([.init(path: file, givesAlarms: true, text: text)])
    expectTaken(text)
    return configuration
  } catch {
    throw UnexpectedProblems(description: error.diagnostics.map(\.description).joined(separator: "\n"))
  }
}

/// What is wrong with a text; empty where nothing is.
func problems(_ text: String, file: String = "a.yaml", home: String = "/nonexistent") -> [Diagnostic] {
  problems([.init(path: file, givesAlarms: true, text: text)], home: home)
}

/// What is wrong with some files, none of which need exist.
func problems(_ inputs: [ConfigurationLoader.Input], home: String = "/nonexistent") -> [Diagnostic] {
  do throws(DiagnosticList) {
    _ = try loader(home: home).load(inputs)
    inputs.compactMap(\.text).forEach(expectTaken)
    return []
  } catch {
    return error.diagnostics
  }
}

/// What the program takes, the schema that editors read takes too.
private func expectTaken(_ text: String) {
  guard SchemaValidator.isThere, text.utf8.count < 20_000, let fault = SchemaValidator.shared.fault(in: text) else {
    return
  }
  Issue.record("the schema refuses it: \(fault)\n\(text)")
}

/// The one alarm of a text.
func alarm(_ lines: String...) throws -> Alarm {
  let alarms = try configuration(MarkedText("alarms:\n  - " + lines.joined(separator: "\n    ") + "\n").text).alarms
  try #require(alarms.count == 1)
  return alarms[0]
}

/// A text that should have been good was not.
struct UnexpectedProblems: Error, CustomStringConvertible {
  let description: String
}
