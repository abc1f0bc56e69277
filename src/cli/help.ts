/** The texts that list commands, made from the catalogue alone. */
import { RalphError } from '../errors.js'
import { CATALOGUE, GROUPS, type Entry } from './catalogue.js'
import { programOf } from './command.js'
import { closest } from './suggest.js'

const ABOUT = 'git-ralph: memory for coding agents that lives in git'

export function renderOverview(): string {
  const everyday = CATALOGUE.filter((entry) => entry.group === 'everyday')
  return [
    `${ABOUT}\n\nusage: git ralph <command> [options]\n`,
    ...(everyday.length > 0 ? [renderList(everyday)] : []),
    '`git ralph <command> -h` explains a command, `git ralph help --all` lists all of them.\n',
  ].join('\n')
}

export function renderAll(): string {
  const parts = Object.entries(GROUPS).map(([group, title]) => {
    const entries = CATALOGUE.filter((entry) => entry.group === group)
    return entries.length > 0 ? `\n${title}\n${renderList(entries)}` : ''
  })
  return `${ABOUT}\n\nusage: git ralph <command> [options]\n${parts.join('')}`
}

/** What `ralph memory` can do. */
export function renderFamily(family: string): string {
  const entries = familyOf(family)
  return `usage: ${programOf(entries[0]!)} ${family} <command> [options]\n\n${renderList(entries)}`
}

export function isFamily(name: string): boolean {
  return familyOf(name).length > 0
}

export function unknownCommand(name: string): RalphError {
  const [family = '', ...rest] = name.split(' ')
  const known =
    rest.length > 0
      ? familyOf(family).map((entry) => entry.name.slice(family.length + 1))
      : [...new Set(CATALOGUE.map((entry) => entry.name.split(' ')[0]!))]
  const near = closest(rest.length > 0 ? rest.join(' ') : name, known)
  const meant = near && rest.length > 0 ? `${family} ${near}` : near
  return new RalphError('bad-usage', `'${name}' is not a git-ralph command`, {
    hint: meant ? `did you mean '${meant}'?` : 'run `git ralph help --all` to see all commands',
  })
}

function familyOf(family: string): Entry[] {
  return CATALOGUE.filter((entry) => entry.name.startsWith(`${family} `))
}

function renderList(entries: readonly Entry[]): string {
  const width = Math.max(...entries.map((entry) => entry.name.length)) + 2
  return entries.map((entry) => `  ${entry.name.padEnd(width)}${entry.summary}\n`).join('')
}
