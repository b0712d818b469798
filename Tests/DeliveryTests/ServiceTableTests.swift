import Alarms
import Glibc
import Testing

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

  private func text(of path: String) throws -> String {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let file = try #require(fopen("/\(root)/\(path)", "r"))
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1_000_000)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}
