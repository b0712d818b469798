#!/usr/bin/env python3
"""Compares our recurrence engine with python-dateutil, and with libical where these two differ, on random rules.

    recurrences.py [--number 100000] [--seed 5545]

The rules are those of rules.py and, beside them, kinds in which dateutil is known to depart from RFC 5545; with COUNT, with
UNTIL (a date, a local time or one in UTC, at an instance or right before it), or without an end, in six zones. Compared are
the first eight instants. Finer rules elsewhere than at UTC, in which no library steps in exact time, are compared with the
walk of rules.py.

An answer of ours that dateutil does not give counts as
- explained, when the rule is of a kind in which dateutil departs (DEPARTURES has them, with the section of the RFC) and
  our answer is the one of `mended`: dateutil's expansion without the part that it gets wrong, and that part done by hand;
  of finer rules, which it is often too slow for, a walk over their periods on the days that pass;
- unexplained otherwise. Each is printed with all answers, and the exit status is 1.

How often libical gives our answer to the explained ones is printed beside them; it has faults of its own (see LIBICAL).
"""
import argparse
import collections
import datetime
import itertools
import math
import multiprocessing
import pathlib
import random
import signal
import subprocess
import sys
import time
from zoneinfo import ZoneInfo

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import programs  # noqa: E402
import rules  # noqa: E402
from dateutil.rrule import rrulestr  # noqa: E402
from rules import DAYS, UTC, UNITS, ZONES, TooLong  # noqa: E402

LIMIT, CHUNK = 8, 500
DEPARTURES = {
    "week": "BYWEEKNO alone: it takes the whole week, not the start's weekday (3.3.10: what the rule leaves open comes "
            "from DTSTART)",
    "long": "BYWEEKNO 52 and 53, or weeks at New Year: it numbers the weeks of the year before by the length of this one "
            "(3.3.10: week one has at least four days in its year)",
    "set": "BYSETPOS in the first period: it counts from DTSTART (3.3.10: a set starts with the interval of FREQ)",
    "mixed": "plain and numbered weekdays in one BYDAY: it wants days that are both (3.3.10: each entry adds days)",
    "index": "a numbered weekday outside the year: it fails with IndexError (3.3.10: what does not exist is left out)",
    "slow": "it gives up with \"Invalid rrule\", or takes longer than 0.04 s",
}
LIBICAL = "libical 3.0.16 counts a weekday twice that BYDAY names twice, misplaces week 53, and gives up on sparse rules"


def parts_of(text):
    frequency, *rest = text.split(";")
    return frequency, dict(part.split("=") for part in rest)


def text_of(frequency, parts):
    return ";".join([frequency, *(f"{name}={value}" for name, value in parts.items())])


def stranger(rng, text):
    """The same rule, or one that dateutil is known to read otherwise."""
    frequency, parts = parts_of(text)
    if "BYWEEKNO" in parts and rng.random() < 0.3:
        for name in ("BYDAY", "BYMONTHDAY", "BYYEARDAY", "BYSETPOS"):
            parts.pop(name, None)
    if frequency == "WEEKLY" and "BYDAY" in parts and rng.random() < 0.2:
        parts["BYSETPOS"] = rules.some(rng, [1, 2, 3, -1, -2], 2)
    if frequency in ("MONTHLY", "YEARLY") and "BYDAY" in parts and parts["BYDAY"][-3:-2].isdigit() and rng.random() < 0.3:
        parts["BYDAY"] += "," + rng.choice(DAYS)
    return text_of(frequency, parts)


