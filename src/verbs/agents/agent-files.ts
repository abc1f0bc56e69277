/** The files of an agent on disk, as they are and as they would be. */
import { existsSync, realpathSync } from 'node:fs'
import { join, posix, win32 } from 'node:path'
import type { Env } from '../../env.js'
import { AGENTS, type AgentName } from '../../session/agent-event.js'
import { readConfig } from '../../store/git/config.js'
import type { Repo } from '../../store/git/repo.js'
import type { Program } from '../../wiring/hook-entries.js'
import { resolveSettings } from '../../store/settings/settings.js'
import { placeInWorkTree, readUserFile } from '../../store/user-file.js'
import { projectWirings, unwire, userWirings, type Wiring, wire } from '../../wiring/wirings.js'

export interface AgentFile {
  wiring: Wiring
  /** Absolute. */
  path: string
  found: string | undefined
}

/** Everything that the wiring of an agent touches in a work tree. */
export async function projectFiles(repo: Repo, agent: AgentName): Promise<AgentFile[]> {
  const workTree = repo.workTree!
  const { renderPath } = resolveSettings(await readConfig(repo), repo.env.vars, [])
  return projectWirings(agent, pointerOf(workTree, agent), renderPath).map((wiring) => {
    const path = placeInWorkTree(workTree, withComments(workTree, wiring.path))
    return { wiring, path, found: readUserFile(path) }
  })
}

/** Everything that it touches for one person. */
export function userFiles(env: Env, agent: AgentName, command: Program): AgentFile[] {
  return userWirings(agent, env.vars, command).map((wiring) => {
    const path = withComments('', wiring.path)
    return { wiring, path, found: readUserFile(path) }
  })
}

const POINTERS: Record<AgentName, readonly string[]> = {
  claude: ['CLAUDE.md', '.claude/CLAUDE.md'],
  codex: ['AGENTS.md'],
  gemini: ['GEMINI.md'],
  opencode: ['AGENTS.md'],
  cursor: [],
}

function pointerOf(workTree: string, agent: AgentName): string {
  return POINTERS[agent].find((path) => existsSync(join(workTree, path))) ?? POINTERS[agent][0] ?? ''
}

/** opencode reads either name. */
function withComments(root: string, path: string): string {
  return path.endsWith('opencode.json') && existsSync(join(root, `${path}c`)) ? `${path}c` : path
}

export type WiringState = 'installed' | 'outdated' | 'absent'

/** Pointers alone are no wiring: `git ralph skill` writes such blocks too. */
export function stateOf(files: readonly AgentFile[]): WiringState {
  const own = files.filter(({ wiring }) => wiring.kind !== 'pointer')
  const isThere = ({ found, wiring }: AgentFile): boolean =>
    found !== undefined && unwire(found, wiring) !== found
  if (!own.some(isThere)) return 'absent'
  return own.every(({ found, wiring }) => wire(found, wiring) === found) ? 'installed' : 'outdated'
}

/** Whether another agent that is wired here reads the same file. */
export async function isShared(repo: Repo, agent: AgentName, path: string): Promise<boolean> {
  for (const other of AGENTS.filter((name) => name !== agent)) {
    const files = await projectFiles(repo, other)
    const reads = files.some((file) => file.wiring.kind === 'pointer' && isSameFile(file.path, path))
    if (reads && stateOf(files) !== 'absent') return true
  }
  return false
}

function isSameFile(a: string, b: string): boolean {
  return existsSync(a) && existsSync(b) && realpathSync(a) === realpathSync(b)
}

const PROGRAMS: Record<AgentName, string> = {
  claude: 'claude',
  codex: 'codex',
  gemini: 'gemini',
  opencode: 'opencode',
  cursor: 'cursor',
}
const DIRECTORIES: Record<AgentName, string> = {
  claude: '.claude',
  codex: '.codex',
  gemini: '.gemini',
  opencode: '.config/opencode',
  cursor: '.cursor',
}

/** Whether the agent seems to be in use here: its program, or a directory of its settings. */
export function isDetected(env: Env, agent: AgentName, workTree: string | undefined): boolean {
  const home = env.vars['HOME'] ?? env.vars['USERPROFILE']
  const project = agent === 'opencode' ? '.opencode' : DIRECTORIES[agent]
  return (
    findProgram(env, PROGRAMS[agent]) !== undefined ||
    (home !== undefined && existsSync(join(home, DIRECTORIES[agent]))) ||
    (workTree !== undefined && existsSync(join(workTree, project)))
  )
}

export function findProgram(env: Env, name: string): string | undefined {
  return candidates(env.vars['PATH'] ?? '', name).find((file) => existsSync(file))
}

/** Where a program may lie, the first place first. */
export function candidates(PATH: string, name: string, platform = process.platform): string[] {
  const { delimiter, isAbsolute, join } = platform === 'win32' ? win32 : posix
  const endings = platform === 'win32' ? ['.cmd', '.exe', ''] : ['']
  return PATH.split(delimiter)
    .filter((dir) => isAbsolute(dir))
    .flatMap((dir) => endings.map((ending) => join(dir, name + ending)))
}

/** Whether Claude Code has our plugin: then its hooks run already. */
export function hasClaudePlugin(env: Env): boolean {
  const { HOME, CLAUDE_CONFIG_DIR } = env.vars
  const dir = CLAUDE_CONFIG_DIR || (HOME && join(HOME, '.claude'))
  const listed = dir && readUserFile(join(dir, 'plugins/installed_plugins.json'))
  return Boolean(listed && /"git-ralph@/.test(listed))
}
