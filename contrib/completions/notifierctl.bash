# bash completion for notifierctl, which says itself what may stand where.

_notifierctl() {
  local rest=$COMP_LINE words=() word gap index candidate broken quote=
  # bash has broken the line at = and : too; what has no blank before it belongs to the word before.
  for ((index = 0; index <= COMP_CWORD; index++)); do
    word=${COMP_WORDS[index]}
    if [[ -n $word ]]; then gap=${rest%%"$word"*} rest=${rest#*"$word"}; else gap=$rest; fi
    if ((index > 0)) && [[ -z $gap ]]; then
      words[${#words[@]} - 1]+=$word
    else
      words+=("$word")
    fi
  done
  # Words as the program gets them; inside a quote that is not closed yet bash itself quotes what it puts in.
  for ((index = 0; index < ${#words[@]}; index++)); do
    word=${words[index]//\\/}
    quote=
    case $word in \'* | \"*) quote=${word:0:1} ;; esac
    word=${word#"$quote"}
    words[index]=${word%"${quote:-$'\n'}"}
  done
  # Of a broken word bash replaces the last piece alone.
  broken=${word%"${word##*[=:]}"}
  COMPREPLY=()
  while IFS=$'\t' read -r candidate _; do
    if [[ $candidate == :file ]]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r candidate; do COMPREPLY+=("$candidate"); done < <(compgen -f -- "${word##*=}")
    else
      candidate=${candidate#"$broken"}
      [[ -n $quote || $candidate != *[[:space:]]* ]] || printf -v candidate %q "$candidate"
      COMPREPLY+=("$candidate")
    fi
  done < <("${words[0]}" complete "${words[@]:1}" 2>/dev/null)
}

complete -F _notifierctl notifierctl
