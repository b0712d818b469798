#!/usr/bin/env python3
"""Has a hundred thousand alarms due in the same second: all are recorded in one transaction, and the memory is bounded.

The most memory that the daemon holds is given as a ratio to what it held before, with the alarms loaded and none due.
"""

import argparse
import re
import sys
import time
from pathlib import Path

sys.dont_write_bytecode = True
import home  # noqa: E402  # after the line above, so that no __pycache__ appears

ROOT = Path(__file__).resolve().parents[2]
MOST = 3.0


def memory(process, name):
    text = Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(rf"^{name}:\s+(\d+) kB", text, re.MULTILINE).group(1))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--alarms", type=int, default=100_000)
    parser.add_argument("--ahead", type=int, default=120, help="seconds until they are due (120)")
    parser.add_argument("--programs", type=Path, default=ROOT / ".build/release")
    options = parser.parse_args()
    due = int(time.time()) + options.ahead
    place = home.Home("timezone: UTC\n", [
        "alarms:\n" + home.alarms_of_seconds(due, 1, range(first, min(first + 10_000, options.alarms)))
        for first in range(0, options.alarms, 10_000)])
    problems = []
    process = place.launch_ready([options.programs / "notifierd"])
    try:
        if time.time() > due - 2:
            sys.exit(f"{sys.argv[0]}: error: the alarms were due before the daemon was ready; see --ahead")
        before = memory(process, "VmRSS")
        deadline = time.monotonic() + options.ahead + 10 * home.PATIENCE
        count = 0
        while count < options.alarms and time.monotonic() < deadline:
            time.sleep(0.5)
            count = place.read("SELECT count(*) FROM firing WHERE verdict = 'rung'")[0][0]
            if 0 < count < options.alarms:
                problems.append(f"{count} of them were recorded apart from the others")
        late = place.read("SELECT max(recorded - fires) / 1e6, count(DISTINCT recorded) FROM firing")[0]
        owed = place.read("SELECT count(*) FROM delivery")[0][0]
        time.sleep(10)
        most = memory(process, "VmHWM")
    finally:
        process.kill()
        process.wait()
        place.remove()
    if count != options.alarms or owed != options.alarms or late[1] != 1:
        problems.append(f"{count} recorded at {late[1]} times, {owed} deliveries, expected {options.alarms} of each at one")
    if most > MOST * before:
        problems.append(f"the memory grew {most / before:.2f} times, expected at most {MOST}")
    print(f"{options.alarms} alarms of one second: {count} recorded in one transaction, {options.alarms - count} lost; memory "
          f"{most // 1024} MB at most, {most / before:.2f} times the {before // 1024} MB before; {len(problems)} problems")
    for text in problems[:20]:
        print(f"  {text}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
