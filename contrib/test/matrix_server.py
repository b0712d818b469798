#!/usr/bin/env python3
"""A chat server of the tests: Matrix's Synapse on a Unix socket, with a room of three people, and what one of them reads there.

usage: matrix_server.py DIRECTORY

The first line of its output is a JSON object: `socket`, `room`, and the tokens of `bot`, who may send as much as it likes, and of
`limited`, who may send three messages in a hurry. Then comes one for each message in the room, as @reader:example.org gets it.
Everything that the server keeps lies in DIRECTORY or in memory, and it speaks to no other one.
"""
import hashlib
import hmac
import html.parser
import http.client
import json
import os
import socket
import sys
import threading
import time
import traceback
import urllib.parse
from pathlib import Path

from synapse.app.homeserver import main as run_synapse

SECRET = "registers people"


def configuration(folder):
    log = {"version": 1, "handlers": {"file": {"class": "logging.FileHandler", "filename": f"{folder}/log"}},
           "root": {"level": "WARNING", "handlers": ["file"]}, "disable_existing_loggers": True}
    (folder / "log.yaml").write_text(json.dumps(log))
    # JSON is YAML, too.
    (folder / "homeserver.yaml").write_text(json.dumps({
        "server_name": "example.org", "report_stats": False, "trusted_key_servers": [], "log_config": f"{folder}/log.yaml",
        "signing_key_path": f"{folder}/key", "media_store_path": f"{folder}/media", "pid_file": f"{folder}/pid",
        "registration_shared_secret": SECRET, "macaroon_secret_key": "makes tokens", "form_secret": "signs forms",
        "database": {"name": "sqlite3", "args": {"database": ":memory:"}},
        "listeners": [{"path": f"{folder}/socket", "type": "http", "resources": [{"names": ["client"]}]}],
        "rc_message": {"per_second": 0.05, "burst_count": 3},
    }))
    return ["-c", str(folder / "homeserver.yaml")]


class Connection(http.client.HTTPConnection):
    def __init__(self, path):
        super().__init__("localhost")
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.connect(self.path)


class Person:
    """One who has an account, or the server's administrator."""

    def __init__(self, path, name=None, is_admin=False):
        self.path, self.token = path, None
        if name:
            nonce = self.ask("GET", "/_synapse/admin/v1/register")["nonce"]
            words = [nonce, name, "no password", "admin" if is_admin else "notadmin"]
            proof = hmac.new(SECRET.encode(), "\0".join(words).encode(), hashlib.sha1).hexdigest()
            self.token = self.ask("POST", "/_synapse/admin/v1/register", {
                "nonce": nonce, "username": name, "password": "no password", "admin": is_admin, "mac": proof})["access_token"]

    def ask(self, method, target, body=None):
        connection = Connection(self.path)
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        connection.request(method, target, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        if answer.status != 200:
            raise RuntimeError(f"{method} {target}: {answer.status} {text.decode()}")
        return json.loads(text)


class Formatted(html.parser.HTMLParser):
    """What a person sees of a formatted body, and by which elements."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.text, self.elements = "", set()
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.elements.add(" ".join([tag] + [name for name, _ in attributes]))
        self.text += "\n" if tag == "br" else ""

    def handle_data(self, data):
        self.text += data

    def handle_comment(self, data):
        self.elements.add("a comment")

    handle_decl = handle_pi = unknown_decl = handle_comment


def messages(person, since):
    """Each message that a person gets, for ever, with how many of the unread ones call the person; each is read by then."""
    while True:
        answer = person.ask("GET", f"/_matrix/client/v3/sync?timeout=30000&since={since}")
        since = answer["next_batch"]
        for name, room in answer.get("rooms", {}).get("join", {}).items():
            events = [event for event in room["timeline"]["events"] if event["type"] == "m.room.message"]
            if events:
                place, last = urllib.parse.quote(name), urllib.parse.quote(events[-1]["event_id"])
                person.ask("POST", f"/_matrix/client/v3/rooms/{place}/receipt/m.read/{last}", {})
            for event in events:
                yield event, room["unread_notifications"].get("highlight_count", 0)


def play(path, output):
    while not os.path.exists(path):
        time.sleep(0.05)
    admin = Person(path, "admin", is_admin=True)
    bot, limited, reader = (Person(path, name) for name in ("bot", "limited", "reader"))
    admin.ask("POST", "/_synapse/admin/v1/users/@bot:example.org/override_ratelimit", {"messages_per_second": 0, "burst_count": 0})
    room = bot.ask("POST", "/_matrix/client/v3/createRoom", {"preset": "public_chat"})["room_id"]
    for person in (limited, reader):
        person.ask("POST", f"/_matrix/client/v3/join/{urllib.parse.quote(room)}", {})
    since = reader.ask("GET", "/_matrix/client/v3/sync")["next_batch"]
    print(json.dumps({"socket": path, "room": room, "bot": bot.token, "limited": limited.token}), file=output, flush=True)
    for event, calls in messages(reader, since):
        content = event["content"]
        formatted = Formatted(content["formatted_body"])
        print(json.dumps({
            "event": event["event_id"], "sender": event["sender"], "type": content["msgtype"], "body": content["body"],
            "format": content["format"], "formattedText": formatted.text, "elements": sorted(formatted.elements), "calls": calls,
        }), file=output, flush=True)


def main():
    folder = Path(sys.argv[1])
    # The server writes to its standard output what it has to say.
    output = os.fdopen(os.dup(1), "w")
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.dup2(null, 2)
    sys.argv[1:] = configuration(folder)

    def talk():
        try:
            play(f"{folder}/socket", output)
        except BaseException:
            (folder / "failure").write_text(traceback.format_exc())
            os._exit(1)

    os.chdir(folder)
    (folder / "key").write_text("ed25519 a_test " + "A" * 43 + "\n")
    threading.Thread(target=talk, daemon=True).start()
    run_synapse()


main()
