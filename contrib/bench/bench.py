#!/usr/bin/env python3
"""Measures start-up, lateness, the journal, wake-ups and memory, each beside a program that does nothing else, and prints a
table of ratios.

A ratio holds on any machine; a time or a size alone does not. Slow is no failure: the exit status is 1 only when
something could not be measured.
"""

import argparse
import datetime
import os
import re
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True
import lateness  # noqa: E402  # after the line above, so that no __pycache__ appears

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = ROOT / ".build/release"
BUILT = ROOT / ".build/bench"
LIBRARIES = {"CLibCurl": "libcurl", "CLibNotify": "libnotify", "CLibYAML": "yaml-0.1", "CSQLite": "sqlite3"}
FLAGS = ["-O", "-static-stdlib", "-swift-version", "6", "-warnings-as-errors"]

CONFIGURATION = """\
region: CN
timezone: Asia/Shanghai
alarms:
  - {{ id: clock-in, title: Clock in, at: "09:00", days: workdays, start: {later}, remind: [-10m, 0m], to: [desktop] }}
  - {{ id: payroll, title: Payroll, at: "10:00", days: last workday of the month, start: {later}, to: [desktop] }}
"""
# With those two a hundred.
FURTHER = "".join(
    f'  - {{{{ id: further-{index}, title: "Number {index}", at: "{9 + index % 9:02}:{index % 60:02}", days: workdays, '
    "start: {later}, to: [desktop] }}\n" for index in range(98))


class CannotMeasure(Exception):
    """Something that was to be measured does not run; the text says what."""


def build():
    """Builds the two programs to compare with, with the flags of the release, stripped alike."""
    BUILT.mkdir(parents=True, exist_ok=True)
    swiftc = str(Path(shutil.which(os.environ.get("SWIFT", "swift"))).with_name("swiftc"))
    packages = list(LIBRARIES.values())

    def pkg_config(option):
        words = subprocess.check_output(["pkg-config", option, *packages], text=True).split()
        return [word for word in words if word != "-pthread"]

    modules = [word for name in LIBRARIES for word in ("-I", str(ROOT / "Sources" / name))]
    headers = [word for flag in pkg_config("--cflags") for word in ("-Xcc", flag)]
    extra = {"hello": [], "bare": modules + headers + pkg_config("--libs")}
    for name, flags in extra.items():
        source, program = ROOT / f"contrib/bench/{name}.swift", BUILT / name
        if not program.exists() or program.stat().st_mtime < source.stat().st_mtime:
            subprocess.run([swiftc, *FLAGS, str(source), *flags, "-o", str(program)], check=True)
            subprocess.run(["strip", str(program)], check=True)
    for name in ("notifierd", "notifierctl"):
        if not (PROGRAMS / name).exists():
            raise CannotMeasure(f"{PROGRAMS / name} is not built; run: make build")
        shutil.copy2(PROGRAMS / name, BUILT / name)
        subprocess.run(["strip", str(BUILT / name)], check=True)


def environment(home):
    """A home of its own, so that nobody's alarms are read and nobody's daemon is asked."""
    folders = {"HOME": ".", "XDG_CONFIG_HOME": "config", "XDG_STATE_HOME": "state", "XDG_CACHE_HOME": "cache",
               "XDG_RUNTIME_DIR": "run"}
    kept = {"PATH": os.environ.get("PATH", os.defpath), "LANG": "C.UTF-8"}
    for name, folder in folders.items():
        path = Path(home, folder)
        path.mkdir(mode=0o700, exist_ok=True)
        kept[name] = str(path)
    return kept


def seconds(command, env, null, errors):
    """How long one run of `command` takes, from before it is started until it has been waited for."""
    actions = [(os.POSIX_SPAWN_DUP2, null, 0), (os.POSIX_SPAWN_DUP2, null, 1),
               (os.POSIX_SPAWN_DUP2, errors.fileno(), 2)]
    start = time.perf_counter()
    pid = os.posix_spawn(command[0], command, env, file_actions=actions)
    _, status, _ = os.wait4(pid, 0)
    took = time.perf_counter() - start
    if status != 0:
        errors.seek(0)
        raise CannotMeasure(f"`{' '.join(command)}` ended with status {os.waitstatus_to_exitcode(status)}: "
                            + errors.read().strip())
    return took


def cold_starts(configuration, env, pairs):
    """Medians of `notifierctl next` and of the least program, in seconds, and the median of the pairs' ratios."""
    ours = [str(BUILT / "notifierctl"), "--config", str(configuration), "next"]
    least = [str(BUILT / "hello")]
    null = os.open(os.devnull, os.O_RDWR)
    with tempfile.TemporaryFile("w+") as errors:
        for command in (ours, least) * 3:  # fills the page cache
            seconds(command, env, null, errors)
        runs = [(seconds(ours, env, null, errors), seconds(least, env, null, errors)) for _ in range(pairs)]
    os.close(null)
    return (statistics.median(a for a, _ in runs), statistics.median(b for _, b in runs),
            statistics.median(a / b for a, b in runs))


