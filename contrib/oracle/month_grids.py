#!/usr/bin/env python3
"""Writes what notifierctl cal prints: Tests/EndToEndTests/Vectors/month-grids.txt, drawn by a program of its own.

Python's calendar gives weeks and weekdays, sxtwl (PyPI) lunar days and solar terms, chinesecalendar (PyPI) holidays and
make-up workdays of the years that it has. Festivals are those of GB/T 33661 and of common wall calendars.

usage: contrib/setup.sh oracle && month_grids.py [FILE]
"""

import calendar
import datetime
import sys
from pathlib import Path

import chinese_calendar
import sxtwl

OUT = Path(__file__).parents[2] / "Tests/EndToEndTests/Vectors/month-grids.txt"
TERMS = "冬至 小寒 大寒 立春 雨水 惊蛰 春分 清明 谷雨 立夏 小满 芒种 夏至 小暑 大暑 立秋 处暑 白露 秋分 寒露 霜降 立冬 小雪 大雪".split()
MONTHS = "正月 二月 三月 四月 五月 六月 七月 八月 九月 十月 冬月 腊月".split()
FESTIVALS = {(1, 1): "春节", (1, 15): "元宵", (5, 5): "端午", (7, 7): "七夕", (7, 15): "中元", (8, 15): "中秋", (9, 9): "重阳",
             (12, 8): "腊八"}
ENGLISH = list(calendar.month_name)
# The alarm of the test rings on these.
RINGS = {datetime.date(2026, 9, 7), datetime.date(2026, 8, 31), datetime.date(2025, 7, 25), datetime.date(2033, 12, 24)}
# Arguments, and which months they show.
VIEWS = [
    ("2021-02", [(2021, 2)]), ("2026-09", [(2026, 9)]), ("2026-08", [(2026, 8)]), ("2025-07", [(2025, 7)]),
    ("2033-12", [(2033, 12)]), ("1901-07", [(1901, 7)]), ("2100-07", [(2100, 7)]),
    ("2026-09 -3", [(2026, 8), (2026, 9), (2026, 10)]), ("2026", [(2026, month) for month in range(1, 13)]),
]


def lunar(day):
    there = sxtwl.fromSolar(day.year, day.month, day.day)
    return there.getLunarMonth(), there.getLunarDay(), there.isLunarLeap(), there.hasJieQi() and TERMS[there.getJieQi()]


def caption(day, language):
    month, number, leap, term = lunar(day)
    if language == "en":
        return f"{number:>2}" if number > 1 else f"{'L' if leap else ''}{month}/1"
    after = lunar(day + datetime.timedelta(days=1))
    if month == 12 and after[:2] == (1, 1):
        return "除夕"
    if not leap and (month, number) in FESTIVALS:
        return FESTIVALS[month, number]
    if term:
        return term
    if number == 1:
        return "闰" + MONTHS[month - 1][0] if leap else MONTHS[month - 1]
    if number in (20, 30):
        return {20: "二十", 30: "三十"}[number]
    return "初十廿"[(number - 1) // 10] + "一二三四五六七八九十"[(number - 1) % 10]


def is_announced(day):
    return 2007 <= day.year and day <= datetime.date(2026, 12, 28)


def mark(day):
    """休, 班 or nothing."""
    if not is_announced(day):
        return "  "
    on_holiday, name = chinese_calendar.get_holiday_detail(day)
    if name is None:
        return "  "
    return "休" if on_holiday else "班"


def width(text):
    return sum(1 if ord(letter) < 0x2E80 else 2 for letter in text)


def pad(text, columns):
    return text + " " * (columns - width(text))


def grid(year, month, language, gap, has_captions):
    columns = 35 + 6 * gap
    title = f"{ENGLISH[month]} {year}" if language == "en" else f"{year}年{month}月"
    if not is_announced(datetime.date(year, month, 1)) and year > 2026:
        title += " (provisional)" if language == "en" else "（放假安排未公布）"
    heads = "Mo Tu We Th Fr Sa Su".split() if language == "en" else "一 二 三 四 五 六 日".split()
    space = " " * gap
    lines = [" " * max(0, (columns - width(title)) // 2) + title, space.join(pad(head, 5) for head in heads)]
    for week in calendar.Calendar().monthdayscalendar(year, month):
        numbers, captions = [], []
        for number in week:
            if not number:
                numbers.append(" " * 5)
                captions.append(" " * 5)
                continue
            day = datetime.date(year, month, number)
            dot = ("•" if is_announced(day) else "∘") if day in RINGS else (" " if is_announced(day) else "~")
            numbers.append(f"{number:>2}{mark(day)}{dot}")
            captions.append(pad(caption(day, language), 5))
        lines.append(space.join(numbers))
        if has_captions:
            lines.append(space.join(captions))
    return lines


def notes(months, language):
    """The holidays with their first days in the month."""
    lines = []
    for year, month in months:
        parts, seen = [], set()
        for number in range(1, calendar.monthrange(year, month)[1] + 1):
            day = datetime.date(year, month, number)
            if mark(day) == "休":
                name = NAMES[chinese_calendar.get_holiday_detail(day)[1]]
                if name not in seen:
                    seen.add(name)
                    parts.append(f"{number} {name}")
        if parts:
            head = "" if len(months) == 1 else (f"{ENGLISH[month]} {year}: " if language == "en" else f"{year}年{month}月: ")
            lines.append(head + "  ".join(parts))
    return lines


NAMES = {"New Year's Day": "元旦", "Spring Festival": "春节", "Tomb-sweeping Day": "清明节", "Labour Day": "劳动节",
         "Dragon Boat Festival": "端午节", "National Day": "国庆节", "Mid-autumn Festival": "中秋节"}


def page(months, columns, language):
    most = 4 if len(months) == 12 else 3
    across = min(most, len(months), max(1, (columns + 3) // 38))
    gap = 2 if 47 * across + 3 * (across - 1) <= columns else 0
    grids = [grid(year, month, language, gap, len(months) < 12) for year, month in months]
    lines = []
    for start in range(0, len(grids), across):
        band = grids[start:start + across]
        if start:
            lines.append("")
        for row in range(max(map(len, band))):
            cells = [pad(lines_[row] if row < len(lines_) else "", 35 + 6 * gap) for lines_ in band]
            lines.append("   ".join(cells).rstrip())
    return lines + notes(months, language)


def main():
    out = Path(sys.argv[1]) if len(sys.argv) > 1 else OUT
    out.parent.mkdir(exist_ok=True)
    with out.open("w", encoding="utf-8") as file:
        file.write("# Written by contrib/oracle/month_grids.py: what follows ==, the language and COLUMNS, is what cal prints.\n")
        for arguments, months in VIEWS:
            for language in ("en", "zh"):
                for columns in (40, 80, 200):
                    file.write(f"== {arguments} | {language} | {columns}\n")
                    file.writelines(line + "\n" for line in page(months, columns, language))


if __name__ == "__main__":
    main()
