#!/bin/sh
# Checks the default configuration, shows what rings next, and runs the daemon in the foreground until Ctrl-C.
set -eu

cd "$(dirname "$0")/.."
programs=.build/release
configuration=etc/notifier.yaml

"$programs/notifierctl" check "$configuration"

echo
echo "What rings next:"
status=0
"$programs/notifierctl" --config "$configuration" next || status=$?
# 1 says that nothing rings next, which is no failure.
[ "$status" -le 1 ] || exit "$status"

cat <<TEXT

notifierd starts now and rings one demonstration within seconds. Ask it from a second terminal:
  $PWD/$programs/notifierctl status
  $PWD/$programs/notifierctl next
Ctrl-C ends it.

TEXT

# Ctrl-C reaches make and this shell too. Both wait until the daemon has ended in order; a closed terminal ends it as
# well, since SIGHUP alone would only make it reload.
daemon=
trap '[ -z "$daemon" ] || kill -TERM "$daemon" 2>/dev/null || true' INT HUP TERM
"$programs/notifierd" --config "$configuration" --demo &
daemon=$!
status=0
wait "$daemon" || status=$?
while kill -0 "$daemon" 2>/dev/null; do # a signal ended the wait, not the daemon
  status=0
  wait "$daemon" || status=$?
done
exit "$status"