def start(command, env, log, ready):
    """Starts a program that stays; returns when `ready()` says so."""
    with open(log, "wb") as output:
        process = subprocess.Popen(command, env=env, stdin=subprocess.DEVNULL, stdout=output, stderr=output)
    deadline = time.monotonic() + 20
    while not ready():
        if process.poll() is not None or time.monotonic() > deadline:
            stop(process)
            words = Path(log).read_text(errors="replace").strip() or "it said nothing"
            raise CannotMeasure(f"`{' '.join(map(str, command))}` did not get ready: {words}")
        time.sleep(0.02)
    return process


def start_daemon(configuration, env, home):
    """Starts the daemon and waits for its readiness, told as systemd would be told."""
    notices = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    path = str(Path(home, "notify"))
    notices.bind(path)
    notices.settimeout(0)

    def ready():
        try:
            return b"READY=1" in notices.recv(4096).split(b"\n")
        except BlockingIOError:
            return False

    command = [str(BUILT / "notifierd"), "--config", str(configuration)]
    try:
        return start(command, {**env, "NOTIFY_SOCKET": path}, Path(home, "notifierd.log"), ready)
    finally:
        notices.close()


def start_bare(env, home):
    log = Path(home, "bare.log")
    log.touch()
    return start([str(BUILT / "bare"), str(Path(home, "bare.sqlite"))], env, log, lambda: "ready" in log.read_text())


def start_bus(env, home):
    """A private session bus, where dbus-daemon is there; else both programs live without one."""
    if shutil.which("dbus-daemon") is None:
        return None
    address = f"unix:path={home}/bus"
    command = ["dbus-daemon", "--session", "--nofork", "--nopidfile", f"--address={address}"]
    bus = start(command, env, Path(home, "bus.log"), Path(home, "bus").exists)
    env["DBUS_SESSION_BUS_ADDRESS"] = address
    return bus


def check_alive(process, name, home):
    if process.poll() is not None:
        words = Path(home, f"{name}.log").read_text(errors="replace").strip()
        raise CannotMeasure(f"{name} ended with status {process.returncode} while it was measured: {words}")


def stop(process):
    if process is not None and process.poll() is None:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def switches(pid):
    """How often each thread of a process has gone to sleep of its own accord: each wake-up ends with that."""
    counts = {}
    for task in os.listdir(f"/proc/{pid}/task"):
        status = Path(f"/proc/{pid}/task/{task}/status").read_text()
        counts[task] = int(re.search(r"^voluntary_ctxt_switches:\s+(\d+)", status, re.MULTILINE).group(1))
    return counts


def wake_ups(pid, span):
    before = switches(pid)
    time.sleep(span)
    after = switches(pid)
    # A thread that ended in between was awake to do so.
    return sum(after[task] - before.get(task, 0) for task in after) + len(before.keys() - after.keys())


