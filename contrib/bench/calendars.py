#!/usr/bin/env python3
"""Measures the import and the export of iCalendar files beside libical's own reading and writing of them, in the same run.

    contrib/bench/calendars.py [--events 100000] [--pairs 5]
"""

import argparse
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True
import bench  # noqa: E402  # after the line above, so that no __pycache__ appears

EVENT = """BEGIN:VEVENT\r
UID:event-{number}@example.org\r
DTSTAMP:20260101T000000Z\r
DTSTART;TZID=Asia/Shanghai:{date}T{hour:02}0000\r
DTEND;TZID=Asia/Shanghai:{date}T{hour:02}3000\r
SUMMARY:Event {number}\r
LOCATION:Room {room}\r
DESCRIPTION:Line one\\nLine two\r
BEGIN:VALARM\r
ACTION:DISPLAY\r
DESCRIPTION:Reminder\r
TRIGGER:-PT15M\r
END:VALARM\r
END:VEVENT\r
"""


def calendar(count):
    events = (EVENT.format(number=number, date=20260101 + number % 28, hour=number % 24, room=number % 100)
              for number in range(count))
    return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//bench\r\n" + "".join(events) + "END:VCALENDAR\r\n"


def alarms(count):
    """Alarms whose days are no rule, each with an event a month for six years."""
    lines = ["region: CN", "timezone: Asia/Shanghai", "alarms:"]
    for index in range(max(1, count // 72)):
        lines.append(f'  - {{ id: a{index}, title: "Number {index}", at: "{index % 24:02}:{index % 60:02}", '
                     "days: last workday of the month, remind: -10m }")
    return "\n".join(lines) + "\n"


def build():
    bench.BUILT.mkdir(parents=True, exist_ok=True)
    libical = subprocess.check_output(["pkg-config", "--cflags", "--libs", "libical"], text=True).split()
    subprocess.run(["cc", "-O2", "-o", str(bench.BUILT / "calendars"), str(bench.ROOT / "contrib/bench/calendars.c"), *libical],
                   check=True)
    program = bench.PROGRAMS / "notifier-calendars"
    if not program.exists():
        raise bench.CannotMeasure(f"{program} is not built; run: make build")
    return program


def timed(command, env=None):
    """Seconds that a command takes, and what it writes to standard error."""
    start = time.perf_counter()
    done = subprocess.run([str(word) for word in command], env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    seconds = time.perf_counter() - start
    if done.returncode != 0:
        raise bench.CannotMeasure(f"{command[0]} ends with {done.returncode}: {done.stderr[:200]}")
    return seconds, done.stderr


def libical(step, file):
    return float(timed([bench.BUILT / "calendars", step, file])[1].split()[0])


def measure(home, options):
    program = build()
    env = bench.environment(home)
    file = home / "events.ics"
    file.write_text(calendar(options.events), encoding="utf-8", newline="")
    configuration = home / "alarms.yaml"
    configuration.write_text(alarms(options.events), encoding="utf-8")
    configuration.chmod(0o600)
    exported = home / "exported.ics"
    span = ["--from", "2026-01-01", "--to", "2031-12-31"]
    timed([program, "export", "--config", configuration, *span, "--output", exported], env)
    bench.row("", "notifier", "libical", "ratio", "target")
    pairs = [(timed([program, "import", file], env)[0], libical("read", file)) for _ in range(options.pairs)]
    ours, theirs = (statistics.median(column) for column in zip(*pairs))
    bench.row(f"import of {options.events} events; reading them", f"{ours:.2f} s", f"{theirs:.2f} s", f"{ours / theirs:.2f}",
              "at most 2.00")
    pairs = [(timed([program, "export", "--config", configuration, *span], env)[0], libical("write", exported))
             for _ in range(options.pairs)]
    ours, theirs = (statistics.median(column) for column in zip(*pairs))
    bench.row(f"export of about {options.events} events; writing them", f"{ours:.2f} s", f"{theirs:.2f} s",
              f"{ours / theirs:.2f}", "at most 2.00")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=100_000)
    parser.add_argument("--pairs", type=int, default=5, help="how often each is timed (5)")
    options = parser.parse_args()
    home = Path(tempfile.mkdtemp(prefix="notifier-bench-"))
    try:
        measure(home, options)
    except (bench.CannotMeasure, subprocess.CalledProcessError) as error:
        sys.exit(f"contrib/bench/calendars.py: error: {error}")
    finally:
        shutil.rmtree(home, ignore_errors=True)


if __name__ == "__main__":
    main()
