#!/usr/bin/env python3
"""Measures recurrence rules beside libical and python-dateutil, in one run, and prints a table of ratios.

What is asked: the first instance after a moment one month, and then thirty years, after the rule's start. The three
answers are compared, so that a fast wrong one does not win. Ratios hold on any machine; times do not.
"""
import datetime
import os
import re
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

try:
    from dateutil.rrule import rrulestr
except ImportError:
    sys.exit("contrib/bench/rules.py: error: python-dateutil is missing; install it with: pip install python-dateutil")

ROOT = Path(__file__).resolve().parents[2]
BUILT = ROOT / ".build/bench"
RULES = [
    "FREQ=DAILY", "FREQ=DAILY;INTERVAL=3", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR",
    "FREQ=MONTHLY;BYMONTHDAY=15", "FREQ=MONTHLY;BYMONTHDAY=-1", "FREQ=MONTHLY;BYDAY=-1FR",
    "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
    "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", "FREQ=YEARLY;BYYEARDAY=100,200",
    "FREQ=DAILY;BYHOUR=9,17;BYMINUTE=0,30", "FREQ=HOURLY;INTERVAL=3", "FREQ=MINUTELY;INTERVAL=15;BYHOUR=9,10,11",
    "FREQ=DAILY;COUNT=20000", "FREQ=WEEKLY;BYDAY=MO,WE,FR;COUNT=20000", "FREQ=MONTHLY;BYDAY=-1FR;COUNT=2000",
]
START = datetime.datetime(1990, 1, 1, 9)
MOMENTS = {"one month on": START + datetime.timedelta(days=31), "30 years on": START + datetime.timedelta(days=10957)}


def build():
    BUILT.mkdir(parents=True, exist_ok=True)
    swiftc = str(Path(shutil.which(os.environ.get("SWIFT", "swift"))).with_name("swiftc"))
    sources = sorted(map(str, (ROOT / "Sources/Workdays").glob("*.swift")))
    subprocess.run([swiftc, "-O", "-wmo", "-static-stdlib", "-swift-version", "6", "-parse-as-library",
                    "-module-name", "Rules", *sources, str(ROOT / "contrib/bench/rules.swift"),
                    "-o", str(BUILT / "rules-ours")], check=True)
    libical = subprocess.check_output(["pkg-config", "--cflags", "--libs", "libical"], text=True).split()
    subprocess.run(["cc", "-O2", "-o", str(BUILT / "rules-libical"), str(ROOT / "contrib/bench/rules.c"), *libical],
                   check=True)


def ask(program, lines):
    text = subprocess.run([str(BUILT / program)], input="\n".join(lines) + "\n", text=True, capture_output=True,
                          check=True).stdout
    return [tuple(map(float, line.split()[:4])) for line in text.splitlines()]


def both(lines, rounds=3):
    """What the two programs say, asked by turns so that a busy moment of the machine falls on both; medians."""
    answers = [(ask("rules-ours", lines), ask("rules-libical", lines)) for _ in range(rounds)]
    return zip(*([tuple(map(statistics.median, zip(*(answer[side][line] for answer in answers))))
                  for line in range(len(lines))] for side in (0, 1)))


def median_time(body):
    runs, results = 1, []
    while len(results) < 5:
        begin = time.process_time_ns()
        for _ in range(runs):
            body()
        took = time.process_time_ns() - begin
        if took < 5_000_000:
            runs *= 2
        else:
            results.append(took / runs)
    return statistics.median(results)


def ask_dateutil(text, moment):
    reading = median_time(lambda: rrulestr(text, dtstart=START))
    rule = rrulestr(text, dtstart=START)
    finding = median_time(lambda: rule.after(moment))
    answer = rule.after(moment)
    return reading, 0, finding, answer.replace(tzinfo=datetime.timezone.utc).timestamp() if answer else 0


def main():
    build()
    model = re.search(r"^model name\s*:\s*(.+)", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    print(f"{model.group(1) if model else os.uname().machine}, {os.cpu_count()} processors")
    print(f"{'first instance after a moment':<52} {'notifier':>9} {'libical':>10} {'dateutil':>11} {'ratio':>7} {'ratio':>8}")
    wrong, readings = 0, []
    for name, moment in MOMENTS.items():
        lines = [f"{rule}|{START:%Y%m%dT%H%M%S}|{moment:%Y%m%dT%H%M%S}" for rule in RULES]
        ratios = []
        for rule, (ours, libical) in zip(RULES, both(lines)):
            dateutil = ask_dateutil(rule, moment)
            readings.append((ours[0], libical[0], dateutil[0], ours[1]))
            ratios.append((libical[2] / ours[2], dateutil[2] / ours[2]))
            note = ""
            if not ours[3] == libical[3] == dateutil[3]:
                note = f"   answers differ: {ours[3]:.0f} {libical[3]:.0f} {dateutil[3]:.0f}"
                wrong += 1
            print(f"{rule[:44] + ', ' + name:<58}{ours[2]:>6.0f} ns {libical[2]:>7.0f} ns {dateutil[2]:>8.0f} ns"
                  f" {ratios[-1][0]:>7.1f} {ratios[-1][1]:>8.1f}{note}", flush=True)
        print(f"{'median of the ratios, ' + name:<88} {statistics.median(a for a, _ in ratios):>7.1f} "
              f"{statistics.median(b for _, b in ratios):>8.1f}   at least 20 and 100")
    ours, libical, dateutil, joining = (statistics.median(column) for column in zip(*readings))
    print(f"{'reading a rule, median':<58}{ours:>6.0f} ns {libical:>7.0f} ns {dateutil:>8.0f} ns {libical / ours:>7.1f} "
          f"{dateutil / ours:>8.1f}   at least 1")
    print(f"{'joining a rule with its start, median':<58}{joining:>6.0f} ns")
    sys.exit(1 if wrong else 0)


main()
