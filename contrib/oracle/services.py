#!/usr/bin/env python3
"""Writes Tests/DeliveryTests/Vectors/service-*.jsonl: what each service is to be sent, from its documentation.

service-requests.jsonl has the requests, and service-limits.jsonl which parts of a request may be how long.

Four messages for each service: plain ASCII; Chinese with emoji; text that is hostile to that service (its own markup and
mentions, and what breaks JSON); and one that is longer than the service takes; and one with all settings. A request is written only after an
independent reader has got the very text back out of it: markdown-it-py for Markdown, Python's html and XML parsers, Slack's
entities, the CloudEvents SDK, the standardwebhooks library.

`make vectors` brings what it imports.
"""
import base64
import datetime
import hashlib
import hmac
import html
import html.parser
import json
import pathlib
import re
import urllib.parse

import cloudevents.core.bindings.http as cloudevents_http
import standardwebhooks
from cloudevents.core.formats.json import JSONFormat
from markdown_it import MarkdownIt

VECTORS = pathlib.Path(__file__).resolve().parents[2] / "Tests/DeliveryTests/Vectors"
JSON = "application/json; charset=utf-8"
SECONDS = 1789865400  # 2026-09-20 08:50 in China
RING = "clock-in/2026-09-20T09:00/-10m"


def fnv1a(text):
    """The 64-bit hash of the FNV authors' page, in hexadecimal digits."""
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return f"{value:016x}"


TOKEN = fnv1a(RING)
KEY = "planted-0123456789"
SIGNING_KEY = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

PLAIN = {
    "ascii": ("Clock in", "Bring the badge.\nGate 4 opens at 08:45."),
    "chinese": ("周会 📞", "九点前到会议室 👨‍👩‍👧‍👦\n带上工牌 🏷️"),
}
BREAKERS = '"quoted" \\ back\\nslash \u2028 </script> {{title}} %s $x'
MARKDOWN = "*a* **b** _c_ __d__ ~~e~~ `f` [g](https://h.example) ![i](j) | k | <b>l</b> &amp; #m"
HOSTILE = {
    "dingtalk": ["@13800000000 @all", "# head", "> quote", "- item", "1. one", MARKDOWN],
    "feishu": ['<at user_id="all">all</at>', "<at id=all></at>", "**b** [g](https://h.example) <font color=red>x</font>"],
    "wecom": ["<@all> <@zhangsan>", '<font color="warning">w</font>', "@all", MARKDOWN],
    "slack": ["<!channel> <!here> <!everyone> <@U024BE7LH> <!subteam^SAZ94GDB8>", "&lt; &amp;lt; <https://h.example|g>", "*b* _i_ ~s~ `c`"],
    "discord": ["@everyone @here <@80351110224678912> <@&165511591545143296> <#123> <t:0:R> <:e:1>", "# head", "-# sub", "> quote", "||spoiler||",
                "1. one", MARKDOWN],
    "telegram": ["@someone /start tg://user?id=1", "<b>b</b> &amp; *x* _y_ [g](https://h.example) #tag !.-=+{}~>", MARKDOWN],
    "teams": ["    indented", "<at>All</at>", "- item", "1. one", MARKDOWN, "{{DATE(2017-02-14T06:08:39Z,SHORT)}}"],
    "google-chat": ["<users/all> <https://h.example|g>", "*b* _i_ ~s~ `c`"],
    "mattermost": ["===", "    indented", "@channel @all @here @someone ~town-square :smile: <!channel> <!here>", "# head", "> quote", "- item", "| a | b |", MARKDOWN],
    "rocketchat": ["@all @here @someone #general :smile:", "# head", "> quote", "- item", MARKDOWN],
    "matrix": ["@room @alice:example.org", "<b>b</b> <img src=x onerror=y> &amp;", MARKDOWN],
    "serverchan": ["===", "    indented", "# head", "> quote", "- item", "1. one", MARKDOWN],
    "pushplus": ["<b>b</b> <script>alert(1)</script> &amp;", MARKDOWN],
    "pushdeer": ["===", "    indented", "# head", "> quote", "- item", MARKDOWN],
    "pushover": ["<b>b</b> <a href=x>y</a> &amp; a=b&c=d +%2B"],
}
# What a person counts as one character, of one to eleven scalars. None of them is markup anywhere.
CLUSTERS = ["会", "👨‍👩‍👧‍👦", "e\u0301", "A", "🇨🇳", "九", "👍🏽"]


