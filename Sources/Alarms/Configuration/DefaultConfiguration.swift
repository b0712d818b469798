/// What is in force for a person who has no file of their own: the text of etc/notifier.yaml, which fetches
/// nothing until it is installed.
///
/// Made by contrib/generate/default_configuration.py; a test holds the two equal.
package let defaultConfiguration = #"""
  # The default configuration of notifier: alarms that know real workdays.
  #
  # Your own alarms belong in ~/.config/notifier/notifier.yaml; copy this file there and change it. `notifierctl check`
  # says what is wrong with it, with line and column; a running notifierd takes a change over at once.

  region: CN                        # whose holidays and make-up workdays count (ISO 3166-1)
  # timezone: Asia/Shanghai         # default: the system's

  # Holiday data beyond what ships, fetched about once a day; a year that it has replaces the shipped one. Take the entry out
  # to fetch nothing. Files go here too, and a company's days, or your own leave, as layers above.
  # holidaySources:
  #   - url: https://raw.githubusercontent.com/NateScarlet/holiday-cn/master/{year}.json
  #     mirrors: https://cdn.jsdelivr.net/gh/NateScarlet/holiday-cn@master/{year}.json
  #     kind: holiday-cn
  #     region: CN                      # left out where another region is set
  #   - ~/.config/notifier/2027.json
  #   - { file: ~/.config/notifier/company-2027.json, layer: company }

  # Where alarms go, beside `desktop`, `sound` and `console`, which are always there.
  # destinations:
  #   team: { kind: dingtalk, url: { file: team.url }, secret: { file: team.secret } }
  #   hook: { kind: webhook, url: "https://example.org/hook" }

  calendars:
    work: { title: Work, color: "#2e7d32" }
    family: { title: Family, color: "#ad1457" }

  alarms:
    - id: clock-in
      title: Clock in
      calendar: work
      at: "09:00"
      days: workdays                # Monday to Friday, minus holidays, plus make-up workdays
      remind: [-10m, 0m]

    - id: make-up-eve
      title: "Tomorrow is a make-up workday: set the alarm"
      calendar: work
      at: "08:00"
      days: make-up workdays
      remind: ["20:00 the day before"]

    - id: payroll
      title: Send the payroll
      calendar: work
      at: "10:00"
      days: last workday of the month

    - id: stretch
      title: Stretch
      at: every 50m from 09:00 to 18:00
      days: workdays
      urgency: low
      missed: never

    - id: mid-autumn
      title: Mid-Autumn dinner
      calendar: family
      at: "18:00"
      days: lunar 8-15
      remind: [-1d, -2h]

    - id: retro
      title: Retrospective
      calendar: work
      at: "16:00"
      duration: 1h
      rrule: FREQ=WEEKLY;INTERVAL=2;BYDAY=FR
      start: 2026-01-09
      move: previous                # a Friday that is a holiday moves to the workday before it
      remind: [-15m, end -5m]

  """#
