#!/usr/bin/env python3
"""Writes Sources/Workdays/ChinaNotices.swift from contrib/data/holidays-cn.csv.

Consecutive dates of one kind and name become one line. Where a year has two notices, the second one's days are named
in SECOND, so that every day leads to the notice that set it.
"""
import csv
import datetime
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]

# The days that the second notice of a year set, by the text of their notices.
SECOND = {
    2015: lambda date, name: name.startswith("抗日"),
    2019: lambda date, name: name == "劳动节",
    2020: lambda date, name: "2020-01-31" <= date <= "2020-02-03",
}


def main():
    lines = (ROOT / "contrib/data/holidays-cn.csv").read_text(encoding="utf-8").splitlines()
    sources = {}
    for line in lines:
        if match := re.match(r"# notice (\d{4}): (.*)", line):
            sources[int(match[1])] = match[2].split()
    rows = list(csv.DictReader(line for line in lines if not line.startswith("#")))
    notices = {}
    for row in rows:
        year = int(row["notice_year"])
        second = SECOND.get(year, lambda *_: False)(row["date"], row["name"])
        notices.setdefault((year, int(second)), []).append(row)
    out = []
    for (year, second), days in sorted(notices.items()):
        out.append(f"{year} {sources[year][second]}")
        runs = []
        for row in sorted(days, key=lambda row: row["date"]):
            date = datetime.date.fromisoformat(row["date"])
            last = runs[-1] if runs else None
            if last and last[2:] == [row["kind"], row["name"]] and (date - last[1]).days == 1:
                last[1] = date
            else:
                runs.append([date, date, row["kind"], row["name"]])
        out += [f"{kind} {first}{'' if first == end else f'..{end}'} {name}" for first, end, kind, name in runs]
    text = "\n".join("  " + line for line in out)
    (ROOT / "Sources/Workdays/ChinaNotices.swift").write_text(
        f'''/// The State Council's notices on the holidays of mainland China, 2007 through 2026, as text.
///
/// A line with a year starts a notice and gives its address; each line under it is `off`, `holiday` (ordered by a notice
/// of its own) or `work`, a date or a range of dates, and the holiday's name. One string literal costs the compiler and
/// the start of a program far less than seven hundred values would.
///
/// Made by contrib/generate/china_notices.py from contrib/data/holidays-cn.csv.
let chinaNotices = """
{text}
  """
''',
        encoding="utf-8",
    )


main()
