#!/bin/sh
# Usage: setup.sh run|test|torture|oracle
# Installs what building and running (run), testing (test), torture (torture), or comparisons and benchmarks (oracle) need.
# Only what is missing; says what and why.
set -eu

SWIFT=${SWIFT:-swift}
NEEDED_MAJOR=6

# One package a line: its name, or several of which one is enough, and why it is needed.
packages_to_run() {
  cat <<'LIST'
make                                                     runs the Makefile
pkg-config|pkgconf                                       tells the build where the C libraries are
binutils                                                 links programs
libc6-dev                                                links programs
libgcc-12-dev|libgcc-13-dev|libgcc-14-dev                links programs
libstdc++-12-dev|libstdc++-13-dev|libstdc++-14-dev       links programs
git                                                      is called by Swift's package manager
libncurses6                                              is loaded by the Swift compiler
libxml2                                                  is loaded by the Swift compiler
libsqlite3-0                                             is loaded by Swift's package manager
libcurl4-openssl-dev|libcurl4-gnutls-dev                 sends webhooks
libnotify-dev                                            shows desktop notifications
libpulse-dev                                             plays sounds
libsndfile1-dev                                          reads sound files
libsqlite3-dev                                           keeps the journal
libyaml-dev                                              reads the configuration
libical-dev                                              reads calendars of holidays
libexpat1-dev                                            reads what calendar servers answer
ca-certificates                                          tells true webhook receivers from false ones
tzdata                                                   holds the rules of all time zones
LIST
}

packages_to_test() {
  packages_to_run
  cat <<'LIST'
python3                                                  runs the independent programs that results are compared with
python3-venv                                             keeps what comes from PyPI inside this folder
python3-dbus                                             is a notification server of the tests
python3-aiosmtpd                                         is the mail server of the tests
python3-gi                                               is a notification server of the tests
dbus                                                     is the tests' private session bus
xvfb                                                     is the tests' private display
dunst                                                    is a real notification server for the tests
xfce4-notifyd                                            is a real notification server for the tests
notification-daemon                                      is a real notification server for the tests
pulseaudio                                               is the tests' private sound server
pulseaudio-utils                                         records what the sound server plays
sound-theme-freedesktop                                  has the sound of an alarm clock
xfconf                                                   tells xfce4-notifyd not to disturb
desktop-file-utils                                       checks the desktop entry
fonts-noto-cjk                                           draws Chinese in notifications
faketime                                                 moves the clock of a single process
nginx-light|nginx-core|nginx-full|nginx-extras           is a real web server for the tests, with HTTP/2
tmux                                                     is a terminal of the tests
procps                                                   looks at the processes that tests start
shellcheck                                               checks the shell scripts
bash                                                     completes for the tests
zsh                                                      completes for the tests
fish                                                     completes for the tests
mandoc                                                   checks the manual pages
groff                                                    checks the manual pages
strace                                                   counts what the idle daemon does
gcc|clang                                                compiles the libraries that tests load below the daemon
LIST
}

packages_to_torture() {
  packages_to_test
  cat <<'LIST'
heaptrack                                                finds what was never given back
LIST
}

packages_to_oracle() {
  packages_to_test
  cat <<'LIST'
remind                                                   is what next is timed beside
LIST
}

fail() {
  echo "contrib/setup.sh: error: $1" >&2
  exit 1
}

# Prints the lines of the list on standard input of which no alternative is installed.
missing() {
  installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' | sed -n 's/^installed //p')
  while read -r names reason; do
    if ! printf '%s\n' "$installed" | grep -qxE "$(printf '%s' "$names" | sed 's/[+.]/\\&/g')"; then
      echo "${names%%|*} $reason"
    fi
  done
}

install_packages() {
  list=$("packages_to_$1" | missing)
  [ -n "$list" ] || return 0
  echo "These packages are missing and are installed now, which may take some minutes:"
  echo "$list" | while read -r name reason; do printf '  %-22s %s\n' "$name" "$reason"; done
  names=$(echo "$list" | cut -d ' ' -f 1 | tr '\n' ' ')

  root=
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || fail "installing needs root, and there is no sudo; as root: apt-get install $names"
    root=sudo
    echo "Installing needs root; sudo may ask for your password."
  fi
  # Another apt may be at work: wait for it.
  apt="$root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3"
  attempt=1
  until $apt update >/dev/null; do
    [ "$attempt" -lt 5 ] || fail "apt-get update fails; see its words above"
    attempt=$((attempt + 1))
    sleep 5
  done
  # shellcheck disable=SC2086  # a command and names, split on purpose
  $apt install -y --no-install-recommends $names >/dev/null || fail "apt-get could not install: $names"
}

