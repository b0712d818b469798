#!/usr/bin/env python3
"""Writes contrib/schema/notifier.schema.json: the JSON Schema of the configuration, for editors.

Its patterns are put together from parts, which no person should have to read in one piece. They are regular expressions
as ECMA 262 has them, without flags, as JSON Schema asks. `null` stands nearly everywhere, since a key without a value
counts as not written.
"""

import json
import sys
from pathlib import Path

PLACE = Path(__file__).resolve().parents[1] / "schema/notifier.schema.json"


def anycase(words):
    """A pattern for words in any case of letters, blanks between them as many as you like."""
    one = lambda letter: f"[{letter.upper()}{letter}]" if letter.isalpha() else "\\" + letter if letter in ".+" else letter
    return " +".join("".join(map(one, word)) for word in words.split())


def whole(pattern):
    return f"^(?:{pattern})$"


def listed(pattern):
    """One of them, or several with commas between."""
    return f"{pattern}|\\s*(?:{pattern})(?:,\\s*(?:{pattern}))+"


TIME = "(?:[01]?[0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9])?"
DATE = "(?!0000)[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])"
NUMBER = "[0-9]{1,9}"
CLOCK_SPAN = f"(?=[0-9])(?:{NUMBER}[hH])?(?:{NUMBER}[mM])?(?:{NUMBER}[sS])?"
SPAN = f"(?=[0-9])(?:{NUMBER}[wW])?(?:{NUMBER}[dD])?(?:{NUMBER}[hH])?(?:{NUMBER}[mM])?(?:{NUMBER}[sS])?"
LONG = f"(?=[^1-9]*[1-9])(?:{SPAN})"
WORKDAYS = "[0-9]{1,4}[wW][dD]"
ISO_SPAN = (
    f"[pP](?=[0-9tT])(?:{NUMBER}[wW])?(?:{NUMBER}[dD])?"
    f"(?:[tT](?=[0-9])(?:{NUMBER}[hH])?(?:{NUMBER}[mM])?(?:{NUMBER}[sS])?)?"
)
ON_A_DAY = "|".join(map(anycase, ["the day before", "on the day", "the same day", "the day after"]))
ON_A_DAY += f"|[0-9]{{1,4}} +{anycase('day')}[sS]? +(?:{anycase('before')}|{anycase('after')})"
SHIFT = f"[-+](?:{SPAN}|{WORKDAYS})|[-+]?{ISO_SPAN}|(?![^1-9]*[1-9])(?:{SPAN}|{WORKDAYS})|{TIME} +(?:{ON_A_DAY})"
OFFSET = f"{anycase('end')}|(?:(?:{anycase('end')}|{anycase('start')}) +)?(?:{SHIFT})"
AT = f"{TIME}|{anycase('every')} +{CLOCK_SPAN} +{anycase('from')} +{TIME} +{anycase('to')} +{TIME}"
DELAY = f"\\s*(?:{LONG}|(?=0*[1-9]){WORKDAYS}|{anycase('next')}\\s+{anycase('workday')})\\s*"
NAG = (
    f"[\\s,]*{anycase('every')}[\\s,]+{LONG}[\\s,]+{anycase('until')}[\\s,]+{anycase('done')}"
    f"(?:[\\s,]+{anycase('at')}[\\s,]+{anycase('most')}[\\s,]+\\+?0*(?:[1-9][0-9]{{0,2}}|1000))?[\\s,]*"
)
QUIET = f"[-–\\s]*{TIME}\\s*[-–][-–\\s]*{TIME}[-–\\s]*"
DATES = f"{DATE}(?:\\.\\.[-0-9]{{1,10}})?"
MOMENT = (
    "(?:TZID=[^:]+:)?[0-9]{4}-?[0-9]{2}-?[0-9]{2}(?:[Tt ][0-9]{1,2}:?[0-9]{2}(?::?[0-9]{2})?(?:[.,][0-9]+)?"
    "(?:[Zz]|[-+][0-9:]+)?)?"
)
LIMIT = f"\\+?0*(?:[1-9][0-9]{{0,4}}|100000)/{LONG}"
PERCENT = "\\+?0*(?:[1-9][0-9]?|100)%"
VOLUME = f"\\s*{PERCENT}(?:\\s+{anycase('to')}\\s+{PERCENT}\\s+{anycase('over')}\\s+{LONG})?\\s*"
REGION = "[A-Za-z]{2}(?:-[A-Za-z0-9]{1,3})?"
ADDRESS = "[hH][tT][tT][pP][sS]?://[^/\\s]\\S*"
PROXY = f"none|(?:{anycase('http')}[sS]?|{anycase('socks')}(?:4[aA]?|5[hH]?))://[^/\\s]\\S*"
MAIL_SERVER = f"{anycase('smtp')}[sS]?://(?:[A-Za-z0-9.-]+|\\[[A-Za-z0-9:.]+\\])(?::[0-9]{{1,5}})?/?"
MAILBOX = "[^@\\s<>\"(),:;\\[\\]\\\\]+@[^@\\s<>\"(),:;\\[\\]\\\\]+"
MAIL_ADDRESS = f"{MAILBOX}|[^\\n]*<{MAILBOX}>"
FIELDS = "title body relative date time occurrence fires day offset location notes link calendar urgency alarm id".split()
TEMPLATE = "(?:(?!\\{\\{)[\\s\\S]|\\{\\{\\s*(?:" + "|".join(FIELDS) + ")\\s*\\}\\})*"
DIGIT = "[A-Za-z0-9+/]"
SIGNING_KEY = (
    f"(?:whsec_)?(?={DIGIT})(?:{DIGIT}{{4}})*(?:{DIGIT}[AQgw]={{0,2}}|{DIGIT}{{2}}[AEIMQUYcgkosw048]=?)?"
)
SIGNING_KEYS = f"\\s*{SIGNING_KEY}(?:\\s+{SIGNING_KEY})*\\s*"
LINE = "[^\\n\\r]+"
SOME = "[\\s\\S]+"
WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split()

