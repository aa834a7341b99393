# How fairshuffle is completed: what does not depend on its command line. The build puts the rest before it.
# shellcheck shell=bash disable=SC2046,SC2154  # words are parted on purpose; functions see the locals of _fairshuffle

# Into `words`: what is typed up to the cursor. Bash parts it at ':' and '=' too, which a target has inside.
_fairshuffle_join_words() {
  local line=${COMP_LINE:0:COMP_POINT} word i
  words=()
  for ((i = 0; i <= COMP_CWORD; ++i)); do
    word=${COMP_WORDS[i]}
    if ((i == 0)) || [[ $line == [[:blank:]]* ]]; then
      line=${line#"${line%%[![:blank:]]*}"}
      words+=("")
    fi
    ((i == COMP_CWORD)) && word=$line
    words[-1]+=$word
    line=${line#"$word"}
  done
}

# _fairshuffle_offer FIXED WORD...: each word, behind what stands fixed before it in the value.
_fairshuffle_offer() {
  local fixed=$1 word whole kept=''
  shift
  # Of the word under the cursor bash keeps what stands before its last part.
  [[ $COMP_WORDBREAKS == *:* && $typed == *:* ]] && kept=${typed%"${typed##*:}"}
  if [[ $COMP_WORDBREAKS == *=* && $typed == *=* ]]; then
    whole=${typed%"${typed##*=}"}
    ((${#whole} > ${#kept})) && kept=$whole
  fi
  for word; do
    whole=$before_value$fixed$word
    [[ $whole == "$typed"* ]] && COMPREPLY+=("${whole#"$kept"}")
  done
}

# Some of the words, by comma.
_fairshuffle_offer_list() {
  local fixed=''
  [[ $value == *,* ]] && fixed=${value%,*},
  _fairshuffle_offer "$fixed" "$@"
}

# _fairshuffle_offer_found -f|-d|-c: files, folders or commands.
_fairshuffle_offer_found() {
  local found
  [[ $1 == -c ]] || compopt -o filenames 2>/dev/null
  mapfile -t found < <(compgen "$1" -- "$value")
  _fairshuffle_offer "" "${found[@]}"
}

_fairshuffle_offer_target() {
  local name=${value%%:*} fixed setting
  if [[ $value != *:* ]]; then
    _fairshuffle_offer "" $(_fairshuffle_shuffles)
    return
  fi
  fixed=$name:
  setting=${value#*:}
  [[ $setting == *,* ]] && fixed+=${setting%,*},
  setting=${setting##*,}
  if [[ $setting == *=* ]]; then
    _fairshuffle_offer "$fixed${setting%%=*}=" $(_fairshuffle_values "$name:${setting%%=*}")
  else
    compopt -o nospace 2>/dev/null
    _fairshuffle_offer "$fixed" $(_fairshuffle_keys "$name")
  fi
}

_fairshuffle() {
  COMPREPLY=()
  local IFS=$' \t\n' words typed value before_value='' previous command='' place=0 i
  _fairshuffle_join_words
  typed=${words[-1]} previous=${words[-2]}
  for ((i = 1; i < ${#words[@]} - 1; ++i)); do
    if [[ ${words[i]} == -* ]]; then
      [[ " $(_fairshuffle_valued "$command") " == *" ${words[i]} "* ]] && ((++i))
    elif [[ -z $command ]]; then
      command=${words[i]}
    else
      ((++place))
    fi
  done
  value=$typed
  if [[ $typed == --*=* ]]; then
    previous=${typed%%=*} before_value=${typed%%=*}= value=${typed#*=}
  fi
  if [[ " $(_fairshuffle_valued "$command") " == *" $previous "* ]]; then
    _fairshuffle_offer_value "$command" "$previous"
  elif [[ $typed == -* ]]; then
    _fairshuffle_offer "" $(_fairshuffle_options "$command")
  else
    _fairshuffle_offer_value "$command" "place $place"
  fi
}

complete -F _fairshuffle fairshuffle
