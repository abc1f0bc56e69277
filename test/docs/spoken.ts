/** Command lines of git-ralph as pages show them, and the real option parser's word on each. */
import { CATALOGUE } from '../../src/cli/catalogue.js'
import type { Command } from '../../src/cli/command.js'
import { parse } from '../../src/cli/parse.js'
import { askYargs } from '../../src/cli/yargs.js'
import { splitWords } from '../../src/loop-rules/words.js'
import { blocksOf, spansOf } from './fences.js'

export interface Spoken {
  line: string
  /** Prose may name a command with one flag of it: what else it needs is said elsewhere. */
  inProse: boolean
}

/** Every command line on a page: in fenced blocks and in code spans. */
export function spokenOn(page: string): Spoken[] {
  const typed = blocksOf(page).flatMap(({ lines }) => lines.flatMap(inLine))
  const said = spansOf(page).flatMap(inLine)
  return [
    ...typed.map((line) => ({ line, inProse: false })),
    ...said.map((line) => ({ line, inProse: true })),
  ]
}

/** A command begins the line (a row of figures has its name and a comma), or stands behind a prompt, `&&`, `|` or a word with a colon; a comment ends it. */
function inLine(line: string): string[] {
  const begins = /(?:^|&& |\| |: )(?:\$ |- )?((?:git ralph|ralph)(?: (?![\w-]+,).+)?)$/.exec(line.trim())
  if (!begins) return []
  const [first, ...rest] = begins[1]!.split(/ && | \| /)
  return [first!.replace(/(\s+#\s| {2,}).*$/, '').trim(), ...rest.flatMap(inLine)]
}

/** What is wrong with a command line; undefined when the program would take it. */
export async function problemWith({ line, inProse }: Spoken): Promise<string | undefined> {
  for (const one of alternatives(line.replace(/ >>? \S+$/, ''))) {
    const problem = await problemWithWords(splitWords(one).slice(one.startsWith('git ') ? 2 : 1))
    if (problem !== undefined && !(inProse && problem.startsWith('too few arguments'))) return problem
  }
  return undefined
}

/** `memory add|search` is two command lines; what stands for something else is a word like any. */
function alternatives(line: string): string[] {
  const words = line
    .replace(/\[?<[^<>"]*>\]?/g, '…')
    .replace(/\[([a-z|]+)\]/g, '$1')
    .split(' ')
  const at = words.findIndex((word) => /^[a-z]+(\|[a-z]+)+$/.test(word))
  return at < 0 ? [words.join(' ')] : words[at]!.split('|').map((word) => words.with(at, word).join(' '))
}

async function problemWithWords(words: string[]): Promise<string | undefined> {
  const [first, second] = words
  // Answered before any command is chosen, or a name rather than something to type.
  if (first === undefined || /^(--?(v|version|h|help)|….*)$/.test(first)) return undefined
  const name = [`${first} ${second}`, first].find((name) => CATALOGUE.some((one) => one.name === name))
  if (!name) {
    const family = CATALOGUE.some((one) => one.name.startsWith(`${first} `))
    return family && (second === undefined || second === '…') ? undefined : `no command '${first}'`
  }
  const { command } = (await import(
    new URL(`../../src/cli/commands/${name.replace(' ', '/')}.ts`, import.meta.url).href
  )) as { command: Command }
  const argv = words.slice(name.split(' ').length)
  const { args, plain, problem } = parse(command, argv)
  if (args) return undefined
  if (problem) return problem
  try {
    askYargs(command, plain)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}
