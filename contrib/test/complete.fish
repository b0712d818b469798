#!/usr/bin/env fish
# Usage: complete.fish FILE LINE…
# Prints what fish completes at the end of each LINE with the completions of FILE: the line after "== ", then its candidates.
source $argv[1]
for line in $argv[2..-1]
    echo "== $line"
    complete -C $line | string replace -r '\t.*' ''
end
true
