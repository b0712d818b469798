#!/usr/bin/env python3
"""Has receivers misbehave in every way at once while a good one and one that is killed again and again get their messages.

Each second for a minute a message is due to each destination. What the good one gets must come once, in order and on time;
what the killed one gets, all of it; nothing may count as delivered, or as refused for good, that is neither; and answers of a
gigabyte may take no memory.
"""

import argparse
import random
import re
import socket
import ssl
import subprocess
import sys
import threading
import time
from pathlib import Path

sys.dont_write_bytecode = True
import home  # noqa: E402  # after the line above, so that no __pycache__ appears

ROOT = Path(__file__).resolve().parents[2]
GIGABYTE = 1 << 30
# In kB: what is kept of an answer, connections, and the journal's cache.
MOST_GROWTH = 6000
# In seconds: a machine that builds beside it is slow.
MOST_LATE = 5


class Bad:
    """A receiver on a port of its own, which reads a request and then misbehaves; `count` requests came to it."""

    def __init__(self, misbehave, context=None):
        self.misbehave, self.context, self.count = misbehave, context, 0
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.url = f"http{'s' if context else ''}://127.0.0.1:{self.listener.getsockname()[1]}/hook"
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        while True:
            threading.Thread(target=self.serve, args=[self.listener.accept()[0]], daemon=True).start()

    def serve(self, connection):
        try:
            if self.context:
                connection = self.context.wrap_socket(connection, server_side=True)
            with connection:
                head = b""
                while b"\r\n\r\n" not in head:
                    part = connection.recv(65536)
                    if not part:
                        return
                    head += part
                self.count += 1
                self.misbehave(connection)
        except OSError:
            pass  # the client has had enough, which it may


def send_gigabyte(connection, piece):
    for _ in range(GIGABYTE // len(piece)):
        connection.sendall(piece)


def half_close(connection):
    connection.shutdown(socket.SHUT_WR)
    connection.recv(1)


def hang(connection):
    connection.recv(1)


def drip(connection):
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n")
    for _ in range(600):
        time.sleep(0.5)
        connection.sendall(b"X-Drop: o\r\n")


def reset(connection):
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")


def break_off(connection):
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nok")


def huge_body(connection):
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % GIGABYTE)
    send_gigabyte(connection, b"x" * 65536)


def huge_head(connection):
    connection.sendall(b"HTTP/1.1 200 OK\r\n")
    send_gigabyte(connection, b"X-Filler: " + b"x" * 1000 + b"\r\n")


def answer(connection):
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")


class Mortal:
    """A receiver that is a process of its own, to be killed; it writes down the ids that it gets before it answers."""

    PROGRAM = """
import json, sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        ring = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with open(sys.argv[2], "a") as file:
            file.write(ring["id"] + chr(10))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass

ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
"""

    def __init__(self, file):
        self.file = file
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}/hook"
        self.process = None

    def start(self):
        self.process = subprocess.Popen([sys.executable, "-c", self.PROGRAM, str(self.port), self.file], stderr=subprocess.DEVNULL)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def ids(self):
        return Path(self.file).read_text().split() if Path(self.file).exists() else []


def certificate(place):
    """A certificate of 127.0.0.1 that nobody trusts."""
    files = [f"{place}/certificate.pem", f"{place}/key.pem"]
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "30",
                    "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", files[1], "-out", files[0]],
                   check=True, stderr=subprocess.DEVNULL)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*files)
    return context


