#!/usr/bin/env python3
"""Measures what ten thousand firings leave behind in memory, by heaptrack.

The same daemon with the same alarms ends once after a thousand firings and once after eleven thousand. What it had not given
back at its end is compared: the difference is what firings leak.
"""

import argparse
import re
import subprocess
import sys
import time
from pathlib import Path

sys.dont_write_bytecode = True
import home  # noqa: E402  # after the line above, so that no __pycache__ appears

ROOT = Path(__file__).resolve().parents[2]
UNITS = {"B": 1, "K": 1e3, "M": 1e6, "G": 1e9}
EACH = 100
# Room for caches that grow once; a leak of one small object a firing is a multiple of it.
MOST = 200_000


def leaked(options, firings):
    """Bytes that were not given back after so many firings."""
    start = int(time.time()) + options.ahead
    place = home.Home(
        "timezone: UTC\nalarms:\n" + home.alarms_of_seconds(start, (options.firings + 1000) // EACH, range(EACH)))
    trace = place.path / "trace"
    process = place.launch_ready(["heaptrack", "-o", trace, options.programs / "notifierd"])
    deadline = time.monotonic() + options.ahead + options.firings / EACH + 20 * home.PATIENCE
    count = 0
    while count < firings and time.monotonic() < deadline:
        time.sleep(0.2)
        count = place.read("SELECT count(*) FROM delivery WHERE state = 'delivered'")[0][0]
    home.stop(process, place)
    if count < firings:
        raise RuntimeError(f"only {count} of {firings} were delivered: {place.end_of_log()}")
    file = next(place.path.glob("trace*"))
    text = subprocess.check_output(["heaptrack_print", "-f", str(file)], text=True, stderr=subprocess.DEVNULL)
    place.remove()
    found = re.search(r"^total memory leaked: ([\d.]+)([BKMG])", text, re.MULTILINE)
    return float(found.group(1)) * UNITS[found.group(2)], count


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--firings", type=int, default=10_000)
    parser.add_argument("--ahead", type=int, default=30, help="seconds until the first is due (30)")
    parser.add_argument("--programs", type=Path, default=ROOT / ".build/release")
    options = parser.parse_args()
    (few, least), (many, most) = leaked(options, 1000), leaked(options, options.firings + 1000)
    difference = many - few
    print(f"{most} firings leave {many / 1e6:.2f} MB at the end, {least} leave {few / 1e6:.2f} MB: "
          f"{difference / (most - least):.1f} bytes a firing")
    if difference > MOST:
        print(f"  expected a difference of at most {MOST} bytes")
    return 1 if difference > MOST else 0


if __name__ == "__main__":
    sys.exit(main())
