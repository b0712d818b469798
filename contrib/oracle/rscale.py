#!/usr/bin/env python3
"""Writes Tests/WorkdaysTests/Vectors/rscale.txt: random rules with RSCALE and SKIP, with their dates by RFC 7529.

A line is a rule, its start, and its first dates up to the end of the lunar table (2101-01-28), separated by `|`. The dates
come from a walk that follows RFC 7529, section 4.1, word by word and knows no arithmetic: for every period it writes down
the months that BYMONTH names, moves those that the year lacks as SKIP says, writes down the days that BYMONTHDAY names,
moves those that the month lacks, drops what BYDAY does not name, and takes the positions of BYSETPOS. The lunar calendar
is contrib/data/lunar-years.csv, one year a line.
"""
import csv
import datetime
import pathlib
import random

ROOT = pathlib.Path(__file__).resolve().parents[2]
OUT = ROOT / "Tests/WorkdaysTests/Vectors/rscale.txt"
DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
DAY = datetime.timedelta(days=1)
LAST = datetime.date(2101, 1, 28)


def lunar_months():
    """(year, month, leap, first day, length) for every month of the table."""
    months = []
    with open(ROOT / "contrib/data/lunar-years.csv", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(line for line in file if not line.startswith("#")):
            day = datetime.date.fromisoformat(row["first_day"])
            leap = int(row["leap_month"])
            number, is_leap = 0, False
            for length in row["month_lengths"].split():
                is_leap = number == leap and not is_leap and leap > 0
                number += not is_leap
                months.append((int(row["lunar_year"]), number, is_leap, day, int(length)))
                day += int(length) * DAY
    return months


def gregorian_months():
    months = []
    for year in range(1890, 2102):
        for month in range(1, 13):
            first = datetime.date(year, month, 1)
            after = datetime.date(year + month // 12, month % 12 + 1, 1)
            months.append((year, month, False, first, (after - first).days))
    return months


class Walk:
    """The dates of one rule, period by period."""

    def __init__(self, text, start, months):
        self.parts = dict(part.split("=") for part in text.split(";"))
        self.start, self.months = start, months
        self.skip = self.parts.get("SKIP", "OMIT")
        self.interval = int(self.parts.get("INTERVAL", 1))
        self.of_start = next(index for index, month in enumerate(months)
                             if month[3] <= start < month[3] + month[4] * DAY)
        self.by_day = [(int(entry[:-2] or 0), DAYS.index(entry[-2:]))
                       for entry in self.parts.get("BYDAY", "").split(",") if entry]
        self.month_days = [int(value) for value in self.parts.get("BYMONTHDAY", "").split(",") if value]
        self.wanted = [(int(value.rstrip("L")), value.endswith("L"))
                       for value in self.parts.get("BYMONTH", "").split(",") if value]
        _, number, is_leap, first, _ = months[self.of_start]
        if not self.month_days and not self.by_day:
            self.month_days = [(start - first).days + 1]
            if self.parts["FREQ"] == "YEARLY" and not self.wanted:
                self.wanted = [(number, is_leap)]

    def months_of_year(self, year):
        """Places of the months that a yearly rule names in one year; SKIP moves a leap month that the year lacks."""
        places = [index for index, month in enumerate(self.months) if month[0] == year]
        if not self.wanted:
            return places
        named = set()
        for number, is_leap in self.wanted:
            match = [place for place in places if self.months[place][1:3] == (number, is_leap)]
            if match:
                named.add(match[0])
            elif self.skip == "BACKWARD":
                named.update(place for place in places if self.months[place][1:3] == (number, False))
            elif self.skip == "FORWARD":
                regular = next(place for place in places if self.months[place][1:3] == (number, False))
                named.add(regular + 1)
        return sorted(named)

    def days_of_month(self, place):
        """Days of one month, those that it lacks moved by SKIP."""
        if place >= len(self.months):
            return set()
        _, _, _, first, length = self.months[place]
        if not self.month_days:
            return {first + day * DAY for day in range(length)}
        found = set()
        for number in self.month_days:
            if 1 <= abs(number) <= length:
                found.add(first + (number - 1 if number > 0 else length + number) * DAY)
            elif self.skip == "FORWARD":
                found.add(first + length * DAY if number > 0 else first)
            elif self.skip == "BACKWARD":
                found.add(first + (length - 1) * DAY if number > 0 else first - DAY)
        return found

    def named_weekday(self, date, spans):
        """Whether BYDAY names a date; its number counts within the span that holds it."""
        if not self.by_day:
            return True
        for number, weekday in self.by_day:
            if date.weekday() != weekday:
                continue
            if number == 0:
                return True
            for first, length in spans:
                same = [first + day * DAY for day in range(length) if (first + day * DAY).weekday() == weekday]
                if date in same and same.index(date) == (number - 1 if number > 0 else len(same) + number):
                    return True
        return False

    def periods(self):
        if self.parts["FREQ"] == "MONTHLY":
            for place in range(self.of_start, len(self.months), self.interval):
                number, is_leap = self.months[place][1:3]
                if not self.wanted or (number, is_leap) in self.wanted:
                    yield [place], [(self.months[place][3], self.months[place][4])]
            return
        for year in range(self.months[self.of_start][0], self.months[-1][0] + 1, self.interval):
            places = self.months_of_year(year)
            if self.wanted:
                spans = [(self.months[place][3], self.months[place][4]) for place in places if place < len(self.months)]
            else:
                spans = [(self.months[places[0]][3], sum(self.months[place][4] for place in places))]
            yield places, spans

    def dates(self):
        count = int(self.parts.get("COUNT", 10**9))
        positions = [int(value) for value in self.parts.get("BYSETPOS", "").split(",") if value]
        last = None
        for places, spans in self.periods():
            found = sorted(date for date in set().union(*(self.days_of_month(place) for place in places), set())
                           if self.named_weekday(date, spans))
            if positions:
                found = sorted({found[position - 1 if position > 0 else position] for position in positions
                                if abs(position) <= len(found)})
            for date in found:
                if date < self.start or (last is not None and date <= last):
                    continue
                if count == 0 or date > LAST:
                    return
                count -= 1
                last = date
                yield date


def some(rng, values, most):
    return ",".join(str(value) for value in sorted(set(rng.choices(values, k=rng.randint(1, most)))))


def rule(rng, scale):
    frequency = rng.choice(["MONTHLY", "YEARLY", "YEARLY"])
    parts = [f"RSCALE={scale}", f"FREQ={frequency}"]
    if rng.random() < 0.3:
        parts.append(f"INTERVAL={rng.choice([2, 3, 4, 7])}")
    if rng.random() < 0.6:
        months = [f"{number}" for number in range(1, 13)]
        if scale == "CHINESE":
            months += [f"{number}L" for number in range(2, 12)]
        parts.append(f"BYMONTH={','.join(rng.sample(months, rng.randint(1, 3)))}")
    if rng.random() < 0.7:
        parts.append(f"BYMONTHDAY={some(rng, [1, 8, 15, 28, 29, 30, 30, 31, -1, -2, -15, -29, -30, -31], 3)}")
    if rng.random() < 0.3:
        days = rng.sample(DAYS, rng.randint(1, 4))
        # A date that SKIP has moved has no number in its month: numbers only without BYMONTHDAY.
        if rng.random() < 0.3 and "BYMONTHDAY" not in parts[-1]:
            days = [f"{rng.choice([1, 2, 4, 5, -1, -2])}{day}" for day in days]
        parts.append(f"BYDAY={','.join(days)}")
    if rng.random() < 0.2 and len(parts) > 2 and "BY" in parts[-1]:
        parts.append(f"BYSETPOS={some(rng, [1, 2, 3, -1, -2], 2)}")
    if rng.random() < 0.2:
        parts.append(f"COUNT={rng.randint(1, 9)}")
    if rng.random() < 0.75:
        parts.append(f"SKIP={rng.choice(['BACKWARD', 'FORWARD'])}")
    return ";".join(parts)


def main():
    rng = random.Random(7529)
    calendars = {"GREGORIAN": gregorian_months(), "CHINESE": lunar_months()}
    lines = []
    while len(lines) < 1500:
        scale = rng.choice(["CHINESE", "CHINESE", "GREGORIAN"])
        text = rule(rng, scale)
        start = datetime.date(rng.randint(1950, 2030), 1, 1) + rng.randrange(365) * DAY
        found = []
        for date in Walk(text, start, calendars[scale]).dates():
            found.append(date)
            if len(found) == 8:
                break
        lines.append("|".join([text, f"{start}", *(f"{date}" for date in found)]))
    OUT.write_text("\n".join(lines) + "\n", encoding="utf-8")


main()