# A scalar is its text, whatever it looks like to YAML.
TEXT = {"type": ["string", "number", "boolean"]}
NOT_EMPTY = {"type": ["string", "number", "boolean"], "minLength": 1}


def ref(name):
    return {"$ref": f"#/$defs/{name}"}


def text(pattern, *examples):
    schema = {"type": "string", "pattern": whole(pattern)}
    return {**schema, "examples": list(examples)} if examples else schema


def words_like(pattern):
    """A text of this pattern; what looks like a number is one."""
    return {"type": ["string", "number", "boolean"], "pattern": whole(pattern)}


def choice(*words):
    return {"enum": list(words)}


def word(*words):
    """One of these in any case of letters."""
    return {"anyOf": [{"enum": list(words)}, {"type": "string", "pattern": whole("|".join(map(anycase, words)))}]}


def number(least, most=None, written=None):
    """A whole number, also in quotes."""
    bounds = {"minimum": least} if most is None else {"minimum": least, "maximum": most}
    return {"anyOf": [{"type": "integer", **bounds}, {"type": "string", "pattern": whole(written or "[-+]?[0-9]+")}]}


def flag():
    return {"enum": [True, False, "true", "false"]}


def several(item, least=0, scalar=None, most=None):
    """A list of items, or one of them."""
    listing = {"type": "array", "items": item}
    if least:
        listing["minItems"] = least
    if most:
        listing["maxItems"] = most
    return {"anyOf": [scalar or item, listing]}


def texts(pattern, *examples, least=0):
    """A list of texts, or one text that may hold several with commas between."""
    return several(text(pattern, *examples), least, text(listed(pattern)))


def words_of_a_program(first):
    """A list of texts, of which the first one is the program."""
    return {"type": "array", "prefixItems": [first], "items": TEXT, "minItems": 1}


def or_nothing(schema):
    """The same, or no value."""
    if "type" in schema and "enum" not in schema:
        kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        return {**schema, "type": kinds + ["null"]}
    if "enum" in schema:
        return {**schema, "enum": schema["enum"] + [None]}
    if "anyOf" in schema:
        return {**schema, "anyOf": schema["anyOf"] + [{"type": "null"}]}
    return {"anyOf": [schema, {"type": "null"}]}


def mapping(title, properties, required=(), **more):
    """A mapping of these keys alone. A value is a schema with what an editor tells of it."""
    found = {}
    for name, (schema, description) in properties.items():
        schema = schema if name in required else or_nothing(schema)
        found[name] = {"description": description, **schema}
    result = {"title": title, "type": "object", "properties": found, "additionalProperties": False}
    if required:
        result["required"] = list(required)
    return {**result, **more}


def says(name, value=None):
    """That a key has a value, or this one."""
    return {"required": [name], "properties": {name: value or {"not": {"type": "null"}}}}


def both(first, second):
    return {"allOf": [first, second]}


# 20261224, as iCalendar writes dates.
DAY_NUMBER = {"type": "integer", "minimum": 10_000_101, "maximum": 99_991_231}

# The recurrence rule under EventKit's names.


def numbers(least, most):
    """Whole numbers, one, several with commas, or a list; from 1 on also counted from the end."""
    written = "[-+]?[0-9]+"
    item = {
        "anyOf": [
            {"type": "integer", "minimum": -most if least == 1 else least, "maximum": most, "not": {"const": 0} if least else {}},
            {"type": "string", "pattern": whole(written)},
        ]
    }
    if not least:
        del item["anyOf"][0]["not"]
    plain = {**item, "anyOf": [item["anyOf"][0], {"type": "string", "pattern": whole(listed(written))}]}
    return several(item, 1, plain)


