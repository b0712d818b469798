#!/usr/bin/env python3
"""Measures the command with many alarms, beside remind with as many events in the same run, and what an alarm takes in the
daemon's memory.

    contrib/bench/command.py [--few 1000] [--many 100000] [--pairs 11]
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
import bench  # noqa: E402  # after the line above, so that no __pycache__ appears

DAYS = ("workdays", "last workday of the month", "mon-fri", "every day", "make-up workdays")
WEEKDAYS = ("Mon Tue Wed Thu Fri", "1 --7", "Mon Tue Wed Thu Fri", "", "Sun")


def alarms(count):
    lines = ["region: CN", "timezone: Asia/Shanghai", "alarms:"]
    for index in range(count):
        lines.append(f'  - {{ id: a{index}, title: "Number {index}", at: "{index % 24:02}:{index % 60:02}", '
                     f"days: {DAYS[index % len(DAYS)]} }}")
    return "\n".join(lines) + "\n"


def reminders(count):
    return "".join(f"REM {WEEKDAYS[index % len(WEEKDAYS)]} AT {index % 24:02}:{index % 60:02} MSG Number {index}\n"
                   for index in range(count))


def medians(commands, env, pairs):
    """The median time of each command, in seconds, run in turns."""
    null = os.open(os.devnull, os.O_RDWR)
    with tempfile.TemporaryFile("w+") as errors:
        for command in commands:  # fills the page cache
            bench.seconds(command, env, null, errors)
        runs = [[bench.seconds(command, env, null, errors) for command in commands] for _ in range(pairs)]
    os.close(null)
    return [statistics.median(times) for times in zip(*runs)]


def milliseconds(seconds):
    return f"{seconds * 1e3:.1f} ms"


def measure(home, options):
    remind = shutil.which("remind")
    if remind is None:
        raise bench.CannotMeasure("remind is not installed; run: contrib/setup.sh oracle")
    bench.build()
    env = bench.environment(home)
    files = {}
    for count in (100, options.few, options.many):
        files[count] = Path(home, f"{count}.yaml")
        files[count].write_text(alarms(count), encoding="utf-8")
        files[count].chmod(0o600)
        Path(home, f"{count}.rem").write_text(reminders(count), encoding="utf-8")
    ours = [str(bench.BUILT / "notifierctl"), "--config"]
    least = [str(bench.BUILT / "hello")]
    bench.row("", "notifier", "beside", "ratio", "target")
    few = str(files[options.few])
    next_few, theirs, bare = medians(
        [[*ours, few, "next"], [remind, "-n", str(Path(home, f"{options.few}.rem"))], least], env, options.pairs)
    limit = theirs + 2 * bare
    bench.row(f"next, {options.few} alarms; remind -n + 2 bare starts", milliseconds(next_few), milliseconds(limit),
              f"{next_few / limit:.2f}", "at most 1.00")
    many = str(files[options.many])
    next_many, theirs = medians(
        [[*ours, many, "next"], [remind, "-n", str(Path(home, f"{options.many}.rem"))]], env, max(3, options.pairs // 3))
    bench.row(f"next, {options.many} alarms; remind -n", milliseconds(next_many), milliseconds(theirs),
              f"{next_many / theirs:.2f}", "at most 2.00")
    year, bare = medians([[*ours, str(files[100]), "cal", "2026"], least], env, options.pairs)
    bench.row("cal 2026, 100 alarms; a bare start", milliseconds(year), milliseconds(bare), f"{year / bare:.2f}", "below 3.00")
    resident = []
    for count in (100, options.many):
        place = Path(home, f"daemon-{count}")
        place.mkdir(mode=0o700)
        env = bench.environment(place)
        daemon = bench.start_daemon(files[count], env, place)
        try:
            resident.append(bench.memory(daemon.pid)[0])
            if count == options.many:
                asked, = medians([[*ours, many, "next"]], env, options.pairs)
                bench.row("the same with the daemon running", milliseconds(asked), "", "", "below 20 ms")
        finally:
            bench.stop(daemon)
    each = (resident[1] - resident[0]) * 1024 / (options.many - 100)
    bench.row(f"notifierd, memory of each of {options.many} alarms (RSS)", f"{each:.0f} B", "", "", "at most 500 B")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--few", type=int, default=1_000)
    parser.add_argument("--many", type=int, default=100_000)
    parser.add_argument("--pairs", type=int, default=11, help="how often each is timed (11)")
    options = parser.parse_args()
    home = tempfile.mkdtemp(prefix="notifier-bench-")
    try:
        measure(home, options)
    except (bench.CannotMeasure, subprocess.CalledProcessError) as error:
        sys.exit(f"contrib/bench/command.py: error: {error}")
    finally:
        shutil.rmtree(home, ignore_errors=True)


if __name__ == "__main__":
    main()
