#!/usr/bin/env python3
"""Usage: watched.py [--idle] SECONDS PROGRAM ARGUMENT…

Runs a program on a terminal of 24 rows and 100 columns, presses Ctrl-C after SECONDS, and prints what the terminal was sent.
With --idle it waits 8 s before, and prints as a last line how often the program's threads waited in the last 2 of these.
Exits with the program's status.
"""

import fcntl
import os
import pty
import select
import struct
import sys
import termios
import time

idle = sys.argv[1] == "--idle"
seconds, program = float(sys.argv[1 + idle]), sys.argv[2 + idle:]
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
if idle:
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
