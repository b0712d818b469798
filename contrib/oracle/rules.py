#!/usr/bin/env python3
"""Writes Tests/WorkdaysTests/Vectors/rules.txt: random rules of every frequency with the instants of python-dateutil.

A line is: rule without its FREQ=, local start, zone by its letter, how many of the first eight instants there are up to
the end of 2119, and the CRC-32 of them as decimal Unix times joined by commas. `rules.py --show LINE` prints the instants
of one line, and `rules.py --number N --seed S --out FILE` makes another set. The committed ones are of the seeds 5545 and
5546; since a rule is left out by the time that it takes, another machine leaves out others.

Rules of a day and longer: dateutil's wall times, each made an instant as RFC 5545, 3.3.5, says, with Python's zoneinfo.
Finer rules at UTC: dateutil. Finer rules elsewhere: periods of exact time whose wall time is tested, second by second,
which dateutil does not do; that walk is written out in `exact`.

Left out is where dateutil departs from RFC 5545:
- BYWEEKNO without another BY part that names days: it takes the whole week instead of the start's weekday;
- BYSETPOS with FREQ=WEEKLY: it counts the first week from the start's own day;
- plain and numbered weekdays in one BYDAY: it wants days that are both;
- BYSETPOS with FREQ=HOURLY and MINUTELY in the first period: it counts from the start instead of the period's beginning
  (made with starts on the full hour or minute, where both are the same);
- weeks 52 and 53 from either end in BYWEEKNO: it works out the number of the year before's last week from the length of
  the present year, and looks for week 1 in December only by that number (WeekNumberTests has them);
- HOURLY, MINUTELY and SECONDLY rules that it gives up with "Invalid rrule" or does not finish within 0.08 s of processor time.
"""
import argparse
import datetime
import multiprocessing
import pathlib
import random
import signal
import zlib
from zoneinfo import ZoneInfo

from dateutil.rrule import rrulestr

OUT = pathlib.Path(__file__).resolve().parents[2] / "Tests/WorkdaysTests/Vectors/rules.txt"
DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
ZONES = {"U": "UTC", "N": "America/New_York", "P": "Europe/Paris", "L": "Australia/Lord_Howe", "J": "America/St_Johns",
         "S": "Asia/Shanghai"}
UTC = datetime.timezone.utc
LAST = datetime.datetime(2120, 1, 1, tzinfo=UTC)
UNITS = {"SECONDLY": 1, "MINUTELY": 60, "HOURLY": 3600}


class TooLong(Exception):
    """A rule takes the oracle too long."""


def some(rng, values, most):
    return ",".join(str(value) for value in sorted(set(rng.choices(values, k=rng.randint(1, most)))))


def weekdays(rng, frequency, by_week_number):
    days = rng.sample(DAYS, rng.randint(1, 4))
    if rng.random() < 0.4 and (frequency == "MONTHLY" or (frequency == "YEARLY" and not by_week_number)):
        numbers = [1, 2, 3, 4, 5, -1, -2, -5] if frequency == "MONTHLY" else [1, 2, 10, 20, 52, -1, -10]
        days = [f"{rng.choice(numbers)}{day}" for day in days]
    return ",".join(days)


def times(rng, frequency, parts):
    """BYHOUR, BYMINUTE and BYSECOND; whether any was added."""
    before = len(parts)
    chance = 0.35 if frequency in UNITS else 0.2
    if rng.random() < chance:
        parts.append(f"BYHOUR={some(rng, range(24), 4)}")
    if rng.random() < chance:
        parts.append(f"BYMINUTE={some(rng, range(60), 4)}")
    if rng.random() < chance * 0.6:
        parts.append(f"BYSECOND={some(rng, range(60), 3)}")
    return len(parts) > before


