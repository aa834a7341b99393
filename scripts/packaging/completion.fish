# Completion of fairshuffle for fish: the program tells which words may stand there.
function __fairshuffle_words
    set -l words (commandline -opc) (commandline -ct)
    set -l fixed (string match -r -- '^--[^=]*=' "$words[-1]")
    set -l offered (command $words[1] complete -- $words[2..-1] 2>/dev/null)
    switch "$offered[1]"
        case :file
            set offered "$fixed"(__fish_complete_path (string replace -- "$fixed" '' "$words[-1]"))
        case :directory
            set offered "$fixed"(__fish_complete_directories (string replace -- "$fixed" '' "$words[-1]"))
        case :command
            set offered (__fish_complete_command)
    end
    printf '%s\n' $offered
end && complete -c fairshuffle -f -a '(__fairshuffle_words)'
