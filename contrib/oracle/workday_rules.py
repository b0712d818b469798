#!/usr/bin/env python3
"""Writes Tests/WorkdaysTests/Vectors/workday-rules.txt: what phrases, classes, positions and work weeks come to.

Everything is a walk over days: nothing is skipped, stepped over or counted in a closed form. China's days are those of the
notices in contrib/data, rules are expanded by python-dateutil, all other days off and worked are made up from a seed.

A line that begins with "=" gives days made up a number: o (off), h (ordered as a holiday) or w (worked) and a date each.
Every other line is the work week, CN or the number of days made up, what is asked, the first date that counts, how many of
the SPAN dates from there on are in the answer, and the CRC-32 of these, separated by "|". What is asked is key=value pairs
separated by ";", a ";" within one written "&".

    workday_rules.py [SEED [CASES]]    # another seed, more cases: then run the tests
"""
import datetime
import functools
import pathlib
import random
import sys
import zlib

from dateutil.rrule import rrulestr

TOP = pathlib.Path(__file__).resolve().parents[2]
OUT, NOTICES = TOP / "Tests/WorkdaysTests/Vectors/workday-rules.txt", TOP / "contrib/data/holidays-cn.csv"
CASES, SPAN, CALENDARS, WEEK_COUNT = 10_000, 200, 40, 40
DAY = datetime.timedelta(days=1)
NAMES = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
LONG = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
# The weekdays worked, and the one on which a week begins.
WEEKS = {
    "mon-fri": ({0, 1, 2, 3, 4}, 0), "mon-sat": ({0, 1, 2, 3, 4, 5}, 0), "sun-thu": ({6, 0, 1, 2, 3}, 6),
    "sat-wed": ({5, 6, 0, 1, 2}, 5), "tue-sat": ({1, 2, 3, 4, 5}, 1), "mon, wed, fri": ({0, 2, 4}, 0),
    "mon, tue, thu, sun": ({0, 1, 3, 6}, 6),
}
TURNS = [["mon-sat", "mon-fri"], ["mon-fri", "mon-sat"], ["mon-fri", "mon-sat", "sun-thu"], ["mon-fri", "mon, wed, fri"]]
SHIFTS = [[(4, 2)], [(2, 2), (3, 2), (2, 3)], [(1, 3)], [(7, 7)], [(5, 9)]]
CLASSES = [
    "workdays", "rest days", "holidays", "make-up workdays", "statutory holidays", "in-lieu rest days",
    "first day of a holiday", "last day of a holiday", "last workday before a holiday", "first workday after a holiday",
]
RULES = [
    "FREQ=DAILY", "FREQ=DAILY;INTERVAL=3", "FREQ=WEEKLY;BYDAY=TU,SA", "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR,SU",
    "FREQ=MONTHLY;BYMONTHDAY=1,10,-1", "FREQ=MONTHLY;BYDAY=2SA,-1MO", "FREQ=YEARLY;BYMONTH=1,10;BYDAY=FR",
    "FREQ=DAILY;UNTIL=20270515", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;COUNT=40",
]