# Where there is no apt, says what is needed; goes on when the libraries are there.
check_libraries() {
  if command -v pkg-config >/dev/null && pkg-config --exists expat libcurl libical libnotify libpulse sndfile sqlite3 yaml-0.1; then
    return 0
  fi
  echo "This system has no apt-get. Install with its own package manager, headers included, and try again:" >&2
  echo "  pkg-config, Expat, libcurl, libical, libnotify, libpulse, libsndfile, SQLite 3, libyaml, tzdata, CA certificates" >&2
  if [ "$1" != run ]; then
    echo "  Python 3 with venv, dbus-python and PyGObject, D-Bus, Xvfb, dunst, libfaketime, PulseAudio, Noto CJK fonts, procps" >&2
  fi
  exit 1
}

find_toolchain() {
  command -v "$SWIFT" >/dev/null && return 0
  hint="Install one as https://www.swift.org/install/linux/ says"
  for place in "$HOME/.local/share/swiftly/bin" /opt/swift/usr/bin /usr/local/swift/usr/bin /usr/libexec/swift/bin
  do
    if [ -x "$place/swift" ]; then
      hint="One lies in $place; name it: make SWIFT=$place/swift"
      break
    fi
  done
  fail "no Swift toolchain found: there is no \`$SWIFT\` on the PATH, and Swift $NEEDED_MAJOR.0 or newer is needed. $hint"
}

check_toolchain() {
  if ! words=$("$SWIFT" --version 2>&1); then
    echo "$words" >&2
    fail "the Swift toolchain ($(command -v "$SWIFT")) does not run; see its words above"
  fi
  version=$(echo "$words" | sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p' | head -n 1)
  [ "${version%%.*}" -ge "$NEEDED_MAJOR" ] 2>/dev/null || fail "Swift $NEEDED_MAJOR.0 or newer is needed;\
 $(command -v "$SWIFT") is ${version:-of an unknown version}. See https://www.swift.org/install/linux/"
  echo "Swift $version, and everything else that is needed, is here."
}

# The system's Python sees Debian's D-Bus modules; what comes from PyPI may be absent.
set_up_python() {
  python=/usr/bin/python3
  [ -x "$python" ] || python=python3
  [ -x .venv/bin/python3 ] || "$python" -m venv --system-site-packages .venv
  .venv/bin/python3 -c 'import varlink, jsonschema, yaml' 2>/dev/null || from_pypi \
    "what the control socket and the schema are tested with" varlink==31.0.0 jsonschema==4.26.0 PyYAML==6.0.3
  [ "$purpose" != test ] || .venv/bin/python3 -c 'import icalendar, recurring_ical_events' 2>/dev/null || from_pypi \
    "what reads exported calendars in the tests" icalendar==6.3.1 recurring-ical-events==3.8.0
  [ "$purpose" != test ] || [ -x .venv/bin/radicale ] || from_pypi "the calendar server of the tests" radicale==3.9.0
  [ "$purpose" != test ] || [ -x .venv/bin/synapse_homeserver ] || from_pypi "the chat server of the tests" matrix-synapse==1.163.2
}

# Installs packages for a purpose: only as they are built already, since building one would need other compilers.
from_pypi() {
  use=$1
  shift
  echo "Installing $* from PyPI into .venv: $use."
  .venv/bin/python3 -m pip install -q --disable-pip-version-check --no-input --retries 1 --timeout 10 \
    --only-binary :all: "$@" 2>/dev/null || echo "They cannot be had: the tests that need them are skipped."
}

# The independent programs that results are compared with.
set_up_oracles() {
  .venv/bin/python3 -c 'import dateutil, holidays, chinese_calendar, sxtwl, markdown_it, cloudevents, standardwebhooks' 2>/dev/null && return 0
  echo "Installing python-dateutil, holidays, chinesecalendar, sxtwl and readers of messages from PyPI into .venv: what results are compared with."
  .venv/bin/python3 -m pip install -q --disable-pip-version-check --no-input python-dateutil==2.9.0.post0 \
    "holidays==$(sed -n 's/^VERSION = "\(.*\)"/\1/p' contrib/generate/holidays.py)" chinesecalendar sxtwl \
    markdown-it-py==4.3.0 cloudevents==2.2.0 standardwebhooks==1.1.0 \
    || fail "PyPI cannot be reached"
}

purpose=${1:-}
case $purpose in
  run | test | torture | oracle) ;;
  *) fail "expected run, test, torture or oracle, found '$purpose'" ;;
esac
cd "$(dirname "$0")/.."
find_toolchain
if command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; then
  install_packages "$purpose"
else
  check_libraries "$purpose"
fi
check_toolchain
[ "$purpose" = run ] || set_up_python
[ "$purpose" != oracle ] || set_up_oracles