def system_calls(pid, span, home):
    """System calls within `span` seconds by strace's count; `None` where it is missing or may not trace."""
    if shutil.which("strace") is None:
        return None
    trace = Path(home, "strace.log")
    tracer = subprocess.Popen(["strace", "-f", "-ttt", "-o", str(trace), "-p", str(pid)], stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(2)  # taking hold of a thread interrupts the call it waits in, once
    if tracer.poll() is not None:
        return None
    start = time.time()
    time.sleep(span)
    end = time.time()
    tracer.send_signal(signal.SIGINT)
    tracer.wait()
    times = (float(line.split()[1]) for line in trace.read_text().splitlines())
    return sum(start <= moment <= end for moment in times)


def memory(pid):
    """Kilobytes: resident, and the proportional share of it."""
    text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    return tuple(int(re.search(rf"^{name}:\s+(\d+) kB", text, re.MULTILINE).group(1)) for name in ("Rss", "Pss"))


def icu_of_daemon(pid):
    return len({line.split()[-1] for line in Path(f"/proc/{pid}/maps").read_text().splitlines() if "icu" in line})


def icu_of_command(configuration, env, home):
    """The dynamic linker's own word on the libraries that `notifierctl next` loads, those opened later included."""
    subprocess.run([str(BUILT / "notifierctl"), "--config", str(configuration), "next"], stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, check=True,
                   env={**env, "LD_DEBUG": "files", "LD_DEBUG_OUTPUT": str(Path(home, "loaded"))})
    text = "".join(path.read_text(errors="replace") for path in Path(home).glob("loaded.*"))
    if "libc.so" not in text:
        raise CannotMeasure("the dynamic linker did not say what notifierctl loads (LD_DEBUG=files)")
    return len(set(re.findall(r"file=(\S*icu\S*)", text)))


def machine():
    model = re.search(r"^model name\s*:\s*(.+)", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    return f"{model.group(1) if model else os.uname().machine}, {os.cpu_count()} processors, Linux {os.uname().release}"


def row(what, ours, beside, ratio, target):
    print(f"{what:<42} {ours:>12} {beside:>12} {ratio:>8}   {target}", flush=True)


def measure(home, options):
    env = environment(home)
    later = datetime.datetime.now(datetime.timezone.utc).date() + datetime.timedelta(days=3)
    configuration = Path(home, "notifier.yaml")
    configuration.write_text(CONFIGURATION.format(later=later))
    hundred = Path(home, "hundred.yaml")
    hundred.write_text((CONFIGURATION + FURTHER).format(later=later))

    print(machine())
    row("", "notifier", "beside", "ratio", "target")
    ours, least, ratio = cold_starts(configuration, env, options.pairs)
    row(f"notifierctl next, {options.pairs} starts, median", f"{ours * 1e3:.2f} ms", f"{least * 1e3:.2f} ms",
        f"{ratio:.2f}", "at most 3 times a program that prints a line")

    bus = daemon = bare = None
    try:
        bus = start_bus(env, home)
        daemon, bare = start_daemon(hundred, env, home), start_bare(env, home)
        time.sleep(options.settle)
        check_alive(daemon, "notifierd", home)
        check_alive(bare, "bare", home)
        count = wake_ups(daemon.pid, options.idle)
        row(f"notifierd idle, wake-ups in {options.idle} s", str(count), "", "", "0")
        (resident, share), (bare_resident, bare_share) = memory(daemon.pid), memory(bare.pid)
        row("notifierd with 100 alarms, memory (PSS)", f"{share} kB", f"{bare_share} kB", f"{share / bare_share:.2f}",
            "at most 1.25 times its libraries alone")
        row("notifierd with 100 alarms, memory (RSS)", f"{resident} kB", f"{bare_resident} kB", f"{resident / bare_resident:.2f}",
            "at most 1.25 times its libraries alone")
        row("notifierd, ICU libraries loaded", str(icu_of_daemon(daemon.pid)), "", "", "0")
        row("notifierctl, ICU libraries loaded", str(icu_of_command(configuration, env, home)), "", "", "0")
        calls = system_calls(daemon.pid, options.idle // 2, home)
        row(f"notifierd idle, system calls in {options.idle // 2} s", "no strace" if calls is None else str(calls), "",
            "", "0")
        check_alive(daemon, "notifierd", home)
    finally:
        for process in (daemon, bare, bus):
            stop(process)


def measure_lateness(home, options):
    """By how much a ring is late, with nothing else to do and with one processor busy."""
    timer = lateness.compile_c(ROOT / "contrib/bench/timer.c", BUILT / "timer")
    library = lateness.compile_c(ROOT / "contrib/torture/clock.c", BUILT / "clock.so", "-shared", "-fPIC", "-ldl",
                                 "-lpthread")
    for is_busy in (False, True):
        ours, beside = lateness.lateness(home, BUILT / "notifierd", timer, library, options.firings, 10, is_busy)
        for part in (50, 99):
            mine, least = lateness.percentile(ours, part), lateness.percentile(beside, part)
            row(f"{len(ours)} rings, {'one core busy' if is_busy else 'idle'}, late (p{part})", f"{mine / 1e3:.2f} ms",
                f"{least / 1e3:.2f} ms", f"{mine / max(1, least):.2f}",
                "at most 1 ms, or twice a bare timerfd" if part == 50 else "")


def measure_journal(home, pairs):
    """How many firings a second the journal records, beside the same rows by SQLite alone."""
    plain = lateness.compile_c(ROOT / "contrib/bench/journal.c", BUILT / "journal", "-lsqlite3")
    writer = PROGRAMS / "journal-writer"
    place = Path(home, "journal")

    def seconds_of(program, batches, size):
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(mode=0o700)
        database = str(place / "journal.db")
        if program is plain:
            subprocess.run([str(writer), database, "0", "1"], check=True, stdout=subprocess.DEVNULL)
        return float(subprocess.check_output([str(program), database, str(batches), str(size)]))

    for batches, size in ((300, 1), (100, 100)):
        runs = [(seconds_of(writer, batches, size), seconds_of(plain, batches, size)) for _ in range(pairs)]
        count = batches * size
        ours, least = (statistics.median(values) for values in zip(*runs))
        row(f"journal, {batches} batches of {size}, firings a second", f"{count / ours:.0f}", f"{count / least:.0f}",
            f"{statistics.median(beside / mine for mine, beside in runs):.2f}", "at least 0.80 of SQLite alone")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=101, help="starts of each program (101)")
    parser.add_argument("--firings", type=int, default=1000, help="rings whose lateness is measured, twice (1000)")
    parser.add_argument("--idle", type=int, default=60, help="seconds to watch the idle daemon (60)")
    parser.add_argument("--settle", type=int, default=15, help="seconds from readiness to idleness (15)")
    options = parser.parse_args()
    home = tempfile.mkdtemp(prefix="notifier-bench-")
    try:
        build()
        measure(home, options)
        measure_journal(home, 9)
        measure_lateness(home, options)
    except (CannotMeasure, subprocess.CalledProcessError, OSError) as error:
        sys.exit(f"contrib/bench/bench.py: error: could not measure: {error}")
    finally:
        shutil.rmtree(home, ignore_errors=True)


if __name__ == "__main__":
    main()
