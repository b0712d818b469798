#!/usr/bin/env python3
"""Runs the built tests in an environment of their own and prints `N passed, N failed` as its last line.

Without a filter, the number of tests that ran must be the number of @Test in Tests/ and no less than the number in
contrib/test/count.
"""

import argparse
import ctypes
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path

sys.dont_write_bytecode = True
import sources  # noqa: E402  # after the line above, so that no __pycache__ appears

ROOT = Path(__file__).resolve().parents[2]
PR_SET_CHILD_SUBREAPER = 36


def environment(home):
    """Nothing of the caller's session: no display, no bus, no zone, no configuration; a home that is thrown away."""
    tools = ROOT / ".venv/bin"
    kept = {name: os.environ[name] for name in ("PATH", "TERM") if name in os.environ}
    if tools.is_dir():
        kept["PATH"] = f"{tools}:{kept.get('PATH', os.defpath)}"
    folders = {
        "HOME": "home",
        "TMPDIR": "tmp",
        "XDG_RUNTIME_DIR": "run",
        "XDG_CONFIG_HOME": "home/.config",
        "XDG_STATE_HOME": "home/.local/state",
        "XDG_CACHE_HOME": "home/.cache",
        "XDG_DATA_HOME": "home/.local/share",
    }
    for name, folder in folders.items():
        path = Path(home, folder)
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        kept[name] = str(path)
    # What lives as long as the process is no leak; libdispatch keeps it where the leak checker does not look.
    return {**kept, "LANG": "C.UTF-8", "NO_COLOR": "1", "ASAN_OPTIONS": "detect_leaks=0"}


def children(parent):
    """Ids of the processes whose parent is `parent`."""
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                fields = Path("/proc", entry, "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue  # it has just ended
            if int(fields[1]) == parent and fields[0] != "Z":
                found.append(int(entry))
    return found


def end(parent):
    """Ends every process below `parent`, the deepest first."""
    for pid in children(parent):
        end(pid)
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


def leftovers():
    """Names of processes that tests started and left running; they are ended.

    As a subreaper this program inherits them, whatever their sessions.
    """
    deadline = time.monotonic() + 3
    while children(os.getpid()) and time.monotonic() < deadline:
        time.sleep(0.05)
    names = []
    for pid in children(os.getpid()):
        try:
            names.append(Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ").strip())
        except OSError:
            pass  # it has just ended
    end(os.getpid())
    return names


def run(command, env, minutes):
    """Runs the tests and shows their output but for the starts; returns its lines and the exit status."""
    process = subprocess.Popen(
        command, cwd=ROOT, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, errors="replace", bufsize=1)
    lines = []

    def show():
        for line in process.stdout:
            lines.append(line.rstrip("\n"))
            if not line.startswith("◇"):
                print(line, end="", flush=True)

    reader = threading.Thread(target=show, daemon=True)
    reader.start()
    try:
        process.wait(60 * minutes)
    except subprocess.TimeoutExpired:
        print(f"contrib/test/run.py: error: not finished after {minutes} minutes; ended", flush=True)
        end(process.pid)
        process.kill()
        process.wait()
    reader.join(2)  # a process that a test left running may hold the pipe open
    return lines, process.returncode


def unfinished(lines):
    """Names of the tests that started and never ended, as after a crash."""
    started, ended = [], set()
    for line in lines:
        if match := re.match(r"◇ Test (.+) started\.$", line):
            if not match.group(1).startswith(("run", "case passing")):
                started.append(match.group(1))
        # A program that a test runs may have begun the line.
        elif match := re.search(r"[✔✘] Test (.+?) (?:with \d+ test cases? )?(?:passed|failed) after ", line):
            ended.add(match.group(1))
    return [name for name in started if name not in ended]


def results(report, lines):
    """Passed, failed and skipped tests, from the report; after a crash there is none, and the output has to do."""
    try:
        cases = ElementTree.parse(report).getroot().findall(".//testcase")
    except (OSError, ElementTree.ParseError):
        passed = sum(1 for line in lines if re.match(r"✔ Test .* passed after ", line))
        failed = sum(1 for line in lines if re.match(r"✘ Test (?!run with).* failed after ", line))
        return passed, failed + max(1, len(unfinished(lines))), []
    failed = sum(1 for case in cases if case.find("failure") is not None)
    skipped = [
        f"{case.get('classname')}.{case.get('name')}: {case.findtext('skipped') or 'no reason given'}"
        for case in cases
        if case.find("skipped") is not None
    ]
    return len(cases) - failed - len(skipped), failed, skipped


def check_count(ran):
    """Complaints about tests that did not run at all."""
    written, forgotten = sources.read(ROOT / "Tests")
    floor = int((ROOT / "contrib/test/count").read_text())
    complaints = [f"{place} looks like a test and lacks @Test, so it never runs" for place in forgotten]
    if ran != written:
        complaints.append(f"{ran} tests ran, but Tests/ has {written} functions with @Test")
    if ran < floor:
        complaints.append(f"{ran} tests ran, at least {floor} were expected (contrib/test/count)")
    elif ran > floor:
        print(f"There are more tests than before: write {ran} into contrib/test/count.")
    return complaints


def main():
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--scratch-path", default=".build", help="where `swift build --build-tests` built")
    options.add_argument("--filter", action="append", default=[], metavar="PATTERN", help="run only these tests")
    # All at once they would wait for each other's threads, and the time limits of those that wait would run.
    options.add_argument("--width", type=int, default=8, metavar="N", help="run so many tests side by side (8)")
    options.add_argument("--minutes", type=int, default=25, help="end what takes longer (25)")
    options = options.parse_args()

    # What `swift test` would start. Started directly, since `swift test` keeps the output back until the end.
    program = ROOT / options.scratch_path / "debug/notifierPackageTests.xctest"
    if not program.exists():
        sys.exit(f"contrib/test/run.py: error: {program} is not built; run: swift build --build-tests")
    home = tempfile.mkdtemp(prefix="notifier-test-")
    report = Path(home, "report.xml")
    filters = [word for pattern in options.filter for word in ("--filter", pattern)]
    filters += ["--experimental-maximum-parallelization-width", str(options.width)]
    try:
        lines, status = run(
            [program, "--testing-library", "swift-testing", "--xunit-output", report, *filters], environment(home),
            options.minutes)
        passed, failed, skipped = results(report, lines)
        left = leftovers()
    finally:
        end(os.getpid())
        shutil.rmtree(home, ignore_errors=True)

    complaints = []
    if not options.filter:
        complaints = check_count(passed + failed + len(skipped))
    if status != 0 and failed == 0:
        complaints.append(f"the tests ended with status {status} though none failed")
    for name in unfinished(lines):
        print(f"unfinished: {name}")
    for text in skipped:
        print(f"skipped: {text}")
    for name in left:
        print(f"left running by a test, ended now: {name}")
    for complaint in complaints:
        print(f"contrib/test/run.py: error: {complaint}")
    print(f"{passed} passed, {failed + len(complaints)} failed")
    return 0 if failed == 0 and not complaints else 1


if __name__ == "__main__":
    sys.exit(main())
