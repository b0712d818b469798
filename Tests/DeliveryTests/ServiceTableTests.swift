import Alarms
import Glibc
import Testing

import struct FoundationEssentials.Data
import class FoundationEssentials.JSONDecoder

@Suite("The table of services in the documents")
struct ServiceTableTests {
  /// A row: the kind, and its keys with the mark of those that must be there.
  private struct Row: Equatable {
    let kind: String
    let keys: [String]
  }

  @Test("it lists every service with the keys that the configuration takes")
  func table() throws {
    let rows = try text(of: "docs/services.md").split(separator: "\n").filter {
      $0.hasPrefix("| `") && !$0.hasPrefix("| `kind`")
    }
    .map { line in
      let cells = line.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") }
      let keys = cells[2].split(separator: ",").map { String($0.filter { !"` ".contains($0) }) }
      return Row(kind: cells[0].filter { $0 != "`" }, keys: keys)
    }
    let expected = ServiceKind.all.map { kind in
      Row(kind: kind.name, keys: kind.fields.map { $0.isRequired ? "**\($0.name)**" : $0.name })
    }
    #expect(rows == expected)
  }

  @Test("the schema and the manual page list every service with its keys")
  func schemaAndManual() throws {
    let schema = try JSONDecoder().decode(
      JSONTree.self, from: Data(try text(of: "contrib/schema/notifier.schema.json").utf8))
    let manual = try text(of: "contrib/man/notifier.yaml.5").split(separator: "\n")
    for kind in ServiceKind.all {
      let names = kind.fields.map(\.name)
      let properties = try #require(schema.properties(of: kind.name), "the schema has no \(kind.name)")
      #expect(properties.isSuperset(of: names), "the schema's \(kind.name)")
      let start = try #require(manual.firstIndex(of: ".Ss kind: \(kind.name)"), "the manual has no \(kind.name)")
      let items = manual[(start + 1)...].prefix { !$0.hasPrefix(".S") }.filter { $0.hasPrefix(".It Cm ") }
      #expect(items.map { String($0.dropFirst(7)).replacing("\\-", with: "-") } == names, "the manual's \(kind.name)")
    }
  }

  private func text(of path: String) throws -> String {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let file = try #require(fopen("/\(root)/\(path)", "r"))
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1_000_000)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}

extension JSONTree {
  /// The names of the properties of the object whose property "kind" is that constant, wherever it stands.
  fileprivate func properties(of kind: String) -> Set<String>? {
    switch self {
    case .object(let members):
      if case .object(let properties)? = members["properties"], properties["kind"]?.text(at: ["const"]) == kind {
        return Set(properties.keys)
      }
      return members.values.lazy.compactMap { $0.properties(of: kind) }.max { $0.count < $1.count }
    case .array(let elements): return elements.lazy.compactMap { $0.properties(of: kind) }.max { $0.count < $1.count }
    case .text, .other: return nil
    }
  }
}
