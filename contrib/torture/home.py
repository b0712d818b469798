"""A home of its own for a daemon under torture, and the daemon in it."""

import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

PATIENCE = 60


class Receiver(ThreadingHTTPServer):
    """Takes webhooks and keeps their ids; `pause` says how long it thinks before each answer."""

    daemon_threads = True

    def __init__(self, pause=lambda: 0):
        self.ids, self.keys = [], []

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                try:
                    ring = json.loads(body)
                except ValueError:
                    return  # cut off by a kill
                self.server.ids.append(ring["id"])
                self.server.keys.append(self.headers["Idempotency-Key"])
                time.sleep(pause())
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_):
                pass

        super().__init__(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server_address[1]}/hook"
        threading.Thread(target=self.serve_forever, args=[0.1], daemon=True).start()

    def handle_error(self, *_):
        pass  # the caller was killed


class Home:
    def __init__(self, configuration, further=()):
        """`further` are texts of files beside the first: one file may hold so much only."""
        self.path = Path(tempfile.mkdtemp(prefix="notifier-torture-"))
        for name in ("config", "config/notifier", "config/notifier/notifier.d", "state", "run", "etc"):
            (self.path / name).mkdir(mode=0o700)
        (self.path / "config/notifier/notifier.yaml").write_text(configuration)
        for index, text in enumerate(further):
            (self.path / f"config/notifier/notifier.d/{index:03}.yaml").write_text(text)
        self.database = self.path / "state/notifier/journal.db"
        self.output, self.log = self.path / "console", self.path / "log"

    def environment(self, **further):
        # What lives as long as the process is no leak, and a preloaded library comes before a sanitizer's.
        return {"PATH": os.environ.get("PATH", os.defpath), "HOME": str(self.path), "LANG": "C.UTF-8", "TZ": "UTC",
                "XDG_CONFIG_HOME": str(self.path / "config"), "XDG_STATE_HOME": str(self.path / "state"),
                "XDG_RUNTIME_DIR": str(self.path / "run"), "NOTIFIER_ETC": str(self.path / "etc"),
                "NOTIFY_SOCKET": str(self.path / "notify"),
                "ASAN_OPTIONS": "detect_leaks=0:verify_asan_link_order=0", **further}

    def launch(self, command, **further):
        with open(self.output, "ab") as output, open(self.log, "ab") as log:
            return subprocess.Popen([str(word) for word in command], env=self.environment(**further),
                                    stdin=subprocess.DEVNULL, stdout=output, stderr=log)

    def launch_ready(self, command, **further):
        path = self.path / "notify"
        path.unlink(missing_ok=True)
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notices:
            notices.bind(str(path))
            notices.settimeout(0.5)
            process = self.launch(command, **further)
            deadline = time.monotonic() + 5 * PATIENCE
            while True:
                try:
                    if b"READY=1" in notices.recv(4096):
                        return process
                except TimeoutError:
                    if process.poll() is not None or time.monotonic() > deadline:
                        process.kill()
                        raise RuntimeError(f"{command[-1]} does not get ready: {self.end_of_log()}") from None

    def daemon(self):
        """The daemon's own process, where another program started it."""
        return int("".join(filter(str.isdigit, (self.path / "run/notifier/control.sock.lock").read_text())))

    def rows(self, query):
        """Of a copy: to look at the journal itself would mend it."""
        with tempfile.TemporaryDirectory(prefix="notifier-torture-") as place:
            for suffix in ("", "-wal"):
                if Path(f"{self.database}{suffix}").exists():
                    shutil.copy(f"{self.database}{suffix}", f"{place}/copy.db{suffix}")
            connection = sqlite3.connect(f"{place}/copy.db")
            try:
                return connection.execute(query).fetchall()
            finally:
                connection.close()

    def read(self, query):
        """Of the journal of a daemon that runs, or has ended in order."""
        connection = sqlite3.connect(f"file:{self.database}?mode=ro", uri=True, timeout=30)
        try:
            return connection.execute(query).fetchall()
        finally:
            connection.close()

    def end_of_log(self):
        return self.log.read_text(errors="replace").strip().splitlines()[-3:]

    def remove(self):
        shutil.rmtree(self.path, ignore_errors=True)


def alarms_of_seconds(start, seconds, each=range(1), to="console"):
    """An alarm, or several, for each second from `start` on, so that none can ring for another one."""
    return "".join(
        f'  - {{ id: t{second:04}{"" if each == range(1) else f"-{index}"}, to: [{to}], missed: always,'
        f' start: "{time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(start + second))}", rrule: FREQ=DAILY;COUNT=1 }}\n'
        for second in range(seconds) for index in each)


def stop(process, home):
    """Has the daemon end in order; the status of what was started."""
    os.kill(home.daemon(), signal.SIGTERM)
    return process.wait(PATIENCE)
