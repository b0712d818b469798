#!/usr/bin/env python3
"""Kills the daemon again and again while alarms are due every second, and checks that none is lost.

Half of the kills come at a random moment, half at a write: the first, the second, and so on, before it or in the middle of
it. Each worker has a home, a receiver of webhooks and a console of its own. After each kill its journal is looked at: a ring
may come twice only if the kill fell between the mark that it is being sent and the record of the answer.

Exit status 0 when every ring arrived everywhere, none was repeated without such a kill, and every repeat had the same id.
"""

import argparse
import json
import os
import random
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60


class Receiver(ThreadingHTTPServer):
    """Takes webhooks, some at once and some after a while, and keeps their ids."""

    def __init__(self):
        self.ids = []
        self.keys = []

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                try:
                    ring = json.loads(body)
                except ValueError:
                    return  # cut off by a kill
                self.server.ids.append(ring["id"])
                self.server.keys.append(self.headers["Idempotency-Key"])
                time.sleep(random.choice([0, 0, 0.005, 0.03]))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_):
                pass

        super().__init__(("127.0.0.1", 0), Handler)

    def handle_error(self, *_):
        pass  # the caller was killed


class Worker:
    def __init__(self, options, number):
        self.options, self.number = options, number
        self.random = random.Random(options.seed * 1000 + number)
        self.home = Path(tempfile.mkdtemp(prefix="notifier-torture-"))
        self.receiver = Receiver()
        threading.Thread(target=self.receiver.serve_forever, args=[0.1], daemon=True).start()
        for name in ("config", "config/notifier", "state", "run", "etc"):
            (self.home / name).mkdir(mode=0o700)
        # An alarm for each second, so that none can ring for another one.
        self.start = int(time.time()) + 2
        alarms = "\n".join(
            f'  - {{ id: t{index:04}, start: "{time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(self.start + index))}",'
            " rrule: FREQ=DAILY;COUNT=1, missed: always, to: [console, hook] }" for index in range(options.seconds))
        url = f"http://127.0.0.1:{self.receiver.server_address[1]}/hook"
        (self.home / "config/notifier/notifier.yaml").write_text(
            f'timezone: UTC\ndestinations:\n  hook: {{ kind: webhook, url: "{url}" }}\nalarms:\n{alarms}\n')
        self.database = self.home / "state/notifier/journal.db"
        self.output = self.home / "console"
        self.log = self.home / "log"
        self.kills = Counter()
        self.windows = Counter()
        self.problems = []
        self.waits = 0.0

    def environment(self, kill_at):
        kept = {"PATH": os.environ.get("PATH", os.defpath), "HOME": str(self.home), "LANG": "C.UTF-8", "TZ": "UTC",
                "XDG_CONFIG_HOME": str(self.home / "config"), "XDG_STATE_HOME": str(self.home / "state"),
                "XDG_RUNTIME_DIR": str(self.home / "run"), "NOTIFIER_ETC": str(self.home / "etc"),
                "NOTIFY_SOCKET": str(self.home / "notify")}
        if kill_at:
            kept |= {"LD_PRELOAD": str(self.options.library), "FAULT_KILL_AT": str(kill_at)}
        return kept

    def launch(self, kill_at=0):
        with open(self.output, "ab") as output, open(self.log, "ab") as log:
            return subprocess.Popen([str(self.options.programs / "notifierd")], env=self.environment(kill_at),
                                    stdin=subprocess.DEVNULL, stdout=output, stderr=log)

    def launch_ready(self):
        path = self.home / "notify"
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notices:
            notices.bind(str(path))
            notices.settimeout(PATIENCE)
            process = self.launch()
            while b"READY=1" not in notices.recv(4096):
                pass
        path.unlink()
        return process

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

    def console(self):
        """The alarms of which the console got the title; where a kill cut that off there is none."""
        return re.findall(r"^\d\d:\d\d  (t\d{4})$", self.output.read_text(errors="replace"), re.MULTILINE)

    def look(self):
        """Checks what the kill left behind, and notes what may be repeated because of it."""
        received = set(self.receiver.ids)
        for firing, destination, state in self.rows("SELECT firing, destination, state FROM delivery"):
            if state == "sending":
                self.windows[firing, destination] += 1
            elif state == "pending" and destination == "hook" and firing in received:
                self.problems.append(f"{firing} was sent before it was marked as being sent")

    def kill_at_random(self):
        process = self.launch()
        try:
            process.wait(self.random.uniform(0, self.options.longest))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        return process.returncode

    def kill_at_write(self, number):
        process = self.launch(kill_at=number)
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            self.problems.append(f"write {number} never came")
        return process.returncode

    def run(self):
        process = self.launch_ready()
        process.kill()
        process.wait()
        self.look()
        for index in range(self.options.kills // self.options.workers):
            if index % 2 == 0:
                status = self.kill_at_random()
                kind = "at random"
            else:
                number = 1 + (index // 2 * self.options.workers + self.number) % self.options.writes
                status = self.kill_at_write(number)
                kind = "at a write"
            if status != -signal.SIGKILL:
                words = self.log.read_text(errors="replace").strip().splitlines()[-3:]
                self.problems.append(f"it ended with status {status} before it was killed: {words}")
            self.kills[kind] += 1
            self.look()
        self.settle()

    def settle(self):
        """Lets the last daemon deliver all that is owed."""
        process = self.launch_ready()
        self.limit = int(time.time())
        if self.limit >= self.start + self.options.seconds:
            self.problems.append("no alarm was due any more at the end; see --seconds")
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            owed = self.rows("SELECT count(*) FROM delivery JOIN firing ON firing.id = delivery.firing "
                             f"WHERE state <> 'delivered' AND fires <= {self.limit * 1000000}")[0][0]
            if owed == 0 and self.rows("SELECT cursor FROM progress")[0][0] >= self.limit * 1000000:
                break
            time.sleep(0.1)
        process.send_signal(signal.SIGTERM)
        if process.wait(PATIENCE) != 0:
            self.problems.append(f"the last daemon ended with status {process.returncode}")
        self.receiver.shutdown()

    def check(self):
        """Every alarm rang, and every ring arrived everywhere."""
        ids = {index: f"t{index:04}" for index in range(self.limit - self.start + 1)}
        recorded = dict(self.rows("SELECT alarm, verdict FROM firing"))
        heard = {"hook": Counter(id.split("/")[0] for id in self.receiver.ids), "console": Counter(self.console())}
        windows = Counter()
        for (firing, destination), count in self.windows.items():
            windows[firing.split("/")[0], destination] += count
        lost, repeats = [], 0
        for alarm in ids.values():
            if recorded.get(alarm) != "rung":
                lost.append(f"{alarm} is recorded as {recorded.get(alarm)}")
            for destination, counts in heard.items():
                if counts[alarm] == 0:
                    lost.append(f"{alarm} did not reach the {destination}")
                repeats += max(0, counts[alarm] - 1)
                if counts[alarm] - 1 > windows[alarm, destination]:
                    self.problems.append(f"{alarm} reached the {destination} {counts[alarm]} times, and was killed "
                                         f"{windows[alarm, destination]} times while it was sent")
        if self.receiver.keys != self.receiver.ids:
            self.problems.append("the Idempotency-Key of a webhook is not its id")
        if any(len(set(found)) > 1 for found in self.ids_by_alarm().values()):
            self.problems.append("a webhook was repeated with another id")
        return {"firings": len(ids), "lost": lost, "repeats": repeats, "windows": sum(self.windows.values())}

    def ids_by_alarm(self):
        found = {}
        for id in self.receiver.ids:
            found.setdefault(id.split("/")[0], []).append(id)
        return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=1000, help="how often (1000)")
    parser.add_argument("--workers", type=int, default=8, help="how many daemons side by side (8)")
    parser.add_argument("--writes", type=int, default=60, help="up to which write of a run kills come (60)")
    parser.add_argument("--longest", type=float, default=2.0, help="seconds of a run that is killed at random (2)")
    parser.add_argument("--seconds", type=int, default=1800, help="how many alarms there are, one a second (1800)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--programs", type=Path, default=ROOT / ".build/debug")
    parser.add_argument("--library", type=Path, required=True, help="faults.c, compiled")
    options = parser.parse_args()
    start = time.monotonic()
    workers = [Worker(options, number) for number in range(options.workers)]
    try:
        threads = [threading.Thread(target=worker.run, daemon=True) for worker in workers]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        results = [worker.check() for worker in workers]
    finally:
        for worker in workers:
            if not os.environ.get("KEEP"):
                shutil.rmtree(worker.home, ignore_errors=True)
    kills = sum((worker.kills for worker in workers), Counter())
    lost = [text for result in results for text in result["lost"]]
    problems = [text for worker in workers for text in worker.problems]
    total = {name: sum(result[name] for result in results) for name in ("firings", "repeats", "windows")}
    print(f"{sum(kills.values())} kills ({kills['at random']} at a random moment, {kills['at a write']} at a write) in "
          f"{time.monotonic() - start:.0f} s: {total['firings']} rings to a webhook and the console, {len(lost)} lost, "
          f"{total['windows']} deliveries cut off between their mark and the record of the answer, {total['repeats']} heard "
          f"again because of that, {len(problems)} problems")
    for text in (lost + problems)[:20]:
        print(f"  {text}")
    return 1 if lost or problems else 0


if __name__ == "__main__":
    sys.exit(main())
