#!/bin/sh
# Usage: install-configuration.sh FILE TARGET
# Installs a configuration file and never overwrites one that somebody edited: the new one then lies beside it.
set -eu

file=$1
target=$2

if [ ! -e "$target" ]; then
  install -m 644 "$file" "$target"
  echo "installed: $target"
elif cmp -s "$file" "$target"; then
  echo "unchanged: $target"
else
  install -m 644 "$file" "$target.new"
  echo "kept: $target differs from the default, which now lies beside it: $target.new"
fi
