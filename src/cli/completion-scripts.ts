/** Shell scripts that ask `git-ralph __complete <words>` for what fits; each line of the answer is `word<TAB>description`. */

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

const BASH = `# git-ralph completion for bash: eval "$(git-ralph completion bash)" in ~/.bashrc
__git_ralph_words() { git-ralph __complete "$@" 2>/dev/null | cut -f1; }

# for: ralph <TAB>, git-ralph <TAB>
__git_ralph_complete() {
  local IFS=$'\\n' cur=\${COMP_WORDS[COMP_CWORD]} words=("\${COMP_WORDS[@]:1:COMP_CWORD}")
  # bash splits at '=': put --option=value together again, and offer the part after it
  if [[ $cur == = ]]; then
    words=("\${COMP_WORDS[@]:1:COMP_CWORD-2}" "\${COMP_WORDS[COMP_CWORD-1]}=")
  elif ((COMP_CWORD > 2)) && [[ \${COMP_WORDS[COMP_CWORD-1]} == = ]]; then
    words=("\${COMP_WORDS[@]:1:COMP_CWORD-3}" "\${COMP_WORDS[COMP_CWORD-2]}=$cur")
  fi
  COMPREPLY=($(__git_ralph_words "\${words[@]}"))
  if [[ $cur == = || \${COMP_WORDS[COMP_CWORD-1]} == = ]]; then COMPREPLY=("\${COMPREPLY[@]#*=}"); fi
}
complete -o default -F __git_ralph_complete ralph git-ralph

# for: git ralph <TAB>, called by git's own completion
_git_ralph() {
  local i=0 seen=() w
  while [[ \${words[i]} != ralph ]] && ((i < cword)); do ((i++)); done
  for ((w = i + 1; w <= cword; w++)); do seen+=("\${words[w]}"); done
  __gitcomp_nl "$(__git_ralph_words "\${seen[@]}")"
}
`

const ZSH = `#compdef ralph git-ralph
# git-ralph completion for zsh: eval "$(git-ralph completion zsh)" in ~/.zshrc, after compinit
__git_ralph_offer() {
  local line; local -a offered
  for line in "\${(@f)$(git-ralph __complete "$@" 2>/dev/null)}"; do
    [[ -n $line ]] && offered+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  if (( \${#offered} )); then _describe -t ralph 'git-ralph' offered; else _files; fi
}
__git_ralph_complete() { __git_ralph_offer "\${(@)words[2,CURRENT]}"; }
# for: git ralph <TAB>, called by zsh's completion of git, with 'ralph' as the first word
_git-ralph() { __git_ralph_offer "\${(@)words[2,CURRENT]}"; }
compdef __git_ralph_complete ralph git-ralph
zstyle ':completion:*:*:git:*' user-commands ralph:'memory for coding agents'
`

const FISH = `# git-ralph completion for fish: git-ralph completion fish > ~/.config/fish/completions/git-ralph.fish
function __git_ralph_offer
    set -l words (commandline -opc) (commandline -ct)
    if test "$words[1]" = git
        set words $words[2..-1]
    end
    git-ralph __complete $words[2..-1] 2>/dev/null
end
complete -c git-ralph -f -a '(__git_ralph_offer)'
complete -c ralph -f -a '(__git_ralph_offer)'
complete -c git -n '__fish_seen_subcommand_from ralph' -f -a '(__git_ralph_offer)'
`

export const SCRIPTS: Record<Shell, string> = { bash: BASH, zsh: ZSH, fish: FISH }
