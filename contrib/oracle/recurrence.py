#!/usr/bin/env python3
"""Writes Tests/WorkdaysTests/Vectors/recurrence.txt: random rules of a day and longer with python-dateutil's dates.

A line is a rule, its start, and its first dates (fewer where it ends or lies beyond 2120), separated by `|`. Rules in
which dateutil departs from RFC 5545 are not made: BYWEEKNO without another BY part that names days, and BYSETPOS with
FREQ=WEEKLY, whose first week dateutil counts from the start's own day.
"""
import datetime
import pathlib
import random

from dateutil.rrule import rrulestr

OUT = pathlib.Path(__file__).resolve().parents[2] / "Tests/WorkdaysTests/Vectors/recurrence.txt"
DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
LAST = datetime.datetime(2120, 1, 1)


def some(rng, values, most):
    return ",".join(str(value) for value in sorted(set(rng.choices(values, k=rng.randint(1, most)))))


def weekdays(rng, frequency, by_week_number):
    days = rng.sample(DAYS, rng.randint(1, 4))
    if rng.random() < 0.4 and (frequency == "MONTHLY" or (frequency == "YEARLY" and not by_week_number)):
        numbers = [1, 2, 3, 4, 5, -1, -2] if frequency == "MONTHLY" else [1, 2, 10, 20, 52, -1, -10]
        days = [f"{rng.choice(numbers)}{day}" for day in days]
    return ",".join(days)


def rule(rng):
    frequency = rng.choice(["DAILY", "WEEKLY", "MONTHLY", "YEARLY"])
    parts = [f"FREQ={frequency}"]
    if rng.random() < 0.5:
        parts.append(f"INTERVAL={rng.choice([2, 2, 3, 4, 5, 7, 13])}")
    if rng.random() < 0.3:
        parts.append(f"BYMONTH={some(rng, range(1, 13), 4)}")
    by_week_number = frequency == "YEARLY" and rng.random() < 0.2
    names_days = False
    if frequency != "WEEKLY" and rng.random() < 0.4:
        parts.append(f"BYMONTHDAY={some(rng, [*range(1, 32), *range(-31, 0)], 5)}")
        names_days = True
    if frequency == "YEARLY" and rng.random() < 0.2:
        parts.append(f"BYYEARDAY={some(rng, [*range(1, 367), *range(-366, 0)], 8)}")
        names_days = True
    if rng.random() < 0.5 or by_week_number:
        parts.append(f"BYDAY={weekdays(rng, frequency, by_week_number)}")
        names_days = True
    if by_week_number:
        parts.append(f"BYWEEKNO={some(rng, [*range(1, 54), *range(-53, 0)], 4)}")
    if names_days and frequency != "WEEKLY" and rng.random() < 0.3:
        parts.append(f"BYSETPOS={some(rng, [1, 2, 3, -1, -2], 2)}")
    if rng.random() < 0.3:
        parts.append(f"WKST={rng.choice(DAYS)}")
    if rng.random() < 0.3:
        parts.append(f"COUNT={rng.randint(1, 12)}")
    return ";".join(parts)


def first_dates(text, start):
    found = []
    for date in rrulestr(text, dtstart=start):
        if date >= LAST or len(found) == 8:
            break
        found.append(date)
    return found


def main():
    rng = random.Random(20260101)
    lines = []
    while len(lines) < 2000:
        text = rule(rng)
        start = datetime.datetime(rng.randint(1990, 2030), rng.randint(1, 12), rng.randint(1, 28))
        try:
            found = first_dates(text, start)
        except IndexError:
            continue  # dateutil fails on a numbered weekday that lies outside the year
        lines.append("|".join([text, f"{start:%Y-%m-%d}", *(f"{date:%Y-%m-%d}" for date in found)]))
    OUT.write_text("\n".join(lines) + "\n", encoding="utf-8")


main()