WEEKDAY = "|".join(anycase(day[:2]) + f"(?:{anycase(day[2])}(?:{anycase(day[3:])})?)?" for day in WEEKDAYS)
MONTH = "\\+?0*(?:[1-9]|1[0-2])[lL]?"
RULE = mapping(
    "A recurrence rule by its parts",
    {
        "frequency": (word("secondly", "minutely", "hourly", "daily", "weekly", "monthly", "yearly"), "FREQ: what repeats"),
        "interval": (number(1, written="\\+?0*[1-9][0-9]*"), "INTERVAL: every how many of them, from 1 on"),
        "daysOfTheWeek": (
            {
                "anyOf": [
                    text(listed(WEEKDAY)),
                    ref("weekdayNumber"),
                    {"type": "array", "items": {"anyOf": [text(WEEKDAY, *WEEKDAYS), ref("weekdayNumber")]}, "minItems": 1},
                ]
            },
            "BYDAY: weekdays, or { day: friday, week: -1 } for the last one",
        ),
        "daysOfTheMonth": (numbers(1, 31), "BYMONTHDAY: -1 is the last day"),
        "monthsOfTheYear": (
            several(
                {"anyOf": [{"type": "integer", "minimum": 1, "maximum": 12}, text(MONTH)]}, 1,
                {"anyOf": [{"type": "integer", "minimum": 1, "maximum": 12}, text(listed(MONTH))]},
            ),
            "BYMONTH: with RSCALE also leap months, as 5L",
        ),
        "weeksOfTheYear": (numbers(1, 53), "BYWEEKNO"),
        "daysOfTheYear": (numbers(1, 366), "BYYEARDAY"),
        "setPositions": (numbers(1, 366), "BYSETPOS"),
        "end": (ref("ruleEnd"), "UNTIL or COUNT: where the rule ends"),
        "firstDayOfTheWeek": (text(WEEKDAY, *WEEKDAYS), "WKST; default monday"),
        "hours": (numbers(0, 23), "BYHOUR"),
        "minutes": (numbers(0, 59), "BYMINUTE"),
        "seconds": (numbers(0, 60), "BYSECOND"),
        "calendar": (word("gregorian", "chinese"), "RSCALE: whose months and days; default gregorian"),
        "skip": (word("omit", "backward", "forward"), "SKIP: what becomes of a day or leap month that is not there"),
    },
    ["frequency"],
)
WEEKDAY_NUMBER = mapping(
    "A weekday, or one by its number",
    {
        "day": (text(WEEKDAY, *WEEKDAYS), "the weekday"),
        "week": (
            {
                "anyOf": [
                    {"type": "integer", "minimum": -53, "maximum": 53, "not": {"const": 0}},
                    {"type": "string", "pattern": whole("[-+]?[0-9]+")},
                ]
            },
            "1 is the first in its month or year, -1 the last",
        ),
    },
    ["day"],
)
RULE_END = mapping(
    "Where a rule ends",
    {
        "date": ({"anyOf": [text(MOMENT, "2030-12-31"), DAY_NUMBER]}, "UNTIL: a date, a local time or a point in time"),
        "count": (number(1, written="\\+?0*[1-9][0-9]*"), "COUNT: how many dates there are"),
    },
)

# Alarms.

RULE_TEXT = {"type": "string", "pattern": "[Ff][Rr][Ee][Qq]=", "examples": ["FREQ=WEEKLY;BYDAY=MO,WE"]}
PHRASE = {"type": "string", "pattern": "\\S"}
A_RULE = {"anyOf": [RULE_TEXT, ref("rule")]}
DAYS = [
    "workdays", "rest days", "holidays", "make-up workdays", "every day", "mon-fri", "last workday of the month",
    "first workday of the month", "last workday before a holiday", "first workday after a holiday", "lunar 8-15",
]
MOMENTS = several(
    {"anyOf": [text(MOMENT), DAY_NUMBER]}, 0, {"anyOf": [text(listed(MOMENT)), DAY_NUMBER]})
