/**
 * The lines that git-ralph puts into a git hook, between two markers. Pure text: where hooks live is in hooks-dir.ts.
 *
 * They stand right below the shebang, because a hook may end in `exit` or `exec`. The script that follows must not notice them: `$?` is 0,
 * no variable is set, standard input is as it was, and none of it fails under `set -e` or `set -u`.
 */

export const HOOK_NAMES = ['post-checkout', 'post-commit', 'post-merge', 'post-rewrite', 'pre-push'] as const
export type HookName = (typeof HOOK_NAMES)[number]

/** Absolute paths: a GUI starts git with a PATH that has neither. */
export interface HookCommand {
  node: string
  bin: string
}

const START = '# >>> git-ralph >>>'
const END = '# <<< git-ralph <<<'
const SHEBANG = '#!/bin/sh\n'
const CREATED = '# git-ralph made this file'
/** An editor may have changed the line ends. */
const BLOCK = new RegExp(`(?<![^\\n])${START}\\r?\\n[^]*?(?<=\\n)${END}(?:\\r?\\n|$)`)
const READS_STDIN: readonly HookName[] = ['post-rewrite', 'pre-push']

/** Without a command the hook looks for git-ralph on the PATH only. */
export function renderBlock(name: HookName, command?: HookCommand): string {
  const lines = READS_STDIN.includes(name)
    ? readingStdin(name, command)
    : [`${call(name, command)} </dev/null || :`]
  return [START, ...lines, END, ''].join('\n')
}

/** A whole hook, for where there was none. */
export function renderHook(name: HookName, command?: HookCommand): string {
  return SHEBANG + renderBlock(name, command).replace('\n', `\n${CREATED}\n`)
}

/** The script with `block` in it, in place of an earlier one. */
export function insertBlock(script: string, block: string): string {
  const found = BLOCK.exec(script)
  if (found) {
    const made = found[0].includes(`\n${CREATED}\n`)
    const next = made ? block.replace('\n', `\n${CREATED}\n`) : block
    const atEnd = !found[0].endsWith('\n')
    return splice(script, found.index, found[0].length, atEnd ? next.slice(0, -1) : next)
  }
  if (!script.startsWith('#!')) return block + script
  const end = script.indexOf('\n') + 1
  // A shebang without a newline gets one, and the block ends without one: that is how removeBlock knows.
  return end > 0 ? splice(script, end, 0, block) : `${script}\n${block.slice(0, -1)}`
}

/** The script as it was before; undefined when there was none. A script without our lines comes back as it is. */
export function removeBlock(script: string): string | undefined {
  const found = BLOCK.exec(script)
  if (!found) return script
  const addedNewline = found[0].endsWith('\n') || found.index === 0 ? 0 : 1
  const rest = splice(script, found.index - addedNewline, found[0].length + addedNewline, '')
  return rest === SHEBANG && found[0].includes(`\n${CREATED}\n`) ? undefined : rest
}

export function findBlock(script: string): string | undefined {
  return BLOCK.exec(script)?.[0].replace(`\n${CREATED}\n`, '\n')
}

/** Whether git runs the script with a shell that understands our lines; it runs one without a shebang with sh. */
export function isShellScript(script: string): boolean {
  if (script.includes('\0')) return false
  const shebang = /^#!\s*(.*)/.exec(script)?.[1]
  if (shebang === undefined) return true
  const words = shebang.trim().split(/\s+/)
  const program = words
    .map((word) => word.split(/[\\/]/).at(-1)!)
    .find((word) => !/^(?:env|busybox|-.*|.*=.*)$/.test(word))
  return /^(?:ba|da|a|z|k|mk|)sh(?:\.exe)?$/.test(program ?? '')
}

/** A subshell: it replaces itself by git-ralph, or says in one line how to repair. */
function call(name: HookName, command: HookCommand | undefined): string {
  const hook = `hook ${name} "$@"`
  const attempts = [`if command -v git-ralph >/dev/null 2>&1; then exec git-ralph ${hook}; fi`]
  if (command) {
    const [node, bin] = [quote(command.node), quote(command.bin)]
    attempts.unshift(`if [ -x ${node} ] && [ -f ${bin} ]; then exec ${node} ${bin} ${hook}; fi`)
  }
  const repair = `echo "git-ralph: not found; run 'git ralph init' to repair, or remove its lines from $0" >&2`
  // Node 20 parses the extra certificates at every start, which costs more than all the rest.
  return `(unset NODE_EXTRA_CA_CERTS; ${[...attempts, repair].join('; ')})`
}

/** Two readers of one input: it is read into a variable, and handed on as a here-document. */
function readingStdin(name: HookName, command: HookCommand | undefined): string[] {
  return [
    '__git_ralph=$(cat) || :',
    `{ [ -z "$__git_ralph" ] || printf '%s\\n' "$__git_ralph"; } | ${call(name, command)} || :`,
    '[ -z "$__git_ralph" ] && exec </dev/null || exec <<__git_ralph',
    '$__git_ralph',
    '__git_ralph',
    'unset __git_ralph',
  ]
}

function quote(path: string): string {
  const slashed = /^[A-Za-z]:\\/.test(path) ? path.replaceAll('\\', '/') : path
  return `'${slashed.replaceAll("'", String.raw`'\''`)}'`
}

function splice(text: string, at: number, length: number, insert: string): string {
  return text.slice(0, at) + insert + text.slice(at + length)
}
