#!/usr/bin/env python3
"""Kills the daemon again and again while alarms are due every second, and checks that none is lost.

Half of the kills come at a random moment, half at a write: the first, the second, and so on, before it or in the middle of
it. Each worker has a home, a receiver of webhooks and a console of its own. After each kill its journal is looked at: a ring
may come twice only if the kill fell between the mark that it is being sent and the record of the answer.

Exit status 0 when every ring arrived everywhere, none was repeated without such a kill, and every repeat had the same id.
"""

import argparse
import random
import re
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

sys.dont_write_bytecode = True
import home  # noqa: E402  # after the line above, so that no __pycache__ appears

ROOT = Path(__file__).resolve().parents[2]


class Worker:
    def __init__(self, options, number):
        self.options, self.number = options, number
        self.random = random.Random(options.seed * 1000 + number)
        self.receiver = home.Receiver(lambda: random.choice([0, 0, 0.005, 0.03]))
        self.start = int(time.time()) + options.lead
        self.home = home.Home(
            f'timezone: UTC\ndestinations:\n  hook: {{ kind: webhook, url: "{self.receiver.url}" }}\nalarms:\n'
            + home.alarms_of_seconds(self.start, options.seconds, to="console, hook"))
        self.command = [options.programs / "notifierd"]
        self.kills = Counter()
        self.windows = Counter()
        self.problems = []

    def console(self):
        """The alarms of which the console got the title; where a kill cut that off there is none."""
        return re.findall(r"^\d\d:\d\d  (t\d{4})$", self.home.output.read_text(errors="replace"), re.MULTILINE)

    def look(self):
        """Checks what the kill left behind, and notes what may be repeated because of it."""
        received = set(self.receiver.ids)
        for firing, destination, state in self.home.rows("SELECT firing, destination, state FROM delivery"):
            if state == "sending":
                self.windows[firing, destination] += 1
            elif state == "pending" and destination == "hook" and firing in received:
                self.problems.append(f"{firing} was sent before it was marked as being sent")

    def kill_at_random(self):
        process = self.home.launch(self.command)
        try:
            process.wait(self.random.uniform(0, self.options.longest))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        return process.returncode

    def kill_at_write(self, number):
        process = self.home.launch(
            self.command, LD_PRELOAD=str(self.options.library), FAULT_KILL_AT=str(number))
        try:
            process.wait(home.PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            self.problems.append(f"write {number} never came")
        return process.returncode

    def run(self):
        process = self.home.launch_ready(self.command)
        process.kill()
        process.wait()
        self.look()
        kills, rest = divmod(self.options.kills, self.options.workers)
        for index in range(kills + (self.number < rest)):
            if index % 2 == 0:
                status = self.kill_at_random()
                kind = "at random"
            else:
                number = 1 + (index // 2 * self.options.workers + self.number) % self.options.writes
                status = self.kill_at_write(number)
                kind = "at a write"
            if status != -signal.SIGKILL:
                self.problems.append(f"it ended with status {status} before it was killed: {self.home.end_of_log()}")
            self.kills[kind] += 1
            self.look()
        self.settle()

    def settle(self):
        """Lets the last daemon deliver all that is owed."""
        process = self.home.launch_ready(self.command)
        self.limit = int(time.time())
        if self.limit >= self.start + self.options.seconds:
            self.problems.append("no alarm was due any more at the end; see --seconds")
        deadline = time.monotonic() + home.PATIENCE
        while time.monotonic() < deadline:
            owed = self.home.rows("SELECT count(*) FROM delivery JOIN firing ON firing.id = delivery.firing "
                             f"WHERE state <> 'delivered' AND fires <= {self.limit * 1000000}")[0][0]
            if owed == 0 and self.home.rows("SELECT cursor FROM progress")[0][0] >= self.limit * 1000000:
                break
            time.sleep(0.1)
        process.send_signal(signal.SIGTERM)
        if process.wait(home.PATIENCE) != 0:
            self.problems.append(f"the last daemon ended with status {process.returncode}")
        self.receiver.shutdown()

    def check(self):
        """Every alarm rang, and every ring arrived everywhere."""
        ids = {index: f"t{index:04}" for index in range(self.limit - self.start + 1)}
        recorded = dict(self.home.rows("SELECT alarm, verdict FROM firing"))
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
    parser.add_argument("--lead", type=int, default=2, help="seconds that the first daemon has to start (2)")
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
            worker.home.remove()
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