NAMES = several(TEXT, 1)
ALARM = mapping(
    "An alarm",
    {
        "id": (
            {"type": ["string", "number", "boolean"], "pattern": whole("[^\\s/\\\\:;,!?\"'()\\[\\]{}<>@#$%&*+=|~^`]{1,64}")},
            "1 to 64 letters, digits, -, _ or . that no other alarm has; the journal knows the alarm by it",
        ),
        "title": (TEXT, "what it says first; default: the id"),
        "days": (
            {"anyOf": [{**PHRASE, "examples": DAYS}, {"type": "array", "items": {"type": "string"}, "minItems": 1}]},
            "on which days, a phrase such as workdays or last workday of the month",
        ),
        "rrule": (
            {"anyOf": [RULE_TEXT, ref("rule"), {"type": "array", "items": A_RULE, "minItems": 1}]},
            "a recurrence rule of RFC 5545, several, or one by its parts",
        ),
        "rdate": (MOMENTS, "dates or times that are added to the rules"),
        "exdate": (MOMENTS, "dates or times that are taken from the rules"),
        "at": (texts(AT, "09:00", "every 50m from 09:00 to 18:00", least=1), "when in the day: a time, several, or every SPAN from TIME to TIME"),
        "region": (ref("region"), "whose holidays count for it; default: the setting region"),
        "workWeek": (ref("workWeek"), "which work week counts for it; default: the setting, or the region's"),
        "timezone": (ref("zone"), "the zone whose clock its times mean; default: the setting timezone"),
        "start": (text(f"{DATE}(?:[T ]{TIME})?", "2026-01-09", "2026-01-09T16:00"), "the first day or moment that counts"),
        "until": (text(DATE, "2026-12-31"), "the last day that counts"),
        "count": (number(1, 100_000, "\\+?0*(?:[1-9][0-9]{0,4}|100000)"), "how many occurrences there are from start on"),
        "holidays": (choice("swap", "skip", "ignore"), "swap: holidays are skipped and make-up workdays added; skip: only skipped; ignore: neither"),
        "only": ({**PHRASE, "examples": ["workdays", "rest days"]}, "a class of days that are kept"),
        "position": ({**PHRASE, "examples": ["last of the month"]}, "of the days that are left in a period"),
        "except": (texts(DATES, "2026-12-24", "2026-12-24..31"), "dates on which nothing takes place"),
        "move": (choice("keep", "drop", "next", "previous", "nearest"), "what becomes of a date that is no workday; default keep"),
        "dst": (choice("first", "last", "both", "skip"), "of a time that the clock repeats or leaves out; default first"),
        "half-days": (text(f"keep|drop|{TIME}", "keep", "drop", "11:30"), "what becomes of it on a day whose work ends early; default keep"),
        "duration": (text(SPAN, "1h30m", "2d"), "how long the event lasts, for offsets from its end"),
        "all-day": (flag(), "true: the event spans its whole day; default false"),
        "ring-at": (text(TIME, "09:00"), "when an all-day alarm without remind rings; default 09:00"),
        "remind": (
            texts(OFFSET, "-10m", "0m", "-1d", "-2wd", "20:00 the day before", "end -5m", least=1),
            "when it rings, relative to the event; default 0m, at its time",
        ),
        "to": (NAMES, "the destinations that it goes to; default desktop"),
        "missed": (text(f"always|never|within {SPAN}", "within 30m", "always", "never"), "whether it rings late when nobody could ring it in time; default within 30m"),
        "ack": (flag(), "true: it asks to be acknowledged; default false"),
        "nag": (text(NAG, "every 5m until done", "every 5m until done, at most 6"), "it rings again until it is acknowledged"),
        "escalate": (ref("escalation"), "whom to tell when it is not acknowledged"),
        "during-quiet": (choice("hold", "drop", "ring"), "what becomes of a ring in quiet hours; default hold"),
        "snooze": (texts(DELAY, "10m", "1h", "next workday"), "by how long the buttons of its popup put it off; default 10m"),
        "wake": (flag(), "true: a machine that is suspended is woken for it; default false"),
        "urgency": (choice("low", "normal", "critical"), "a critical popup stays until it is closed; default normal"),
        "icon": (TEXT, "a name of the desktop's theme, or the path of a picture"),
        "calendar": (TEXT, "the name of a calendar"),
        "notes": (TEXT, "text that is shown under the time"),
        "location": (TEXT, "where it takes place"),
        "link": (TEXT, "an address that is shown with it"),
        "enabled": (flag(), "false: it does not ring; default true"),
    },
    ["id"],
    allOf=[
        {"$comment": "on which days: days or rrule, and not both", "anyOf": [says("days"), says("rrule"), says("rdate")]},
        {"not": both(says("days"), says("rrule"))},
        {"if": says("days"), "then": {"not": {"anyOf": [{"required": ["rdate"]}, {"required": ["exdate"]}]}}},
        {
            "$comment": "when: at, a whole day, or a start with a time",
            "anyOf": [says("at"), says("all-day", choice(True, "true")), says("start", {"type": "string", "pattern": "[T ]"})],
        },
        {"not": both(says("all-day", choice(True, "true")), says("at"))},
        {"if": says("ring-at"), "then": {**says("all-day", choice(True, "true")), "not": says("remind")}},
        {"if": says("count"), "then": says("start")},
        {"if": says("ack", choice(False, "false")), "then": {"not": {"anyOf": [{"required": ["nag"]}, {"required": ["escalate"]}]}}},
    ],
)
ESCALATION = mapping(
    "Whom to tell",
    {"after": (text(DELAY, "30m", "1wd"), "how long it waits for an answer"), "to": (NAMES, "the destinations that hear of it")},
    ["after", "to"],
)