class Nginx:
    """A gigabyte over HTTP/2."""

    def __init__(self, place):
        self.place = place
        with socket.create_server(("127.0.0.1", 0)) as probe:
            port = probe.getsockname()[1]
        self.url = f"https://127.0.0.1:{port}/large"
        with open(f"{place}/large", "wb") as file:
            file.truncate(GIGABYTE)
        folders = " ".join(f"{name}_temp_path {name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        Path(f"{place}/nginx.conf").write_text(f"""
daemon off; master_process off; pid pid; events {{ }}
http {{
  access_log off; {folders}
  server {{
    listen 127.0.0.1:{port} ssl http2; ssl_certificate certificate.pem; ssl_certificate_key key.pem;
    location = /large {{ root .; error_page 405 =200 /large; }}
  }}
}}
""")
        self.process = subprocess.Popen(["/usr/sbin/nginx", "-p", place, "-e", "errors", "-c", "nginx.conf"])

    def end(self):
        self.process.terminate()
        self.process.wait()


def memory(process):
    return int(re.search(r"^VmHWM:\s+(\d+) kB", Path(f"/proc/{process.pid}/status").read_text(), re.MULTILINE).group(1))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=60, help="for how long messages are due (60)")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32), help="of the times of kills")
    parser.add_argument("--library", help="names.c of this folder, compiled")
    parser.add_argument("--programs", type=Path, default=ROOT / ".build/release")
    options = parser.parse_args()
    chance = random.Random(options.seed)
    files = home.Home("timezone: UTC\n")
    context = certificate(files.path)
    good, mortal, nginx = home.Receiver(), Mortal(f"{files.path}/ids"), Nginx(str(files.path))
    # By name: what misbehaves, further settings, and the states that a message to it may be in beside "pending" and "sending".
    bad = {
        "half-closed": (Bad(half_close), "", "unknown"), "hanging": (Bad(hang), ", timeout: 2s", "unknown"),
        "dripping": (Bad(drip), ", timeout: 2s", "unknown"), "resetting": (Bad(reset), "", "unknown"),
        "breaking-off": (Bad(break_off), "", "unknown"), "huge-head": (Bad(huge_head), "", "unknown"),
        "huge-body": (Bad(huge_body), "", "retrying"),
        "huge-stream": (nginx, f", ca-file: {files.path}/certificate.pem", "retrying"),
        "distrusted": (Bad(answer, context), "", "retrying"), "unnamed": ("http://nobody.invalid/", "", "retrying"),
    }
    if options.library:
        bad["unanswered"] = ("http://hangs.invalid/", ", timeout: 2s", "retrying")
    urls = {name: getattr(receiver, "url", receiver) for name, (receiver, *_) in bad.items()}
    start = int(time.time()) + 10
    lines = ["timezone: UTC", "destinations:", f'  good: {{ kind: webhook, url: "{good.url}" }}',
             f'  mortal: {{ kind: webhook, url: "{mortal.url}" }}']
    lines += [f'  {name}: {{ kind: slack, url: "{urls[name]}"{more} }}' for name, (_, more, _) in bad.items()]
    lines.append("alarms:\n" + home.alarms_of_seconds(start, options.seconds, to=", ".join(["good", "mortal", *bad])))
    place = home.Home("\n".join(lines))
    problems = []
    mortal.start()
    process = place.launch_ready([options.programs / "notifierd"], LD_PRELOAD=options.library or "",
                                 NAMES_ANSWER=f"{files.path}/never")
    kills, before = 0, None
    try:
        while time.time() < start + options.seconds:
            time.sleep(chance.uniform(1, 5))
            if before is None and time.time() > start:
                before = memory(process)
            mortal.kill()
            kills += 1
            time.sleep(chance.uniform(0, 3))
            mortal.start()
        deadline = time.monotonic() + 10 * home.PATIENCE
        while time.monotonic() < deadline:
            counts = {(name, state): count for name, state, count in place.read(
                "SELECT destination, state, count(*) FROM delivery GROUP BY destination, state")}
            if all(counts.get((name, "delivered")) == options.seconds for name in ("good", "mortal")):
                break
            time.sleep(0.5)
        growth = memory(process) - before
        late = place.read("SELECT max(updated - fires) / 1e6 FROM delivery JOIN firing ON firing.id = delivery.firing "
                          "WHERE destination = 'good'")[0][0]
        status = home.stop(process, place)
    finally:
        process.kill()
        process.wait()
        mortal.kill()
        nginx.end()
    got = len(set(mortal.ids()))
    repeats = len(mortal.ids()) - got
    if status != 0:
        problems.append(f"the daemon ended with {status}: {place.end_of_log()}")
    for name in ("good", "mortal"):
        if counts.get((name, "delivered")) != options.seconds:
            problems.append(f"{name}: {[count for count in counts.items() if count[0][0] == name]}, expected {options.seconds} delivered")
    if good.ids != sorted(set(good.ids)) or len(good.ids) != options.seconds:
        problems.append(f"the good one got {len(good.ids)}, {len(set(good.ids))} of them different ones, not each once in order")
    if got != options.seconds:
        problems.append(f"the killed one got {got} different messages")
    if late > MOST_LATE:
        problems.append(f"the good one waited up to {late:.1f} s, expected at most {MOST_LATE}")
    for (name, state), count in counts.items():
        if name in bad and state not in (bad[name][2], "pending", "sending"):
            problems.append(f"{name}: {count} are {state}, expected {bad[name][2]}")
    for name, (_, _, state) in bad.items():
        if (name, state) not in counts:
            problems.append(f"{name}: none is {state}")
    if bad["distrusted"][0].count:
        problems.append(f"{bad['distrusted'][0].count} messages went to a receiver with a wrong certificate")
    if growth > MOST_GROWTH:
        problems.append(f"the memory grew by {growth} kB, expected at most {MOST_GROWTH}")
    place.remove()
    files.remove()
    print(f"{options.seconds} messages to each of {2 + len(bad)} destinations: the good one got {len(good.ids)}, {late:.2f} s late "
          f"at most; the one killed {kills} times got {got}, {repeats} of "
          f"them twice; the other {len(bad)} failed each in its way; memory "
          f"{growth / 1024:.1f} MB more; {len(problems)} problems (--seed {options.seed})")
    for text in problems[:20]:
        print(f"  {text}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
