import Alarms
import Calendars
import Concurrency
import FoundationEssentials
import Glibc
import Testing
import TestSupport
import Workdays

@Suite("The program notifier-calendars", .timeLimit(.minutes(3)))
struct ProgramTests {
  private let bench = RefreshBench()

  /// The built program, beside the tests' own.
  private static let path: String = {
    var own = [CChar](repeating: 0, count: 4096)
    let length = max(0, readlink("/proc/self/exe", &own, own.count))
    let path = String(decoding: own.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return Files.directory(of: path) + "/notifier-calendars"
  }()

  private func start(
    _ words: [String], input: String = "", environment: [String: String?] = [:]
  ) -> ChildProcess {
    let input = bench.directory.write("input", input)
    let script = "exec 2>&1; echo $$; \"$@\" <\"$0\"; echo $?"
    return ChildProcess(["sh", "-c", script, input, Self.path] + words, environment: environment)
  }

  /// What it wrote, to standard error as well, and its exit status.
  private func run(
    _ words: [String], input: String = "", environment: [String: String?] = [:]
  ) async -> (output: String, status: Int?) {
    var lines = await start(words, input: input, environment: environment).output().split(separator: "\n")
    let status = lines.popLast().flatMap { Int($0) }
    return (lines.dropFirst().joined(separator: "\n"), status)
  }

  private func text(_ sources: [RefreshJob.Source]) throws -> String {
    String(decoding: try JSONEncoder().encode(bench.job(sources)), as: UTF8.self)
  }

  private func report(_ output: String) throws -> RefreshReport {
    try JSONDecoder().decode(RefreshReport.self, from: Data(output.utf8))
  }

  @Test("a refresh reports each source, and its status tells whether all are well")
  func refresh() async throws {
    let site = Site(["/a.json": .respond(200, body: yearFile(2027, off: ["2027-10-01"]))])
    let sources = [bench.source([site.url("/a.json")]), bench.source([site.url("/b.json")])]
    let good = await run(["refresh"], input: try text([sources[0]]))
    #expect(good.status == 0)
    #expect(try report(good.output).sources.map(\.changed) == [[2027]])
    #expect(bench.days(sources[0], 2027) == ["2027-10-01"])
    let mixed = await run(["refresh"], input: try text(sources))
    #expect(mixed.status == 75)
    #expect(try report(mixed.output).sources.map(\.failures.count) == [0, 1])
  }

  @Test(
    "a job that is none is refused, and shows nothing of what it holds",
    arguments: [
      ("", "standard input is no job: it is not JSON"), ("{", "standard input is no job: it is not JSON"),
      (#"{"sources":[{"addresses":["secret-token"]}]}"#, "is missing"),
      (String(repeating: " ", count: 1 << 20 | 1), "standard input is too long: it is larger than 1048576 bytes"),
    ])
  func badJob(input: String, words: String) async {
    let result = await run(["refresh"], input: input)
    #expect(result.status == 65 && result.output.contains(words) && !result.output.contains("secret-token"))
  }

  @Test("a value of another type is told by its place")
  func wrongType() async throws {
    let input = try text([bench.source(["http://127.0.0.1:1/secret-token"], layer: .personal)])
    let result = await run(
      ["refresh"], input: input.replacing("\"national\"", with: "7").replacing("\"personal\"", with: "7"))
    #expect(result.status == 65 && !result.output.contains("secret-token"))
    #expect(result.output.contains("at sources.Index 0.layer, "))
  }

  @Test("words after refresh are a mistake")
  func usage() async { #expect(await run(["refresh", "now"]).status == 2) }

  @Test("of two refreshes of the same copies the second waits")
  func lock() async throws {
    let site = Site(["/a.json": .respond(200, body: yearFile(2027, off: ["2027-10-01"]))])
    let lock = try RefreshLock(bench.store.directory)
    let process = start(["refresh"], input: try text([bench.source([site.url("/a.json")])]))
    try await Task.sleep(for: .milliseconds(500))
    #expect(site.server.requests.isEmpty)
    _ = consume lock
    #expect(await process.output().hasSuffix("\n0\n"))
  }

  @Test("it limits its memory, its processor time and what a crash leaves behind before it asks anybody")
  func limits() async throws {
    let noted = Guarded("")
    let pidFile = bench.directory["pid"]
    // Looked up while the program waits for its answer.
    let server = LocalServer { _ in
      let pid = (try? Files.read(pidFile).bytes).map { String(decoding: $0.dropLast(), as: UTF8.self) } ?? ""
      let limits = (try? Files.read("/proc/\(pid)/limits").bytes) ?? []
      noted.withLock { $0 = String(decoding: limits, as: UTF8.self) }
      return .respond(404)
    }
    let input = bench.directory.write("job", try text([bench.source([server.url()])]))
    let script = "echo $$ >\"$2\"; exec \"$1\" refresh <\"$0\""
    _ = await ChildProcess(["sh", "-c", script, input, Self.path, pidFile]).output()
    let limits = noted.withLock(\.self).split(separator: "\n")
    func limit(_ name: String) -> Substring? {
      limits.first { $0.hasPrefix(name) }?.dropFirst(name.count).split(separator: " ").first
    }
    #expect(limit("Max cpu time") == "60" && limit("Max core file size") == "0")
    let memory = try #require(limit("Max address space").flatMap { Int($0) })
    #expect(memory > 1 << 30)
  }

  @Test("the largest answers that are read, full of nonsense, end as a refusal")
  func largest() async throws {
    let list = "[" + String(repeating: "1,", count: 2_000_000) + "1]"
    let event =
      "BEGIN:VEVENT\r\nUID:1\r\nDTSTART;VALUE=DATE:20260101\r\nRRULE:FREQ=DAILY\r\nSUMMARY:a（休）\r\nEND:VEVENT\r\n"
    let events = "BEGIN:VCALENDAR\r\n" + String(repeating: event, count: 2000) + "END:VCALENDAR\r\n"
    let site = Site(["/a.json": .respond(200, body: list), "/b.ics": .respond(200, body: events)])
    let sources = ["/a.json", "/b.ics"].map { bench.source([site.url($0)]) }
    let result = await run(["refresh"], input: try text(sources))
    #expect(result.status == 75)
    #expect(try report(result.output).sources.map(\.failures.count) == [1, 1])
  }

  @Test("what is fetched over TLS is not fetched over plain HTTP, and SSL_CERT_FILE names whom to trust")
  func downgrade() async throws {
    let plain = Site(["/2027.json": .respond(200, body: yearFile(2027, off: ["2027-10-01"]))])
    let server = try await TLSServer(["2027.json": "302 Found\r\nLocation: \(plain.url("/2027.json"))"])
    let source = bench.source([server.url("2027.json")])
    let trusting: [String: String?] = ["SSL_CERT_FILE": server.certificate]
    let result = await run(["refresh"], input: try text([source]), environment: trusting)
    #expect(
      try report(result.output).sources[0].failures == [
        "\(server.url("2027.json")): the server redirects from https to plain http, which is not followed"
      ])
    #expect(plain.server.requests.isEmpty && result.status == 75)
    let strict = await run(["refresh"], input: try text([source]), environment: ["SSL_CERT_FILE": nil])
    #expect(try report(strict.output).sources[0].failures.first?.contains("certificate") == true)
  }

  @Test("convert reads an address, with the year put into it")
  func convert() async throws {
    let site = Site([
      "/2027.csv": .respond(200, body: "2027-10-01,off,国庆节\n"), "/2028.csv": .respond(200, body: "2027-10-01,off,x\n"),
    ])
    let good = await run(["convert", "--year", "2027", site.url("/{year}.csv")])
    let contents = try HolidayFile.read(Array(good.output.utf8), file: "x.json", week: .mondayToFriday)
    #expect(contents.noticeYears.flatMap(\.overrides).map(\.source) == [site.url("/2027.csv")] && good.status == 0)
    let wrong = await run(["convert", "--year", "2028", site.url("/{year}.csv")])
    #expect(wrong.status == 65 && wrong.output.contains("the file is named for 2028 and says year 2027"))
    #expect(await run(["convert", "--year", "28", site.url("/{year}.csv")]).status == 2)
  }
}
