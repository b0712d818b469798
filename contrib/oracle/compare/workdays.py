#!/usr/bin/env python3
"""Compares phrases, classes, positions, moves and work weeks with the walk over days of workday_rules.py.

    workdays.py [--number 1000000] [--seed 2027]

Every 50,000 questions have days off and work weeks of their own. A difference is printed with our dates, and the exit
status is 1.
"""
import argparse
import multiprocessing
import pathlib
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import programs  # noqa: E402
import workday_rules  # noqa: E402

CHUNK = 50_000


def chunk(seed):
    lines = workday_rules.lines_of(seed, CHUNK)
    done = subprocess.run([programs.BUILT / "check", "workdays"], input="\n".join(lines) + "\n", capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"contrib/oracle/compare/workdays.py: error: seed {seed}: {done.stderr}")
    return seed, sum("|" in line for line in lines), done.stdout.splitlines()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--number", type=int, default=1_000_000, help="how many questions, a multiple of 50000 (1000000)")
    parser.add_argument("--seed", type=int, default=2027, help="of the first 50,000; those after it have the next ones")
    options = parser.parse_args()
    programs.build_check()
    begun, compared, different = time.monotonic(), 0, 0
    with multiprocessing.Pool() as pool:
        for seed, count, others in pool.imap(chunk, range(options.seed, options.seed + options.number // CHUNK)):
            compared += count
            print(f"\r{compared} of {options.number}", end="", file=sys.stderr, flush=True)
            different += len(others)
            for line in others:
                print(f"seed {seed}: {line}", flush=True)
    print(file=sys.stderr)
    print(f"{compared} questions about workdays from seed {options.seed} on, {time.monotonic() - begun:.0f} s: "
          f"{different} answered otherwise than by the walk")
    sys.exit(1 if different else 0)


if __name__ == "__main__":
    main()
