import Glibc

/// A library of the tests' own, compiled from `contrib/torture`, that is loaded below a program: it makes the clock one of
/// its own, the disk fail, or a name hard to find.
package enum Preload {
  /// Their paths. Each is compiled once, when it is first asked for.
  package static let clock = compile("clock")
  package static let faults = compile("faults")
  package static let localtime = compile("localtime")
  package static let names = compile("names")

  private static let directory = TemporaryDirectory()

  private static func compile(_ name: String) -> String {
    let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let library = directory["\(name).so"]
    let command = "cc -O1 -shared -fPIC -o '\(library)' '\(root)/contrib/torture/\(name).c' -ldl -lpthread"
    precondition(system(command) == 0, "this fails: \(command)")
    return library
  }
}