def hostile(kind):
    lines = HOSTILE.get(kind, ["<b>b</b> &amp; *x*", MARKDOWN])
    return lines[0] + " " + BREAKERS, "\n".join(lines + [BREAKERS])


def clusters(count):
    return [CLUSTERS[index % len(CLUSTERS)] for index in range(count)]


def utf8(text):
    return len(text.encode())


def utf16(text):
    return len(text.encode("utf-16-le")) // 2


def cut(text, limit, length=utf16):
    """As much of a text as fits with … behind it, between two characters as a person counts them."""
    if length(text) <= limit:
        return text
    pieces, kept = re.findall("|".join(map(re.escape, CLUSTERS)) + "|.", text, re.S), ""
    for piece in pieces:
        if length(kept + piece + "…") > limit:
            return kept + "…"
        kept += piece
    raise AssertionError("it fits")


def post(body, path=f"/{KEY}", method="POST", kind=JSON, headers=None):
    return {"method": method, "target": path, "headers": {"content-type": kind, **(headers or {})}, "body": body}


def mac(key, message):
    return base64.b64encode(hmac.new(key.encode(), message.encode(), hashlib.sha256).digest()).decode()


# What may be sent of each service, by its settings and its message `m`: title, lines, link, urgency.


def dump(value):
    """Raw UTF-8, members by name: the same message is the same bytes, so that a signature and a repeat hold."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def some(**members):
    return {name: value for name, value in members.items() if value is not None}


def post(body, path=f"/{KEY}", method="POST", **headers):
    return {"method": method, "target": path, "body": dump(body),
            "headers": {"content-type": JSON, **{name.replace("_", "-"): value for name, value in headers.items()}}}


def fit(text, limit, make):
    """The request of as much of a text as its limit of bytes lets in."""
    if utf8(dump(make(text))) <= limit:
        return make(text)
    room = limit - utf8(dump(make("")))
    while utf8(dump(make(short := cut(text, room, utf8)))) > limit:
        room -= 1
    return make(short)


def mac(key, message):
    return base64.b64encode(hmac.new(key, message.encode(), hashlib.sha256).digest()).decode()


def backslashes(text, signs):
    return "".join("\\" + sign if sign in signs else sign for sign in text)


def commonmark(text):
    """Every sign that may begin markup in CommonMark and its kin; blanks before a line are markup too."""
    return "\n".join(backslashes(line.lstrip(" "), "\\`*_{}[]()<>#+-.!|~:@&=") for line in text.split("\n"))


def unmentioned(text):
    """A word joiner after each @, so that no name follows it."""
    return text.replace("@", "@\u2060")


def entities(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def dingtalk(m):
    stamp = f"{SECONDS * 1000}"
    sign = urllib.parse.quote(mac(b"planted-secret", stamp + "\nplanted-secret"), safe="")
    at = {"atMobiles": ["13800000000"], "isAtAll": True} if m["full"] else {"atMobiles": [], "isAtAll": False}
    return post({"msgtype": "text", "text": {"content": cut(m["text"], 20000, utf8)}, "at": at},
                f"/{KEY}?timestamp={stamp}&sign={sign}")


def feishu(m):
    def make(text):
        elements = [{"tag": "div", "text": {"tag": "plain_text", "content": text}}]
        if m["full"]:
            elements += [{"tag": "markdown", "content": "<at id=ou_1></at> <at id=all></at>"},
                         {"tag": "action", "actions": [{"tag": "button", "type": "default", "url": m["link"],
                                                        "text": {"tag": "plain_text", "content": "Open"}}]}]
        return {"msg_type": "interactive", "timestamp": str(SECONDS), "sign": mac(f"{SECONDS}\nplanted-secret".encode(), ""),
                "card": {"header": {"title": {"tag": "plain_text", "content": cut(m["title"], 1000, utf8)},
                                    "template": m["level"]("grey", "blue", "red")}, "elements": elements}}
    return post(fit(m["body"], 20000, make))


def wecom(m):
    text = {"content": cut(m["text"], 2048, utf8)}
    if m["full"]:
        text |= {"mentioned_list": ["zhangsan", "@all"], "mentioned_mobile_list": ["13800000000"]}
    return post({"msgtype": "text", "text": text})


def slack(m):
    def plain(text):
        return {"type": "plain_text", "text": text, "emoji": False}
    people = "<!here> <!subteam^S1> <@U1>"
    blocks = [{"type": "header", "text": plain(cut(m["title"], 150))}, {"type": "section", "text": plain(cut(m["body"], 3000))}]
    if m["full"]:
        blocks += [{"type": "section", "text": {"type": "mrkdwn", "text": people}},
                   {"type": "actions", "elements": [{"type": "button", "text": plain("Open"), "url": m["link"], "action_id": "open"}]}]
    text = entities(cut(m["text"], 700))
    return post({"text": f"{people} {text}" if m["full"] else text, "mrkdwn": False, "blocks": blocks})


def discord(m):
    def plain(text, limit):
        return cut(backslashes(text, "\\`|*_~>#-[]():@<"), limit)
    embed = some(title=plain(m["title"], 256), description=plain(m["body"], 4096), url=m["link"],
                 timestamp="2026-09-20T09:00:00+08:00", color=m["level"](0x8A8F98, 0x2F6FDE, 0xD93F3F))
    body = some(embeds=[embed], allowed_mentions={"parse": [], "users": [], "roles": []}, flags=m["level"](4096, None, None))
    query = "?wait=true"
    if m["full"]:
        query += "&thread_id=42"
        body |= {"content": "<@80351110224678912> <@&165511591545143296>", "username": "Bell", "avatar_url": "https://example.com/i.png",
                 "allowed_mentions": {"parse": [], "users": ["80351110224678912"], "roles": ["165511591545143296"]}}
    return post(body, f"/{KEY}{query}")


def telegram(m):
    title = unmentioned(m["title"])
    text = cut(unmentioned(m["text"]) + ("\n@alice" if m["full"] else ""), 4096)
    return post(some(
        chat_id=-100123, text=text, entities=[{"type": "bold", "offset": 0, "length": min(utf16(title), utf16(text))}],
        link_preview_options={"is_disabled": True}, disable_notification=m["level"](True, None, None),
        message_thread_id=7 if m["full"] else None,
        reply_markup={"inline_keyboard": [[{"text": "Open", "url": m["link"]}]]} if m["full"] else None),
        f"/{KEY}/bot{KEY}/sendMessage")


def teams(m):
    def plain(text):
        return backslashes(text.lstrip(" "), "\\*_[]()#-+~`.<>&")

    def make(text):
        blocks = [{"type": "TextBlock", "text": plain(cut(m["title"], 1000, utf8)), "wrap": True, "weight": "Bolder", "size": "Large",
                   "color": m["level"]("default", "default", "attention")}]
        blocks += [{"type": "TextBlock", "text": plain(line), "wrap": True} for line in text.split("\n")]
        actions = [{"type": "Action.OpenUrl", "title": "Open", "url": m["link"]}] if m["full"] else []
        return {"type": "message", "attachments": [{
            "contentType": "application/vnd.microsoft.card.adaptive", "contentUrl": None,
            "content": {"type": "AdaptiveCard", "$schema": "http://adaptivecards.io/schemas/adaptive-card.json", "version": "1.4",
                        "body": blocks, "actions": actions, "msteams": {"width": "Full"}}}]}
    return post(fit(m["body"], 27000, make))


def google_chat(m):
    def make(text):
        widgets = [{"textParagraph": {"text": "<br>".join(html.escape(line, quote=True).replace("&#x27;", "'") for line in text.split("\n"))}}]
        if m["full"]:
            widgets.append({"buttonList": {"buttons": [{"text": "Open", "onClick": {"openLink": {"url": m["link"]}}}]}})
        return some(
            cardsV2=[{"cardId": TOKEN, "card": {"header": {"title": cut(m["title"], 1000, utf8)}, "sections": [{"widgets": widgets}]}}],
            text="<users/123> <users/all>" if m["full"] else None, thread={"threadKey": "alarms"} if m["full"] else None)
    query = "?messageReplyOption=REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD" if m["full"] else ""
    return post(fit(m["body"], 32000, make), f"/{KEY}{query}")


def mattermost(m):
    scalars = len
    people, link = ("@alice @here", f"<{m['link']}>") if m["full"] else ("", "")
    title = f"**{unmentioned(commonmark(cut(m['title'], 1000, scalars)))}**"
    room = 16383 - len(title) - len(people) - len(link) - 4
    parts = [people, title, cut(unmentioned(commonmark(m["body"])), room, scalars), link]
    level = m["level"](None, None, "important")
    return post(some(
        text="\n".join(part for part in parts if part), priority=level and {"priority": level},
        **({"channel": "town", "username": "Bell", "icon_url": "https://example.com/i.png"} if m["full"] else {})))


def rocketchat(m):
    text = unmentioned(m["text"]).replace("<!", "<\u2060!")
    if m["full"]:
        text = "@alice @here\n" + text
    return post(some(text=cut(text, 5000), **(
        {"channel": "#town", "alias": "Bell", "avatar": "https://example.com/i.png"} if m["full"] else {})))


def matrix(m):
    plain = cut(m["text"], 10000, utf8)
    first, *rest = [html.escape(line, quote=True).replace("&#x27;", "'") for line in plain.split("\n")]
    return post(
        {"msgtype": "m.notice" if m["full"] else "m.text", "body": plain, "format": "org.matrix.custom.html",
         "formatted_body": f"<strong>{first}</strong>" + "".join(f"<br>{line}" for line in rest),
         "m.mentions": {"user_ids": ["@alice:example.org"], "room": True} if m["full"] else {"user_ids": []}},
        f"/{KEY}/_matrix/client/v3/rooms/%21room%3Aexample.org/send/m.room.message/notifier-{TOKEN}", "PUT",
        authorization=f"Bearer {KEY}")


def ntfy(m):
    text = cut(m["whole"], 4096, utf8)
    extra = {"tags": ["alarm_clock", "work"], "icon": "https://example.com/i.png"} if m["full"] else {}
    auth = {"authorization": "Basic " + base64.b64encode(b"alice:planted-password").decode()} if m["full"] else {}
    return post(some(topic=KEY, title=cut(m["title"], 1000, utf8), message=text, priority=m["level"](2, 3, 4), click=m["link"], **extra),
                f"/{KEY}/", **auth)


def gotify(m):
    return post(some(title=m["title"], message=m["whole"], priority=m["level"](2, 5, 8),
                     extras={"client::notification": {"click": {"url": m["link"]}}} if m["full"] else None),
                f"/{KEY}/message", x_gotify_key=KEY)


def bark(m):
    def make(text):
        return some(device_key=KEY, title=cut(m["title"], 500, utf8), body=text, level=m["level"]("passive", "active", "timeSensitive"),
                    id=TOKEN, url=m["link"],
                    **({"sound": "minuet", "call": "1", "icon": "https://example.com/i.png"} if m["full"] else {}))
    return post(fit(cut(m["whole"], 3000, utf8), 3900, make), f"/{KEY}/push")


def serverchan(m):
    title = cut(m["title"], 32)
    lines = m["whole"] if title == m["title"] else m["title"] + "\n" + m["whole"]

    def make(text):
        return some(title=title, desp="\n\n".join(commonmark(line) for line in text.split("\n")),
                    channel="9|18" if m["full"] else None)
    return post(fit(lines, 32000, make), f"/{KEY}/{KEY}.send")


def pushplus(m):
    return post(some(token=KEY, title=cut(m["title"], 100), content=cut(m["whole"], 20000), template="txt",
                     **({"topic": "team", "channel": "cp"} if m["full"] else {})), f"/{KEY}/send")


def pushdeer(m):
    desp = cut("\n\n".join(commonmark(line) for line in m["whole"].split("\n")), 20000, utf8)
    fields = {"pushkey": KEY, "text": m["title"], "desp": desp, "type": "markdown"}
    return {"method": "POST", "target": f"/{KEY}/message/push", "headers": {"content-type": "application/x-www-form-urlencoded"},
            "body": urllib.parse.urlencode(fields, quote_via=urllib.parse.quote, safe="")}


def pushover(m):
    return post(some(token=KEY, user="planted-user-1", title=cut(m["title"], 250), message=cut(m["body"], 1024),
                     priority=m["level"](-1, 0, 2 if m["full"] else 1), timestamp=SECONDS, url=m["link"],
                     **({"device": "phone", "sound": "siren", "retry": 45, "expire": 900} if m["full"] else {})),
                f"/{KEY}/1/messages.json")


def homeassistant(m):
    return post({"title": m["title"], "message": m["whole"], "level": m["level"]("low", "normal", "critical"), "id": RING,
                 "time": "2026-09-20T09:00:00+08:00"})


def ifttt(m):
    return post(some(value1=m["title"], value2=m["body"], value3=m["link"]), f"/{KEY}/trigger/ring%20it/with/key/{KEY}")


def payload(m):
    """What the documents say that a webhook receives."""
    return {
        "alarm": "clock-in", "alsoMissed": 0, "calendar": None, "follows": None, "destinations": ["desktop", "team"], "fires": "2026-09-20T08:50:00+08:00",
        "day": {"certainty": "announced", "date": "2026-09-20", "kind": "make-up-workday", "name": "国庆节",
                "source": "https://www.gov.cn/", "worksUntil": None},
        "id": RING, "lateSeconds": 0, "link": m["link"], "location": None, "message": {"body": m["whole"], "title": m["title"]},
        "notes": m["notes"], "occurrence": "2026-09-20T09:00:00+08:00", "offset": {"kind": "exact", "text": "-10m"}, "test": False,
        "title": m["typed"], "urgency": m["level"]("low", "normal", "critical"), "zone": "Asia/Shanghai"}


def webhook(m):
    request = post(payload(m), idempotency_key=RING, webhook_id=f"msg_{TOKEN}", webhook_timestamp=str(SECONDS))
    if m["full"]:
        request["method"] = "PUT"
        request["headers"]["x-team"] = "a b"
    key = base64.b64decode(SIGNING_KEY[6:])
    request["headers"]["webhook-signature"] = "v1," + mac(key, f"msg_{TOKEN}.{SECONDS}.{request['body']}")
    return request


EVENT = {"specversion": "1.0", "id": RING, "source": "urn:notifier:clock-in", "type": "io.notifier.firing",
         "time": "2026-09-20T08:50:00+08:00"}


def cloudevent(m):
    request = post({**EVENT, "datacontenttype": "application/json", "data": payload(m)}, idempotency_key=RING)
    request["headers"]["content-type"] = "application/cloudevents+json; charset=utf-8"
    return request


def cloudevent_binary(m):
    request = post(payload(m), idempotency_key=RING)
    request["headers"] |= {f"ce-{name}": value for name, value in EVENT.items()}
    return request


def template(m):
    inside = dump({"title": m["typed_line"], "notes": "\n".join(m["note_lines"])})
    notes, title = json.loads(inside)["notes"], json.loads(inside)["title"]
    request = post(None, idempotency_key=RING)
    request["body"] = '{"msgtype":"text","text":{"content":' + dump(title)[:-1] + "\\n" + dump(notes)[1:] + "}}"
    return request


def form_template(m):
    def quote(text):
        return urllib.parse.quote(text, safe="")
    request = post(None, idempotency_key=RING)
    request["headers"]["content-type"] = "application/x-www-form-urlencoded"
    request["body"] = f"title={quote(m['typed_line'])}&notes={quote(chr(10).join(m['note_lines']))}"
    return request


ADDRESSES = {"icon": "https://example.com/i.png"}
# Of each service: what makes its request, its settings, and further ones for the message that uses all of them. A name
# that is not the kind's own is a second way to send to it.
SERVICES = {
    "webhook": (webhook, {"signing-key": SIGNING_KEY}, {"method": ["PUT"], "headers": [["X-Team", "a b"]]}),
    "webhook cloudevents": (cloudevent, {"format": ["cloudevents"]}, {}),
    "webhook cloudevents-binary": (cloudevent_binary, {"format": ["cloudevents-binary"]}, {}),
    "webhook template": (
        template, {"body": ['{"msgtype":"text","text":{"content":"{{title}}\\n{{notes}}"}}']}, {}),
    "webhook form": (
        form_template, {"body": ["title={{title}}&notes={{notes}}"], "content-type": ["application/x-www-form-urlencoded"]}, {}),
    "dingtalk": (dingtalk, {"secret": "planted-secret"}, {"mentions": ["13800000000", "all"]}),
    "feishu": (feishu, {"secret": "planted-secret"}, {"mentions": ["ou_1", "all"]}),
    "wecom": (wecom, {}, {"mentions": ["zhangsan", "13800000000", "@all"]}),
    "slack": (slack, {}, {"mentions": ["here", "S1", "U1"]}),
    "discord": (discord, {}, {"mentions": ["80351110224678912", "&165511591545143296"], "username": ["Bell"], "thread": ["42"],
                              "avatar": "https://example.com/i.png"}),
    "telegram": (telegram, {"token": KEY, "chat": ["-100123"]}, {"thread": ["7"], "mentions": ["@alice"]}),
    "teams": (teams, {}, {}),
    "google-chat": (google_chat, {}, {"thread": ["alarms"], "mentions": ["123", "all"]}),
    "mattermost": (mattermost, {}, {"channel": ["town"], "username": ["Bell"], "mentions": ["@alice", "@here"], **ADDRESSES}),
    "rocketchat": (rocketchat, {}, {"channel": ["#town"], "username": ["Bell"], "mentions": ["@alice", "@here"], **ADDRESSES}),
    "matrix": (matrix, {"token": KEY, "room": ["!room:example.org"]}, {"notice": ["true"], "mentions": ["@alice:example.org", "@room"]}),
    "ntfy": (ntfy, {"topic": KEY}, {"user": "alice", "password": "planted-password", "tags": ["alarm_clock", "work"], **ADDRESSES}),
    "gotify": (gotify, {"token": KEY}, {}),
    "bark": (bark, {"key": KEY}, {"sound": ["minuet"], "call": ["true"], **ADDRESSES}),
    "serverchan": (serverchan, {"key": KEY}, {"channels": ["9", "18"]}),
    "pushplus": (pushplus, {"token": KEY}, {"topic": ["team"], "channel": ["cp"]}),
    "pushdeer": (pushdeer, {"key": KEY}, {}),
    "pushover": (pushover, {"token": KEY, "user": "planted-user-1"},
                 {"device": ["phone"], "sound": ["siren"], "levels": {"critical": "2"}, "retry": ["45"], "expire": ["900"]}),
    "homeassistant": (homeassistant, {}, {}),
    "ifttt": (ifttt, {"key": KEY, "event": ["ring it"]}, {}),
}
# How many characters are more than a service takes, where it takes no more than so many.
LONG = {"dingtalk": 5000, "feishu": 5000, "wecom": 500, "slack": 3000, "discord": 3000, "telegram": 3000, "teams": 5000,
        "google-chat": 7000, "mattermost": 12000, "rocketchat": 4000, "matrix": 4000, "ntfy": 2000, "bark": 2000, "serverchan": 7000,
        "pushplus": 12000, "pushdeer": 5000, "pushover": 1000}
# The longest that a part of a request may be, in its unit, and how long it has to be at least where there is more to say.
# An empty path is the whole request.
LIMITS = {
    "dingtalk": [("text content", "utf8", 20000, 19900)],
    "feishu": [("", "utf8", 20480, 19900)],
    "wecom": [("text content", "utf8", 2048, 2000)],
    "slack": [("blocks 0 text text", "utf16", 150, 130), ("blocks 1 text text", "utf16", 3000, 2950), ("text", "utf16", 4000, 650)],
    "discord": [("embeds 0 title", "utf16", 256, 220), ("embeds 0 description", "utf16", 4096, 4050)],
    "telegram": [("text", "utf16", 4096, 4050)],
    "teams": [("", "utf8", 28000, 26800)],
    "google-chat": [("", "utf8", 32000, 31800)],
    "mattermost": [("text", "scalars", 16383, 16300)],
    "rocketchat": [("text", "utf16", 5000, 4950)],
    "matrix": [("", "utf8", 63488, 20000)],
    "ntfy": [("", "utf8", 8192, 4096), ("message", "utf8", 4096, 3500)],
    "bark": [("", "utf8", 4096, 3000)],
    "serverchan": [("title", "utf16", 32, 15), ("desp", "utf8", 32768, 15900)],
    "pushplus": [("title", "utf16", 100, 80), ("content", "utf16", 20000, 19950)],
    "pushover": [("title", "utf16", 250, 220), ("message", "utf16", 1024, 980)],
}
LINK = "https://example.com/a?b=1&c=%E4%BC%9A"


def message(title, notes, link=None, urgency="normal", repeated=None):
    """What a ring says: control characters and the two separators as blanks, a line of the notes each."""
    def one_line(text):
        return re.sub("[\u0000-\u001f\u007f-\u009f\u2028\u2029]", " ", text)
    lines = [one_line(line) for line in re.split("[\n\u2028\u2029]", notes) if line]
    full = link is not None
    # The program's own lines where no text of one's own takes their place.
    body = ["in 10 minutes · Sun 20 Sep 09:00", "make-up workday (国庆节)"] + lines if full else lines
    whole = body + ([link] if full else [])
    return {"typed": title, "notes": notes, "title": one_line(title), "typed_line": one_line(title), "note_lines": lines,
            "body": "\n".join(body), "whole": "\n".join(whole), "link": link, "full": full, "urgency": urgency,
            "repeated": repeated,
            "text": "\n".join([one_line(title)] + whole),
            "level": lambda low, normal, critical: {"low": low, "normal": normal, "critical": critical}[urgency]}


def cases(kind):
    yield "ascii", message(*PLAIN["ascii"])
    yield "chinese", message(*PLAIN["chinese"], urgency="low")
    yield "hostile", message(*hostile(kind))
    count = LONG.get(kind, 300)
    yield "long", message("".join(clusters(400)), "".join(clusters(count)), repeated=[400, count])
    yield "full", message(*PLAIN["ascii"], link=LINK, urgency="critical")


# What independent readers get back out of a request.


class Text(html.parser.HTMLParser):
    """The text of a piece of HTML, a line break for <br>, <p>, <li> and the like."""

    def __init__(self, source):
        super().__init__(convert_charrefs=True)
        self.text, self.tags = "", set()
        self.feed(source)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        if tag == "br":
            self.text += "\n"

    def handle_data(self, data):
        self.text += data


def rendered(markdown, allowed=("p", "strong", "br", "a")):
    """The text that a person sees of CommonMark with GitHub's extensions; nothing but paragraphs may come of it."""
    page = Text(MarkdownIt("commonmark", {"breaks": True, "html": True}).enable(["table", "strikethrough"]).render(markdown))
    assert page.tags <= set(allowed), (page.tags, markdown)
    return lines(page.text)