class Question:
    """A rule without UNTIL, its start and zone, and UNTIL, made from a seed."""

    def __init__(self, seed):
        rng = random.Random(seed)
        text = rules.rule(rng)
        self.start = rules.start_of(rng, text if rng.random() < 0.7 else "")
        self.zone = ZoneInfo(ZONES[rng.choice(list(ZONES))])
        self.text = stranger(rng, text)
        self.frequency, self.parts = parts_of(self.text)
        self.until = None  # its kind and moment
        self.is_walked = self.frequency in UNITS and self.zone.key != "UTC"
        self.rng = rng

    def choose_until(self, instants):
        """Ends the rule at one of its instants or a second before it."""
        if "COUNT" in self.parts or not instants or self.rng.random() < 0.7:
            return
        moment = self.rng.choice(instants) - datetime.timedelta(seconds=self.rng.choice([0, 0, 1]))
        kind = self.rng.choice(["date", "local", "utc"])
        wall = moment.astimezone(self.zone).replace(tzinfo=None)
        self.until = {"date": (kind, wall.replace(hour=0, minute=0, second=0)), "local": (kind, wall),
                      "utc": (kind, moment)}[kind]

    def whole_text(self):
        text = "FREQ=" + self.text
        if self.until:
            kind, moment = self.until
            form = {"date": "%Y%m%d", "local": "%Y%m%dT%H%M%S", "utc": "%Y%m%dT%H%M%SZ"}[kind]
            text += ";UNTIL=" + moment.strftime(form)
        return text

    def allows(self, wall, moment):
        if self.until is None:
            return True
        kind, end = self.until
        if kind == "date":
            return wall.date() <= end.date()
        return wall <= end if kind == "local" else moment <= end

    def line(self):
        return f"{self.whole_text()}|{self.start:%Y%m%dT%H%M%S}|{self.zone.key}"

    def until_applied(self, found):
        """The first instants, from pairs of wall time and instant, in the order of the latter."""
        return sorted(moment for wall, moment in found if self.allows(wall, moment))[:LIMIT]

    def resolved(self, walls):
        """Wall times in order with their instants; a gap or fold is read as RFC 5545, 3.3.5, says."""
        found = {}
        # Walls in order are instants in order but for a gap: some more are looked at.
        for wall in itertools.islice(walls, LIMIT + 60):
            moment = rules.instant(wall, self.zone)
            if moment >= rules.LAST:
                break
            found.setdefault(moment, wall)
        return [(wall, moment) for moment, wall in found.items()]

    def answer_of_others(self):
        """Pairs by dateutil; by the walk where no library steps in exact time."""
        return self.mended() if self.is_walked else self.resolved(rrulestr("FREQ=" + self.text, dtstart=self.start))

    def mended(self):
        if self.frequency not in UNITS:
            return self.resolved(mended_walls(self.frequency, dict(self.parts), self.start))
        moments = (datetime.datetime.fromtimestamp(second, self.zone) for second in walked(self.text, self.start, self.zone))
        return [(moment.replace(tzinfo=None, fold=0), moment.astimezone(UTC))
                for moment in itertools.islice(moments, LIMIT)]

    def departures(self):
        """The kinds of this rule, the likeliest to matter first."""
        weeks = set(self.parts.get("BYWEEKNO", "").split(",")) - {""}
        days = self.parts.get("BYDAY", "").split(",")
        names_days = {"BYDAY", "BYMONTHDAY", "BYYEARDAY"} & set(self.parts)
        if weeks and not names_days:
            yield "week"
        if weeks & {"52", "53", "-52", "-53", "1", "-1"}:
            yield "long"
        if len({day[:-2] == "" for day in days}) == 2:
            yield "mixed"
        if "BYSETPOS" in self.parts:
            yield "set"
        if any(len(day) > 2 for day in days):
            yield "index"


def begin(frequency, start, week_start):
    """The beginning of the period that a moment lies in."""
    day = start.replace(hour=0, minute=0, second=0)
    if frequency == "WEEKLY":
        return day - datetime.timedelta(days=(day.weekday() - week_start) % 7)
    return {"DAILY": day, "MONTHLY": day.replace(day=1), "YEARLY": day.replace(month=1, day=1)}[frequency]


def mended_walls(frequency, parts, start):
    """Wall times by dateutil's plain expansion; numbers of weekdays and weeks, places and the start are done here."""
    week_start = DAYS.index(parts.get("WKST", "MO"))
    count = int(parts.pop("COUNT", 10**9))
    positions = [int(value) for value in parts.pop("BYSETPOS", "").split(",") if value]
    weeks = {int(value) for value in parts.pop("BYWEEKNO", "").split(",") if value}
    names_days = {"BYDAY", "BYMONTHDAY", "BYYEARDAY"} & set(parts)
    if not names_days and (frequency == "WEEKLY" or weeks):
        parts["BYDAY"] = DAYS[start.weekday()]
    elif not names_days and frequency in ("MONTHLY", "YEARLY"):
        parts["BYMONTHDAY"] = start.day
        if frequency == "YEARLY":
            parts.setdefault("BYMONTH", start.month)
    for name, value in ("BYHOUR", start.hour), ("BYMINUTE", start.minute), ("BYSECOND", start.second):
        parts.setdefault(name, value)
    days = [(int(day[:-2] or 0), DAYS.index(day[-2:])) for day in parts.get("BYDAY", "").split(",") if day]
    if days:
        parts["BYDAY"] = ",".join(sorted({DAYS[weekday] for _, weekday in days}))
    of_year = frequency == "YEARLY" and "BYMONTH" not in parts

    def passes(wall):
        if weeks and not weeks & numbers_of_week(wall.date(), week_start):
            return False
        if not days or (0, wall.weekday()) in days:
            return True
        return any((number, wall.weekday()) in days for number in numbers_of_weekday(wall.date(), of_year))

    def period(wall):
        return begin(frequency, wall, week_start)

    walls = rrulestr("FREQ=" + text_of(frequency, parts), dtstart=begin(frequency, start, week_start))
    walls = filter(passes, itertools.takewhile(lambda wall: wall.year <= 2120, walls))
    if positions:
        walls = chosen(walls, period, positions)
    return itertools.islice((wall for wall in walls if wall >= start), count)


