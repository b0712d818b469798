#!/usr/bin/env python3
"""Makes a corpus of small iCalendar files as calendar programs write them, and says what takes place by them.

usage: ics_corpus.py >Tests/CalendarsTests/Vectors/ics-corpus.jsonl

A line a file: its name, its text, and for each occurrence in 2026 and 2027 the title, the start, and when its
alarms ring, in UTC; tabs between. icalendar and recurring-ical-events (PyPI) read and expand. An event without an alarm
rings when it begins, at 09:00 where it takes the whole day. The reader's zone is Asia/Shanghai.
"""

import datetime
import json
import sys
import zoneinfo

import icalendar
import recurring_ical_events

OWN = zoneinfo.ZoneInfo("Asia/Shanghai")
UTC = datetime.timezone.utc

BERLIN = """BEGIN:VTIMEZONE
TZID:{name}
BEGIN:DAYLIGHT
DTSTART:19810329T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
TZNAME:CEST
END:DAYLIGHT
BEGIN:STANDARD
DTSTART:19961027T030000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
TZNAME:CET
END:STANDARD
END:VTIMEZONE
"""
SHANGHAI = """BEGIN:VTIMEZONE
TZID:{name}
BEGIN:STANDARD
DTSTART:16010101T000000
TZOFFSETFROM:+0800
TZOFFSETTO:+0800
END:STANDARD
END:VTIMEZONE
"""

# A producer: its PRODID, its name of the zone with the definition, the end of its lines, what it puts into calendars, events
# and alarms, and whether it begins with a mark of UTF-8.
PRODUCERS = {
    "apple": ("-//Apple Inc.//macOS 14.5//EN", "Europe/Berlin", BERLIN, "\r\n", "CALSCALE:GREGORIAN\n",
              "TRANSP:OPAQUE\nSEQUENCE:1\nX-APPLE-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC\n",
              "X-WR-ALARMUID:00000000-0000-4000-8000-000000000001\nUID:00000000-0000-4000-8000-000000000001\n", False),
    "google": ("-//Google Inc//Google Calendar 70.9054//EN", "Europe/Berlin", BERLIN, "\r\n",
               "CALSCALE:GREGORIAN\nMETHOD:PUBLISH\nX-WR-CALNAME:me\nX-WR-TIMEZONE:Asia/Shanghai\n",
               "STATUS:CONFIRMED\nTRANSP:OPAQUE\nCREATED:20260101T000000Z\n", "", False),
    "outlook": ("-//Microsoft Corporation//Outlook 16.0 MIMEDIR//EN", "W. Europe Standard Time", BERLIN, "\r\n",
                "METHOD:PUBLISH\nX-MS-OLK-FORCEINSPECTOROPEN:TRUE\n",
                "CLASS:PUBLIC\nPRIORITY:5\nX-MICROSOFT-CDO-BUSYSTATUS:BUSY\nX-MICROSOFT-CDO-IMPORTANCE:1\n", "", False),
    "exchange": ("Microsoft Exchange Server 2010", "China Standard Time", SHANGHAI, "\r\n", "METHOD:PUBLISH\n",
                 "CLASS:PUBLIC\nX-MICROSOFT-CDO-APPT-SEQUENCE:0\nX-MICROSOFT-DISALLOW-COUNTER:FALSE\n", "", True),
    "thunderbird": ("-//Mozilla.org/NONSGML Mozilla Calendar V1.1//EN", "Europe/Berlin", BERLIN, "\r\n", "",
                    "X-MOZ-GENERATION:2\nLAST-MODIFIED:20260101T000000Z\n", "X-LIC-ERROR:no error\n", False),
    "evolution": ("-//Ximian//NONSGML Evolution Calendar//EN", "/freeassociation.sourceforge.net/Europe/Berlin", BERLIN,
                  "\r\n", "", "X-EVOLUTION-CALDAV-HREF:/me/1.ics\nCLASS:PUBLIC\n",
                  "X-EVOLUTION-ALARM-UID:0123456789abcdef\n", False),
    "feishu": ("-//Lark//Lark Calendar//CN", "Asia/Shanghai", SHANGHAI, "\r\n", "CALSCALE:GREGORIAN\n",
               "CLASS:DEFAULT\nX-LARK-EVENT-TYPE:normal\nORGANIZER;CN=王芳:mailto:wang@example.org\n", "", False),
    "dingtalk": ("-//Alibaba//DingTalk Calendar//CN", "Asia/Shanghai", SHANGHAI, "\n", "METHOD:REQUEST\n",
                 "ATTENDEE;CN=李雷;PARTSTAT=ACCEPTED:mailto:li@example.org\n", "", False),
    "plain": ("-//x//EN", "Europe/Berlin", "", "\n", "", "", "", False),
}

