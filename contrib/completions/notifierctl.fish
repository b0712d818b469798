# fish completion for notifierctl, which says itself what may stand where.

function __notifierctl_candidates
    set -l words (commandline -opc)
    set -l word (string unescape -- (commandline -ct))
    set -q word[1]; or set word (commandline -ct)
    for line in ($words[1] complete $words[2..-1] $word 2>/dev/null)
        if test "$line" = :file
            __fish_complete_path (string replace -r -- '^--[a-z-]+=' '' $word)
        else
            echo $line
        end
    end
end

complete -c notifierctl -f -a '(__notifierctl_candidates)'
