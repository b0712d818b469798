import CLibFuzzer
import Glibc

/// `fuzz READER [libFuzzer's arguments]`: gives one reader of outside data what libFuzzer makes up.
@main
struct Fuzz {
  static func main() {
    guard CommandLine.arguments.count >= 2, readers[CommandLine.arguments[1]] != nil else {
      print("usage: fuzz READER [-runs=N …] [corpus …]; the readers: \(readers.keys.sorted())")
      exit(2)
    }
    setenv("TZDIR", "/usr/share/zoneinfo", 1)
    // libFuzzer takes the first argument for the program's name. It calls a C function, which captures nothing.
    var count = CommandLine.argc - 1
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv + 1
    exit(
      LLVMFuzzerRunDriver(&count, &arguments) { data, size in
        chosen.read(Array(UnsafeBufferPointer(start: data, count: size)))
        return 0
      })
  }
}

/// The reader that the command line names.
private let chosen = readers[CommandLine.arguments[1]]!
