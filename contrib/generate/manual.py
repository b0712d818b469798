#!/usr/bin/env python3
"""Writes into the manual pages of contrib/man what stands elsewhere already: the commands as `notifierctl --help` tells them,
the keys of the configuration as its schema does, phrases and their grammar as docs/rules.md does.

Usage: manual.py [--print PAGE], with notifierctl on the PATH.
"""

import json
import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BEGIN, END = '.\\" Made by contrib/generate/manual.py:\n', '.\\" Up to here.\n'


def told(*arguments):
    return subprocess.run(["notifierctl", *arguments], check=True, capture_output=True, text=True, encoding="utf-8", env={**os.environ, "LC_ALL": "C.UTF-8"}).stdout


def escaped(text):
    """Text as roff reads it; hyphens are those of a command line."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text[:1] in (".", "'") else text


def paragraph(text):
    """Lines of running text, each sentence on a line of its own, as mdoc wants it."""
    sentences = re.sub(r"(?<=[a-z)0-9\]][.:]) (?=[A-Z])", "\n", " ".join(text.split())).split("\n")
    lines = [line for each in sentences for line in textwrap.wrap(each, 76, break_long_words=False, break_on_hyphens=False)]
    return "".join(escaped(line) + "\n" for line in lines)


def verbatim(lines):
    return ".Bd -literal -offset indent\n" + "".join(escaped(line) + "\n" for line in lines) + ".Ed\n"


def options(lines):
    page = ".Bl -tag -width Ds\n"
    for line in lines:
        head, _, words = line.strip().partition("  ")
        names, value = [], ""
        for part in head.split(", "):
            name, _, value = part.partition(" ")
            names.append("Fl " + escaped(name.removeprefix("-")))
        page += ".It " + " , ".join(names) + (f" Ar {escaped(value)}" if value else "") + "\n" + paragraph(words)
    return page + ".El\n"


def command(name, shared):
    """The section of a command."""
    blocks = told(name, "--help").rstrip("\n").split("\n\n")
    usage = blocks[0].removeprefix("usage: ")
    page = f".Ss {escaped(name)}\n.D1 {escaped(usage)}\n"
    for block in blocks[1:]:
        lines = block.split("\n")
        if lines[0] == "options:":
            own = [line for line in lines[1:] if line.split("  ")[1] not in shared]
            page += options(own) if own else ""
        elif lines[0] == "examples:":
            page += ".Pp\nExamples:\n" + verbatim([line.strip() for line in lines[1:]])
        elif lines[0].startswith("  "):
            page += verbatim([line.strip() for line in lines])
        else:
            page += ".Pp\n" + paragraph(block)
    return page


def commands():
    blocks = told("--help").split("\n\n")
    table = next(block for block in blocks if block.startswith("commands:"))
    general = next(block.strip("\n") for block in blocks if block.strip("\n").startswith("options:")).split("\n")[1:]
    shared = [line.split("  ")[1] for line in general]
    names = [line.split()[0] for line in table.split("\n")[1:] if line]
    page = ".Sh OPTIONS\nEvery command takes these:\n" + options(general)
    page += ".Pp\nA value stands in the next word or after =, and\n.Fl \\-\nends the options.\n"
    return page + ".Sh COMMANDS\n" + "".join(command(name, shared) for name in names)


SCHEMA = json.loads((ROOT / "contrib/schema/notifier.schema.json").read_text(encoding="utf-8"))


def keys(properties, left_out=()):
    """The keys of a mapping, as the schema describes them."""
    page = ".Bl -tag -width Ds\n"
    for name, schema in properties.items():
        if name not in left_out:
            schema = {**SCHEMA["$defs"].get(schema.get("$ref", "").rpartition("/")[2], {}), **schema}
            page += f".It Cm {escaped(name)}\n" + paragraph(schema["description"])
    return page + ".El\n"


def configuration():
    definitions = SCHEMA["$defs"]
    page = ".Sh SETTINGS\n" + keys(SCHEMA["properties"])
    page += ".Sh ALARMS\nAn alarm has these keys, of which\n.Cm id ,\n.Cm days\nor\n.Cm rrule ,\nand a time must be there.\n"
    page += keys(definitions["alarm"]["properties"])
    page += ".Ss Recurrence rules by their parts\n" + keys(definitions["rule"]["properties"])
    page += ".Ss escalate\n" + keys(definitions["escalation"]["properties"])
    page += ".Sh DESTINATIONS\nEvery destination has a\n.Cm kind .\nKeys of many kinds:\n"
    many = {name.removeprefix("destination-"): each for name, each in definitions.items() if name.startswith("destination-")}
    page += keys(many)
    for each in definitions["destination"]["allOf"]:
        schema = each["then"]
        kind = schema["properties"]["kind"]["const"]
        own = [name for name in schema["properties"] if name != "kind" and name not in many]
        page += f".Ss kind: {kind}\n" + paragraph(schema["title"] + ("" if own else ": no keys of its own") + ".")
        if own:
            page += keys({name: schema["properties"][name] for name in own})
    page += ".Ss Secrets\nA secret is written out, with a warning, or is a mapping with one of these:\n"
    page += keys(definitions["secretPlace"]["properties"])
    page += ".Sh DAYS\n.Ss holidaySources\nAn entry is a path, or a mapping:\n"
    page += keys(definitions["holidaySource"]["anyOf"][1]["properties"])
    page += ".Ss ownDays\n" + keys(definitions["ownDay"]["properties"])
    calendar = SCHEMA["properties"]["calendars"]["additionalProperties"]
    page += ".Ss calendars\n" + keys(calendar["properties"])
    page += ".Ss imports\n" + keys(SCHEMA["properties"]["imports"]["additionalProperties"]["properties"])
    return page + ".Ss sync\n" + keys(SCHEMA["properties"]["sync"]["additionalProperties"]["properties"])


def rules():
    text = (ROOT / "docs/rules.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([^`]*)` \| `([^`]*)` \|", text.partition("<!-- next:")[2].partition("\n\n")[0], re.M)
    page = ".Sh PHRASES\nWhat may stand after\n.Cm days: ,\nin English and in Chinese; what counts days counts real ones.\n"
    page += ".Bl -tag -width Ds\n" + "".join(f".It {escaped(english)}\n{escaped(chinese)}\n" for english, chinese in rows) + ".El\n"
    english, chinese = re.findall(r"```text\n(phrase .*?)```", text, re.S)
    for name, grammar in (("English", english), ("Chinese", chinese)):
        page += f".Ss The grammar in {name}\n" + verbatim(grammar.rstrip("\n").split("\n"))
    return page


PAGES = {"notifierctl.1": commands, "notifier.yaml.5": configuration, "notifier-rules.7": rules}


def page(name):
    text = (ROOT / "contrib/man" / name).read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    return before + BEGIN + PAGES[name]() + END + rest.partition(END)[2]


def main():
    if sys.argv[1:2] == ["--print"]:
        sys.stdout.write(page(sys.argv[2]))
        return
    for name in PAGES:
        (ROOT / "contrib/man" / name).write_text(page(name), encoding="utf-8")


main()