# Destinations.

SECRET_FORMS = {
    "file": (NOT_EMPTY, "the first line of a file that only you can read"),
    "env": (NOT_EMPTY, "a variable in the environment of notifierd"),
    "credential": (
        {"type": ["string", "number", "boolean"], "pattern": whole("[^/]+")},
        "what systemd hands to the unit with LoadCredential=",
    ),
    "command": ({"anyOf": [NOT_EMPTY, words_of_a_program(NOT_EMPTY)]}, "the first line that a program writes"),
}
SECRET_PLACE = {
    "title": "Where a secret is",
    "type": "object",
    "properties": {name: {"description": words, **schema} for name, (schema, words) in SECRET_FORMS.items()},
    "additionalProperties": False,
    "minProperties": 1,
    "maxProperties": 1,
}


def secret(written=None):
    return {"anyOf": [written or NOT_EMPTY, ref("secretPlace")]}


URL = secret(text(ADDRESS, "https://…"))
LINE_TEXT = {"type": ["string", "number", "boolean"], "pattern": whole(LINE)}
A_MENTION = words_like("[^\\s<>\"'()\\[\\]{}|\\\\`]+")


def mentions(description, item=A_MENTION):
    return {"mentions": (several(item), description)}


def levels(*words):
    item = {"enum": list(words) + [int(each) for each in words if each.lstrip("-").isdigit()]}
    schema = {
        "type": "object", "properties": {name: item for name in ("low", "normal", "critical")}, "additionalProperties": False}
    return {"levels": (schema, "what the service calls an urgency: " + ", ".join(words))}


def line(description):
    return (LINE_TEXT, description)


def key(description):
    return (secret(), description + "; a secret")


OWN_URL = {"url": (URL, "the address that the service gave out; a secret")}


def server(usual):
    return {"url": (URL, f"where the service runs; default {usual}" if usual else "where the service runs")}


