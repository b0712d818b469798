#!/usr/bin/env zsh
# Usage: complete.zsh FOLDER LINE…
# Prints what an interactive zsh completes at the end of each LINE with the functions of FOLDER: the line after "== ", then
# its matches.
emulate -R zsh
zmodload zsh/zpty

zpty shell zsh -f -i
send() { zpty -w shell "$1" }
# Every match goes through compadd: it is told before the shell gets it.
send 'PS1="" PROMPT="" RPROMPT=""; unsetopt zle_bracketed_paste 2>/dev/null; stty -echo'
send "fpath=(${(q)1} \$fpath); autoload -Uz compinit; compinit -D -u"
send 'compadd() {
  if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd "$@"; return; fi
  local -a hits
  builtin compadd -A hits "$@"
  print -rl -- match:$^hits >&3
  builtin compadd "$@"
}'
send 'told() { zle complete-word; print -r -- matches-end >&3; BUFFER= }; zle -N told; bindkey "^I" told; unsetopt list_beep beep auto_list auto_menu'
answers=$(mktemp -u)
mkfifo $answers
send "exec 3>${(q)answers}"
exec 4<$answers
rm $answers
shift
for typed; do
  print -r -- "== $typed"
  zpty -w -n shell "$typed"$'\t'
  while read -r -u 4 line; do
    [[ $line != matches-end ]] || break
    print -r -- ${line#match:}
  done
  # What it shows is of no interest, yet it waits when nobody reads that.
  while zpty -r -t shell line; do :; done
done
zpty -d shell