def rule(rng):
    frequency = rng.choice(["SECONDLY", "MINUTELY", "HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"])
    parts = [frequency]
    if rng.random() < 0.5:
        intervals = {"SECONDLY": [2, 7, 30, 45, 90, 3600, 5400, 86399], "MINUTELY": [2, 7, 15, 45, 90, 1439, 1441],
                     "HOURLY": [2, 3, 5, 6, 8, 12, 23, 24, 25, 168]}.get(frequency, [2, 2, 3, 4, 5, 7, 13, 31, 40])
        parts.append(f"INTERVAL={rng.choice(intervals)}")
    if rng.random() < 0.25:
        parts.append(f"BYMONTH={some(rng, range(1, 13), 4)}")
    by_week_number = frequency == "YEARLY" and rng.random() < 0.2
    names_days = False
    if frequency != "WEEKLY" and rng.random() < (0.15 if frequency in UNITS else 0.4):
        parts.append(f"BYMONTHDAY={some(rng, [*range(1, 32), *range(-31, 0)], 5)}")
        names_days = True
    if frequency in ("YEARLY", *UNITS) and rng.random() < 0.1:
        parts.append(f"BYYEARDAY={some(rng, [*range(1, 367), *range(-366, 0)], 8)}")
        names_days = True
    if rng.random() < (0.25 if frequency in UNITS else 0.5) or by_week_number:
        parts.append(f"BYDAY={weekdays(rng, frequency, by_week_number)}")
        names_days = True
    if by_week_number:
        parts.append(f"BYWEEKNO={some(rng, [*range(1, 54), *range(-53, 0)], 4)}")
    has_times = times(rng, frequency, parts)
    if (names_days or has_times) and frequency not in ("WEEKLY", "SECONDLY") and rng.random() < 0.25:
        parts.append(f"BYSETPOS={some(rng, [1, 2, 3, -1, -2], 2)}")
    if rng.random() < 0.3:
        parts.append(f"WKST={rng.choice(DAYS)}")
    if rng.random() < 0.3:
        parts.append(f"COUNT={rng.randint(1, 12)}")
    return ";".join(parts)


def start_of(rng, text):
    moment = datetime.datetime(rng.randint(1990, 2030), rng.randint(1, 12), rng.randint(1, 28), rng.randint(0, 23),
                               rng.choice([0, 0, 15, 30, 59]), rng.choice([0, 0, 0, 7]))
    if rng.random() < 0.2:  # near a change of the clock
        moment = moment.replace(month=rng.choice([3, 10, 11]), day=rng.choice([7, 8, 25, 28]), hour=rng.choice([1, 2, 3]))
    if "BYSETPOS" in text and text.startswith(("HOURLY", "MINUTELY")):
        moment = moment.replace(second=0)
        if text.startswith("HOURLY"):
            moment = moment.replace(minute=0)
    return moment


def instant(wall, zone):
    """A wall time in a gap read with the offset before it, one in a fold the first pass: RFC 5545, 3.3.5."""
    return wall.replace(tzinfo=zone, fold=0).astimezone(UTC)


def first_instants(text, start, zone, limit=8):
    frequency = text.split(";")[0]
    if frequency in UNITS and zone.key != "UTC":
        return exact(text, start, zone, limit)
    found = []
    # Walls in order are instants in order but for a gap: some more are looked at.
    for wall in rrulestr("FREQ=" + text, dtstart=start):
        moment = instant(wall, zone)
        if moment >= LAST or len(found) == limit + 60:
            break
        if moment not in found:
            found.append(moment)
    return sorted(found)[:limit]


class Grid:
    """A rule finer than a day as spans of exact time, and what its BY parts say of a wall time in a zone."""

    def __init__(self, text, start, zone):
        parts = dict(part.split("=") for part in text.split(";")[1:])
        self.zone, self.unit = zone, UNITS[text.split(";")[0]]
        self.step = self.unit * int(parts.get("INTERVAL", 1))
        self.first = int(instant(start, zone).timestamp())
        wall = datetime.datetime.fromtimestamp(self.first, zone)
        place = (wall.minute * 60 + wall.second) % self.unit
        self.base = self.first - place
        self.numbers = {name: {int(value) for value in parts[name].split(",")}
                        for name in ("BYMONTH", "BYMONTHDAY", "BYYEARDAY", "BYHOUR", "BYMINUTE", "BYSECOND", "BYSETPOS")
                        if name in parts}
        self.days = set(parts["BYDAY"].split(",")) if "BYDAY" in parts else None
        self.count = int(parts.get("COUNT", 10**9))
        if self.unit == 3600 and "BYMINUTE" in self.numbers:
            self.places = range(3600) if "BYSECOND" in self.numbers else range(place % 60, 3600, 60)
        elif self.unit > 1 and "BYSECOND" in self.numbers:
            self.places = range(place - place % 60, place - place % 60 + 60)
        else:
            self.places = [place]
        self.cached = {}

    def day_passes(self, date):
        if date not in self.cached:
            last = (date.replace(day=28) + datetime.timedelta(days=4)).replace(day=1) - datetime.timedelta(days=1)
            of_year, length = date.timetuple().tm_yday, datetime.date(date.year, 12, 31).timetuple().tm_yday
            numbers = self.numbers
            self.cached[date] = (
                ("BYMONTH" not in numbers or date.month in numbers["BYMONTH"])
                and ("BYMONTHDAY" not in numbers or numbers["BYMONTHDAY"] & {date.day, date.day - last.day - 1})
                and ("BYYEARDAY" not in numbers or numbers["BYYEARDAY"] & {of_year, of_year - length - 1})
                and (self.days is None or DAYS[date.weekday()] in self.days))
        return self.cached[date]

    def time_passes(self, hour, minute, second):
        numbers = self.numbers
        return (("BYHOUR" not in numbers or hour in numbers["BYHOUR"])
                and ("BYMINUTE" not in numbers or minute is None or minute in numbers["BYMINUTE"])
                and ("BYSECOND" not in numbers or second is None or second in numbers["BYSECOND"]))

    def passes(self, moment):
        shown = datetime.datetime.fromtimestamp(moment, self.zone)
        return self.day_passes(shown.date()) and self.time_passes(shown.hour, shown.minute, shown.second)

    def members(self, period):
        """The instants of one period that BYSETPOS leaves, from the start on."""
        ends = [datetime.datetime.fromtimestamp(period + self.places[place], self.zone) for place in (0, -1)]
        # In an hour without a change of the clock there are no other days and hours than those at its ends.
        if ends[0].utcoffset() == ends[1].utcoffset() and not any(
                self.day_passes(end.date()) and self.time_passes(end.hour, None, None) for end in ends):
            return []
        members = [period + second for second in self.places if self.passes(period + second)]
        if "BYSETPOS" in self.numbers:
            members = sorted({members[position - 1 if position > 0 else position]
                              for position in self.numbers["BYSETPOS"] if abs(position) <= len(members)})
        return [member for member in members if member >= self.first]


