#!/usr/bin/env python3
"""Writes Tests/AlarmsTests/Vectors/regions.txt: every day of 2015-2030 in every region of docs/regions.md, by PyPI's holidays.

A line is a region, a year, the days on which people work and the names of the holidays. The days are hexadecimal
digits, four days each, the earliest in the highest bit. The names are the 64-bit FNV-1a hash of a line "MM-DD name" for
every day that has one. A subdivision's year that is as its country's has no line. First comes, for every region, the
weekdays of rest in 2030 (Monday is 0) and the first year that has them from its first day on.
"""
import datetime
import pathlib
import re

import holidays

ROOT = pathlib.Path(__file__).resolve().parents[2]
OUT = ROOT / "Tests/AlarmsTests/Vectors/regions.txt"
YEARS = range(2015, 2031)


def fnv1a(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value


def days_of(year):
    first = datetime.date(year, 1, 1)
    return [first + datetime.timedelta(days=n) for n in range((datetime.date(year + 1, 1, 1) - first).days)]


def facts(country, subdivision):
    language = getattr(holidays, country).default_language
    # A swap of one year can reach into its neighbours.
    calendar = holidays.country_holidays(country, subdiv=subdivision, years=range(2014, 2032), language=language)
    years = {}
    for year in YEARS:
        days = days_of(year)
        bits = "".join("01"[calendar.is_working_day(day)] for day in days)
        bits += "0" * (-len(bits) % 4)
        names = "".join(f"{day:%m-%d} {calendar[day]}\n" for day in days if day in calendar)
        years[year] = f"{int(bits, 2):0{len(bits) // 4}x} {fnv1a(names.encode()):016x}"
    week = [day for day in range(7) if calendar.is_weekend(datetime.date(2030, 12, 2 + day))]
    since = YEARS[-1]
    while since > YEARS[0] and all(calendar.is_weekend(day) == (day.weekday() in week) for day in days_of(since - 1)):
        since -= 1
    return f"{''.join(map(str, week))} {since}", years


def main():
    heads, lines = [], []
    for row in (ROOT / "docs/regions.md").read_text(encoding="utf-8").splitlines():
        if not (match := re.match(r"\| `(..)` \|.*\| ([^|]*) \|$", row)):
            continue
        country = match[1]
        above = {}
        for subdivision in [None, *match[2].split()]:
            code = f"{country}-{subdivision}" if subdivision else country
            week, years = facts(country, subdivision)
            heads.append(f"{code} {week}")
            lines += [f"{code} {year} {text}" for year, text in years.items() if above.get(year) != text]
            if not subdivision:
                above = years
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text("\n".join(heads + lines) + "\n", encoding="utf-8")


main()
