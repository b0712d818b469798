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


def translations():
    """What po/manual.zh_CN.po has: the texts of the schema and the headings of notifier.yaml(5)."""
    unquoted = lambda text: re.sub(r"\\(.)", r"\1", text)
    lines = re.findall(r'^msgid "(.*)"\nmsgstr "(.*)"$', (ROOT / "po/manual.zh_CN.po").read_text(encoding="utf-8"), re.M)
    return {unquoted(english): unquoted(chinese) for english, chinese in lines if english}


TRANSLATIONS = translations()


class English:
    """How the help and a page say what stands around the text."""

    locale = "C.UTF-8"
    usage, options, examples, commands = "usage: ", "options:", "examples:", "commands:"
    options_title, commands_title = "OPTIONS", "COMMANDS"
    shared = "Every command takes these:"
    words = ".Pp\nA value stands in the next word or after =, and\n.Fl \\-\nends the options.\n"
    examples_line = "Examples:"

    @staticmethod
    def text(english):
        return english


class Chinese(English):
    locale = "zh_CN.UTF-8"
    usage, options, examples, commands = "用法：", "选项：", "示例：", "命令："
    options_title, commands_title = "选项", "命令"
    shared = "每个命令都有这些选项："
    words = ".Pp\n选项的值写在下一个词里，或写在 = 之后；\n.Fl \\-\n之后不再有选项。\n"
    examples_line = "示例："
    used = set()

    @staticmethod
    def text(english):
        if english not in TRANSLATIONS:
            sys.exit(f"manual.py: po/manual.zh_CN.po has no translation of {english!r}")
        Chinese.used.add(english)
        return TRANSLATIONS[english]


def told(language, *arguments):
    environment = {**os.environ, "LC_ALL": language.locale}
    environment.pop("LANGUAGE", None)
    return subprocess.run(
        ["notifierctl", *arguments], check=True, capture_output=True, text=True, encoding="utf-8", env=environment
    ).stdout