def exact(text, start, zone, limit):
    grid = Grid(text, start, zone)
    found, period, tried = [], grid.base, 0
    while len(found) < min(limit, grid.count) and period < LAST.timestamp():
        tried += len(grid.places)
        if tried > 30_000:
            raise TooLong
        found += grid.members(period)
        period += grid.step
    return [datetime.datetime.fromtimestamp(moment, UTC) for moment in found[:min(limit, grid.count)]]


def line_of(text, start, letter, found):
    numbers = ",".join(str(int(moment.timestamp())) for moment in found)
    return f"{text}|{start:%Y%m%dT%H%M%S}|{letter}|{len(found)}|{zlib.crc32(numbers.encode()):x}"


def give_up(_signal, _frame):
    raise TooLong


def one(seed):
    """A line made from a seed, or why there is none."""
    try:
        return line_or_reason(seed)
    except TooLong:  # raised while the timer was taken down
        return "too long"


def line_or_reason(seed):
    rng = random.Random(seed)
    text = rule(rng)
    weeks = next((part[9:].split(",") for part in text.split(";") if part.startswith("BYWEEKNO=")), [])
    if {"52", "53", "-52", "-53"} & set(weeks):
        return "weeks 52 and 53"
    start = start_of(rng, text)
    letter = rng.choice(list(ZONES))
    signal.signal(signal.SIGPROF, give_up)
    signal.setitimer(signal.ITIMER_PROF, 0.08)
    try:
        return line_of(text, start, letter, first_instants(text, start, ZoneInfo(ZONES[letter])))
    except TooLong:
        return "too long"
    except IndexError:
        return "dateutil fails on a numbered weekday that lies outside the year"
    except ValueError as error:
        return f"dateutil: {error}"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--number", type=int, default=20_000, help="how many rules (20000)")
    parser.add_argument("--seed", type=int, default=5545)
    parser.add_argument("--out", type=pathlib.Path, default=OUT)
    parser.add_argument("--show", metavar="LINE", help="print the instants of a line")
    options = parser.parse_args()
    if options.show:
        text, start, letter = options.show.split("|")[:3]
        moment = datetime.datetime.strptime(start, "%Y%m%dT%H%M%S")
        for found in first_instants(text, moment, ZoneInfo(ZONES[letter])):
            print(int(found.timestamp()), found, found.astimezone(ZoneInfo(ZONES[letter])))
        return
    lines, left_out = [], {}
    with multiprocessing.Pool() as pool:
        first = options.seed * 10**9
        while len(lines) < options.number:
            for result in pool.map(one, range(first, first + 1000), chunksize=25):
                if "|" in result:
                    lines.append(result)
                else:
                    left_out[result] = left_out.get(result, 0) + 1
            first += 1000
            options.out.write_text("\n".join(lines[:options.number]) + "\n", encoding="utf-8")
    print(f"{options.number} rules; left out: {left_out}")


if __name__ == "__main__":
    main()
