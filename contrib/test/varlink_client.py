#!/usr/bin/env python3
"""Talks to a control socket with PyPI's varlink, a client that shares no code with ours.

Usage: varlink_client.py SOCKET

Calls each method that the interface describes, and prints what came back as one JSON object.
"""

import json
import sys

import varlink

INTERFACE = "io.notifier.Control"


def error_of(call):
    """The name and parameters of the error that a call ends with."""
    try:
        return {"unexpected": call()}
    except varlink.VarlinkError as error:
        return {"error": error.error(), "parameters": error.parameters()}


def main():
    with varlink.Client(address="unix:" + sys.argv[1]) as client:
        with client.open("org.varlink.service") as service:
            info = service.GetInfo()
            # Reads the description with the client's own grammar.
            described = service.GetInterfaceDescription(INTERFACE)["description"]
            unknown = error_of(lambda: service.GetInterfaceDescription("org.example.Nothing"))
        members = varlink.Interface(described).members
        with client.open(INTERFACE) as control:
            result = {
                "info": {key: info[key] for key in ("vendor", "product", "version", "interfaces")},
                "members": sorted(members),
                "status": control.GetStatus(),
                "next": control.Next(2, "clock-in"),
                "nextOfAll": control.Next(count=1),
                "fire": control.Fire("clock-in"),
                "snooze": control.Snooze(delay="1wd"),
                "done": control.Done("clock-in"),
                "skip": control.Skip("clock-in", 2),
                "unskip": control.Unskip("clock-in"),
                "pause": control.Pause("clock-in", "2026-10-08T00:00:00+08:00"),
                "resume": control.Resume(),
                "resumeOne": control.Resume("clock-in"),
                "retry": control.Retry("ab", "c"),
                "discard": control.Discard(destination="abc"),
                "test": control.Test("team"),
                "stopped": control.Stopped(),
                "noSuchDestination": error_of(lambda: control.Test("ghost")),
                "badUntil": error_of(lambda: control.Pause(until="tomorrow")),
                "badSkip": error_of(lambda: control.Skip("clock-in", 1001)),
                "reload": control.Reload(),
                "noSuchAlarm": error_of(lambda: control.Fire("ghost")),
                "noSuchRing": error_of(lambda: control.Snooze("ghost", "5m")),
                "badDelay": error_of(lambda: control.Snooze("clock-in", "-5m")),
                "badCount": error_of(lambda: control.Next(0)),
                "noSuchInterface": unknown,
            }
    json.dump(result, sys.stdout, ensure_ascii=False, sort_keys=True)


if __name__ == "__main__":
    main()
