// The daemon without the daemon: loads and initialises the same libraries, then waits. What is left of the daemon's
// memory beside this program's is the daemon's own.
//
// Usage: bare DATABASE

import CLibCurl
import CLibNotify
import CLibYAML
import CSQLite
import Dispatch
import FoundationEssentials
import Glibc

func expect(_ condition: @autoclosure () throws -> Bool, _ what: StaticString) {
  guard (try? condition()) == true else {
    print("bare: error: \(what) failed")
    exit(1)
  }
}

/// Turns GLib's main loop, on a thread of its own.
func turn(loop: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  g_main_loop_run(OpaquePointer(loop))
  return nil
}

expect(CommandLine.arguments.count == 2, "reading the one argument, the database's path,")

expect(curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK, "curl_global_init")
let transfers = curl_multi_init()
expect(transfers != nil, "curl_multi_init")

var database: OpaquePointer?
expect(sqlite3_open(CommandLine.arguments[1], &database) == SQLITE_OK, "sqlite3_open")
for statement in [
  "PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", "CREATE TABLE firing (id TEXT PRIMARY KEY) STRICT",
  "INSERT INTO firing VALUES ('clock-in')",
] {
  expect(sqlite3_exec(database, statement, nil, nil, nil) == SQLITE_OK, "an SQL statement")
}

expect(notify_init("bare") != 0, "notify_init")
var thread = pthread_t()
let started = pthread_create(&thread, nil, turn, UnsafeMutableRawPointer(g_main_loop_new(nil, 0)))
expect(started == 0, "pthread_create")

// The address of a parser is kept inside it, so it must not move.
let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
expect(yaml_parser_initialize(parser) == 1, "yaml_parser_initialize")
yaml_parser_set_input_string(parser, "alarms: []", 10)
let event = UnsafeMutablePointer<yaml_event_t>.allocate(capacity: 1)
repeat {
  expect(yaml_parser_parse(parser, event) == 1, "yaml_parser_parse")
} while event.pointee.type != YAML_STREAM_END_EVENT
yaml_parser_delete(parser)

let json = try JSONEncoder().encode(["id": "clock-in"])
expect(try JSONDecoder().decode([String: String].self, from: json) == ["id": "clock-in"], "JSON")

let timer = DispatchSource.makeTimerSource(queue: .main)
timer.schedule(wallDeadline: .now() + .seconds(86_400))
timer.setEventHandler { exit(0) }
timer.resume()

print("ready")
fflush(nil)
dispatchMain()
