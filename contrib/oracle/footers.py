#!/usr/bin/env python3
"""Writes Tests/WorkdaysTests/Vectors/footers.txt: what the rules of TZif footers mean, 2026 through 2032.

Each line is a rule, then its transitions: Unix time, offset, daylight saving or not, abbreviation. Python's zoneinfo reads
the rule from a TZif file, the C library from the variable TZ; the program fails where they disagree. They do, and with the
standards, on days of the form `n` and on changes that cross a year's end: those rules are in ZoneRulesFooterTests instead.

usage: footers.py > Tests/WorkdaysTests/Vectors/footers.txt
"""

import calendar
import io
import os
import struct
import time
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

RULES = [
    "CET-1CEST,M3.5.0,M10.5.0/3",
    "AEST-10AEDT,M10.1.0,M4.1.0/3",
    "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0",
    "NST3:30NDT,M3.2.0/0:01,M11.1.0/0:01",
    "<+08>-8",
    "LMT0:44:30",
    "IST-1GMT0,M10.5.0,M3.5.0/1",
    # Examples of RFC 9636, 3.3.2: a time past 24:00, and negative times.
    "IST-2IDT,M3.4.4/26,M10.5.0",
    "<-03>3<-02>,M3.5.0/-2,M10.5.0/-1",
    # A second week, a fifth week, times that reach into another week and another month, odd offsets.
    "AAA11BBB9:30,M2.5.6/-167,M9.2.3/167",
    "AAA23BBB22,M6.3.2/24,M7.4.5/0",
    "AAA-3:07:11BBB-4:00:01,M2.5.4/1:02:03,M8.5.1/+4",
]
START = calendar.timegm((2026, 1, 1, 0, 0, 0))
END = calendar.timegm((2033, 1, 1, 0, 0, 0))


def by_zoneinfo(rule):
    header = struct.pack(">4sc15x6l", b"TZif", b"3", 0, 0, 0, 0, 1, 4)
    data = struct.pack(">lbb", 0, 0, 0) + b"UTC\0"
    zone = ZoneInfo.from_file(io.BytesIO(header + data + header + data + b"\n" + rule.encode() + b"\n"))

    def state(at):
        moment = zone.fromutc((datetime(1970, 1, 1) + timedelta(seconds=at)).replace(tzinfo=zone))
        return moment.utcoffset() // timedelta(seconds=1), int(bool(moment.dst())), moment.tzname()

    return state


def by_c_library(rule):
    os.environ["TZ"] = rule
    time.tzset()

    def state(at):
        moment = time.localtime(at)
        return moment.tm_gmtoff, moment.tm_isdst, moment.tm_zone

    return state


def transitions(state):
    step = 3600
    for start in range(START, END, step):
        before, after = start - 1, start + step - 1
        if state(before) != state(after):
            while after - before > 1:
                middle = (before + after) // 2
                before, after = (middle, after) if state(middle) == state(before) else (before, middle)
            yield after, *state(after)


print("# Made by contrib/oracle/footers.py: rule, then time, offset, daylight saving, abbreviation of each transition.")
for rule in RULES:
    found = list(transitions(by_zoneinfo(rule)))
    if found != list(transitions(by_c_library(rule))):
        raise SystemExit(f"{rule}: zoneinfo and the C library disagree")
    print(rule, *("{} {} {} {}".format(*transition) for transition in found))
