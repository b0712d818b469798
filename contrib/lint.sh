#!/bin/sh
# Checks the form of the Swift and shell files. Every complaint is one line with its place.
set -eu

cd "$(dirname "$0")/.."
SWIFT=${SWIFT:-swift}
LONG=450
failed=0

complain() { # shows the places $1, when there are any, and what to do about them
  [ -n "$1" ] || return 0
  printf '%s\n  ↑ %s\n' "$1" "$2"
  failed=$((failed + 1))
}

"$SWIFT" format lint --strict -p -r Sources Tests Package.swift contrib/bench contrib/fuzz contrib/oracle || {
  echo "  ↑ swift format: \`make format\` mends most of this"
  failed=$((failed + 1))
}

scripts=$(grep -rlE '^#!/bin/(ba)?sh' contrib .ci)
for script in $scripts; do
  "$(sed -n '1s/^#!//p' "$script")" -n "$script" || failed=$((failed + 1))
done
if command -v shellcheck >/dev/null; then
  # shellcheck disable=SC2086  # names of our own files, without blanks
  shellcheck $scripts || failed=$((failed + 1))
else
  echo "shellcheck is not installed: the shell scripts are only parsed."
fi

if command -v desktop-file-validate >/dev/null; then
  desktop-file-validate --no-hints contrib/desktop/*.desktop || failed=$((failed + 1))
fi

python3 contrib/generate/schema.py --print | cmp -s - contrib/schema/notifier.schema.json || complain \
  contrib/schema/notifier.schema.json "it is made by contrib/generate/schema.py: run that"

complain "$(python3 contrib/generate/catalogue.py --check)" \
  "po/zh_CN.po: run contrib/generate/catalogue.py, and translate what is new"
if command -v msgfmt >/dev/null; then
  for translation in po/*.po; do
    msgfmt --check -o /dev/null "$translation" || failed=$((failed + 1))
  done
fi

complain "$(grep -rnE --include='*.swift' '^[^/"]*\bimport +Foundation *$' Sources Tests contrib)" \
  "Foundation as a whole loads ICU: import Glibc, Dispatch or FoundationEssentials"
complain "$(grep -rnE --include='*.swift' --include='*.sh' --include='*.py' '\b(TO''DO|FIX''ME|XX''X)\b' \
  Sources Tests contrib Makefile Package.swift)" \
  "finish it or leave it out"

find Sources Tests -name '*.swift' -exec wc -l {} + | awk -v long=$LONG '
  $2 != "total" && $1 > long { print $2 ": " $1 " lines; fine when it is one table or one state machine" }'

if [ "$failed" -gt 0 ]; then
  echo "lint: $failed checks failed"
  exit 1
fi
echo "lint: all checks passed"
