#!/usr/bin/env python3
"""Writes Tests/WorkdaysTests/Vectors/china-days.txt: every day of 2007-2026 as two programs from PyPI classify it.

chinesecalendar says whether people work and names the holiday; holidays says which days the law itself names. A line is
a date, a letter and, where chinesecalendar has one, the holiday's English name. Letters: W workday, M make-up workday
(worked though a Saturday or Sunday), S statutory holiday, L any other weekday off, R any other day of rest.
"""
import datetime
import pathlib

import chinese_calendar
import holidays
from chinese_calendar.constants import holidays as named_holidays
from chinese_calendar.constants import workdays as named_workdays

OUT = pathlib.Path(__file__).resolve().parents[2] / "Tests/WorkdaysTests/Vectors/china-days.txt"
SUBSTITUTES = ("observed", "substituted")


def letter(day, statutory):
    weekend = day.weekday() >= 5
    if chinese_calendar.is_workday(day):
        return "M" if weekend else "W"
    if day in statutory:
        return "S"
    return "R" if weekend else "L"


def main():
    china = holidays.China(years=range(2007, 2027), language="en_US")
    statutory = {day for day, name in china.items() if not any(word in name for word in SUBSTITUTES)}
    day, lines = datetime.date(2007, 1, 1), []
    while day <= datetime.date(2026, 12, 31):
        name = named_holidays.get(day) or named_workdays.get(day) or ""
        lines.append(f"{day} {letter(day, statutory)} {name}".rstrip())
        day += datetime.timedelta(days=1)
    OUT.write_text("\n".join(lines) + "\n", encoding="utf-8")


main()
