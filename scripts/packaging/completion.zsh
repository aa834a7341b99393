#compdef fairshuffle
# Completion of fairshuffle for zsh: the program tells which words may stand there.
local -a offered
local kept=${(M)PREFIX##*[:,=]} behind=' '
offered=("${(@f)$(command ${(Q)~words[1]} complete -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
[[ $offered[1] == *=($'\t'*|) ]] && behind=''
case $offered[1] in
  '') return 1 ;;
  :file) compset -P '--*='; _files ;;
  :directory) compset -P '--*='; _files -/ ;;
  :command) compset -P '--*='; _command_names -e ;;
  *) compset -P '*[:,=]'; offered=("${(@)${(@)offered#$kept}/$'\t'/:}"); _describe -t words word offered -S "$behind" ;;
esac