ICON = {"icon": (URL, "the address of a picture")}
AVATAR = {"avatar": (URL, "the address of a picture")}
HEADERS = {
    "type": "object",
    "propertyNames": {
        "pattern": whole("[A-Za-z0-9_.-]+"),
        "not": {"pattern": whole("|".join(map(anycase, "content-length transfer-encoding connection te trailer upgrade expect idempotency-key".split())))},
    },
    "additionalProperties": secret(),
}
# By kind: what may be said of one beside what every service has, and what must be.
SERVICES = {
    "webhook": (
        "generic webhook",
        {
            **OWN_URL, "method": (choice("POST", "PUT", "PATCH"), "default POST"),
            "headers": (HEADERS, "names and values of request headers, each value a secret"),
            "format": (choice("json", "cloudevents", "cloudevents-binary"), "default json"),
            "body": (ref("template"), "the body, with placeholders such as {{title}}"),
            "content-type": line("the Content-Type of the body"),
            "signing-key": (secret({**text(SIGNING_KEYS), "type": ["string", "boolean"]}), "what Standard Webhooks signs with, whsec_ and base64; a secret"),
        },
        ["url"],
    ),
    "dingtalk": (
        "DingTalk 钉钉",
        {**OWN_URL, "secret": key("what the robot signs with"),
         **mentions("mobile numbers, or all", {"type": ["string", "integer"], "pattern": whole("all|[0-9+-]+")})},
        ["url"],
    ),
    "feishu": (
        "Feishu 飞书, Lark",
        {**OWN_URL, "secret": key("what the robot signs with"), **mentions("Open IDs (ou_…), user IDs, or all"),
         **levels("blue", "wathet", "turquoise", "green", "yellow", "orange", "red", "carmine", "violet", "purple", "indigo", "grey")},
        ["url"],
    ),
    "wecom": ("WeCom 企业微信", {**OWN_URL, **mentions("user IDs, mobile numbers, or @all")}, ["url"]),
    "slack": ("Slack", {**OWN_URL, **mentions("member IDs (U…), group IDs (S…), here, channel or everyone")}, ["url"]),
    "discord": (
        "Discord",
        {**OWN_URL, "username": line("who seems to write"), "thread": line("the thread"), **AVATAR,
         **mentions("user IDs, role IDs as &ID, here or everyone")},
        ["url"],
    ),
    "telegram": (
        "Telegram",
        {**server("https://api.telegram.org"), "token": key("the bot's token"), "chat": line("the chat's id or @name"),
         "thread": (number(1, written="\\+?0*[1-9][0-9]*"), "the number of a topic"), **mentions("names as @name")},
        ["token", "chat"],
    ),
    "teams": ("Microsoft Teams (Workflows)", {**OWN_URL}, ["url"]),
    "google-chat": ("Google Chat", {**OWN_URL, "thread": line("the thread"), **mentions("user IDs, or all")}, ["url"]),
    "mattermost": (
        "Mattermost",
        {**OWN_URL, "channel": line("another channel"), "username": line("who seems to write"), **ICON,
         **mentions("names as @name, @here, @channel or @all"), **levels("none", "important", "urgent")},
        ["url"],
    ),
    "rocketchat": (
        "Rocket.Chat",
        {**OWN_URL, "channel": line("another channel"), "username": line("who seems to write"), **ICON,
         **mentions("names as @name, @here or @all")},
        ["url"],
    ),
    "matrix": (
        "Matrix",
        {**OWN_URL, "room": line("the room's id"), "token": key("an access token"),
         **mentions("user IDs as @user:server, or @room"), "notice": (flag(), "whether it is a notice, as bots write")},
        ["url", "room", "token"],
    ),
    "ntfy": (
        "ntfy",
        {**server("https://ntfy.sh"), "topic": key("the topic"), "token": key("an access token"), "user": key("who logs in"),
         "password": key("the password"), **ICON, "tags": (several(LINE_TEXT), "words, some of which become pictures"),
         **levels("1", "2", "3", "4", "5")},
        ["topic"],
    ),
    "gotify": ("Gotify", {**OWN_URL, "token": key("the application's token"), **levels(*map(str, range(11)))}, ["url", "token"]),
    "bark": (
        "Bark",
        {**server("https://api.day.app"), "key": key("the device's key"), "sound": line("the sound"), **ICON,
         "call": (flag(), "whether it rings for half a minute"), **levels("passive", "active", "timeSensitive", "critical")},
        ["key"],
    ),
    "serverchan": (
        "ServerChan Server酱",
        {**server(""), "key": key("the SendKey"),
         "channels": (several({"anyOf": [{"type": "integer"}, text("[-+]?[0-9]+")]}), "numbers of channels")},
        ["key"],
    ),
    "pushplus": (
        "PushPlus 推送加",
        {**server("https://www.pushplus.plus"), "token": key("the token"), "topic": line("the group"),
         "channel": (choice("wechat", "webhook", "cp", "mail", "sms", "app"), "default wechat")},
        ["token"],
    ),
    "pushdeer": ("PushDeer", {**server("https://api2.pushdeer.com"), "key": key("the PushKey")}, ["key"]),
    "pushover": (
        "Pushover",
        {**server("https://api.pushover.net"), "token": key("the application's token"), "user": key("the user's key"),
         "device": line("one device alone"), "sound": line("the sound"), **levels("-2", "-1", "0", "1", "2"),
         "retry": (number(30, 10_800), "seconds between tries of priority 2"),
         "expire": (number(30, 10_800), "seconds after which priority 2 gives up")},
        ["token", "user"],
    ),
    "homeassistant": ("Home Assistant", {**OWN_URL, "token": key("a long-lived access token")}, ["url"]),
    "ifttt": (
        "IFTTT",
        {**server("https://maker.ifttt.com"), "event": line("the event's name"), "key": key("the key")},
        ["event", "key"],
    ),
}
EXPIRES = {"expires": (text(LONG, "24h"), "how long a delivery is worth trying again")}
WORDS = {
    "language": (ref("language"), "of what is said; default: the file's language"),
    "title": (ref("template"), "the title, with placeholders such as {{title}}"),
    "text": (ref("template"), "the text, with placeholders such as {{body}}"),
    "limit": (
        several(text(LIMIT), 0, text(f"none|{LIMIT}", "20/1m", "none")),
        "how many messages it takes, 20/1m, one or a list; none for no limit",
    ),
    "at-limit": (choice("spread", "digest"), "beyond that: they wait, or those that wait become one; default spread"),
}
TRANSPORT = {
    "proxy": (secret(text(PROXY)), "the proxy's address, or none; a secret; default: what the environment of notifierd says"),
    "ca-file": (NOT_EMPTY, "a file in PEM with the authorities to trust in the place of the system's"),
    "socket": (text("(?:/|~/)[\\s\\S]*"), "the path of a Unix socket to connect to, whatever host url names"),
    "timeout": (text(CLOCK_SPAN, "30s"), "how long one try may take, 1s to 5m"),
}
NO_PROXY_TO_SOCKET = {"not": both(says("socket"), says("proxy", {"not": {"enum": [None, "none"]}}))}
SOUND_NAME = "(?!\\.)[A-Za-z0-9_.-]+"
SOUND_FILES = "|".join(map(anycase, "oga ogg opus wav flac mp3 aiff au".split()))
SOUND = {
    "sound": (words_like(f"{SOUND_NAME}|[\\s\\S]*/[\\s\\S]*|[\\s\\S]*\\.(?:{SOUND_FILES})"), "a name of the sound theme such as bell, or the path of a file"),
    "theme": (words_like(SOUND_NAME), "the sound theme that names are looked up in first; default freedesktop"),
    "play": (choice("once", "until done"), "default once"),
    "volume": (text(VOLUME, "80%", "30% to 100% over 30s"), "default 100%"),
    "at-most": (text(LONG, "2m"), "how long it plays at most, 1s to 1d; default 2m"),
}
EMAIL = {
    "server": (text(MAIL_SERVER, "smtps://mail.example.org"), "smtps://HOST or smtp://HOST, with a port behind it or not"),
    "user": key("who logs in"),
    "password": key("the password"),
    "from": (text(MAIL_ADDRESS), "who sends it"),
    "to": (several(text(MAIL_ADDRESS), 1), "who gets it, one or a list"),
}
COMMAND = {
    "run": (
        {"anyOf": [words_like("(?:/|~/)\\S*|[^/\\s]+"), words_of_a_program(words_like("(?:/|~/)[\\s\\S]*|[^/]+"))]},
        "[PROGRAM, ARGUMENT, …]; no shell takes it apart",
    ),
    "timeout": (text(CLOCK_SPAN, "30s"), "how long it may take, 1s to 1h"),
}


