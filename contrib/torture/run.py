#!/usr/bin/env python3
"""Runs all of the long tests by faults, one after another, on the built release, and prints the counts of each."""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent


def compiled(name, place):
    library = f"{place}/{name}.so"
    subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", library, str(HERE / f"{name}.c"), "-ldl"], check=True)
    return library


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", choices=["kill", "burst", "weeks", "leaks", "receivers", []], help="only these")
    options = parser.parse_args()
    failed = []
    with tempfile.TemporaryDirectory(prefix="notifier-torture-") as place:
        faults, names = (compiled(name, place) for name in ("faults", "names"))
        parts = {"kill": ["--library", faults, "--programs", str(HERE.parents[1] / ".build/release")],
                 "burst": [], "weeks": [], "leaks": [], "receivers": ["--library", names]}
        for name in options.parts or parts:
            print(f"{name}: ", end="", flush=True)
            if subprocess.run([sys.executable, str(HERE / f"{name}.py"), *parts[name]]).returncode != 0:
                failed.append(name)
    print(f"torture: {', '.join(failed)} failed" if failed else "torture: all passed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
