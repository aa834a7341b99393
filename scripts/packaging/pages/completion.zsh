# How a target, name[:key=value,...], is completed. The build puts the names before it.

_fairshuffle_target() {
  local -a found
  local name key
  if ! compset -P 1 '*:'; then
    _fairshuffle_shuffles
    return
  fi
  name=${IPREFIX%:}
  compset -P '*,'
  if compset -P 1 '*='; then
    key=${${IPREFIX%=}##*[:,]}
    _fairshuffle_values $name:$key
    (( $#found )) && _describe -t values "$key" found
  else
    _fairshuffle_keys $name
    _describe -t settings setting found -q -S =
  fi
}