# What many kinds have stands once.
SHARED = {**TRANSPORT, **WORDS, **EXPIRES}


def shared(*groups):
    """References to the keys of some groups, for any kind of destination."""
    return {name: ref(f"destination-{name}") for group in groups for name in group}


def of_kind(kind, title, properties, required=(), common=(WORDS, EXPIRES), **more):
    schema = mapping(title, properties, required, **more)
    schema["properties"] = {"kind": {"const": kind}, **schema["properties"], **shared(*common)}
    return schema


def destination():
    kinds = {
        "desktop": of_kind("desktop", "A popup of the desktop", {}),
        "sound": of_kind("sound", "A sound", SOUND, common=[EXPIRES]),
        "console": of_kind("console", "A line on the daemon's standard output", {}),
    }
    for kind, (title, properties, required) in SERVICES.items():
        kinds[kind] = of_kind(
            kind, title, properties, required, common=[TRANSPORT, WORDS, EXPIRES], allOf=[NO_PROXY_TO_SOCKET])
    kinds["email"] = of_kind(
        "email", "E-mail", EMAIL, ["server", "from", "to"],
        allOf=[{"if": says("user"), "then": says("password")}, {"if": says("password"), "then": says("user")}])
    kinds["command"] = of_kind("command", "A command that is run", COMMAND, ["run"])
    return {
        "title": "Where alarms go",
        "type": "object",
        "required": ["kind"],
        "properties": {"kind": {"description": "what it is", "enum": list(kinds)}},
        "allOf": [
            {"if": {"required": ["kind"], "properties": {"kind": {"const": kind}}}, "then": schema}
            for kind, schema in kinds.items()
        ],
    }


# Days.