# What an event has: its lines with {z} where a time of the zone follows, and the lines of other events of its identifier.
T = "DTSTART{z}:20260302T090000\nDTEND{z}:20260302T100000\n"
OFTEN = T + "RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=60\n"
FEATURES = {
    "once": (T, []),
    "all-day": ("DTSTART;VALUE=DATE:20260501\nDTEND;VALUE=DATE:20260502\n", []),
    "three-days": ("DTSTART;VALUE=DATE:20260501\nDTEND;VALUE=DATE:20260504\n", []),
    "weekdays": (T + "RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;UNTIL=20261231T225959Z\n", []),
    "fortnight": (T + "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;WKST=SU;COUNT=30\n", []),
    "second-tuesday": ("DTSTART{z}:20260310T090000\nRRULE:FREQ=MONTHLY;BYDAY=2TU\n", []),
    "last-friday": ("DTSTART{z}:20260327T170000\nRRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;BYMONTH=3,6,9,12\n"
                    .replace("20260327", "20260331"), []),
    "month-end": ("DTSTART{z}:20260331T090000\nRRULE:FREQ=MONTHLY;BYMONTHDAY=-1\n", []),
    "birthday": ("DTSTART;VALUE=DATE:20260615\nDTEND;VALUE=DATE:20260616\nRRULE:FREQ=YEARLY\n", []),
    "daily-count": (T + "RRULE:FREQ=DAILY;INTERVAL=3;COUNT=100\n", []),
    "clock-change": ("DTSTART{z}:20260301T083000\nRRULE:FREQ=DAILY;UNTIL=20261101T000000Z\n", []),
    "exdates": (OFTEN + "EXDATE{z}:20260309T090000,20260316T090000\nEXDATE{z}:20260406T090000\n", []),
    "exdate-utc": ("DTSTART:20260302T010000Z\nRRULE:FREQ=WEEKLY;COUNT=10\nEXDATE:20260309T010000Z\n", []),
    "rdates": (T + "RDATE{z}:20260307T090000,20260412T113000\n", []),
    "rdate-beyond": (T + "RRULE:FREQ=WEEKLY;UNTIL=20260320T000000Z\nRDATE{z}:20260801T090000\n", []),
    "moved-once": (OFTEN, ["RECURRENCE-ID{z}:20260323T090000\nDTSTART{z}:20260324T140000\nDTEND{z}:20260324T150000\n"]),
    "moved-utc": ("DTSTART{z}:20260302T090000\nRRULE:FREQ=WEEKLY;COUNT=12\n",
                  ["RECURRENCE-ID:{utc}\nDTSTART{z}:20260324T140000\n"]),
    "cancelled-once": (OFTEN, ["RECURRENCE-ID{z}:20260323T090000\nDTSTART{z}:20260323T090000\nSTATUS:CANCELLED\n"]),
    "all-day-exdate": ("DTSTART;VALUE=DATE:20260302\nRRULE:FREQ=WEEKLY;COUNT=20\nEXDATE;VALUE=DATE:20260309,20260330\n", []),
    "all-day-moved": ("DTSTART;VALUE=DATE:20260302\nRRULE:FREQ=WEEKLY;COUNT=6\n",
                      ["RECURRENCE-ID;VALUE=DATE:20260309\nDTSTART;VALUE=DATE:20260310\n"]),
    "floating": ("DTSTART:20260302T070000\nRRULE:FREQ=DAILY;COUNT=20\n", []),
    "utc": ("DTSTART:20260302T233000Z\nDTEND:20260303T003000Z\nRRULE:FREQ=DAILY;COUNT=9\n", []),
    "duration": ("DTSTART{z}:20260302T090000\nDURATION:PT1H30M\n", []),
    "past-midnight": ("DTSTART{z}:20260328T230000\nDTEND{z}:20260329T040000\nRRULE:FREQ=WEEKLY;COUNT=4\n", []),
}
ALARM = "BEGIN:VALARM\n{more}ACTION:DISPLAY\nDESCRIPTION:Reminder\nTRIGGER{trigger}\n{repeat}END:VALARM\n"
# The alarms of a file by its number: none, one, two, one from the end, one that repeats, one after.
ALARMS = [
    [], [":-PT15M"], [":-P1D", ":PT0S"], [";RELATED=END:-PT5M"], [":-PT30M|REPEAT:2\nDURATION:PT10M\n"], [":PT5M"],
    [":-P1DT2H"], [";VALUE=DURATION:-P1W"],
]
TITLES = ["周会：项目进度同步与下周计划讨论，请提前准备材料并在会前发到群里，谢谢大家的配合，不见不散", "Stand-up", "Zażółć gęślą jaźń",
          "Lunch; with Bob, at 12", "🎂 生日", "Café à Paris"]


