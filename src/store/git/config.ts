/**
 * What git's configuration and the project's own settings files say. Asking git costs a process, so the answer is kept and
 * believed for as long as no file it came from has changed.
 */
import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { keptConfigPath } from './kept-config.js'
import { readLocalJson, writeCacheFile } from './local-files.js'
import type { Repo } from './repo.js'

export interface Config {
  /** Git configuration, of the keys we use: section and name in lower case, as git prints them. */
  git: Record<string, string>
  /** `ralph.yml`, parsed. */
  yml: Record<string, unknown>
  /** `.ralph/config.sh`: its KEY=value lines. Never executed. */
  shell: Record<string, string>
  /** What could not be read, for `doctor` and a warning. */
  problems: string[]
}

interface Kept {
  format: number
  made: number
  stamps: Record<string, string>
  config: Config
}

const FORMAT = 1
const BELIEVED_FOR_MS = 3_600_000
/** Never keep others: a configuration may hold tokens. */
const OUR_KEYS =
  /^(ralph\.|user\.|author\.|committer\.|init\.defaultbranch|core\.(editor|hookspath|sharedrepository)|branch\..*\.(ralphbase|remote|merge)$|remote\..*\.url$)/
const LOCATION_VARIABLES = [
  'HOME',
  'XDG_CONFIG_HOME',
  'GIT_CONFIG_GLOBAL',
  'GIT_CONFIG_SYSTEM',
  'GIT_CONFIG_NOSYSTEM',
]

const read = new WeakMap<Repo, Promise<Config>>()

export function readConfig(repo: Repo): Promise<Config> {
  let config = read.get(repo)
  if (!config) read.set(repo, (config = readConfigNow(repo)))
  return config
}

/** Forgets what was read, after we changed the configuration ourselves. */
export function configChanged(repo: Repo): void {
  read.delete(repo)
}

async function readConfigNow(repo: Repo): Promise<Config> {
  const path = keptConfigPath(repo)
  const kept = readLocalJson<Kept>(path)
  const cacheable = !repo.env.vars['GIT_CONFIG_PARAMETERS'] && !repo.env.vars['GIT_CONFIG_COUNT']
  if (cacheable && kept?.format === FORMAT && isCurrent(kept, repo)) return kept.config
  // Stamped before they are read: a file that changes in between is read again next time.
  const before = stampsOf(knownFiles(repo), repo)
  const { config, files, conditional } = await readSources(repo)
  if (cacheable && !conditional) {
    const stamps = { ...stampsOf(files, repo), ...before }
    const next: Kept = { format: FORMAT, made: Date.now(), stamps, config }
    writeCacheFile(path, JSON.stringify(next))
  }
  return config
}

async function readSources(repo: Repo): Promise<{ config: Config; files: string[]; conditional: boolean }> {
  const listing = await repo.git(['config', '--list', '--null', '--show-origin'])
  const config: Config = { git: {}, yml: {}, shell: {}, problems: [] }
  const files = new Set<string>()
  let conditional = false
  const items = listing.split('\0')
  for (let i = 0; i + 1 < items.length; i += 2) {
    const origin = items[i]!
    if (origin.startsWith('file:')) files.add(origin.slice('file:'.length))
    const [key = '', ...value] = items[i + 1]!.split('\n')
    if (key.startsWith('include')) conditional = true
    // A key without `=` is true, as git says.
    if (OUR_KEYS.test(key)) config.git[key] = items[i + 1]!.includes('\n') ? value.join('\n') : 'true'
  }
  await readProjectFiles(repo, config)
  const base = repo.workTree ?? repo.commonDir
  return {
    config,
    files: [...files].map((file) => resolve(base, file)),
    conditional,
  }
}

async function readProjectFiles(repo: Repo, config: Config): Promise<void> {
  if (repo.workTree === undefined) return
  const yml = readText(join(repo.workTree, 'ralph.yml'))
  if (yml !== undefined) {
    const { parseYaml } = await import('../../memory/markdown.js')
    try {
      config.yml = parseYaml(yml)
    } catch (error) {
      config.problems.push(`ralph.yml is ignored: ${(error as Error).message.split('\n')[0]}`)
    }
  }
  for (const line of (readText(join(repo.workTree, '.ralph/config.sh')) ?? '').split(/\r?\n/)) {
    const match =
      /^\s*(?:export\s+)?([A-Z_][A-Z0-9_]*)=(?:"([^"$`]*)"|'([^']*)'|([^\s#"'$`]*))\s*(?:#.*)?$/.exec(line)
    if (match) config.shell[match[1]!] = match[2] ?? match[3] ?? match[4] ?? ''
  }
}

function knownFiles(repo: Repo): string[] {
  const { HOME = '', XDG_CONFIG_HOME, GIT_CONFIG_GLOBAL, GIT_CONFIG_SYSTEM } = repo.env.vars
  const files = [
    join(repo.commonDir, 'config'),
    join(repo.gitDir, 'config.worktree'),
    GIT_CONFIG_GLOBAL ?? join(HOME, '.gitconfig'),
    join(XDG_CONFIG_HOME ?? join(HOME, '.config'), 'git/config'),
    GIT_CONFIG_SYSTEM ?? '/etc/gitconfig',
  ]
  return repo.workTree === undefined
    ? files
    : [...files, join(repo.workTree, 'ralph.yml'), join(repo.workTree, '.ralph/config.sh')]
}

function isCurrent(kept: Kept, repo: Repo): boolean {
  const age = Date.now() - kept.made
  if (!(age >= 0 && age < BELIEVED_FOR_MS) || kept.stamps['for'] !== placeOf(repo)) return false
  return Object.entries(kept.stamps).every(([file, stamp]) => file === 'for' || stampOf(file) === stamp)
}

function stampsOf(files: string[], repo: Repo): Record<string, string> {
  return { for: placeOf(repo), ...Object.fromEntries(files.map((file) => [file, stampOf(file)])) }
}

function placeOf(repo: Repo): string {
  return JSON.stringify([
    repo.gitDir,
    repo.workTree,
    ...LOCATION_VARIABLES.map((name) => repo.env.vars[name] ?? null),
  ])
}

function stampOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false, bigint: true })
  return stat ? `${stat.mtimeNs}-${stat.ctimeNs}-${stat.size}-${stat.ino}` : 'absent'
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
