#!/usr/bin/env python3
"""Reads a picture of `notifierctl cal --format svg|html` from standard input and tells what is wrong with it.

usage: picture.py YYYY|YYYY-MM < PICTURE

It is well formed, asks for nothing beyond itself, has every day once under its weekday, says in words what it shows, and
has a contrast of 4.5 or more (WCAG 2.2, 1.4.3) between every ground and the text on it, by day and by night. In Chinese the
day of the Chinese calendar or the solar term under each day is that of contrib/data.
"""
import calendar
import csv
import datetime
import html.parser
import pathlib
import re
import sys
import xml.etree.ElementTree

DATA = pathlib.Path(__file__).resolve().parent.parent / "data"
LEAST = 4.5
WEEKDAYS = "一二三四五六日"
TENS, DIGITS = ["初", "十", "廿"], "一二三四五六七八九十"
MONTHS = ["正", "二", "三", "四", "五", "六", "七", "八", "九", "十", "冬", "腊"]
# Festivals of the Chinese calendar, by month and day.
FESTIVALS = {(1, 1): "春节", (1, 15): "元宵", (5, 5): "端午", (7, 7): "七夕", (7, 15): "中元", (8, 15): "中秋",
             (9, 9): "重阳", (12, 8): "腊八"}


def lunar_days():
    """Of each date the month, whether it is a leap month, the day, and whether it is the year's last."""
    days = {}
    for row in csv.reader(line for line in open(DATA / "lunar-years.csv") if line[0].isdigit()):
        date, leap = datetime.date.fromisoformat(row[1]), int(row[2])
        lengths = [int(length) for length in row[3].split()]
        months = [(month, False) for month in range(1, 13)]
        if leap:
            months.insert(leap, (leap, True))
        for (month, is_leap), length in zip(months, lengths, strict=True):
            for day in range(1, length + 1):
                is_last = (month, is_leap) == months[-1] and day == length
                days[date] = (month, is_leap, day, is_last)
                date += datetime.timedelta(days=1)
    return days


def terms():
    rows = list(csv.reader(line for line in open(DATA / "solar-terms.csv") if not line.startswith("#")))
    return {datetime.date.fromisoformat(f"{row[0]}-{day}"): name for row in rows[1:] for name, day in
            zip(rows[0][1:], row[1:], strict=True)}


def day_text(day):
    return {20: "二十", 30: "三十"}.get(day) or TENS[(day - 1) // 10] + DIGITS[(day - 1) % 10]


def caption(date, lunar, solar, is_year):
    if date not in lunar:
        return None
    month, is_leap, day, is_last = lunar[date]
    festival = "除夕" if is_last else None if is_leap else FESTIVALS.get((month, day))
    if festival or solar.get(date):
        return festival or solar[date]
    name = ("闰" if is_leap else "") + MONTHS[month - 1] + "月"
    if not is_year:
        return name + day_text(day)
    # A leap month's name is cut to two characters, as a day is wide.
    return day_text(day) if day > 1 else name[:2]


class Page(html.parser.HTMLParser):
    """The tables of a page: of each, rows of cells, a cell being its classes, its title and its texts by element."""

    def __init__(self, text):
        super().__init__()
        self.tables, self.open, self.faults, self.attributes = [], [], [], []
        self.feed(text)
        self.faults += [f"<{name}> is not closed" for name in self.open]

    def handle_starttag(self, name, attributes):
        self.attributes += [(name, *pair) for pair in attributes]
        if name == "table":
            self.tables.append([])
        elif name == "tr":
            self.tables[-1].append([])
        elif name == "td":
            self.tables[-1][-1].append({"title": dict(attributes).get("title"), "class": dict(attributes).get("class")})
        if name not in ("meta", "br"):
            self.open.append(name)

    def handle_endtag(self, name):
        if not self.open or self.open.pop() != name:
            self.faults.append(f"</{name}> closes another element")

    def handle_data(self, data):
        if "td" in self.open and self.tables[-1][-1]:
            self.tables[-1][-1][-1].setdefault(self.open[-1], data)


def light(color):
    parts = [int(color[place:place + 2], 16) / 255 for place in (1, 3, 5)]
    parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one, other):
    one, other = sorted([light(one), light(other)])
    return (other + 0.05) / (one + 0.05)


