#!/usr/bin/env python3
"""A mail server of the tests: aiosmtpd on the loopback interface, which prints each mail as Python's email package reads it.

usage: mail_server.py [--tls CERTIFICATE KEY | --starttls CERTIFICATE KEY] [--login USER PASSWORD] [--utf8 offered|taken] [--reply COMMAND TEXT]

The first line of its output is the port; then a JSON object a mail. `--reply RCPT "550 no"` answers that to each RCPT, and
`--reply "RCPT bob@example.org" "550 no"` to one; `--reply DATA close` ends the connection in the place of an answer, and
`--reply QUIT hang` prints `{}` and gives none.
"""
import argparse
import asyncio
import email
import email.policy
import json
import ssl

from aiosmtpd.smtp import SMTP, AuthResult


class Handler:
    def __init__(self, replies):
        self.replies = replies

    async def handle_EHLO(self, server, session, envelope, hostname, responses):
        session.host_name = hostname
        return [line for line in responses if options.utf8 == "offered" or "SMTPUTF8" not in line]

    async def handle_MAIL(self, server, session, envelope, address, mail_options):
        if "MAIL" in self.replies:
            return self.replies["MAIL"]
        envelope.mail_from = address
        envelope.options = mail_options
        return "250 OK"

    async def handle_RCPT(self, server, session, envelope, address, options):
        reply = self.replies.get(f"RCPT {address}") or self.replies.get("RCPT")
        if reply:
            return reply
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        # Header fields of RFC 6532 are UTF-8, which this package reads from text alone.
        isUTF8 = "SMTPUTF8" in envelope.options
        if isUTF8:
            mail = email.message_from_string(envelope.content.decode(), policy=email.policy.SMTPUTF8)
        else:
            mail = email.message_from_bytes(envelope.content, policy=email.policy.default)
        print(json.dumps({
            "from": envelope.mail_from, "to": envelope.rcpt_tos, "user": getattr(session, "login_name", None),
            "isUTF8": isUTF8, "isTLS": session.ssl is not None or bool(server.transport.get_extra_info("ssl_object")),
            "names": sorted(mail.keys()), "subject": mail["subject"], "sender": str(mail["from"]), "receivers": str(mail["to"]),
            "messageID": mail["message-id"], "date": mail["date"].datetime.isoformat(), "type": mail.get_content_type(),
            "charset": mail.get_content_charset(), "importance": mail["importance"], "text": mail.get_content(),
            "longestLine": max(map(len, envelope.content.split(b"\r\n"))),
            "isLineEnded": envelope.content.replace(b"\r\n", b"").count(b"\n") == 0,
            "defects": [str(defect) for defect in mail.defects],
        }), flush=True)
        reply = self.replies.get("DATA", "250 OK")
        if reply == "close":
            server.transport.abort()
        return reply

    async def handle_QUIT(self, server, session, envelope):
        if self.replies.get("QUIT") == "hang":
            print("{}", flush=True)
            await asyncio.Event().wait()
        return "221 Bye"


async def serve(options):
    context = None
    files = options.tls or options.starttls
    if files:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(*files)

    def authenticate(server, session, envelope, mechanism, data):
        right = [data.login.decode(), data.password.decode()] == options.login
        session.login_name = data.login.decode() if right else None
        return AuthResult(success=right, handled=right)

    def connection():
        return SMTP(
            Handler(dict(options.reply)), hostname="localhost", tls_context=context if options.starttls else None,
            enable_SMTPUTF8=bool(options.utf8), require_starttls=bool(options.starttls), auth_required=bool(options.login), auth_require_tls=False,
            authenticator=authenticate if options.login else None)

    server = await asyncio.get_running_loop().create_server(
        connection, options.address, 0, ssl=context if options.tls else None)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


parser = argparse.ArgumentParser()
parser.add_argument("--address", default="127.0.0.1")
parser.add_argument("--tls", nargs=2)
parser.add_argument("--starttls", nargs=2)
parser.add_argument("--login", nargs=2)
parser.add_argument("--utf8", choices=["offered", "taken"], help="SMTPUTF8 (RFC 6531), or addresses of it without a word")
parser.add_argument("--reply", nargs=2, action="append", default=[])
options = parser.parse_args()
asyncio.run(serve(options))
