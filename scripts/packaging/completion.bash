# Completion of fairshuffle for bash 4.3 and newer: the program tells which words may stand there.
_fairshuffle() {
  local line=${COMP_LINE:0:COMP_POINT} words=() part value i
  for ((i = 0; i <= COMP_CWORD; ++i)); do # bash parts words at ':' and '=', too
    [[ $i == 0 || $line == [[:blank:]]* ]] && words+=("")
    line=${line#"${line%%[![:blank:]]*}"} part=${COMP_WORDS[i]}
    ((i < COMP_CWORD)) || part=$line
    words[-1]+=$part line=${line#"$part"}
  done
  mapfile -t COMPREPLY < <(command "${1/#\~/$HOME}" complete -- "${words[@]:1}" 2>/dev/null)
  [[ ${COMPREPLY[0]} == :* ]] && compopt -o filenames && value=${words[-1]#--*=} &&
    mapfile -t COMPREPLY < <(compgen -P "${words[-1]%"$value"}" -A "${COMPREPLY[0]#:}" -- "$value")
  COMPREPLY=("${COMPREPLY[@]%%$'\t'*}") && COMPREPLY=("${COMPREPLY[@]#"${words[-1]%"${part##[:=]*}"}"}")
  [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace
} && complete -F _fairshuffle fairshuffle
