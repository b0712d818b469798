#!/usr/bin/env bash
# Usage: complete.bash FILE LINE…
# Prints what bash completes at the end of each LINE with the function of FILE: the line after "== ", then its candidates.
# shellcheck disable=SC1090  # the file is the one to test
source "$1"
shift
for line; do
  echo "== $line"
  # The line as bash breaks it: at blanks, of which a backslash takes the meaning, at = and at :.
  broken=${line//\\ /$'\1'}
  broken=${broken//=/ = }
  read -r -a COMP_WORDS <<<"${broken//:/ : }"
  COMP_WORDS=("${COMP_WORDS[@]//$'\1'/\\ }")
  [[ $line != *' ' ]] || COMP_WORDS+=("")
  COMP_LINE=$line COMP_POINT=${#line} COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  _notifierctl
  for candidate in "${COMPREPLY[@]}"; do eval "printf '%s\n' $candidate"; done
done