def escaped(text):
    return text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")


def folded(text, end):
    """Lines of at most 75 bytes, cut between bytes as some programs do it."""
    lines = []
    for line in text.split("\n")[:-1]:
        data = line.encode()
        pieces, size = [], 75
        while data:
            pieces.append(data[:size])
            data = data[size:]
            size = 74
        lines.append((end + " ").encode().join(pieces))
    return end.encode().join(lines) + end.encode()


def file(producer, feature, number):
    prodid, zone, definition, end, calendar, event, alarm, has_mark = PRODUCERS[producer]
    main, others = FEATURES[feature]
    utc = "20260323T010000Z" if "Shanghai" in zone or "China" in zone else "20260323T080000Z"
    text = f"BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:{prodid}\n{calendar}"
    if "{z}" in main and definition:
        text += definition.format(name=zone)
    alarms = ""
    for each in ALARMS[number % len(ALARMS)]:
        trigger, _, repeat = each.partition("|")
        alarms += ALARM.format(more=alarm, trigger=trigger, repeat=repeat)
    for index, lines in enumerate([main] + others):
        title = TITLES[number % len(TITLES)] + (" *" if index else "")
        text += (f"BEGIN:VEVENT\nUID:{feature}-{producer}@example.org\nDTSTAMP:20260101T000000Z\n"
                 + lines.format(z=f";TZID={zone}", utc=utc)
                 + f"SUMMARY:{escaped(title)}\nLOCATION:Room {number}\nDESCRIPTION:Line 1\\nLine 2\n"
                 + (event.replace("STATUS:CONFIRMED\n", "") if "STATUS" in lines else event) + alarms
                 + "END:VEVENT\n")
    data = folded(text + "END:VCALENDAR\n", end)
    return (b"\xef\xbb\xbf" if has_mark else b"") + data


def exact(moment):
    """A floating time, and a date, is the reader's."""
    if not isinstance(moment, datetime.datetime):
        return datetime.datetime.combine(moment, datetime.time(), OWN)
    return moment if moment.tzinfo else moment.replace(tzinfo=OWN)


def stamp(moment):
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def expected(data):
    # The lines are joined before they are characters: some were cut within one.
    whole = data.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n ", b"").replace(b"\n ", b"")
    calendar = icalendar.Calendar.from_ical(whole)
    rows = set()
    for event in recurring_ical_events.of(calendar).between(datetime.date(2026, 1, 1), datetime.date(2028, 1, 1)):
        if event.get("STATUS") == "CANCELLED":
            continue
        first = event["DTSTART"].dt
        is_all_day = not isinstance(first, datetime.datetime)
        start, last = exact(first), exact(event.end)
        rings = set()
        for alarm in event.walk("VALARM"):
            trigger = alarm["TRIGGER"]
            base = last if trigger.params.get("RELATED") == "END" else start
            span = trigger.dt
            # Whole days go by the wall, the rest by the clock (RFC 5545, 3.3.6).
            ring = base + datetime.timedelta(days=span.days if span.seconds == 0 else 0)
            rest = span if span.seconds else datetime.timedelta()
            for time in range(int(alarm.get("REPEAT", 0)) + 1):
                extra = alarm["DURATION"].dt * time if "DURATION" in alarm else datetime.timedelta()
                rings.add(stamp(ring.astimezone(UTC) + rest + extra))
        if not rings:
            rings.add(stamp(start + datetime.timedelta(hours=9) if is_all_day else start))
        rows.add("\t".join([str(event["SUMMARY"]), first.isoformat() if is_all_day else stamp(start)] + sorted(rings)))
    return sorted(rows)


def main():
    number = 0
    for producer in PRODUCERS:
        for feature in FEATURES:
            data = file(producer, feature, number)
            row = {"name": f"{producer}-{feature}", "ics": data.decode("latin-1"), "expect": expected(data)}
            json.dump(row, sys.stdout, ensure_ascii=False)
            print()
            number += 1


main()
