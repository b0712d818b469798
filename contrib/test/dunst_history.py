#!/usr/bin/python3
"""Closes what dunst shows and prints its history, oldest first, one notification a line as JSON.

Asks dunst itself over the session bus: dunstctl needs systemd's busctl for this. Needs Debian's python3-gi.
"""

import json

from gi.repository import Gio


def main():
    connection = Gio.bus_get_sync(Gio.BusType.SESSION)

    def call(method):
        return connection.call_sync(
            "org.freedesktop.Notifications", "/org/freedesktop/Notifications", "org.dunstproject.cmd0", method,
            None, None, Gio.DBusCallFlags.NONE, 5000, None)

    call("NotificationCloseAll")
    shown = call("NotificationListHistory").unpack()[0]
    for notification in sorted(shown, key=lambda notification: notification["id"]):
        fields = {name: notification[name] for name in ("appname", "summary", "body")}
        print(json.dumps(fields, ensure_ascii=False, sort_keys=True))


main()
