#!/usr/bin/env python3
"""Measures the next real workday and places among workdays, beside PyPI's holidays, libical and python-dateutil, in one
run, and prints a table.

Every program is asked from the same random instants, by turns, and answers with instants: the conversion between the
zone's wall clock and Unix time belongs to the question. All answers are compared, so that a fast wrong one does not win;
a row also fails that asks for memory where it must not. Times are those of a processor, so that other programs do not
count. Ratios hold on any machine; times do not.
"""
import datetime
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path
from zoneinfo import ZoneInfo

try:
    import holidays
    from dateutil.rrule import DAILY, MO, TU, WE, TH, FR, rrule
except ImportError as error:
    sys.exit(f"contrib/bench/workdays.py: error: {error.name} is missing; install it with: "
             "pip install holidays python-dateutil")

ROOT = Path(__file__).resolve().parents[2]
BENCH = ROOT / "contrib/bench"
BUILT = ROOT / ".build/bench"
DAY = datetime.timedelta(1)
NINE = datetime.time(9)
ROUNDS = 3


def build():
    BUILT.mkdir(parents=True, exist_ok=True)
    swiftc = str(Path(shutil.which(os.environ.get("SWIFT", "swift"))).with_name("swiftc"))
    subprocess.run(["cc", "-O2", "-c", "-o", str(BUILT / "allocations.o"), str(BENCH / "CAllocations/allocations.c")],
                   check=True)
    sources = sorted(map(str, (ROOT / "Sources/Workdays").glob("*.swift")))
    subprocess.run([swiftc, "-O", "-wmo", "-static-stdlib", "-swift-version", "6", "-parse-as-library",
                    "-module-name", "Bench", "-I", str(BENCH / "CAllocations"), *sources,
                    str(BENCH / "workdays.swift"), str(BUILT / "allocations.o"), "-o", str(BUILT / "workdays-ours")],
                   check=True)
    libical = subprocess.check_output(["pkg-config", "--cflags", "--libs", "libical"], text=True).split()
    subprocess.run(["cc", "-O2", "-o", str(BUILT / "workdays-libical"), str(BENCH / "workdays.c"), *libical],
                   check=True)


def instants(first, last, count=4000):
    """The same random Unix times on every run, in years that a library knows."""
    numbers = random.Random(f"{first}-{last}")
    bounds = [int(datetime.datetime(year, 1, 1, tzinfo=datetime.timezone.utc).timestamp()) for year in (first, last + 1)]
    return [numbers.randrange(*bounds) for _ in range(count)]


def ask(command, text):
    lines = subprocess.run(command, input=text, text=True, capture_output=True, check=True).stdout.splitlines()
    return [float(word) for word in lines[0].split()], list(map(int, lines[1:]))


def ours(way, phrase, zone, days, times):
    text = "\n".join([*days, "", *map(str, times)]) + "\n"
    return ask([str(BUILT / "workdays-ours"), f"/usr/share/zoneinfo/{zone}", way, phrase], text)


def libical(zone, times):
    return ask([str(BUILT / "workdays-libical"), zone], "\n".join(map(str, times)) + "\n")


def timed(find, zone, times):
    """A Python function from a local date and time to the next date, at 09:00 in the zone."""
    zone = ZoneInfo(zone)
    begin = time.process_time_ns()
    answers = []
    for seconds in times:
        local = datetime.datetime.fromtimestamp(seconds, zone)
        answers.append(int(datetime.datetime.combine(find(local), NINE, zone).timestamp()))
    return [(time.process_time_ns() - begin) / len(times)], answers


def first_date(local):
    """The first date whose 09:00 is still to come."""
    return local.date() + DAY * (local.time() >= NINE)


def next_workday(country):
    return lambda local: country.get_nth_working_day(first_date(local) - DAY, 1)


def last_workday(country):
    def find(local):
        month = local.date().replace(day=1)
        while True:
            month = (month + 31 * DAY).replace(day=1)
            date = country.get_nth_working_day(month, -1)
            if date >= first_date(local):
                return date
    return find


def places(country, period_of, number):
    """A walk over the days of one period after another: the n-th workday, or the last where n is −1."""
    def find(local):
        date = first_date(local)
        start = date
        while period_of(start - DAY) == period_of(date):
            start -= DAY
        while True:
            days = []
            period = period_of(start)
            while period_of(start) == period:
                if country.is_working_day(start):
                    days.append(start)
                start += DAY
            place = number - 1 if number > 0 else len(days) + number
            if 0 <= place < len(days) and days[place] >= date:
                return days[place]
    return find


