"""How late a ring is, beside a program that does nothing but sleep on a timer of the kernel.

A ring is due on a whole second, so a thousand of them take long. Several daemons share that, each with a wall clock of its
own that is a fraction of a second ahead (contrib/torture/clock.c), and so do the programs beside them, halfway between.
"""

import os
import signal
import sqlite3
import statistics
import subprocess
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def compile_c(source, program, *flags):
    if not program.exists() or program.stat().st_mtime < source.stat().st_mtime:
        subprocess.run(["cc", "-O2", "-o", str(program), str(source), *flags], check=True)
    return program


def shifted(env, library, fraction, program):
    return {**env, "LD_PRELOAD": str(library), "STEP_OFFSET": f"{fraction:.3f}", "STEP_PROGRAM": program}


def home_of(home, index, seconds):
    """A home whose one destination is the console, with an alarm for each second."""
    place = Path(home, f"late-{index}")
    for name in ("config/notifier", "state", "run", "cache"):
        (place / name).mkdir(parents=True, mode=0o700)
    for name in ("config", "."):
        (place / name).chmod(0o700)
    start = int(time.time()) + 4
    alarms = "\n".join(
        f'  - {{ id: t{second}, start: "{time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(start + second))}",'
        " rrule: FREQ=DAILY;COUNT=1, to: [console] }" for second in range(seconds))
    (place / "config/notifier/notifier.yaml").write_text(f"timezone: UTC\nalarms:\n{alarms}\n")
    env = {"HOME": str(place), "PATH": os.environ.get("PATH", os.defpath), "LANG": "C.UTF-8", "TZ": "UTC",
           "XDG_CONFIG_HOME": str(place / "config"), "XDG_STATE_HOME": str(place / "state"),
           "XDG_RUNTIME_DIR": str(place / "run"), "XDG_CACHE_HOME": str(place / "cache"), "NOTIFIER_ETC": "/nonexistent"}
    return place, env, start + seconds


def lateness(home, daemon, timer, library, firings, side_by_side, is_busy):
    """Microseconds by which each ring and each wake-up of the least program was late: two lists."""
    seconds = firings // side_by_side
    daemons, timers, busy = [], [], None
    try:
        for index in range(side_by_side):
            place, env, end = home_of(home, f"{is_busy}-{index}", seconds)
            fraction = index / side_by_side
            with open(place / "log", "wb") as log:
                daemons.append((place, subprocess.Popen(
                    [str(daemon)], env=shifted(env, library, fraction, daemon.name), stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL, stderr=log)))
            timers.append(subprocess.Popen(
                [str(timer), str(seconds)], env=shifted({}, library, fraction + 0.5 / side_by_side, timer.name),
                stdout=subprocess.PIPE, text=True))
        if is_busy:
            busy = subprocess.Popen(["sh", "-c", "while :; do :; done"])
        time.sleep(max(0, end + 2 - time.time()))
        beside = [int(line) for process in timers for line in process.communicate(timeout=30)[0].split()]
    finally:
        for process in [process for _, process in daemons] + timers + ([busy] if busy else []):
            if process.poll() is None:
                process.send_signal(signal.SIGKILL if process is busy else signal.SIGTERM)
                process.wait()
    ours = []
    for place, _ in daemons:
        connection = sqlite3.connect(place / "state/notifier/journal.db")
        rows = connection.execute("SELECT late FROM firing WHERE verdict = 'rung'").fetchall()
        connection.close()
        if len(rows) != seconds:
            raise RuntimeError(f"{len(rows)} of {seconds} rings came: {(place / 'log').read_text()[-500:]}")
        ours += [late for late, in rows]
    return ours, beside


def percentile(values, part):
    return statistics.quantiles(values, n=100)[part - 1]