def escaped(text):
    """Text as roff reads it; hyphens are those of a command line."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text[:1] in (".", "'") else text


CJK = "[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]"


def chinese_paragraph(text):
    """Lines of Chinese, each sentence on a line of its own, with places behind the marks where a line may end."""
    text = re.sub(f"(?<={CJK})\n(?={CJK})|(?<=[，。；：、！？）”])\n|\n(?=[（“])", "", text)
    lines = re.sub("。(?=[^）”])", "。\n", " ".join(text.split())).split("\n")
    return "".join(re.sub("(?<=[，；：、）])(?=[^，；：、）。])", r"\\:", escaped(line.strip())) + "\n" for line in lines)


def paragraph(text, language=English):
    """Lines of running text, each sentence on a line of its own, as mdoc wants it."""
    sentences = re.sub(r"(?<=[a-z)0-9\]][.:]) (?=[A-Z])", "\n", " ".join(text.split())).split("\n")
    if language is Chinese:
        return chinese_paragraph(text)
    lines = [line for each in sentences for line in textwrap.wrap(each, 76, break_long_words=False, break_on_hyphens=False)]
    return "".join(escaped(line) + "\n" for line in lines)


def verbatim(lines):
    return ".Bd -literal -offset indent\n" + "".join(escaped(line) + "\n" for line in lines) + ".Ed\n"


def options(language, lines):
    page = ".Bl -tag -width Ds\n"
    for line in lines:
        head, _, words = line.strip().partition("  ")
        names, value = [], ""
        for part in head.split(", "):
            name, _, value = part.partition(" ")
            names.append("Fl " + escaped(name.removeprefix("-")))
        page += ".It " + " , ".join(names) + (f" Ar {escaped(value)}" if value else "") + "\n" + paragraph(words, language)
    return page + ".El\n"


def command(language, name, shared):
    """The section of a command."""
    blocks = told(language, name, "--help").rstrip("\n").split("\n\n")
    usage = blocks[0].removeprefix(language.usage)
    page = f".Ss {escaped(name)}\n.D1 {escaped(usage)}\n"
    for block in blocks[1:]:
        lines = block.split("\n")
        if lines[0] == language.options:
            own = [line for line in lines[1:] if line.split("  ")[1] not in shared]
            page += options(language, own) if own else ""
        elif lines[0] == language.examples:
            page += f".Pp\n{language.examples_line}\n" + verbatim([line.strip() for line in lines[1:]])
        elif lines[0].startswith("  "):
            page += verbatim([line.strip() for line in lines])
        else:
            page += ".Pp\n" + paragraph(block, language)
    return page


def commands(language=English):
    blocks = told(language, "--help").split("\n\n")
    table = next(block for block in blocks if block.startswith(language.commands))
    general = next(block.strip("\n") for block in blocks if block.strip("\n").startswith(language.options)).split("\n")[1:]
    shared = [line.split("  ")[1] for line in general]
    names = [line.split()[0] for line in table.split("\n")[1:] if line]
    page = f".Sh {language.options_title}\n{language.shared}\n" + options(language, general) + language.words
    return page + f".Sh {language.commands_title}\n" + "".join(command(language, name, shared) for name in names)


SCHEMA = json.loads((ROOT / "contrib/schema/notifier.schema.json").read_text(encoding="utf-8"))


def keys(language, properties, left_out=()):
    """The keys of a mapping, as the schema describes them."""
    page = ".Bl -tag -width Ds\n"
    for name, schema in properties.items():
        if name not in left_out:
            schema = {**SCHEMA["$defs"].get(schema.get("$ref", "").rpartition("/")[2], {}), **schema}
            page += f".It Cm {escaped(name)}\n" + paragraph(language.text(schema["description"]), language)
    return page + ".El\n"


def configuration(language=English):
    definitions, said = SCHEMA["$defs"], language.text
    heading = lambda macro, text: f".{macro} {said(text)}\n"
    page = heading("Sh", "SETTINGS") + keys(language, SCHEMA["properties"])
    page += heading("Sh", "ALARMS") + said("An alarm has these keys, of which")
    page += f"\n.Cm id ,\n.Cm days\n{said('or')}\n.Cm rrule ,\n{said('and a time must be there.')}\n"
    page += keys(language, definitions["alarm"]["properties"])
    page += heading("Ss", "Recurrence rules by their parts") + keys(language, definitions["rule"]["properties"])
    page += ".Ss escalate\n" + keys(language, definitions["escalation"]["properties"])
    page += heading("Sh", "DESTINATIONS") + f"{said('Every destination has a')}\n.Cm kind .\n{said('Keys of many kinds:')}\n"
    many = {name.removeprefix("destination-"): each for name, each in definitions.items() if name.startswith("destination-")}
    page += keys(language, many)
    for each in definitions["destination"]["allOf"]:
        schema = each["then"]
        kind = schema["properties"]["kind"]["const"]
        own = [name for name in schema["properties"] if name != "kind" and name not in many]
        title = schema["title"] + ("" if own else ": no keys of its own") + "."
        page += f".Ss kind: {kind}\n" + paragraph(said(title), language)
        if own:
            page += keys(language, {name: schema["properties"][name] for name in own})
    page += heading("Ss", "Secrets") + said("A secret is written out, with a warning, or is a mapping with one of these:") + "\n"
    page += keys(language, definitions["secretPlace"]["properties"])
    page += heading("Sh", "DAYS") + f".Ss holidaySources\n{said('An entry is a path, or a mapping:')}\n"
    page += keys(language, definitions["holidaySource"]["anyOf"][1]["properties"])
    page += ".Ss ownDays\n" + keys(language, definitions["ownDay"]["properties"])
    for name in ("calendars", "imports", "sync"):
        page += f".Ss {name}\n" + keys(language, SCHEMA["properties"][name]["additionalProperties"]["properties"])
    return page


def chinese_configuration():
    page = configuration(Chinese)
    unused = TRANSLATIONS.keys() - Chinese.used
    if unused:
        sys.exit(f"manual.py: po/manual.zh_CN.po translates what no page says: {sorted(unused)}")
    return page


def rules(chinese=False):
    text = (ROOT / "docs/rules.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([^`]*)` \| `([^`]*)` \|", text.partition("<!-- next:")[2].partition("\n\n")[0], re.M)
    if chinese:
        page = ".Sh 短语\n.Cm days:\n之后可以写的短语，中文英文都行；数日子的，数的都是真正的日子。\n"
        rows = [(second, first) for first, second in rows]
    else:
        page = ".Sh PHRASES\nWhat may stand after\n.Cm days: ,\nin English and in Chinese; what counts days counts real ones.\n"
    page += ".Bl -tag -width Ds\n" + "".join(f".It {escaped(first)}\n{escaped(second)}\n" for first, second in rows) + ".El\n"
    grammars = list(zip(("英文语法", "中文语法") if chinese else ("The grammar in English", "The grammar in Chinese"),
                        re.findall(r"```text\n(phrase .*?)```", text, re.S), strict=True))
    for name, grammar in reversed(grammars) if chinese else grammars:
        page += f".Ss {name}\n" + verbatim(grammar.rstrip("\n").split("\n"))
    return page


PAGES = {
    "notifierctl.1": commands, "notifier.yaml.5": configuration, "notifier-rules.7": rules,
    "zh_CN/notifierctl.1": lambda: commands(Chinese), "zh_CN/notifier.yaml.5": chinese_configuration,
    "zh_CN/notifier-rules.7": lambda: rules(chinese=True),
}


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
