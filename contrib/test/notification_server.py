#!/usr/bin/python3
"""A notification server that shows nothing and writes down what it is told.

It owns org.freedesktop.Notifications on the session bus (Desktop Notifications Specification 1.2) and prints one line of
JSON for each call, and one, {"ready": true}, when it has the name. It ends with the bus.

With --press KEY it answers each notification that has such a button by that; with --dismiss it closes each as a person
would.

Needs Debian's python3-gi.
"""

import argparse
import json
import sys

from gi.repository import Gio, GLib

INTERFACE = """
<node><interface name="org.freedesktop.Notifications">
  <method name="GetCapabilities"><arg direction="out" type="as"/></method>
  <method name="GetServerInformation">
    <arg direction="out" type="s"/><arg direction="out" type="s"/>
    <arg direction="out" type="s"/><arg direction="out" type="s"/>
  </method>
  <method name="Notify">
    <arg direction="in" type="s" name="app_name"/><arg direction="in" type="u" name="replaces_id"/>
    <arg direction="in" type="s" name="app_icon"/><arg direction="in" type="s" name="summary"/>
    <arg direction="in" type="s" name="body"/><arg direction="in" type="as" name="actions"/>
    <arg direction="in" type="a{sv}" name="hints"/><arg direction="in" type="i" name="expire_timeout"/>
    <arg direction="out" type="u"/>
  </method>
  <method name="CloseNotification"><arg direction="in" type="u"/></method>
  <signal name="NotificationClosed"><arg type="u"/><arg type="u"/></signal>
  <signal name="ActionInvoked"><arg type="u"/><arg type="s"/></signal>
</interface></node>
"""


def say(**fields):
    print(json.dumps(fields, ensure_ascii=False, sort_keys=True), flush=True)


class Server:
    def __init__(self, options):
        self.options = options
        self.next_id = options.first_id

    def call(self, connection, sender, path, interface, method, parameters, invocation):
        if method == "GetCapabilities":
            if "GetCapabilities" in self.options.silent:
                return
            invocation.return_value(GLib.Variant("(as)", (self.options.capabilities,)))
        elif method == "GetServerInformation":
            invocation.return_value(GLib.Variant("(ssss)", ("recorder", "notifier", "1", "1.2")))
        elif method == "Notify":
            names = ["app_name", "replaces_id", "app_icon", "summary", "body", "actions", "hints", "expire_timeout"]
            say(method=method, **dict(zip(names, parameters.unpack())))
            if "Notify" in self.options.silent:
                return
            number = parameters.unpack()[1] or self.next_id
            self.next_id += 1
            invocation.return_value(GLib.Variant("(u)", (number,)))
            if self.options.press in parameters.unpack()[5][::2]:
                self.emit(connection, "ActionInvoked", GLib.Variant("(us)", (number, self.options.press)))
                self.emit(connection, "NotificationClosed", GLib.Variant("(uu)", (number, 2)))
            elif self.options.dismiss:
                self.emit(connection, "NotificationClosed", GLib.Variant("(uu)", (number, 2)))
        elif method == "CloseNotification":
            say(method=method, id=parameters.unpack()[0])
            invocation.return_value(None)
            self.emit(connection, "NotificationClosed", GLib.Variant("(uu)", (parameters.unpack()[0], 3)))

    def emit(self, connection, signal, parameters):
        connection.emit_signal(
            None, "/org/freedesktop/Notifications", "org.freedesktop.Notifications", signal, parameters)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--capability", dest="capabilities", action="append", default=[], help="may be repeated")
    parser.add_argument("--first-id", type=int, default=1, help="the id of the first notification")
    parser.add_argument("--silent", action="append", default=[], metavar="METHOD", help="a method that is not answered")
    parser.add_argument("--press", metavar="KEY", help="the button to press")
    parser.add_argument("--dismiss", action="store_true", help="close what is shown, as a person would")
    options = parser.parse_args()

    # Also reads $XDG_RUNTIME_DIR/bus where no address is set.
    connection = Gio.bus_get_sync(Gio.BusType.SESSION)
    server = Server(options)
    description = Gio.DBusNodeInfo.new_for_xml(INTERFACE).interfaces[0]
    connection.register_object("/org/freedesktop/Notifications", description, server.call, None, None)
    loop = GLib.MainLoop()
    Gio.bus_own_name_on_connection(
        connection,
        "org.freedesktop.Notifications",
        Gio.BusNameOwnerFlags.DO_NOT_QUEUE,
        lambda *_: say(ready=True),
        lambda *_: sys.exit("org.freedesktop.Notifications belongs to another server"),
    )
    loop.run()


main()
