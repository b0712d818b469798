#!/usr/bin/env python3
"""Gives the readers of outside data what libFuzzer makes up, guided by the edges that are reached.

    contrib/fuzz/run.py [READER …] [--runs 1000000] [--length 4096]

Without a reader all of them run, one after the other. Printed for each: runs, seconds, edges reached at the start and in
the end, and crashes. A crash, a leak, a run of more than a minute or more than 2 GB end a reader's runs; the input is kept in .build-fuzz/found
and the exit status is 1. The seeds are in contrib/fuzz/corpus. What was learnt is kept in .build-fuzz/learnt, and is
where the next runs start.
"""

import argparse
import os
import re
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HERE = ROOT / "contrib/fuzz"
SCRATCH = ROOT / ".build-fuzz"
# A reader, and the list of words that steer it.
READERS = {
    "holiday-cn": "json",
    "timor": "json",
    "nager": "json",
    "csv": "csv",
    "icalendar": "icalendar",
    "configuration": "yaml",
    "own-days": "yaml",
    "rrule": "text",
    "rule-fields": "yaml",
    "days": "text",
    "days-chinese": None,
    "position": "text",
    "tzif": None,
}
LIMITS = ["-timeout=60", "-rss_limit_mb=2048"]
COVERAGE = "edge,indirect-calls,trace-cmp,inline-8bit-counters,pc-table"


def fail(message):
    sys.exit(f"contrib/fuzz/run.py: error: {message}")


def libfuzzer(swift):
    """The library of the toolchain; the one without a main function, since Swift brings its own."""
    answer = subprocess.run([swift, "-print-target-info"], capture_output=True, text=True, check=True).stdout
    resources = re.search(r'"runtimeResourcePath": "([^"]+)"', answer)[1]
    found = sorted(Path(resources).parent.glob("clang/*/lib/*/*fuzzer_no_main*.a"))
    fitting = [path for path in found if os.uname().machine in str(path)]
    if not fitting:
        fail(f"the toolchain of {swift} has no libFuzzer (libclang_rt.fuzzer_no_main); install Swift from swift.org")
    return fitting[-1]


def build(swift):
    command = [swift, "build", "-c", "release", "--product", "fuzz", "--scratch-path", str(SCRATCH)]
    command += ["--sanitize=address", "-Xswiftc", f"-sanitize-coverage={COVERAGE}"]
    command += ["-Xlinker", str(libfuzzer(swift)), "-Xlinker", "-lstdc++"]
    environment = os.environ | {"NOTIFIER_FUZZ": "1"}
    done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        fail(f"the fuzz program does not build:\n{done.stdout}")


def fuzz(reader, runs, length, seed):
    """Runs one reader; returns how many inputs it did not survive."""
    learnt, found = SCRATCH / "learnt" / reader, SCRATCH / "found" / reader
    for folder in (learnt, found):
        folder.mkdir(parents=True, exist_ok=True)
    before = set(found.iterdir())
    command = [str(SCRATCH / "release/fuzz"), reader, f"-runs={runs}", f"-max_len={length}", *LIMITS, f"-artifact_prefix={found}/"]
    if seed is not None:
        command.append(f"-seed={seed}")
    if READERS[reader]:
        command.append(f"-dict={HERE / 'words' / (READERS[reader] + '.dict')}")
    # Swift's own report of a crash would end in a report of the address sanitizer, which takes it for another crash.
    environment = os.environ | {"SWIFT_BACKTRACE": "enable=no"}
    start = time.monotonic()
    log = SCRATCH / f"{reader}.log"
    with open(log, "w") as output:
        code = subprocess.run(
            [*command, str(learnt), str(HERE / "corpus" / reader)],
            env=environment,
            stdout=output,
            stderr=subprocess.STDOUT,
        ).returncode
    seconds = time.monotonic() - start
    text = log.read_text(errors="replace")
    edges = [int(number) for number in re.findall(r"^#\d+\s+\w+\s+cov: (\d+)", text, re.MULTILINE)]
    done = [int(number) for number in re.findall(r"^#(\d+)\s", text, re.MULTILINE)]
    # What took more than ten seconds is kept as well, for a look; the machine may have been busy.
    kept = sorted(path for path in set(found.iterdir()) - before if not path.name.startswith("slow-unit-"))
    crashes = max(len(kept), 1 if code != 0 else 0)
    print(
        f"{reader:14}{done[-1] if done else 0:>9} runs {seconds:>6.0f} s  {edges[0] if edges else 0:>5} edges at the "
        f"start, {edges[-1] if edges else 0:>5} in the end  {crashes} crashes",
        flush=True,
    )
    for path in kept:
        print(f"  {path.relative_to(ROOT)}")
    if code != 0:
        print(f"  why: {log.relative_to(ROOT)}")
    return crashes


def main():
    parser = argparse.ArgumentParser(description="Fuzzes the readers of outside data.")
    parser.add_argument("reader", nargs="*", metavar="READER", help=f"one of {', '.join(READERS)}; all without one")
    parser.add_argument("--runs", type=int, default=1_000_000, help="for each reader (default: %(default)s)")
    parser.add_argument("--length", type=int, default=4096, help="of an input at most, in bytes (default: %(default)s)")
    parser.add_argument("--seed", type=int, help="makes what is made up the same again, from the same start")
    arguments = parser.parse_args()
    for reader in arguments.reader:
        if reader not in READERS:
            fail(f"there is no reader {reader}; expected one of {', '.join(READERS)}")
    build(os.environ.get("SWIFT", "swift"))
    os.nice(10)
    if sum(fuzz(reader, arguments.runs, arguments.length, arguments.seed) for reader in arguments.reader or READERS):
        sys.exit(1)


if __name__ == "__main__":
    main()
