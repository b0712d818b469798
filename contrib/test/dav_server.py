#!/usr/bin/env python3
"""A calendar server of the tests: Radicale on a free port of the loopback interface.

usage: dav_server.py DIRECTORY

The first line of its output is its address. The user is `me`, the password `no password`. What it keeps lies in DIRECTORY.
"""
import sys
from wsgiref.simple_server import WSGIRequestHandler, make_server
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIServer
from pathlib import Path

from radicale import Application, config


class Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True
    request_queue_size = 64


class Handler(WSGIRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass


folder = Path(sys.argv[1])
(folder / "users").write_text("me:no password\n")
settings = config.load()
settings.update({
    "auth": {"type": "htpasswd", "htpasswd_filename": str(folder / "users"), "htpasswd_encryption": "plain", "delay": "0"},
    "storage": {"filesystem_folder": str(folder / "collections"), "_filesystem_fsync": "False"},
    "logging": {"level": "critical"},
}, "tests", privileged=True)
server = make_server("127.0.0.1", 0, Application(settings), Server, Handler)
print(f"http://127.0.0.1:{server.server_port}/", flush=True)
server.serve_forever()
