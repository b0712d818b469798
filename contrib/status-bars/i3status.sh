#!/bin/sh
# Puts what rings next before the blocks of i3status, for i3bar and swaybar. In their configuration:
#   bar { status_command exec /usr/local/share/notifier/status-bars/i3status.sh }
# i3status has to write i3bar's protocol: output_format = "i3bar" in its configuration.
i3status "$@" | {
  # The header and the bracket that opens the endless list.
  IFS= read -r line && printf '%s\n' "$line"
  IFS= read -r line && printf '%s\n' "$line"
  comma=
  while IFS= read -r line; do
    printf '%s[%s,%s\n' "$comma" "$(notifierctl next --format i3bar)" "${line#*\[}"
    comma=,
  done
}