PATH = {"type": ["string", "number", "boolean"], "pattern": "^(?!https?://)[\\s\\S]+"}
HOLIDAY_SOURCE = {
    "anyOf": [
        PATH,
        mapping(
            "A holiday source",
            {
                "file": (PATH, "a path; a relative one counts from the directory of this file"),
                "url": (URL, "an address, in which {year} stands for a year; a secret"),
                "mirrors": (several(URL, most=19), "the same data elsewhere, one or a list"),
                "kind": (choice("holiday-cn", "timor", "nager", "csv", "ics"), "the form of the data; default: by what it holds"),
                "layer": (choice("national", "company", "personal"), "what it lies above; default national"),
                "region": (ref("region"), "whose days these are; default: the setting region"),
                "off": (several(NOT_EMPTY), "parts of the summary or category of events that are days off"),
                "work": (several(NOT_EMPTY), "parts of the summary or category of events that are make-up workdays"),
                "alarms": (NAMES, "the ids of the alarms that it is for; default: all"),
            },
            allOf=[
                {"anyOf": [says("file"), says("url")]},
                {"not": both(says("file"), says("url"))},
                {"if": says("mirrors"), "then": says("url")},
            ],
        ),
    ]
}
OWN_DAY = mapping(
    "A day of your own",
    {
        "off": (text(DATES, "2026-12-24", "2026-12-24..31"), "a date or a range that you take off"),
        "work": (text(DATES, "2026-12-26"), "a date or a range that you work"),
        "until": (text(TIME, "12:00"), "when the work of a half-day ends; goes with work"),
        "name": (TEXT, "why"),
        "alarms": (NAMES, "the ids of the alarms that it is for; default: all"),
    },
    allOf=[
        {"anyOf": [says("off"), says("work")]},
        {"not": both(says("off"), says("work"))},
        {"if": says("until"), "then": says("work")},
    ],
)
CALENDAR = mapping(
    "A calendar",
    {
        "title": (TEXT, "default: its name"),
        "color": (text("#[0-9A-Fa-f]{6}", "#2e7d32"), "\"#rrggbb\", in quotes, since # starts a comment"),
    },
)
SYNC = mapping(
    "A calendar server",
    {
        "url": (URL, "the server's address, or that of your calendars there; a secret"),
        "user": key("who logs in"),
        "password": key("the password"),
        "token": key("in the place of user and password"),
        "calendars": (NAMES, "the calendars whose alarms go there; default: all alarms"),
        "edited": (choice("leave", "restore"), "what becomes of an event of ours that a person changed there; default leave"),
    },
    ["url"],
    allOf=[
        {"if": says("user"), "then": says("password")},
        {"if": says("password"), "then": says("user")},
        {"not": both(says("token"), says("user"))},
    ],
)
IMPORT = mapping(
    "A calendar that is read",
    {
        "path": (PATH, "an iCalendar file, or a directory of them; a relative one counts from the directory of this file"),
        "url": (URL, "an address; a secret"),
        "calendar": (TEXT, "the calendar of which its alarms are"),
    },
    allOf=[{"anyOf": [says("path"), says("url")]}, {"not": both(says("path"), says("url"))}],
)
CONFIGURATION = mapping(
    "Configuration of notifier",
    {
        "language": (ref("language"), "of what is said to destinations: en or zh; default en"),
        "region": (ref("region"), "whose holidays count, such as CN or DE-BY; without it no holidays are known"),
        "timezone": (ref("zone"), "an IANA name, for alarms that name none; default: the system's"),
        "workWeek": (ref("workWeek"), "which days are worked when nothing else is said; default: the region's"),
        "holidaySources": (several(ref("holidaySource"), 0, PATH), "holiday data beyond what ships, later entries above earlier ones"),
        "ownDays": ({"type": "array", "items": ref("ownDay")}, "days that you take off or work, above all holiday data"),
        "quiet": (texts(QUIET, "22:00-07:00"), "times of day at which alarms keep quiet, one or a list"),
        "destinations": (
            {"type": "object", "additionalProperties": ref("destination")},
            "a mapping from names to where alarms go; desktop, sound and console are always there",
        ),
        "calendars": ({"type": "object", "additionalProperties": or_nothing(CALENDAR)}, "a mapping from names to groups of alarms"),
        "imports": (
            {"type": "object", "propertyNames": {"pattern": "^[A-Za-z0-9_-]{1,24}$"}, "additionalProperties": IMPORT},
            "a mapping from names to calendars whose events ring",
        ),
        "sync": ({"type": "object", "additionalProperties": SYNC}, "a mapping from names to calendar servers that sync writes to"),
        "alarms": ({"type": "array", "items": ref("alarm")}, "the alarms"),
        "disabled": (several(TEXT), "ids of alarms that do not ring; notifierctl disable and enable keep them"),
    },
)
DEFINITIONS = {
    "alarm": ALARM,
    "destination": destination(),
    **{f"destination-{name}": {"description": words, **or_nothing(schema)} for name, (schema, words) in SHARED.items()},
    "escalation": ESCALATION,
    "holidaySource": HOLIDAY_SOURCE,
    "language": choice("en", "zh"),
    "ownDay": OWN_DAY,
    "region": text(REGION, "CN", "DE-BY"),
    "rule": RULE,
    "ruleEnd": RULE_END,
    "secretPlace": SECRET_PLACE,
    "template": {"type": ["string", "number", "boolean"], "pattern": whole(TEMPLATE)},
    "weekdayNumber": WEEKDAY_NUMBER,
    "workWeek": {
        **PHRASE, "examples": ["mon-fri", "mon-sat / mon-fri from 2026-01-05", "4 on 2 off from 2026-01-01"]},
    "zone": {**PHRASE, "examples": ["Asia/Shanghai", "Europe/Berlin", "UTC"]},
}


def written(value, depth=0, width=118):
    """JSON, whatever fits into a line on one line."""
    flat = json.dumps(value, ensure_ascii=False)
    if len(flat) + depth <= width or not isinstance(value, (dict, list)) or not value:
        return flat
    inner = "\n" + " " * (depth + 1)
    if isinstance(value, list):
        return "[" + inner + ("," + inner).join(written(each, depth + 1) for each in value) + "\n" + " " * depth + "]"
    entries = (f"{json.dumps(key)}: {written(each, depth + 1)}" for key, each in value.items())
    return "{" + inner + ("," + inner).join(entries) + "\n" + " " * depth + "}"


def main():
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **or_nothing(CONFIGURATION),
        "description": "~/.config/notifier/notifier.yaml, and the files of notifier.d beside it; see notifier.yaml(5)",
        "$defs": DEFINITIONS,
    }
    text = written(schema) + "\n"
    if sys.argv[1:] == ["--print"]:
        sys.stdout.write(text)
    else:
        PLACE.write_text(text, encoding="utf-8")


main()
