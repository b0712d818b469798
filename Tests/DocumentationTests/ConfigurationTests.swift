import Alarms
import TestSupport
import Testing

/// What a reader copies from the documents must be accepted, and what is shown as a mistake answered as shown.
@Suite("the configurations that the documents show")
struct ConfigurationTests {
  private static let blocks = Document.all.flatMap(\.blocks).filter { $0.language == "yaml" }
  private static let good = blocks.filter { $0.words(after: "refused") == nil }
  private static let refused = blocks.filter { $0.words(after: "refused") != nil }

  /// Reads a text as ~/.config/notifier/notifier.yaml, beside the files that it names.
  private static func load(_ text: String, _ shell: Shell) -> Result<Configuration, DiagnosticList> {
    let locations = Locations { $0 == "HOME" ? shell.home : nil }
    let loader = ConfigurationLoader(locations: locations, systemZone: "Asia/Shanghai")
    let input = ConfigurationLoader.Input(
      path: "\(shell.configuration)/notifier.yaml", givesAlarms: true, text: text)
    return Result { () throws(DiagnosticList) in try loader.load([input]) }
  }

  private static func lines(_ diagnostics: [Diagnostic], of text: String, _ shell: Shell) -> String {
    diagnostics.map { $0.rendered(in: text).replacing("\(shell.configuration)/", with: "") + "\n" }.joined()
  }

  @Test("an example is accepted, without a warning", arguments: good)
  func accepted(block: Document.Block) {
    let shown = Document.all.filter { $0.page == block.page }.flatMap(\.blocks).compactMap { other in
      other.words(after: "file")?.first.map { ($0, other.text) }
    }
    let shell = Shell(
      yaml: nil, files: block.words(after: "files") ?? [], texts: Dictionary(shown, uniquingKeysWith: { $1 }))
    switch ConfigurationTests.load(block.text, shell) {
    case .success(let configuration):
      #expect(ConfigurationTests.lines(configuration.warnings, of: block.text, shell) == "")
    case .failure(let list):
      Issue.record("\(ConfigurationTests.lines(list.diagnostics, of: block.text, shell))")
    }
  }

  @Test(
    "an example, and the default configuration, is one that the schema takes, for editors",
    .enabled(if: SchemaValidator.isThere, "jsonschema is not installed; contrib/setup.sh test brings it"))
  func schema() {
    for block in ConfigurationTests.good {
      let fault = SchemaValidator.shared.fault(in: block.text)
      #expect(fault == nil, "\(block.testDescription)")
    }
    #expect(SchemaValidator.shared.fault(in: Document.text(of: "etc/notifier.yaml")) == nil)
  }

  @Test("a mistake is answered with the lines that stand under it", arguments: refused)
  func answered(block: Document.Block) throws {
    let page = try #require(Document.all.first { $0.page == block.page })
    let answer = try #require(page.blocks.first { $0.line > block.line })
    let shell = Shell(yaml: nil)
    guard case .failure(let list) = ConfigurationTests.load(block.text, shell) else {
      Issue.record("it is accepted")
      return
    }
    // Without its text no line can be shown under a complaint.
    let text = block.words(after: "refused") == ["briefly"] ? "" : block.text
    #expect(ConfigurationTests.lines(list.diagnostics, of: text, shell) == answer.text)
  }

  @Test("the default configuration is accepted, and so is each of its commented settings")
  func defaults() {
    let text = Document.text(of: "etc/notifier.yaml")
    // Comments that hold a setting or go on with one, beside prose: `# destinations:`, `#   team: { … }`.
    let settings = text.split(separator: "\n").map { line in
      let isSetting = ["#   ", "# destinations:", "# timezone:"].contains(where: line.hasPrefix)
      return (isSetting ? line.dropFirst(2) : line) + "\n"
    }.joined()
    #expect(settings.contains("team:") && settings.contains("2027.json"))
    let shell = Shell(yaml: nil, files: ["2027.json", "company-2027.json", "team.url", "team.secret"])
    for candidate in [text, settings] {
      if case .failure(let list) = ConfigurationTests.load(candidate, shell) {
        Issue.record("\(ConfigurationTests.lines(list.diagnostics, of: candidate, shell))")
      }
    }
  }
}
