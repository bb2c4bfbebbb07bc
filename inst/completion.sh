# The values of a field in the record of a command, an option or a group.
_calibrant_field() {
  awk -v RS= -v kind="$1" -v name="$2" -v field="$3" '
    $1 == kind ":" && $2 == name {
      n = split($0, lines, "\n")
      for (i = 1; i <= n; i++) {
        if (lines[i] !~ /^[[:space:]]/) inside = index(lines[i], field ":") == 1
        if (inside) { sub("^" field ":", "", lines[i]); print lines[i] }
      }
    }' "$_calibrant_book" 2> /dev/null
}

_calibrant_names() {
  awk -v kind="$1:" '$1 == kind { print $2 }' "$_calibrant_book" 2> /dev/null
}

_calibrant_options() {
  local word group name
  for word in $(_calibrant_field Command "$1" Options); do
    group=$(_calibrant_field Group "$word" Options)
    for name in $(echo "${group:-$word}"); do printf -- '--%s ' "$name"; done
  done
  echo --help
}

_calibrant() {
  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
  local command=${COMP_WORDS[1]} offers=
  if [[ $COMP_CWORD -eq 1 ]]; then
    offers="$(_calibrant_names Command) help completion manual --help --version"
  elif [[ $command == help ]]; then
    offers=$(_calibrant_names Command)
  elif [[ $command == completion ]]; then
    offers='bash zsh'
  elif [[ $before == --* && -n $(_calibrant_field Option "${before#--}" Choices) ]]; then
    offers=$(_calibrant_field Option "${before#--}" Choices)
  elif [[ $current == -* ]]; then
    offers=$(_calibrant_options "$command")
  fi
  if [[ -n $offers ]]; then
    COMPREPLY=($(compgen -W "$offers" -- "$current"))
  else
    COMPREPLY=($(compgen -f -- "$current"))
  fi
}

complete -o filenames -F _calibrant calibrant
