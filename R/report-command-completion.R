# The completion of commands, options and files, as text that a shell sources.

command_completion <- function(known, arguments) {
  stop_if(
    length(arguments) != 1 || !arguments %in% c("bash", "zsh"),
    "{.code calibrant completion} takes the name of a shell, {.val bash} or {.val zsh}."
  )
  cases <- vapply(names(known), \(name) {
    options <- paste0("--", c(names(command_options(known[[name]])), "help"), collapse = " ")
    sprintf("    %s) words='%s' ;;\n", name, options)
  }, "")
  names <- paste(c(names(known), "completion"), collapse = " ")
  paste0(
    # zsh has the functions of bash.
    if (arguments == "zsh") "autoload -U +X compinit bashcompinit && compinit && bashcompinit\n",
    "_calibrant() {\n",
    "  local words='' current=${COMP_WORDS[COMP_CWORD]}\n",
    "  case ${COMP_WORDS[1]} in\n", paste(cases, collapse = ""),
    "    completion) words='bash zsh' ;;\n",
    "  esac\n",
    "  if [[ $COMP_CWORD -eq 1 ]]; then\n",
    "    COMPREPLY=($(compgen -W '", names, " --help --version' -- \"$current\"))\n",
    "  elif [[ $current == -* || ${COMP_WORDS[1]} == completion ]]; then\n",
    "    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n",
    "  else\n",
    "    COMPREPLY=($(compgen -f -- \"$current\"))\n",
    "  fi\n",
    "}\n",
    "complete -o filenames -F _calibrant calibrant\n"
  )
}