def steps(country, anchor, step):
    days = [anchor + DAY * n for n in range(9000)]
    taken = [day for day in days if country.is_working_day(day)][::step]
    return lambda local: next(day for day in taken if day >= first_date(local))


def next_weekday(local):
    start = datetime.datetime.combine(local.date(), NINE)
    rule = rrule(DAILY, dtstart=start, byweekday=(MO, TU, WE, TH, FR))
    return rule.after(local.replace(tzinfo=None)).date()


def week(day):
    return day.isocalendar()[:2]


def quarter(day):
    return day.year, (day.month - 1) // 3


def row(what, phrase, zone, days, times, peers, target=None):
    """Asks all by turns, prints the medians, and counts what is wrong: answers that differ, allocations.

    In a zone with summer time the few questions from within two hours of a change of the clock may allocate.
    """
    runs = {name: [] for name in ("notifier", *peers)}
    answers = {}
    for _ in range(ROUNDS):
        for name, peer in (("notifier", lambda: ours("search", phrase, zone, days, times)), *peers.items()):
            numbers, answers[name] = peer()
            runs[name].append(numbers)
    took = {name: statistics.median(numbers[0] for numbers in runs[name]) for name in runs}
    allocations = int(max(numbers[1] for numbers in runs["notifier"]))
    beside = ", ".join(f"{name} {took[name]:.0f} ns ({took[name] / took['notifier']:.1f})" for name in peers)
    aim = f"   at most {target} ns" if target else ""
    print(f"{what:<44} {took['notifier']:>5.0f} ns, {allocations} allocations in {len(times)} calls   {beside}{aim}",
          flush=True)
    wrong = allocations if zone == "Asia/Shanghai" else 0
    for name in peers:
        differing = [index for index in range(len(times)) if answers[name][index] != answers["notifier"][index]]
        if differing:
            index = differing[0]
            print(f"   answers differ: {len(differing)}, as after {times[index]}: notifier "
                  f"{answers['notifier'][index]}, {name} {answers[name][index]}")
        wrong += len(differing)
    return wrong


def main():
    build()
    model = re.search(r"^model name\s*:\s*(.+)", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    print(f"{model.group(1) if model else os.uname().machine}, {os.cpu_count()} processors; "
          f"times a call, in brackets as multiples of notifier's")
    china = holidays.country_holidays("CN", years=range(2006, 2028))
    hungary = holidays.country_holidays("HU", years=range(2007, 2032))
    # What the library says of Hungary is handed over, so that the same days are searched.
    of_hungary = [f"off {day}" for day in sorted(hungary)] + [f"work {day}" for day in sorted(hungary.weekend_workdays)]
    known, beyond = instants(2008, 2025), instants(2027, 2036)
    fewer = known[:1000]  # for what takes a walk milliseconds
    shanghai, budapest = "Asia/Shanghai", "Europe/Budapest"
    wrong = row("next workday, China, Asia/Shanghai", "workdays", shanghai, [], known, {
        "PyPI holidays": lambda: timed(next_workday(china), shanghai, known),
        "walk over a table": lambda: ours("walk", "", shanghai, [], known)}, 100)
    wrong += row("next workday, no notice yet, Asia/Shanghai", "workdays", shanghai, [], beyond, {
        "walk over a table": lambda: ours("walk", "", shanghai, [], beyond)}, 100)
    wrong += row("next workday, Hungary, Europe/Budapest", "workdays", budapest, of_hungary, known, {
        "PyPI holidays": lambda: timed(next_workday(hungary), budapest, known)}, 100)
    wrong += row("next Monday to Friday, Europe/Budapest", "mon-fri", budapest, [], known, {
        "libical": lambda: libical(budapest, known),
        "dateutil": lambda: timed(next_weekday, budapest, known)}, 100)
    for what, phrase, find, target in [
            ("last workday of the month", "last workday of the month", last_workday(china), 150),
            ("2nd workday of the week", "2nd workday of the week", places(china, week, 2), None),
            ("first workday of the quarter", "first workday of the quarter", places(china, quarter, 1), None),
            ("100th workday of the year", "100th workday of the year", places(china, lambda day: day.year, 100), None),
            ("every 10th workday", "every 10 workdays from 2007-06-04",
             steps(china, datetime.date(2007, 6, 4), 10), None)]:
        wrong += row(f"{what}, China", phrase, shanghai, [], fewer, {
            "PyPI holidays": lambda: timed(find, shanghai, fewer)}, target)
    sys.exit(1 if wrong else 0)


main()
