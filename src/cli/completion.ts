/** What may come next on a command line, from the catalogue and one command's spec; and the scripts that ask. */
import { CATALOGUE } from './catalogue.js'
import { COMMON_OPTIONS, type CommandSpec, type Option, type Options } from './command.js'

/** A word that fits, and what it is for (shown by zsh and fish). */
export interface Candidate {
  word: string
  describe: string
}

/** Answers with the spec of a command, or nothing when there is no such command. */
export type FindSpec = (name: string) => CommandSpec | undefined

/** `words` are those after the program's name; the last one is being typed and may be empty. */
export function complete(words: readonly string[], findSpec: FindSpec): Candidate[] {
  const typed = words.at(-1) ?? ''
  return candidates(words, findSpec).filter(({ word }) => word.startsWith(typed))
}

function candidates(words: readonly string[], findSpec: FindSpec): Candidate[] {
  const before = words.slice(0, -1)
  const family = before[0] === 'help' ? before.slice(1) : before
  if (family.length === 0) return nextWords('')
  if (family.length === 1 && nextWords(`${family[0]} `).length > 0) return nextWords(`${family[0]} `)
  if (before[0] === 'help') return []
  const spec = findSpec(family.slice(0, 2).join(' ')) ?? findSpec(family[0]!)
  return spec ? ofCommand(spec, before.at(-1)!, words.at(-1)!) : []
}

/** The words that commands beginning with `prefix` go on with. */
function nextWords(prefix: string): Candidate[] {
  const found = new Map<string, string>()
  for (const { name, summary } of CATALOGUE) {
    if (!name.startsWith(prefix)) continue
    const [word = '', ...more] = name.slice(prefix.length).split(' ')
    if (!found.has(word)) found.set(word, more.length > 0 ? `the ${word} commands` : summary)
  }
  return [...found].map(([word, describe]) => ({ word, describe }))
}

function ofCommand(spec: CommandSpec, last: string, typed: string): Candidate[] {
  const options: Options = { ...spec.options, ...COMMON_OPTIONS }
  const [flag = '', value] = typed.split('=', 2)
  const inline = value === undefined ? undefined : optionAt(options, flag)
  if (inline) return choicesOf(inline, `${flag}=`)
  const before = optionAt(options, last)
  if (before && before.type !== 'boolean') return choicesOf(before, '')
  if (!typed.startsWith('-')) return []
  const shown = Object.entries(options).filter(([, option]) => !option.hidden)
  return [
    ...shown.map(([name, option]) => ({ word: `--${name}`, describe: option.describe })),
    { word: '--help', describe: 'show help' },
  ]
}

function optionAt(options: Options, flag: string): Option | undefined {
  if (flag.startsWith('--')) return Object.hasOwn(options, flag.slice(2)) ? options[flag.slice(2)] : undefined
  return Object.values(options).find((option) => option.alias !== undefined && flag === `-${option.alias}`)
}

function choicesOf(option: Option, prefix: string): Candidate[] {
  return (option.choices ?? []).map((choice) => ({ word: prefix + choice, describe: option.describe }))
}
