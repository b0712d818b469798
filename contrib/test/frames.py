#!/usr/bin/env python3
"""Presses keys of the interactive calendar and counts what it writes.

usage: frames.py COMMAND...

Prints a line for each of three runs of keys (200 days on, 400 months on, 400 months back): the writes, the frames (between the marks
of synchronized output) and the bytes. Every key is pressed once the frame of the one before is there.
"""
import fcntl
import os
import pty
import struct
import sys
import termios

BEGIN, END = b"\x1b[?2026h", b"\x1b[?2026l"
RUNS = [(b"\x1b[C", 200), (b"\x1b[6~", 400), (b"\x1b[5~", 400)]

pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))


def frame():
    """What comes until a frame is whole, with the number of reads that it took."""
    text, reads = b"", 0
    while END not in text:
        text += os.read(terminal, 1 << 16)
        reads += 1
    return text, reads


first = b""
while b"q quit" not in first or END not in first:
    first += os.read(terminal, 1 << 16)
for key, count in RUNS:
    writes = frames = size = 0
    for _ in range(count):
        os.write(terminal, key)
        text, reads = frame()
        writes += reads
        frames += text.count(BEGIN) if text.startswith(BEGIN) and text.endswith(END) else 0
        size += len(text)
    print(writes, frames, size)
os.write(terminal, b"q")
try:
    while os.read(terminal, 1 << 16):
        pass
except OSError:  # Linux: EIO once nobody has the other end
    pass
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
