/// The interface that the socket speaks, in Varlink's language (varlink.org). `contrib/varlink` has the same text.
package enum Interface {
  /// The interface's name.
  package static let name = "io.notifier.Control"

  /// Its description.
  package static let description = """
    # The control socket of notifierd.
    #
    # Times are RFC 3339 with the zone's offset. Members may be added in later versions; names and meanings do not change.
    interface io.notifier.Control

    # An offset: its canonical text, and one of exact, nominal, time-of-day, workdays.
    type Offset (text: string, kind: string)

    # A date with what it is. kind is one of workday, rest-day, statutory-holiday, in-lieu-rest-day, make-up-workday,
    # personal-rest-day, personal-workday; certainty one of announced, provisional, unknown; worksUntil is the time at which
    # the work of a half-day ends.
    type Day (date: string, kind: string, name: ?string, certainty: string, source: ?string, worksUntil: ?string)

    # One ring: when it comes, for which occurrence of which alarm, and where it goes.
    type Firing (
      id: ?string,
      alarm: ?string,
      title: string,
      occurrence: string,
      zone: string,
      offset: Offset,
      fires: string,
      day: Day,
      destinations: []string
    )

    # How many deliveries are recorded, by state.
    type Deliveries (
      pending: int,
      sending: int,
      delivered: int,
      retrying: int,
      unknown: int,
      rejected: int,
      expired: int
    )

    # When the configuration was last read, and what was wrong with it. After an error the one before stays in force.
    type Load (at: string, ok: bool, errors: []string)

    # Whether a suspended machine wakes for the next ring of the alarms that ask for it: when, and why it does not.
    type Wake (at: ?string, problem: ?string)

    # How the daemon stands. next is absent when nothing rings again; rung and missed count recorded firings; holidays says
    # in words how far the holiday data reaches; wake is absent where no alarm asks to wake the machine.
    method GetStatus() -> (
      version: string,
      pid: int,
      started: string,
      now: string,
      configuration: []string,
      journal: string,
      alarms: int,
      next: ?Firing,
      rung: int,
      missed: int,
      deliveries: Deliveries,
      holidays: string,
      lastLoad: Load,
      wake: ?Wake
    )

    # The next rings, soonest first: count of them (1 to 1000), of one alarm or of all.
    method Next(count: int, alarm: ?string) -> (firings: []Firing)

    # Rings an alarm now, marked as a test. Returns the ring's id.
    method Fire(alarm: string) -> (id: string)

    # Has a ring come again after delay, such as 10m, 1h30m, 1d, 2wd or next workday, and nothing else of it until then.
    # ring is its id, or its alarm's for the last one; absent for the last of all. Returns the ring that is to come.
    method Snooze(ring: ?string, delay: string) -> (firing: Firing)

    # Ends a ring with all that would follow it; ring as in Snooze. Returns the id of the planned ring that is done.
    method Done(ring: ?string) -> (id: string)

    # Has the next occurrences of an alarm not ring: count of them (1 to 1000), beyond those that are skipped already; with from,
    # those that ring then or later. Returns the first ring of each that does not come.
    method Skip(alarm: string, count: int, from: ?string) -> (firings: []Firing)

    # Takes back all skips of an alarm that are still to come, or those of occurrences, such as clock-in/2026-09-20T09:00 (the id
    # of a ring without its last part), and tells how many there were.
    method Unskip(alarm: string, occurrences: ?[]string) -> (count: int)

    # Has an alarm, or without one all of them, be silent until a moment, or until Resume where that is absent.
    method Pause(alarm: ?string, until: ?string) -> ()

    # Ends the pause of an alarm, or without one every pause. Tells whether there was one. Nothing rings late by it.
    method Resume(alarm: ?string) -> (resumed: bool)

    # Sends again what is recorded as rejected, expired or unknown, and at once what waits for its next try: of one ring, to
    # one destination, or everything. Returns how many, and until when destinations take nothing by their limits, or since they
    # have asked for a wait. What waits for `missing` is not sent: the configuration has no such destinations any more.
    method Retry(ring: ?string, destination: ?string) -> (count: int, held: [string]string, missing: []string)

    # Gives up what is owed, and no longer lists what was rejected or has expired; ring and destination as in Retry.
    method Discard(ring: ?string, destination: ?string) -> (count: int)

    # Sends one message that says that it is a test. request and answer are what went over the wire, without secrets; outcome is
    # one of delivered, retry, rejected, gone, unknown.
    method Test(destination: string) -> (request: string, answer: string, outcome: string, reason: ?string)

    # The destinations to which nothing more is sent until the configuration is read again or Retry is called, with what they
    # said.
    method Stopped() -> (stopped: [string]string)

    # Reads the configuration again. With errors, one line each, the one before stays in force.
    method Reload() -> (ok: bool, errors: []string)

    # There is no alarm with this id.
    error NoSuchAlarm (alarm: string)

    # There is no destination of this name.
    error NoSuchDestination (destination: string)

    # Nothing rang by this name; an empty name stands for any.
    error NoSuchRing (ring: string)

    # The daemon could not do it, for this reason.
    error Failed (message: string)

    # What was sent is no message of Varlink, or is longer than 1 MiB. The connection is closed after this.
    error BadMessage (reason: string)

    """

  /// The name of Varlink's own interface.
  static let serviceName = "org.varlink.service"

  /// Its description: Varlink's specification fixes it.
  static let serviceDescription = """
    # What every Varlink service answers.
    interface org.varlink.service

    # Names the service and its interfaces.
    method GetInfo() -> (
      vendor: string,
      product: string,
      version: string,
      url: string,
      interfaces: []string
    )

    # The description of one interface.
    method GetInterfaceDescription(interface: string) -> (description: string)

    error InterfaceNotFound (interface: string)
    error MethodNotFound (method: string)
    error MethodNotImplemented (method: string)
    error InvalidParameter (parameter: string)

    """
}
