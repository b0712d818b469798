#!/usr/bin/env python3
"""Sends ten thousand webhooks that are due in one instant, to a hundred destinations, beside a program that does nothing
but post the same bodies over as many connections with the same library.

    contrib/bench/webhooks.py [--firings 10000] [--destinations 100] [--pairs 3]

The daemon's time goes from the rings in the journal, where a reader that looks every few milliseconds first sees them, to
the last row that says that one was delivered; all that the journal promises is kept. Then the last destination hangs, and the
others are timed with and without it in turns.
"""

import argparse
import os
import shutil
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True
import lateness  # noqa: E402  # after the line above, so that no __pycache__ appears

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 120


class Receiver:
    def __init__(self, program, *words):
        self.process = subprocess.Popen([str(program), *map(str, words)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True)
        self.url = f"http://127.0.0.1:{int(self.process.stdout.readline())}"

    def end(self):
        """How many requests came."""
        return int(self.process.communicate()[0])


def recorded(journal, deadline):
    """When the rings are in the journal, which are written in one transaction."""
    connection = sqlite3.connect(f"file:{journal}?mode=ro", uri=True)
    while not connection.execute("SELECT 1 FROM delivery LIMIT 1").fetchone():
        if time.monotonic() > deadline:
            raise RuntimeError("no ring was recorded")
        time.sleep(0.005)
    now = time.time()
    connection.close()
    return now


def deliver(home, daemon, url, firings, destinations, hangs=False):
    """Has a daemon send them; seconds from record to record, and the most memory that it had, in kB."""
    place = Path(tempfile.mkdtemp(dir=home))
    for name in ("config/notifier", "state", "run", "cache"):
        (place / name).mkdir(parents=True, mode=0o700)
    for name in ("config", "."):
        (place / name).chmod(0o700)
    due = int(time.time()) + 6
    moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(due))
    lines = ["timezone: UTC", "destinations:"]
    lines += [f'  hook{index}: {{ kind: webhook, url: "{url}/hook/{index}" }}' for index in range(destinations)]
    if hangs:
        lines.append(f'  hanging: {{ kind: webhook, url: "{url}/hang" }}')
    lines.append("alarms:")
    lines += [f'  - {{ id: a{index}, title: "Ring {index}", start: "{moment}", rrule: FREQ=DAILY;COUNT=1, '
              f"to: [hook{index % destinations}] }}" for index in range(firings)]
    if hangs:
        lines += [f'  - {{ id: h{index}, title: Hang, start: "{moment}", rrule: FREQ=DAILY;COUNT=1, to: [hanging] }}'
                  for index in range(firings // destinations)]
    (place / "config/notifier/notifier.yaml").write_text("\n".join(lines) + "\n")
    env = {"HOME": str(place), "PATH": os.environ.get("PATH", os.defpath), "LANG": "C.UTF-8", "TZ": "UTC",
           "XDG_CONFIG_HOME": str(place / "config"), "XDG_STATE_HOME": str(place / "state"),
           "XDG_RUNTIME_DIR": str(place / "run"), "XDG_CACHE_HOME": str(place / "cache"), "NOTIFIER_ETC": "/nonexistent"}
    journal = place / "state/notifier/journal.db"
    with open(place / "log", "wb") as log:
        process = subprocess.Popen([str(daemon)], env=env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=log)
    try:
        deadline = time.monotonic() + PATIENCE
        count = 0
        time.sleep(max(0, due - 0.5 - time.time()))
        first = recorded(journal, deadline)
        while count < firings and time.monotonic() < deadline:
            time.sleep(0.5)
            connection = sqlite3.connect(f"file:{journal}?mode=ro", uri=True)
            count, last = connection.execute(
                "SELECT count(*), max(updated) FROM delivery WHERE state = 'delivered'").fetchone()
            connection.close()
        if count < firings:
            raise RuntimeError(f"{count} of {firings} were delivered: {(place / 'log').read_text()[-500:]}")
        status = Path(f"/proc/{process.pid}/status").read_text()
        most = int(status.split("VmHWM:")[1].split()[0])
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()
        shutil.rmtree(place)
    return last / 1e6 - first, most


def row(what, ours, beside, ratio, target):
    print(f"{what:<50} {ours:>12} {beside:>12} {ratio:>8}   {target}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--firings", type=int, default=10_000)
    parser.add_argument("--destinations", type=int, default=100)
    parser.add_argument("--pairs", type=int, default=3, help="how often each is timed (3)")
    parser.add_argument("--daemon", type=Path, default=ROOT / ".build/release/notifierd")
    options = parser.parse_args()
    home = tempfile.mkdtemp(prefix="notifier-bench-")
    try:
        receiver = lateness.compile_c(ROOT / "contrib/bench/receiver.c", Path(home, "receiver"))
        bare = lateness.compile_c(ROOT / "contrib/bench/webhooks.c", Path(home, "webhooks"), "-lcurl")
        bodies = Path(home, "bodies")
        server = Receiver(receiver, bodies)
        deliver(home, options.daemon, server.url, options.firings, options.destinations)
        if server.end() != options.firings:
            sys.exit("contrib/bench/webhooks.py: error: not each webhook came once")
        server = Receiver(receiver)
        runs = []
        for _ in range(options.pairs):
            ours, most = deliver(home, options.daemon, server.url, options.firings, options.destinations)
            beside = float(subprocess.check_output(
                [str(bare), f"{server.url}/hook", str(bodies), str(options.destinations)]))
            runs.append((ours, beside, most))
        ours, beside = (statistics.median(values) for values in list(zip(*runs))[:2])
        row(f"{options.firings} webhooks at once, a second", f"{options.firings / ours:.0f}",
            f"{options.firings / beside:.0f}", f"{statistics.median(b / o for o, b, _ in runs):.2f}",
            "at least 0.80 of libcurl alone")
        row("the same, most memory (RSS)", f"{max(most for *_, most in runs)} kB", "", "", "")
        others = options.destinations - 1
        firings = options.firings // options.destinations * others
        pairs = []
        for number in range(options.pairs):
            # In turns also within a pair, so that neither always goes first.
            order = [True, False] if number % 2 else [False, True]
            times = {hangs: deliver(home, options.daemon, server.url, firings, others, hangs)[0] for hangs in order}
            pairs.append((times[True], times[False]))
        hanging, alone = (statistics.median(times) for times in zip(*pairs))
        row(f"webhooks to {others} destinations while one more hangs", f"{firings / hanging:.0f}", f"{firings / alone:.0f}",
            f"{statistics.median(b / a for a, b in pairs):.2f}", "as fast as without it")
        server.end()
    finally:
        shutil.rmtree(home, ignore_errors=True)


if __name__ == "__main__":
    main()