def lines(text):
    return [line.strip() for line in text.replace("\u2060", "").split("\n") if line.strip()]


def shown(kind, request):
    """The text that a person sees, as the service's documentation says that it reads the request."""
    if kind == "pushdeer":
        fields = dict(urllib.parse.parse_qsl(request["body"], strict_parsing=True))
        return lines(fields["text"]) + rendered(fields["desp"])
    if kind == "webhook form":
        fields = dict(urllib.parse.parse_qsl(request["body"], strict_parsing=True, keep_blank_values=True))
        return lines(fields["title"]) + lines(fields["notes"])
    body = json.loads(request["body"])
    if kind == "feishu":
        card = body["card"]
        return lines(card["header"]["title"]["content"]) + [
            line for element in card["elements"] if element["tag"] == "div" for line in lines(element["text"]["content"])]
    if kind == "slack":
        assert not re.search("<[^>]*>|&(?!amp;|lt;|gt;)", re.sub("^<!here> <!subteam.S1> <@U1>", "", body["text"]))
        told = [line for block in body["blocks"] if block["type"] in ("header", "section") and block["text"]["type"] == "plain_text"
                for line in lines(block["text"]["text"])]
        # The notification's text is the beginning of the same.
        assert "".join(told).startswith("".join(lines(html.unescape(body["text"])))[:40]) or "<!here>" in body["text"]
        return told
    if kind == "discord":
        embed = body["embeds"][0]
        return [line for part in (embed["title"], embed["description"])
                for line in lines(re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", part))]
    if kind == "telegram":
        bold = body["entities"][0]
        title = body["text"].encode("utf-16-le")[bold["offset"] * 2:(bold["offset"] + bold["length"]) * 2].decode("utf-16-le")
        assert body["text"].startswith(title) and not re.search(r"@\w", title)
        return lines(re.sub("\n@alice$", "", body["text"]))
    if kind == "teams":
        return [line for block in body["attachments"][0]["content"]["body"] for line in rendered(block["text"], ("p",))]
    if kind == "google-chat":
        card = body["cardsV2"][0]["card"]
        page = Text(card["sections"][0]["widgets"][0]["textParagraph"]["text"])
        assert page.tags <= {"br"}
        return lines(card["header"]["title"]) + lines(page.text)
    if kind == "mattermost":
        return rendered(body["text"])
    if kind == "matrix":
        page = Text(body["formatted_body"])
        assert page.tags <= {"strong", "br"} and lines(page.text) == lines(body["body"])
        return lines(body["body"])
    if kind == "serverchan":
        return (lines(body["title"]) if "…" not in body["title"] else []) + rendered(body["desp"])
    if kind == "webhook cloudevents":
        event = cloudevents_http.from_structured(cloudevents_http.HTTPMessage(request["headers"], request["body"].encode()), JSONFormat())
        return lines(event.get_data()["message"]["title"]) + lines(event.get_data()["message"]["body"])
    if kind == "webhook":
        headers = {name: request["headers"][name] for name in ("webhook-id", "webhook-timestamp", "webhook-signature")}
        hook = standardwebhooks.Webhook(SIGNING_KEY)
        assert hook.sign(headers["webhook-id"], datetime.datetime.fromtimestamp(SECONDS, datetime.timezone.utc), request["body"]) \
            == headers["webhook-signature"]
    title, text = {
        "dingtalk": lambda: ("", body["text"]["content"]), "wecom": lambda: ("", body["text"]["content"]),
        "rocketchat": lambda: ("", body["text"]), "ntfy": lambda: (body["title"], body["message"]),
        "gotify": lambda: (body["title"], body["message"]), "bark": lambda: (body["title"], body["body"]),
        "pushplus": lambda: (body["title"], body["content"]), "pushover": lambda: (body["title"], body["message"]),
        "homeassistant": lambda: (body["title"], body["message"]), "ifttt": lambda: (body["value1"], body["value2"]),
        "webhook": lambda: (body["message"]["title"], body["message"]["body"]),
        "webhook cloudevents-binary": lambda: (body["message"]["title"], body["message"]["body"]),
        "webhook template": lambda: ("", body["text"]["content"]),
    }[kind]()
    return lines(title) + lines(text)


def main():
    written = []
    for kind, (make, settings, more) in SERVICES.items():
        for case, m in cases(kind):
            request = make(m)
            told = [] if kind in ("webhook template", "webhook form") and m["full"] else lines(m["title"] + "\n" + m["body"])
            got = shown(kind, request)
            if case in ("ascii", "chinese", "hostile") and got != told:
                raise SystemExit(f"{kind}, {case}: a reader sees\n{got}\ninstead of\n{told}")
            if case == "long":
                for line in got:
                    whole = line.removesuffix("…")
                    if not (m["title"].startswith(whole) or m["body"].startswith(whole)):
                        raise SystemExit(f"{kind}: cut wrongly: {line[-60:]}")
            written.append(dump({
                "kind": kind.split()[0], "case": f"{kind.removeprefix(kind.split()[0]).strip()} {case}".strip(),
                **({"repeated": m["repeated"], "pieces": CLUSTERS} if m["repeated"] else {"title": m["typed"], "notes": m["notes"]}), "link": m["link"], "urgency": m["urgency"], "settings": settings | (more if m["full"] else {}),
                **request}))
    (VECTORS / "service-requests.jsonl").write_text("\n".join(written) + "\n")
    bounds = [dump({"kind": kind, "settings": SERVICES[kind][1], "parts": [
        {"path": path.split(), "unit": unit, "most": most, "least": least} for path, unit, most, least in parts]})
        for kind, parts in LIMITS.items()]
    (VECTORS / "service-limits.jsonl").write_text("\n".join(bounds) + "\n")
    print(f"{len(written)} requests, {sum(map(len, LIMITS.values()))} limits")


if __name__ == "__main__":
    main()
