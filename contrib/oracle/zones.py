#!/usr/bin/env python3
"""Prints what two independent programs say of every zone of this machine's tzdata, 1900 through 2100.

zdump (the C library's reader) finds the transitions and says whether daylight saving is in force; Python's zoneinfo gives
offset and abbreviation, and reads wall times around each transition with fold=0 and fold=1 (PEP 495). Files with the same
bytes are looked at once.

Where the two contradict each other, the program says so and fails: zic 2.36 with `-b slim` writes America/Ojinaga such
that its footer contradicts its last transition, which the two then read differently. Debian's files have no such place.

  Z NAME [ALIAS...]                                    a zone begins
  S TIME OFFSET DST ABBREVIATION                       what holds at a Unix time
  T TIME OFFSET DST ABBREVIATION {LOCAL OFF0 OFF1} x5  a transition, what holds from it on, and five wall times
                                                       (as seconds since 1970-01-01T00:00) with their offsets
  E                                                    the zone has no further transition

usage: zones.py [DIRECTORY]      (default: /usr/share/zoneinfo)
"""

import calendar
import collections
import concurrent.futures
import os
import shutil
import subprocess
import sys
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

MONTHS = {name: number for number, name in enumerate(calendar.month_abbr)}
EPOCH = datetime(1970, 1, 1)
SAMPLES = [calendar.timegm((year, month, 1, 12, 0, 0)) for year in range(1900, 2101, 10) for month in (1, 7)]


def zones(root):
    """Yields lists of names whose files have the same bytes."""
    names = collections.defaultdict(list)
    for folder, folders, files in os.walk(root):
        # right/ counts leap seconds; posix/ repeats the rest.
        folders[:] = [name for name in folders if name not in ("right", "posix")]
        for name in files:
            path = os.path.join(folder, name)
            with open(path, "rb") as file:
                content = file.read()
            if content.startswith(b"TZif"):
                names[content].append(os.path.relpath(path, root))
    return sorted(sorted(group) for group in names.values())


def transitions(path):
    """Yields (Unix time, offset, isdst, abbreviation) for each transition, from that time on."""
    output = subprocess.run(
        ["zdump", "-V", "-c", "1900,2101", path], check=True, capture_output=True, text=True,
        env={"LC_ALL": "C", "PATH": os.environ["PATH"]}).stdout
    # Lines come in pairs: the second before a transition, and the transition.
    for line in output.splitlines()[1::2]:
        _, _, month, day, clock, year, _, _, _, _, _, _, _, name, isdst, gmtoff = line.split()
        hour, minute, second = map(int, clock.split(":"))
        time = calendar.timegm((int(year), MONTHS[month], int(day), hour, minute, second))
        yield time, int(gmtoff.removeprefix("gmtoff=")), int(isdst.removeprefix("isdst=")), name


def seconds(delta):
    return delta // timedelta(seconds=1)


def describe(root, names):
    path = os.path.join(root, names[0])
    with open(path, "rb") as file:
        zone = ZoneInfo.from_file(file)

    def state(time):
        moment = datetime.fromtimestamp(time, zone)
        return seconds(moment.utcoffset()), int(bool(moment.dst())), moment.tzname()

    def readings(local):
        moment = (EPOCH + timedelta(seconds=local)).replace(tzinfo=zone)
        return f"{local} {seconds(moment.utcoffset())} {seconds(moment.replace(fold=1).utcoffset())}"

    lines = ["Z " + " ".join(names)]
    lines += ["S {} {} {} {}".format(time, *state(time)) for time in SAMPLES]
    for time, offset, dst, abbreviation in transitions(path):
        if (offset, dst, abbreviation) != state(time):
            raise SystemExit(
                f"{names[0]} at {time}: zdump has {(offset, dst, abbreviation)}, zoneinfo {state(time)}; "
                "reinstall tzdata: its file contradicts itself")
        before = state(time - 1)[0]
        low, high = sorted((time + before, time + offset))
        walls = [readings(local) for local in (low - 1, low, (low + high) // 2, high - 1, high)]
        lines.append(f"T {time} {offset} {dst} {abbreviation} " + " ".join(walls))
    lines.append("E")
    return "\n".join(lines)


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else "/usr/share/zoneinfo"
    if shutil.which("zdump") is None:
        raise SystemExit("zdump is missing; install it with: apt-get install libc-bin")
    groups = zones(root)
    if not groups:
        raise SystemExit(f"{root} has no zones; install them with: apt-get install tzdata")
    with concurrent.futures.ProcessPoolExecutor() as pool:
        for text in pool.map(describe, [root] * len(groups), groups, chunksize=8):
            print(text)


if __name__ == "__main__":
    main()