def palettes(text):
    """Of each half of the style sheet, by day and by night, the pairs of ground and text."""
    for half in re.split(r"@media[^{]*prefers-color-scheme: ?dark", text.split("</style>")[0]):
        colors = dict(re.findall(r"--([\w-]+):(#[0-9a-f]{6})", half))
        colors.update(re.findall(r"\.([gt]-\w+) \{ fill: (#[0-9a-f]{6})", half))
        if "page" in colors:
            yield [(colors["page"], colors["text"]), (colors["page"], colors["dim"]), (colors["off"], colors["on-off"]),
                   (colors["work"], colors["on-work"])]
        else:
            yield [(colors["g-page"], colors["t-page"]), (colors["g-page"], colors["t-dim"]),
                   (colors["g-off"], colors["t-off"]), (colors["g-work"], colors["t-work"])]


def main():
    asked, text, faults = sys.argv[1], sys.stdin.read(), []
    is_year = len(asked) == 4
    year, months = int(asked[:4]), range(1, 13) if is_year else [int(asked[5:])]
    dates = [datetime.date(year, month, day) for month in months
             for day in range(1, calendar.monthrange(year, month)[1] + 1)]
    halves = list(palettes(text))
    if len(halves) != 2:
        faults.append(f"{len(halves)} palettes, expected one by day and one by night")
    for half in halves:
        faults += [f"contrast {contrast(*pair):.2f} of {pair}" for pair in half if contrast(*pair) < LEAST]
    lunar, solar = lunar_days(), terms()
    if text.startswith("<svg"):
        root = xml.etree.ElementTree.fromstring(text)
        space = "{http://www.w3.org/2000/svg}"
        names = [child.tag for child in root][:2]
        if names != [space + "title", space + "desc"] or not all(root[place].text for place in (0, 1)):
            faults.append(f"begins with {names}, expected a title and a description")
        is_chinese = root.get("{http://www.w3.org/XML/1998/namespace}lang") == "zh-CN"
        written = [element.text for element in root.iter(space + "text")]
        numbers = [item for item in written if item.isdigit()]
        if is_year and is_chinese and numbers != [str(date.day) for date in dates]:
            faults.append("the days are not those of the year")
        captions = [(date, caption(date, lunar, solar, is_year)) for date in dates if is_chinese and date in lunar]
        place = 0
        for item in written:
            # In the order of the days, other texts between them.
            if place < len(captions) and item == captions[place][1]:
                place += 1
        if is_year and place < len(captions):
            faults.append("{} does not say {}".format(*captions[place]))
        attributes = [(element.tag, *pair) for element in root.iter() for pair in element.attrib.items()]
    else:
        page = Page(text)
        faults += page.faults
        attributes = page.attributes
        is_chinese = ("html", "lang", "zh-CN") in attributes
        found = []
        for table, month in zip(page.tables, months, strict=True):
            for row in table:
                for place, cell in enumerate(row):
                    if "b" not in cell or cell["class"] == "other":
                        continue
                    date = datetime.date(year, month, int(cell["b"]))
                    found.append(date)
                    if date.weekday() != place:
                        faults.append(f"{date} stands in column {place + 1}")
                    if str(date) not in cell["title"]:
                        faults.append(f"{date} is told of as {cell['title']}")
                    expected = caption(date, lunar, solar, is_year)
                    holiday = lunar.get(date) and day_text(lunar[date][2])
                    if is_chinese and cell.get("small") != expected and not (
                            "em" in cell and (cell.get("small") or "").endswith(holiday)):
                        faults.append(f"{date} says {cell.get('small')}, expected {expected}")
        if found != dates:
            faults.append("the days are not those that were asked for")
        if not any(item[:2] == ("meta", "name") and item[2] == "viewport" for item in attributes):
            faults.append("there is no viewport for phones")
        if "@media print" not in text or "@page" not in text:
            faults.append("there is no style for printing")
    links = [item for item in attributes if item[1].split("}")[-1] in ("src", "href", "srcset", "action", "data")]
    if links or "url(" in text or "@import" in text:
        faults.append(f"asks for what lies elsewhere: {links}")
    print("\n".join(faults) if faults else f"good: {len(dates)} days")
    sys.exit(1 if faults else 0)


main()
