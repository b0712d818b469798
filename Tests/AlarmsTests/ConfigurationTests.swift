import Alarms
import Testing
import TestSupport
import Workdays

@Suite("What a configuration says")
struct ConfigurationTests {
  @Test("nothing is guessed from its looks: NO, 09:30, 1e3, null in quotes and off mean what they say")
  func plainWords() throws {
    let text = """
      region: NO
      calendars: { on: { title: 0x10, color: "#ABCDEF" } }
      alarms:
        - { id: 1e3, title: "null", at: 09:30, days: sun, calendar: on, notes: off, link: 1.0 }
        - { id: 0777, at: [7:05, 23:59:59], days: 2026-12-24 }
      """
    let configuration = try configuration(text)
    #expect(configuration.region == "NO")
    #expect(configuration.calendars == [AlarmCalendar(id: "on", title: "0x10", color: "#abcdef")])
    let first = configuration.alarms[0]
    #expect([first.id, first.title, first.calendar, first.notes, first.link] == ["1e3", "null", "on", "off", "1.0"])
    #expect(first.schedule.times.map(\.description) == ["09:30"])
    #expect(configuration.alarms[1].id == "0777")
    #expect(configuration.alarms[1].title == "0777")
    #expect(configuration.alarms[1].schedule.times.map(\.description) == ["07:05", "23:59:59"])
  }

  @Test("what is not said has its usual value")
  func usual() throws {
    let alarm = try alarm("id: a", "at: \"09:00\"", "days: workdays")
    #expect(alarm.title == "a")
    #expect(alarm.zone == "Asia/Shanghai")
    #expect(alarm.offsets == [.atStart])
    #expect(alarm.destinations == ["desktop"])
    #expect(alarm.missed == .within(.seconds(1800)))
    #expect(alarm.urgency == .normal)
    #expect(alarm.duration == .none)
    #expect(alarm.isEnabled && !alarm.isAllDay)
    #expect(alarm.schedule.holidays == .swap)
    #expect(alarm.place == SourcePlace(file: "a.yaml", line: 2, column: 9))
  }

  @Test("an all-day alarm spans its day and rings at 09:00, or when ring-at says")
  func allDay() throws {
    let plain = try alarm("id: a", "all-day: true", "days: 2026-03-05")
    #expect(plain.offsets.map(\.description) == ["09:00 on the day"])
    #expect(plain.duration == EventDuration(days: 1, seconds: 0))
    #expect(plain.schedule.times == [.midnight])
    let early = try alarm("id: a", "all-day: true", "ring-at: 07:30", "days: 2026-03-05")
    #expect(early.offsets.map(\.description) == ["07:30 on the day"])
  }

