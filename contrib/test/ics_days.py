#!/usr/bin/env python3
"""Reads iCalendar on standard input as another program does, and prints what takes place from one date up to another.

usage: ics_days.py FROM TO <FILE.ics

A line an occurrence: its UID, when it starts, and when its alarms ring, in UTC; tabs between. icalendar and
recurring-ical-events (PyPI) read and expand.
"""

import datetime
import sys

import icalendar
import recurring_ical_events

UTC = datetime.timezone.utc


def text(moment):
    if not isinstance(moment, datetime.datetime):
        return moment.isoformat()
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def exact(moment, zone):
    """A date as its midnight in the zone."""
    if isinstance(moment, datetime.datetime):
        return moment
    return datetime.datetime.combine(moment, datetime.time(), zone)


def after(moment, span):
    """So much time later; Python adds to what the wall shows."""
    return moment.astimezone(UTC) + span


calendar = icalendar.Calendar.from_ical(sys.stdin.buffer.read())
start, end = (datetime.date.fromisoformat(word) for word in sys.argv[1:3])
for event in recurring_ical_events.of(calendar).between(start, end):
    first = event["DTSTART"].dt
    zone = getattr(first, "tzinfo", None) or UTC
    last = event["DTEND"].dt if "DTEND" in event else first
    rings = []
    for alarm in event.walk("VALARM"):
        trigger = alarm["TRIGGER"]
        base = last if trigger.params.get("RELATED") == "END" else first
        rings.append(text(after(exact(base, zone), trigger.dt)))
    print(event["UID"], text(first), *sorted(rings), sep="\t")
