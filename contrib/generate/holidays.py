#!/usr/bin/env python3
"""Writes Sources/CHolidayData/holiday_data.c, and the table of regions in docs/regions.md, from PyPI's holidays.

    contrib/generate/holidays.py        (make holiday-data installs the version named in VERSION first)

Why C: the compiler takes a string literal of C as it stands, so hundreds of kilobytes of them neither slow the build
nor are read at the start of a program. Sources/Workdays/RegionText.swift describes the text. Mainland China is left
out: its notices, with their addresses, are in Sources/Workdays/ChinaNotices.swift.
"""
import datetime
import pathlib
import re
import sys

# This file's own name must not hide the package.
sys.path = [path for path in sys.path if pathlib.Path(path or ".").resolve() != pathlib.Path(__file__).resolve().parent]
import holidays  # noqa: E402

VERSION = "0.109"
YEARS = range(2015, 2031)
ROOT = pathlib.Path(__file__).resolve().parents[2]
DAY = datetime.timedelta(days=1)
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")

REGIONS = """
AD AE AL AM AR AT AU AZ BA BD BE BG BH BR BY CA CH CL CO CR CY CZ DE DK DO DZ EC EE EG ES FI FR GB GE GR HK HR HU ID IE
IL IN IQ IR IS IT JO JP KE KG KH KR KW KZ LA LI LK LT LU LV MA MC MD ME MK MM MN MO MT MX MY NG NL NO NZ OM PE PH PK PL
PT PY QA RO RS RU SA SE SG SI SK TH TN TR TW UA US UY UZ VN ZA
""".split()

# Where law alone does not fix a year's days of rest: the last year whose notice VERSION has, and who gives it. Later
# years are what law and calendar say, and the notice may still move days. Every other region's days follow from law
# (Easter, lunar and Hebrew calendars, substitutes for weekends included), so that a year ahead is as good as announced;
# years with a day that waits for the sighting of the moon, which holidays marks as estimated, are not.
NOTICES = {
    "AM": (2026, "government decisions move days"),
    "AR": (2026, "the yearly decree on bridge days"),
    "AZ": (2026, "the Cabinet moves days"),
    "BD": (2026, "the yearly gazette"),
    "BY": (2026, "the yearly resolution on moved days"),
    "EG": (2026, "the Prime Minister moves days"),
    "ES": (2026, "the yearly resolution with the regions' choices"),
    "GE": (2026, "government ordinances add days"),
    "HU": (2026, "the yearly decree on moved days"),
    "ID": (2027, "the ministers' yearly joint decree"),
    "IN": (2026, "the yearly gazette"),
    "IR": (2026, "the yearly official calendar"),
    "KG": (2026, "the Cabinet moves days"),
    "KH": (2026, "the yearly sub-decree"),
    "KZ": (2026, "government resolutions move days"),
    "LK": (2026, "the yearly gazette"),
    "LV": (2026, "the Cabinet's yearly order on moved days"),
    "MM": (2026, "the yearly notification"),
    "MY": (2027, "the yearly gazette"),
    "PH": (2027, "the yearly proclamation"),
    "PK": (2026, "the yearly notification"),
    "RU": (2027, "the yearly decree on moved days"),
    "SG": (2027, "the yearly list of the Ministry of Manpower"),
    "TH": (2026, "the Cabinet adds and moves days"),
    "TW": (2026, "the yearly office calendar"),
    "UA": (2026, "under martial law holidays are worked; afterwards the Cabinet moves days"),
    "UZ": (2026, "the yearly presidential decree"),
    "VN": (2026, "the yearly notice on moved days"),
}


def load(country, subdivision=None):
    language = getattr(holidays, country).default_language
    # A swap can reach into the year before, so the neighbours are made as well.
    years = range(YEARS.start - 1, YEARS.stop + 1)
    return holidays.country_holidays(country, subdiv=subdivision, years=years, language=language)


def week_of(calendar, year):
    """The weekdays of rest in a year; None where they change within it."""
    weeks, date = set(), datetime.date(year, 1, 1)
    while date.year == year:
        weeks.add(frozenset(calendar._get_weekend(date)))
        date += DAY
    return weeks.pop() if len(weeks) == 1 else None


def labelled(calendar, *attributes):
    """A test for names that one of the calendar's own labels made."""
    labels = [calendar.tr(getattr(calendar, name)) for name in attributes if getattr(calendar, name, None)]
    patterns = [re.escape(label).replace("%s", ".+") for label in labels]
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns) or r"(?!)")


def paid_for(calendar, date, lieu):
    """The holiday for whose sake `date` is worked: the one nearest to the day that was given in exchange."""
    substituted = [day for day, name in calendar.items() if lieu.search(name) and mentions(calendar, name, date)]
    for given in substituted:
        for step in (DAY, -DAY):
            day = given
            while not calendar.is_working_day(day) and abs(day - given) < datetime.timedelta(days=12):
                if day in calendar and not lieu.search(calendar[day]):
                    return calendar[day]
                day += step
    return ""


def mentions(calendar, name, date):
    return date.strftime(calendar.tr(calendar.substituted_date_format)) in name


