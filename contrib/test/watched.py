#!/usr/bin/env python3
"""Usage: watched.py [--idle | --suspend] SECONDS PROGRAM ARGUMENT…

Runs a program on a terminal of 24 rows and 100 columns, presses Ctrl-C after SECONDS, and prints what the terminal was sent.
With --idle it waits 8 s before, and prints as a last line how often the program's threads waited in the last 2 of these.
With --suspend it presses Ctrl-Z before, has the program go on once it has stopped, and prints a line "-- stopped --" between.
Exits with the program's status.
"""

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time

option = sys.argv.pop(1) if sys.argv[1].startswith("--") else ""
seconds, program = float(sys.argv[1]), sys.argv[2:]
child, terminal = pty.fork()
if child == 0:
    os.execvp(program[0], program)
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 100, 0, 0))


def shown(until):
    """All that comes until a moment, or the program's end."""
    while (left := until - time.monotonic()) > 0:
        if select.select([terminal], [], [], left)[0]:
            try:
                data = os.read(terminal, 65536)
            except OSError:
                return  # the program has ended
            sys.stdout.buffer.write(data)


def waits():
    total = 0
    for thread in os.listdir(f"/proc/{child}/task"):
        with open(f"/proc/{child}/task/{thread}/status", encoding="ascii") as status:
            total += next(int(line.split()[1]) for line in status if line.startswith("voluntary_ctxt_switches"))
    return total


shown(time.monotonic() + seconds)
count = None
if option == "--suspend":
    os.write(terminal, b"\x1a")
    os.waitpid(child, os.WUNTRACED)
    shown(time.monotonic() + 0.2)
    sys.stdout.buffer.write(b"\n-- stopped --\n")
    os.kill(child, signal.SIGCONT)
    shown(time.monotonic() + 2)
if option == "--idle":
    shown(time.monotonic() + 6)
    before = waits()
    shown(time.monotonic() + 2)
    count = waits() - before
os.write(terminal, b"\x03")
shown(time.monotonic() + 10)
if count is not None:
    print(f"\n{count} waits")
sys.stdout.flush()
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
