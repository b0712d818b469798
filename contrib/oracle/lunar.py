#!/usr/bin/env python3
"""Writes the lunar calendar and the solar terms as other programs have them: Vectors/lunar-months.txt, Vectors/solar-terms.txt.

lunar_python (PyPI, 1.4.8) gives the values; sxtwl (2.0.7) must agree day by day, 1900-01-31 through the last day of lunar
2100, but for the 30 days of lunar month 9 of 2057: its new moon falls within seconds of midnight, and sxtwl begins the month
on 28 September, lunar_python on the 29th.

usage: pip install lunar_python==1.4.8 sxtwl==2.0.7 && lunar.py Tests/WorkdaysTests/Vectors
"""

import os
import sys
from datetime import date, timedelta

import sxtwl
from lunar_python import LunarYear, Solar

YEARS = range(1900, 2101)
# The order of a civil year. lunar_python also has Latin keys for the terms that it repeats at its table's ends.
TERMS = "小寒 大寒 立春 雨水 惊蛰 春分 清明 谷雨 立夏 小满 芒种 夏至 小暑 大暑 立秋 处暑 白露 秋分 寒露 霜降 立冬 小雪 大雪 冬至".split()


def civil(julian_day):
    solar = Solar.fromJulianDay(julian_day)
    return date(solar.getYear(), solar.getMonth(), solar.getDay())


def months():
    """Yields (first day, lunar year, month, leap, length)."""
    for year in YEARS:
        for month in LunarYear.fromYear(year).getMonths():
            if month.getYear() == year:
                first = civil(month.getFirstJulianDay())
                yield first, year, abs(month.getMonth()), int(month.getMonth() < 0), month.getDayCount()


def check_days(all_months):
    """Compares each day with sxtwl."""
    differing = []
    for first, year, month, leap, length in all_months:
        for day in range(1, length + 1):
            when = first + timedelta(days=day - 1)
            other = sxtwl.fromSolar(when.year, when.month, when.day)
            if (other.getLunarYear(), other.getLunarMonth(), int(other.isLunarLeap()), other.getLunarDay()) != (
                    year, month, leap, day):
                differing.append(when)
    assert differing == [date(2057, 9, 28) + timedelta(days=day) for day in range(30)], differing


def terms():
    """Yields (year, the day of the month of each term); the terms come two a month."""
    for year in YEARS:
        table = Solar.fromYmd(year, 6, 1).getLunar().getJieQiTable()
        following = Solar.fromYmd(year + 1, 6, 1).getLunar().getJieQiTable()
        days = []
        for number, term in enumerate(TERMS):
            solar = table[term]
            if solar.getYear() != year:
                solar = following[term]
            assert (solar.getYear(), solar.getMonth()) == (year, number // 2 + 1), (year, term)
            # sxtwl counts from 冬至, 0.
            other = sxtwl.fromSolar(year, solar.getMonth(), solar.getDay())
            assert other.hasJieQi() and other.getJieQi() == (number + 1) % 24, (year, term)
            days.append(solar.getDay())
        yield year, days


def main():
    folder = sys.argv[1]
    all_months = list(months())
    check_days(all_months)
    with open(os.path.join(folder, "lunar-months.txt"), "w", encoding="utf-8") as file:
        print("# Made by contrib/oracle/lunar.py with lunar_python: first day, lunar year, month, leap, days.", file=file)
        for month in all_months:
            print(*month, file=file)
    with open(os.path.join(folder, "solar-terms.txt"), "w", encoding="utf-8") as file:
        print("# Made by contrib/oracle/lunar.py with lunar_python: year, day of the month of each term from 小寒 to 冬至.",
              file=file)
        for year, days in terms():
            print(year, *days, file=file)


if __name__ == "__main__":
    main()