def read(country, subdivision=None):
    """The weekdays of rest and, by year, the basis and the entries: {date: (kind, name)}."""
    calendar = load(country, subdivision)
    lieu = labelled(calendar, "substituted_label")
    estimated = labelled(calendar, "estimated_label", "observed_estimated_label")
    week = week_of(calendar, YEARS[-1])
    years = {}
    # Where the week itself has changed, the years before are left out: to them the present week says nothing.
    for year in reversed(YEARS):
        if week_of(calendar, year) != week:
            break
        entries, basis = {}, "law"
        if country in NOTICES:
            basis = "notice" if year <= NOTICES[country][0] else "computed"
        date = datetime.date(year, 1, 1)
        while date.year == year:
            name = calendar.get(date)
            if date.weekday() in week and calendar.is_working_day(date):
                entries[date] = ("work", paid_for(calendar, date, lieu))
            elif name is not None:
                entries[date] = ("off" if lieu.search(name) else "holiday", name)
            if name is not None and any(estimated.fullmatch(part) for part in name.split("; ")):
                basis = "computed"
            date += DAY
        if not entries and basis == "notice":
            # To the reader a notice without days says "not announced"; that nobody rests is said by law.
            basis = "law"
        years[year] = (basis, entries)
    return week, dict(sorted(years.items()))


def lines_of(entries):
    runs = []
    for date, (kind, name) in sorted(entries.items()):
        if runs and runs[-1][2:] == [kind, name] and date - runs[-1][1] == DAY:
            runs[-1][1] = date
        else:
            runs.append([date, date, kind, name])
    for first, last, kind, name in runs:
        yield f"{kind} {first}{'' if first == last else f'..{last}'} {name}".rstrip()


def text_of(country, week, years):
    lines = [f"source PyPI holidays {VERSION}, {getattr(holidays, country).__base__.__name__}"]
    lines.append("week " + " ".join(name for day, name in enumerate(WEEKDAYS) if day not in week))
    for year, (basis, entries) in years.items():
        lines.append(f"{year} {basis}")
        lines += lines_of(entries)
    return lines


def difference(parent, own):
    """The text of a subdivision: only what differs from its country."""
    lines = []
    if own[0] != parent[0]:
        lines.append("week " + " ".join(name for day, name in enumerate(WEEKDAYS) if day not in own[0]))
    lines += [f"{year} none" for year in parent[1] if year not in own[1]]
    for year, (basis, entries) in own[1].items():
        above_basis, above = parent[1].get(year, (None, {}))
        changed = {date: entry for date, entry in entries.items() if above.get(date) != entry}
        changed |= {date: ("pattern", "") for date in above if date not in entries}
        if changed or basis != above_basis:
            lines.append(f"{year} {basis}")
            lines += lines_of(changed)
    return lines


def literal(lines):
    return "\n".join('    "' + line.replace("\\", "\\\\").replace('"', '\\"') + '\\n"' for line in lines) or '    ""'


def subdivisions(country):
    """Those with a code of ISO 3166-2; holidays has cities and school zones besides."""
    return sorted(code for code in getattr(holidays, country).subdivisions if re.fullmatch("[A-Z0-9]{1,3}", code))


def main():
    if holidays.__version__ != VERSION:
        sys.exit(f"holidays is {holidays.__version__}; expected {VERSION}: pip install holidays=={VERSION}")
    regions, rows = [], []
    for country in sorted(REGIONS):
        parent = read(country)
        regions.append((country, "", text_of(country, *parent)))
        codes = subdivisions(country)
        for code in codes:
            regions.append((country, code, difference(parent, read(country, code))))
        rows.append(row(country, parent, codes))
    entries = ",\n".join(
        f'  {{"{country}", "{code}",\n{literal(lines)}}}' for country, code, lines in regions)
    (ROOT / "Sources/CHolidayData/holiday_data.c").write_text(
        f"""// Made by contrib/generate/holidays.py from PyPI holidays {VERSION}.
#include "holiday_data.h"

static const struct notifier_region regions[] = {{
{entries},
}};

const struct notifier_region *notifier_all_regions(void) {{ return regions; }}

const int notifier_region_count = sizeof(regions) / sizeof(regions[0]);
""", encoding="utf-8")
    write_table(rows)


def row(country, parent, codes):
    week, years = parent
    work = any(kind == "work" for _, entries in years.values() for kind, _ in entries.values())
    sure = [year for year, (basis, _) in years.items() if basis != "computed"]
    waits = NOTICES[country][1] if country in NOTICES else "the sighting of the moon" if len(sure) < len(years) else ""
    rest = " ".join(name[:3].title() for day, name in enumerate(WEEKDAYS) if day in week)
    title = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", getattr(holidays, country).__base__.__name__)
    announced = spans(sure)
    return (f"| `{country}` | {title} | {min(years)} | {announced} | {waits} | {rest} | {'yes' if work else ''} "
            f"| {' '.join(codes)} |")


def spans(years):
    groups = []
    for year in years:
        if groups and groups[-1][1] == year - 1:
            groups[-1][1] = year
        else:
            groups.append([year, year])
    return ", ".join(str(first) if first == last else f"{first}–{last}" for first, last in groups) or "none"


def write_table(rows):
    path = ROOT / "docs/regions.md"
    head, _ = path.read_text(encoding="utf-8").split("<!-- table -->\n")
    table = "\n".join([
        "| region | | from | announced | later years wait for | rest | make-up workdays | subdivisions |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |", *rows])
    path.write_text(f"{head}<!-- table -->\n{table}\n", encoding="utf-8")


main()