  @Test("every 50m from 09:00 to 18:00 is eleven times, the end only where the steps meet it")
  func runOfTimes() throws {
    let times = try alarm("id: a", "at: every 50m from 09:00 to 18:00", "days: workdays").schedule.times
    #expect(
      times.map(\.description) == [
        "09:00", "09:50", "10:40", "11:30", "12:20", "13:10", "14:00", "14:50", "15:40", "16:30", "17:20",
      ])
    #expect(TimesOfDay.read("every 3h from 09:00 to 18:00")?.last == CivilTime(hour: 18, minute: 0))
    #expect(TimesOfDay.read("Every 24h from 00:00 to 23:59")?.count == 1)
  }

  @Test("a later file's word replaces an earlier one's, and destinations and calendars add up")
  func layers() throws {
    let machine = """
      region: US
      timezone: UTC
      destinations:
        team: { kind: webhook, url: "https://one.example/" }
        desktop: { kind: desktop, expires: 5m }
      calendars: { work: { title: Work }, home: { title: Home } }
      alarms:
        - { id: machine, at: "09:00", days: workdays, to: team }
      """
    let own = """
      region: CN
      destinations: { team: { kind: console } }
      calendars: { work: { title: 工作 } }
      alarms:
        - { id: own, at: "09:00", days: workdays, to: [desktop, team, console] }
      """
    let configuration = try loader().load([
      .init(path: "etc.yaml", givesAlarms: false, text: machine), .init(path: "own.yaml", givesAlarms: true, text: own),
    ])
    #expect(configuration.region == "CN")
    #expect(configuration.zone == "UTC")
    #expect(configuration.alarms.map(\.id) == ["own"], "a machine's alarms ring in the system's daemon only")
    #expect(configuration.alarms[0].zone == "UTC")
    #expect(configuration.destinations.keys.sorted() == ["console", "desktop", "sound", "team"])
    #expect(configuration.destinations["team"]?.kind == .console)
    #expect(configuration.destinations["desktop"]?.expires == .seconds(300))
    #expect(configuration.calendars.map(\.title) == ["Home", "工作"])
  }

  @Test("an id of the machine's file may be used again in a person's")
  func sameIDAsMachine() throws {
    let text = "alarms: [{ id: a, at: \"09:00\", days: workdays }]"
    let configuration = try loader().load([
      .init(path: "etc.yaml", givesAlarms: false, text: text), .init(path: "own.yaml", givesAlarms: true, text: text),
    ])
    #expect(configuration.alarms.map(\.place.file) == ["own.yaml"])
  }

  @Test("files are found where the base directory specification says, the person's own by name")
  func places() {
    let directory = TemporaryDirectory()
    let home = directory.path
    func inputs(_ variables: [String: String]) -> [String] {
      let locations = Locations { variables[$0] }
      return ConfigurationLoader(locations: locations).inputs().map { "\($0.path) \($0.givesAlarms)" }
    }
    let variables = ["HOME": home, "XDG_CONFIG_HOME": "\(home)/c", "NOTIFIER_ETC": "\(home)/etc"]
    #expect(inputs(variables) == ["the built-in default true"])
    for path in ["c", "etc", "c/notifier", "c/notifier/notifier.d"] { directory.makeDirectory(path) }
    directory.write("etc/notifier.yaml", "")
    #expect(inputs(variables) == ["\(home)/etc/notifier.yaml false", "the built-in default true"])
    for name in ["b.yaml", "a.json", "c.yml", ".hidden.yaml", "d.yaml~", "e.txt"] {
      directory.write("c/notifier/notifier.d/\(name)", "")
    }
    directory.write("c/notifier/notifier.yaml", "")
    let own = ["notifier.yaml", "notifier.d/a.json", "notifier.d/b.yaml", "notifier.d/c.yml"]
    #expect(
      inputs(variables) == ["\(home)/etc/notifier.yaml false"] + own.map { "\(home)/c/notifier/\($0) true" })
    // The specification has relative paths ignored.
    #expect(Locations { ["HOME": "/h", "XDG_STATE_HOME": "s"][$0] }.journal == "/h/.local/state/notifier/journal.db")
  }

  @Test("an empty file, and one of comments, is a configuration without alarms", arguments: ["", "# nothing\n", "~\n"])
  func empty(text: String) throws {
    let configuration = try configuration(text)
    #expect(configuration.alarms.isEmpty)
    #expect(configuration.destinations.keys.sorted() == ["console", "desktop", "sound"])
    #expect(configuration.calendar.day(on: CivilDate("2026-10-01")!).certainty == .unknown)
  }

  @Test("JSON says the same as YAML")
  func json() throws {
    let json = #"{"alarms": [{"id": "a", "at": ["09:00"], "days": "workdays", "remind": ["-10m"], "enabled": false}]}"#
    let yaml = "alarms: [{ id: a, at: [\"09:00\"], days: workdays, remind: [-10m], enabled: false }]"
    var (left, right) = (try configuration(json).alarms, try configuration(yaml).alarms)
    for index in left.indices { left[index].place = right[index].place }
    #expect(left == right)
    #expect(left[0].isEnabled == false)
    right[0].isEnabled = true
    #expect(left != right)
  }

  @Test("only what decides when it rings is an alarm's timing")
  func timing() throws {
    let base = ["id: a", "at: \"09:00\"", "days: workdays"]
    func timing(_ lines: [String]) throws -> String {
      try configuration("alarms:\n  - " + lines.joined(separator: "\n    ")).alarms[0].timing
    }
    for line in ["title: x", "notes: x", "to: console", "urgency: low", "missed: never", "icon: x", "remind: 0m"] {
      #expect(try timing(base + [line]) == timing(base), "\(line)")
    }
    let others = [
      "remind: -1m", "remind: [0m, -1m]", "timezone: UTC", "start: 2026-01-01", "until: 2026-01-01", "enabled: false",
      "duration: 1h", "holidays: skip", "move: next", "dst: both", "all-day: false",
    ]
    let timings = try others.dropLast().map { try timing(base + [$0]) }
    #expect(Set(timings + [try timing(base)]).count == others.count)
    #expect(try timing(base + [others[others.count - 1]]) == timing(base))
  }
}