class Calendar:
    """Says of each day what it is, by the pattern and the days that depart from it."""

    def __init__(self, week, first_weekday, pattern, departures):
        self.week, self.first_weekday, self.pattern, self.departures = week, first_weekday, pattern, departures
        self.works, self.has, self.all = (functools.cache(method) for method in (self.works, self.has, self.all))

    def departure(self, day):
        return self.departures.get(day)

    def works(self, day):
        departure = self.departure(day)
        return self.pattern(day) if departure is None else departure == "w"

    def is_off(self, day):
        return self.departure(day) in ("o", "h")

    def run(self, day, step):
        """The days without work from `day` on."""
        days = []
        while not self.works(day):
            days.append(day)
            day += step
        return days

    def has(self, day, name):
        if name == "workdays":
            return self.works(day)
        if name == "rest days":
            return not self.works(day)
        if name == "holidays":
            return self.is_off(day)
        if name == "make-up workdays":
            return self.works(day) and not self.pattern(day)
        if name == "statutory holidays":
            return self.departure(day) == "h"
        if name == "in-lieu rest days":
            return self.departure(day) == "o" and self.pattern(day)
        if name == "first day of a holiday":
            return self.works(day - DAY) and any(map(self.is_off, self.run(day, DAY)))
        if name == "last day of a holiday":
            return self.works(day + DAY) and any(map(self.is_off, self.run(day, -DAY)))
        if name == "last workday before a holiday":
            return self.works(day) and any(map(self.is_off, self.run(day + DAY, DAY)))
        return self.works(day) and any(map(self.is_off, self.run(day - DAY, -DAY)))

    def all(self, first, last, name):
        """The days of a class."""
        return [day for day in days_between(first, last) if self.has(day, name)]

    def period(self, day, name):
        """What two days of one period share."""
        if name == "week":
            return day - DAY * ((day.weekday() - self.first_weekday) % 7)
        return {"month": (day.year, day.month), "quarter": (day.year, (day.month - 1) // 3), "year": day.year}[name]

    def choose(self, days, numbers, period):
        groups = {}
        for day in days:
            groups.setdefault(self.period(day, period), []).append(day)
        chosen = []
        for group in groups.values():
            for number in numbers:
                place = number - 1 if number > 0 else len(group) + number
                if 0 <= place < len(group):
                    chosen.append(group[place])
        return sorted(set(chosen))


@functools.cache
def days_between(first, last):
    return [first + DAY * n for n in range((last - first).days + 1)]


def ordinal(number):
    if number in (1, -1):
        return "first" if number == 1 else "last"
    size = abs(number)
    ending = "th" if 11 <= size % 100 <= 13 else {1: "st", 2: "nd", 3: "rd"}.get(size % 10, "th")
    return f"{size}{ending}" + (" to last" if number < 0 else "")


def ordinals(numbers):
    ordered = sorted(n for n in numbers if n > 0) + sorted(n for n in numbers if n < 0)
    texts = [ordinal(number) for number in ordered]
    return texts[0] if len(texts) == 1 else ", ".join(texts[:-1]) + " and " + texts[-1]


def some_position(rng):
    period = rng.choice(["week", "month", "month", "quarter", "year"])
    most = {"week": 7, "month": 23, "quarter": 66, "year": 260}[period]
    count = rng.choice([1, 1, 1, 2, 3])
    return {rng.choice([1, -1]) * rng.choice([1, 1, 2, 3, rng.randint(1, most)]) for _ in range(count)}, period


def some_week(rng):
    kind = rng.random()
    start = datetime.date(2026, 1, 1) + DAY * rng.randint(-600, 600)
    if kind < 0.5:
        text = rng.choice(list(WEEKS))
        days, first = WEEKS[text]
        return text, first, lambda day: day.weekday() in days
    if kind < 0.8:
        turns = rng.choice(TURNS)
        monday = start - DAY * start.weekday()
        sets = [WEEKS[turn][0] for turn in turns]
        return (f"{' / '.join(turns)} from {monday}", 0,
                lambda day: day.weekday() in sets[(day - monday).days // 7 % len(sets)])
    shifts = rng.choice(SHIFTS)
    works = [letter for on, off in shifts for letter in [True] * on + [False] * off]
    text = " ".join(f"{on} on {off} off" for on, off in shifts)
    return f"{text} from {start}", 0, lambda day: works[(day - start).days % len(works)]


def some_days_off(rng):
    """Holidays of some days, each with its make-up days near it, and single days."""
    departures = {}
    for _ in range(rng.randint(3, 16)):
        day = datetime.date(2025, 1, 1) + DAY * rng.randint(0, 1450)
        for _ in range(rng.choice([1, 1, 2, 3, 8])):
            departures[day] = rng.choice("oh")
            day += DAY
        for _ in range(rng.choice([0, 0, 1, 2])):
            departures[day + DAY * rng.choice([-12, -9, -2, 1, 3, 6])] = "w"
    return departures


def answer(rng, calendar, first, last):
    """What is asked, as text, and all dates of the answer."""
    asked = {}
    days = days_between(first, last)
    kind = rng.choice(["class", "class", "position", "position", "position", "weekdays", "every", "rule", "rule"])
    if kind == "class":
        name = rng.choice(CLASSES)
        asked["days"] = name
        found = list(calendar.all(first, last, name))
    elif kind == "position":
        numbers, period = some_position(rng)
        unit = rng.choice(["workday", "workday", "workday", "rest day", "holiday", "make-up workday", "day", *LONG])
        asked["days"] = f"{ordinals(numbers)} {unit} of the {period}"
        if unit == "day":
            counted = days
        elif unit in LONG:
            counted = [day for day in days if day.weekday() == LONG.index(unit)]
        else:
            counted = calendar.all(first, last, unit + "s")
        found = calendar.choose(counted, numbers, period)
    elif kind == "weekdays":
        chosen = sorted(rng.sample(range(7), rng.randint(1, 6)))
        asked["days"] = ", ".join(NAMES[index] for index in chosen)
        found = [day for day in days if day.weekday() in chosen]
    elif kind == "every":
        step, anchor = rng.randint(2, 30), first + DAY * rng.randint(0, 500)
        asked["days"] = f"every {step} workdays from {anchor}"
        found = [day for day in calendar.all(first, last, "workdays") if day >= anchor][::step]
    else:
        rule, start = rng.choice(RULES), first + DAY * rng.randint(0, 40)
        asked["rrule"], asked["start"] = rule, str(start)
        found = [moment.date() for moment in rrulestr(rule, dtstart=datetime.datetime(start.year, start.month, start.day))
                 .between(datetime.datetime(1, 1, 1), datetime.datetime(last.year, last.month, last.day), inc=True)]
        if rng.random() < 0.3:
            asked["holidays"] = "skip"
            found = [day for day in found if not calendar.is_off(day)]
    if kind in ("weekdays", "rule") and rng.random() < 0.7 or kind == "class" and rng.random() < 0.2:
        only = rng.choice(CLASSES)
        asked["only"] = only
        found = [day for day in found if calendar.has(day, only)]
    if kind in ("class", "weekdays", "rule") and rng.random() < 0.4:
        numbers, period = some_position(rng)
        asked["position"] = f"{ordinals(numbers)} of the {period}"
        found = calendar.choose(found, numbers, period)
    if found and rng.random() < 0.1:
        gone = rng.choice(found)
        asked["except"] = str(gone)
        found.remove(gone)
    return asked, found


def moved(calendar, day, way, last):
    if calendar.works(day):
        return day
    after, before = day, day
    while not calendar.works(after):
        if after >= last:
            return None
        after += DAY
    while not calendar.works(before):
        before -= DAY
    return {"next": after, "previous": before, "nearest": after if after - day < day - before else before}[way]


def lines_of(seed, cases):
    """The vector's lines: days made up, and questions about them."""
    rng = random.Random(seed)
    made_up = [some_days_off(rng) for _ in range(CALENDARS)]
    weeks, calendars = [some_week(rng) for _ in range(WEEK_COUNT)], {}
    rows = [line.split(",") for line in NOTICES.read_text(encoding="utf-8").splitlines() if line[:1].isdigit()]
    china = {datetime.date.fromisoformat(row[0]): row[1][0] for row in rows}
    lines = ["# Made by contrib/oracle/workday_rules.py."]
    for number, departures in enumerate(made_up):
        lines.append(f"={number} " + ",".join(f"{kind}{day}" for day, kind in sorted(departures.items())))
    while len(lines) <= cases + CALENDARS:
        week, first_weekday, pattern = rng.choice(weeks)
        is_china = rng.random() < 0.25
        if is_china:
            departures, begin, last = china, datetime.date(rng.randint(2011, 2023), 1, 1), datetime.date(2026, 12, 31)
        else:
            number = rng.randrange(CALENDARS)
            departures, begin, last = made_up[number], datetime.date(2025, 1, 1), datetime.date(2028, 12, 31)
        key = week, "CN" if is_china else number
        calendar = calendars.setdefault(key, Calendar(week, first_weekday, pattern, departures))
        asked, found = answer(rng, calendar, begin, last)
        # The program knows of statutory days in China by law, which chinesecalendar does not tell.
        words = [asked.get("days", ""), asked.get("only", "")]
        if is_china and any("statutory" in word or "in-lieu" in word for word in words):
            continue
        if rng.random() < 0.15:
            way = rng.choice(["next", "previous", "nearest"])
            # With a move holidays: takes no day away.
            if asked.get("holidays") == "skip":
                continue
            asked["move"] = way
            found = sorted({day for day in (moved(calendar, day, way, last) for day in found) if day})
        # The last year is left out: what a period or a move reaches beyond it is not known here.
        since = begin + DAY * rng.randint(60, (datetime.date(last.year, 1, 1) - begin).days - SPAN)
        answers = [str(day) for day in found if since <= day < since + DAY * SPAN]
        if not answers and rng.random() < 0.9:
            continue
        days = "CN" if is_china else str(number)
        text = ";".join(f"{key}={value}".replace(";", "&") for key, value in asked.items())
        check = zlib.crc32(",".join(answers).encode())
        lines.append(f"{week}|{days}|{text}|{since}|{len(answers)}|{check:x}")
    return lines


def main():
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 2026
    cases = int(sys.argv[2]) if len(sys.argv) > 2 else CASES
    OUT.write_text("\n".join(lines_of(seed, cases)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
