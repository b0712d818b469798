#!/usr/bin/env python3
"""Makes Sources/Workdays/LunarTable.swift and SolarTermTable.swift from contrib/data/lunar-years.csv and solar-terms.csv.

usage: contrib/generate/lunar_tables.py
"""

import csv
import os
from datetime import date

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")


def rows(name):
    with open(os.path.join(ROOT, "contrib", "data", name), encoding="utf-8", newline="") as file:
        return list(csv.reader(line for line in file if not line.startswith("#")))[1:]


def write(name, comment, declaration, words, digits, a_line):
    with open(os.path.join(ROOT, "Sources", "Workdays", name), "w", encoding="utf-8") as file:
        file.write("// Made by contrib/generate/lunar_tables.py; do not edit.\n\n")
        file.write("".join(f"/// {line}".rstrip() + "\n" for line in comment))
        file.write(declaration + " = [\n")
        for start in range(0, len(words), a_line):
            file.write("  " + " ".join(f"0x{word:0{digits}x}," for word in words[start:start + a_line]) + "\n")
        file.write("]\n")


def lunar_years():
    words, previous_end = [], None
    for number, (year, first_day, leap_month, lengths) in enumerate(rows("lunar-years.csv")):
        assert int(year) == 1900 + number
        first, lengths = date.fromisoformat(first_day), [int(length) for length in lengths.split()]
        assert previous_end in (None, first.toordinal()) and set(lengths) <= {29, 30}
        assert len(lengths) == (13 if int(leap_month) else 12)
        previous_end = first.toordinal() + sum(lengths)
        offset = (first - date(int(year), 1, 1)).days
        assert 0 <= offset < 64 and 0 <= int(leap_month) <= 12
        word = offset << 17 | int(leap_month) << 13
        word |= sum(1 << place for place, length in enumerate(lengths) if length == 30)
        words.append(word)
    return words


def solar_terms():
    table = [[int(text[3:]) for text in row[1:]] for row in rows("solar-terms.csv")]
    for number, row in enumerate(rows("solar-terms.csv")):
        assert int(row[0]) == 1900 + number and len(row) == 25
        assert all(int(text[:2]) == place // 2 + 1 for place, text in enumerate(row[1:]))
    earliest = [min(row[place] for row in table) for place in range(24)]
    assert all(row[place] - earliest[place] < 4 for row in table for place in range(24))
    words = [sum(row[place] - earliest[place] << place * 2 for place in range(24)) for row in table]
    return earliest, words


write(
    "LunarTable.swift",
    ["The lunar years 1900 through 2100, one word each, from contrib/data/lunar-years.csv.", "",
     "Bits 0–12: the months in order, a leap month after the month it repeats; 1 has 30 days, 0 has 29. Bits 13–16: the",
     "leap month, 0 for none. Bits 17–22: days from 1 January to the first day of the lunar year."],
    "let lunarYearTable: [UInt32]", lunar_years(), 6, 11)
EARLIEST, WORDS = solar_terms()
write(
    "SolarTermTable.swift",
    ["The solar terms of 1900 through 2100, one word a year, from contrib/data/solar-terms.csv.", "",
     "Two bits a term, in calendar order from the lowest: days after the term's earliest day of the month."],
    "let solarTermTable: [UInt64]", WORDS, 12, 7)
with open(os.path.join(ROOT, "Sources", "Workdays", "SolarTermTable.swift"), "a", encoding="utf-8") as file:
    file.write("\n/// The earliest day of the month on which each solar term falls, in calendar order; they come two a month.\n")
    file.write("let solarTermEarliestDays: [Int] = [\n  " + ", ".join(map(str, EARLIEST)) + ",\n]\n")