def chosen(walls, period, positions):
    for _, group in itertools.groupby(walls, period):
        members = list(group)
        places = {position - 1 if position > 0 else len(members) + position for position in positions}
        yield from (members[place] for place in sorted(places) if 0 <= place < len(members))


def numbers_of_week(date, week_start):
    """The week's number in the year that has most of it, from the start and from the end."""
    middle = date - datetime.timedelta(days=(date.weekday() - week_start) % 7 - 3)
    length = (datetime.date(middle.year, 12, 31) - datetime.date(middle.year, 1, 1)).days + 1
    place = middle.timetuple().tm_yday - 1
    return {place // 7 + 1, -((length - 1 - place) // 7 + 1)}


def numbers_of_weekday(date, of_year):
    """Which one of its weekday a date is in its month or year, from the start and from the end."""
    first = date.replace(month=1, day=1) if of_year else date.replace(day=1)
    following = (first.replace(year=first.year + 1) if of_year else (first + datetime.timedelta(days=31)).replace(day=1))
    return (date - first).days // 7 + 1, -(((following - date).days - 1) // 7 + 1)


def walked(text, start, zone):
    """Unix times of a rule finer than a day, as the walk of rules.py, but day by day: only days that pass are looked into."""
    grid = rules.Grid(text, start, zone)
    positions = grid.numbers.get("BYSETPOS", {1})
    most = len(grid.numbers.get("BYMINUTE", [0])) if grid.unit == 3600 else 1
    most *= len(grid.numbers.get("BYSECOND", [0])) if grid.unit > 1 else 1
    if min(map(abs, positions)) > most or not any_time_passes(grid):
        return
    date, given, number = datetime.datetime.fromtimestamp(grid.first, zone).date(), 0, 0
    while date.year < 2120 and given < grid.count:
        following = date + datetime.timedelta(days=1)
        if grid.day_passes(date):
            begins, ends = (int(rules.instant(datetime.datetime(day.year, day.month, day.day), zone).timestamp())
                            for day in (date, following))
            number = max(number, (begins - grid.unit - grid.base) // grid.step)
            while grid.base + number * grid.step < ends:
                later = next_hope(grid, grid.base + number * grid.step - begins) if ends - begins == 86_400 else None
                if later is not None:
                    number = -((grid.base - begins - later) // grid.step)
                    continue
                for member in grid.members(grid.base + number * grid.step):
                    if given < grid.count:
                        yield member
                    given += 1
                number += 1
        date = following


def next_hope(grid, second):
    """On a day without a change of the clock: the second of the day to go on from, if this one's hour or minute is none."""
    if second < 0 or grid.unit == 3600:
        return None
    hour, minute = second // 3600, second // 60 % 60
    if hour not in grid.numbers.get("BYHOUR", [hour]):
        return (hour + 1) * 3600
    return None if minute in grid.numbers.get("BYMINUTE", [minute]) else (second // 60 + 1) * 60


def any_time_passes(grid):
    """Whether the grid meets an allowed time of day at any offset that the zone has."""
    offsets = {datetime.datetime.fromtimestamp(month * 2_600_000, grid.zone).utcoffset() for month in range(240, 1830)}
    cycle = math.gcd(grid.step, 86_400)
    for offset in offsets:
        shift = grid.base + int(offset.total_seconds())
        for place in grid.places:
            for second in range((shift + place) % cycle, 86_400, cycle):
                if grid.time_passes(second // 3600, second // 60 % 60, second % 60):
                    return True
    return False


def within(seconds, body):
    """What `body` answers, or the reason why it does not."""
    signal.signal(signal.SIGPROF, lambda *_: (_ for _ in ()).throw(TooLong))
    try:
        signal.setitimer(signal.ITIMER_PROF, seconds)
        try:
            return body()
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
    except TooLong:
        return "too long"
    except (IndexError, ValueError) as error:
        return f"{type(error).__name__}: {error}"


def ask(program, lines):
    done = subprocess.run(program, input="".join(line + "\n" for line in lines), capture_output=True, text=True)
    if done.returncode != 0:
        raise ChildProcessError(f"{program[0]} ended with {done.returncode}: {done.stderr}")
    return done.stdout.split("\n")[:len(lines)]


def ask_libical(questions):
    """libical's instants of each; `None` where it has none, or the rule is beyond it. Some rules make it crash."""
    lines = [f"FREQ={question.text}|{question.start:%Y%m%dT%H%M%S}|{LIMIT + 60}" for question in questions]
    answers = []
    while len(answers) < len(lines):
        text = subprocess.run([programs.BUILT / "libical"], input="".join(line + "\n" for line in lines[len(answers):]),
                              capture_output=True, text=True).stdout
        answers += text.split("\n")[:-1] + ["!"]
    for question, answer in zip(questions, answers):
        walls = [datetime.datetime.strptime(wall, "%Y%m%dT%H%M%S") for wall in answer.rstrip("!").split(",") if wall]
        yield None if answer.endswith("!") else question.until_applied(question.resolved(walls))


def judge(question, ours, theirs):
    """The kind of a rule whose answer is ours alone, and what is to be shown of it."""
    mended = None if question.is_walked else within(2, question.mended)
    if isinstance(mended, list):
        mended = question.until_applied(mended)
    kind = "unexplained"
    if mended == ours:
        kind = "slow" if isinstance(theirs, str) and "Index" not in theirs else next(question.departures(), kind)
    elif isinstance(theirs, str) and not isinstance(mended, list):
        kind = "nobody"
    return kind, [question.line()] + [f"  {name}: {shown(answer)}" for name, answer in
                                      [("ours", ours), ("dateutil", theirs), ("mended", mended)]]


def shown(answer):
    return " ".join(f"{moment:%Y-%m-%dT%H:%M:%SZ}" for moment in answer) if isinstance(answer, list) else answer


def chunk(first):
    """What became of some rules: kind, whether libical has our answer (`None`: it has none), and a report."""
    questions, others = [Question(seed) for seed in range(first, first + CHUNK)], []
    for question in questions:
        found = within(2 if question.is_walked else 0.04, question.answer_of_others)
        if isinstance(found, list):
            question.choose_until([moment for _, moment in found])
            found = question.until_applied(found)
        others.append(found)
    answers = ask([programs.BUILT / "check", "recurrences"], [question.line() for question in questions])
    results, alone = [("with UNTIL", None, None)] * sum(question.until is not None for question in questions), []
    for question, answer, theirs in zip(questions, answers, others):
        if answer.startswith("!"):
            results.append(("unexplained", None, f"{question.line()}\n  ours: {answer}"))
            continue
        ours = [datetime.datetime.fromtimestamp(int(word), UTC) for word in answer.split(",") if word]
        if theirs == ours:
            results.append(("walked" if question.is_walked else "agreed", None, None))
        elif question.is_walked:
            kind = "nobody" if isinstance(theirs, str) else "unexplained"
            results.append((kind, None, f"{question.line()}\n  ours: {shown(ours)}\n  walk: {shown(theirs)}"))
        else:
            alone.append((question, ours, *judge(question, ours, theirs)))
    for (_, ours, kind, report), libical in zip(alone, ask_libical([question for question, *_ in alone])):
        report = "\n".join([*report, f"  libical: {shown(libical)}"])
        if kind == "nobody" and libical == ours:
            kind = "libical"
        results.append((kind, None if libical is None else libical == ours, report))
    return results


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--number", type=int, default=100_000, help="how many rules, a multiple of 500 (100000)")
    parser.add_argument("--seed", type=int, default=5545)
    options = parser.parse_args()
    programs.build_check()
    programs.build_libical()
    begun, counts, same, asked = time.monotonic(), collections.Counter(), collections.Counter(), collections.Counter()
    first = options.seed * 10**9
    with multiprocessing.Pool() as pool:
        for done, results in enumerate(pool.imap(chunk, range(first, first + options.number, CHUNK)), 1):
            print(f"\r{done * CHUNK} of {options.number}", end="", file=sys.stderr, flush=True)
            for kind, by_libical, report in results:
                counts[kind] += 1
                if by_libical is not None:
                    asked[kind] += 1
                    same[kind] += by_libical
                if kind in ("unexplained", "nobody"):
                    print(kind, report, flush=True)
    print(file=sys.stderr)
    print(f"{options.number} random rules, seed {options.seed}, {time.monotonic() - begun:.0f} s; "
          f"{counts['with UNTIL']} of them with UNTIL")
    print(f"{counts['agreed']:>8} agreed: python-dateutil has our answer")
    print(f"{counts['walked']:>8} agreed: the walk has our answer to a rule finer than a day elsewhere than at UTC")
    print(f"{sum(counts[kind] for kind in DEPARTURES):>8} explained: dateutil departs from the RFC, and mended has our answer")
    for kind, reason in DEPARTURES.items():
        if counts[kind]:
            print(f"{counts[kind]:>16} {reason}; of {asked[kind]} answers that libical has {same[kind]} are ours")
    print(f"{counts['libical']:>8} agreed: dateutil gives up, libical has our answer")
    print(f"{counts['nobody']:>8} not compared: dateutil and the walk take too long, and libical has no answer")
    print(f"{counts['unexplained']:>8} unexplained")
    print(f"({LIBICAL})")
    sys.exit(1 if counts["unexplained"] else 0)


if __name__ == "__main__":
    main()
