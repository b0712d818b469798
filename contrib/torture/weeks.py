#!/usr/bin/env python3
"""Lets one daemon live through three weeks around the holidays of autumn 2026, many thousand times as fast as time.

libfaketime moves its wall clock; the monotonic one stays real. What rings must be what `notifierctl next` lists for those
weeks, in that order, each once.
"""

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path

sys.dont_write_bytecode = True
import home  # noqa: E402  # after the line above, so that no __pycache__ appears

ROOT = Path(__file__).resolve().parents[2]
FROM, TO = "2026-09-19T00:00:00+08:00", "2026-10-12T18:00:00+08:00"
# The rings of a day are an hour and more apart: at this speed most of a second.
CONFIGURATION = """\
region: CN
timezone: Asia/Shanghai
destinations:
  hook: {{ kind: webhook, url: "{url}" }}
alarms:
  - {{ id: clock-in, at: "09:00", days: workdays, remind: [-1h, 0m], to: hook, missed: always }}
  - {{ id: eve, at: "08:00", days: make-up workdays, remind: ["20:00 the day before"], to: hook, missed: always }}
  - {{ id: payroll, at: "11:00", days: last workday of the month, remind: [-1wd, 0m], to: hook, missed: always }}
  - {{ id: moon, at: "18:00", days: lunar 8-15, to: hook, missed: always }}
  - {{ id: walk, at: "15:00", days: rest days, to: hook, missed: always }}
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--speed", type=int, default=5000, help="times as fast as time (5000)")
    parser.add_argument("--programs", type=Path, default=ROOT / ".build/release")
    options = parser.parse_args()
    receiver = home.Receiver()
    place = home.Home(CONFIGURATION.format(url=receiver.url))
    zone = {"TZ": "Asia/Shanghai"}

    def ask(*words):
        return json.loads(subprocess.check_output(
            [str(options.programs / "notifierctl"), *words, "--json"], env=place.environment(**zone)))

    planned = [firing for firing in ask("next", "-n", "300", "--from", FROM) if firing["fires"] < TO]
    expected = [firing["id"] for firing in planned]
    start = time.monotonic()
    process = place.launch_ready(
        ["faketime", "-f", "--exclude-monotonic", f"@2026-09-19 00:00:00 x{options.speed}",
         options.programs / "notifierd"], **zone)
    problems = []
    try:
        deadline = time.monotonic() + 24 * 86_400 / options.speed + home.PATIENCE
        while ask("status")["now"] < TO and time.monotonic() < deadline:
            time.sleep(0.2)
        status = home.stop(process, place)
        if status != 0:
            problems.append(f"it ended with status {status}: {place.end_of_log()}")
    finally:
        if process.poll() is None:
            process.kill()
    took = time.monotonic() - start
    rung = [id for id in receiver.ids if id in set(expected)]
    # It goes on for a moment after the last of them.
    beyond = [id for id in receiver.ids if id not in set(expected)]
    if rung != expected or any(id.split("/")[1] < "2026-10-12" for id in beyond):
        problems.append(f"missing {[id for id in expected if id not in rung]}, beyond {beyond}, "
                        f"twice {sorted({id for id in rung if rung.count(id) > 1})}")
    place.remove()
    print(f"23 days in {took:.0f} s, {options.speed} times as fast as time: {len(rung)} rings of the {len(expected)} that "
          f"the planner lists, in its order; {len(problems)} problems")
    for text in problems:
        print(f"  {text}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
