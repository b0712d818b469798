#!/usr/bin/env python3
"""Runs a command on a terminal and answers what it asks.

usage: terminal.py ANSWER... -- COMMAND...

An answer is sent each time the command has written something that ends with "] " or ") ". "^C" interrupts, as the key does.
What the command writes goes to standard output; its exit status is this program's, 128 and the number for a signal.
"""
import os
import pty
import sys

cut = sys.argv.index("--")
answers, command = sys.argv[1:cut], sys.argv[cut + 1 :]
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(command[0], command)
written = b""
while True:
    try:
        chunk = os.read(terminal, 65536)
    except OSError:  # Linux: EIO once nobody has the other end
        break
    if not chunk:
        break
    written += chunk
    if answers and written.endswith((b"] ", b") ")):
        answer = answers.pop(0)
        os.write(terminal, b"\x03" if answer == "^C" else answer.encode() + b"\n")
status = os.waitpid(pid, 0)[1]
sys.stdout.buffer.write(written.replace(b"\r\n", b"\n"))
sys.exit(os.waitstatus_to_exitcode(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status))
