/** Install: wire agents to git-ralph, or take the wiring out. What we do not know in their files stays, byte for byte. */
import { relative } from 'node:path'
import type { Env } from '../env.js'
import { RalphError } from '../errors.js'
import { AGENTS, type AgentName } from '../session/agent-event.js'
import { openRepo, type Repo } from '../store/git/repo.js'
import { hookCommand } from '../store/hooks/command.js'
import type { Program } from '../wiring/hook-entries.js'
import { removeUserFile, writeUserFile } from '../store/user-file.js'
import {
  type AgentFile,
  hasClaudePlugin,
  isDetected,
  isShared,
  projectFiles,
  stateOf,
  userFiles,
  type WiringState,
} from './agents/agent-files.js'
import { unwire, wire } from '../wiring/wirings.js'

export interface InstallOptions {
  /** For this person in all projects, instead of for this project. */
  user?: boolean
  /** Take the wiring out. */
  remove?: boolean
  dryRun?: boolean
  /** How a person's own settings call us. @default as this process was called */
  command?: Program
}

export interface WiredFile {
  agent: AgentName
  /** From the top of the work tree; absolute for a person's own. */
  path: string
  what: 'created' | 'changed' | 'unchanged' | 'removed'
  /** The text before and after; absent where there was or will be no file. */
  before?: string
  after?: string
}

export interface Wired {
  files: WiredFile[]
  /** What the user has to do or should know. */
  hints: string[]
}

/** All files are looked at before the first is written: one that cannot be read stops everything. */
export async function installAgents(
  env: Env,
  agents: readonly AgentName[],
  options: InstallOptions = {},
): Promise<Wired> {
  const { user = false, remove = false, dryRun = false } = options
  const repo = user ? undefined : await openRepo(env)
  if (repo && repo.workTree === undefined)
    throw new RalphError('bad-usage', 'this repository is bare: there is no project to wire', {
      hint: 'use --user to wire your agents for all projects',
    })
  const filesOf = async (agent: AgentName): Promise<AgentFile[]> =>
    repo ? projectFiles(repo, agent) : userFiles(env, agent, options.command ?? hookCommand())
  const root = repo?.workTree ?? env.vars['HOME'] ?? ''
  const files: WiredFile[] = []
  for (const agent of agents) for (const { found, wiring } of await filesOf(agent)) wire(found, wiring)
  for (const agent of agents) {
    for (const file of await filesOf(agent)) {
      const after = await decide(repo, agent, file, remove)
      if (!dryRun) put(root, file, after)
      files.push(describe(agent, file, after, repo?.workTree))
    }
  }
  if (remove) return { files, hints: [] }
  return {
    files,
    hints: [...(await wiredTwice(env, agents)), ...agents.flatMap((agent) => hintsFor(agent, user))],
  }
}

async function decide(
  repo: Repo | undefined,
  agent: AgentName,
  { wiring, path, found }: AgentFile,
  remove: boolean,
): Promise<string | undefined> {
  if (!remove) return wire(found, wiring)
  if (found === undefined) return undefined
  if (repo && wiring.kind === 'pointer' && (await isShared(repo, agent, path))) return found
  return unwire(found, wiring)
}

function put(root: string, { path, found }: AgentFile, after: string | undefined): void {
  if (after === found) return
  if (after === undefined) removeUserFile(root, path)
  else writeUserFile(path, after)
}

function describe(
  agent: AgentName,
  { path, found }: AgentFile,
  after: string | undefined,
  workTree: string | undefined,
): WiredFile {
  const what =
    after === found
      ? 'unchanged'
      : after === undefined
        ? 'removed'
        : found === undefined
          ? 'created'
          : 'changed'
  return {
    agent,
    path: workTree === undefined ? path : relative(workTree, path).replaceAll('\\', '/'),
    what,
    ...(found !== undefined && { before: found }),
    ...(after !== undefined && { after }),
  }
}

/** Agents run the hooks of a project and those of the person. */
async function wiredTwice(env: Env, agents: readonly AgentName[]): Promise<string[]> {
  const both = (await agentStates(env)).filter(
    ({ agent, project = 'absent', user }) =>
      agents.includes(agent) && project !== 'absent' && user !== 'absent',
  )
  return [
    ...both.map(({ agent }) => `${agent} is wired in this project and for you: each event is told twice`),
    ...(agents.includes('claude') && hasClaudePlugin(env)
      ? ['Claude Code has the plugin git-ralph too: each event is told twice']
      : []),
  ]
}

function hintsFor(agent: AgentName, user: boolean): string[] {
  switch (agent) {
    case 'claude':
      return user
        ? ['for the tools too: claude mcp add --scope user git-ralph -- git-ralph mcp']
        : ['Claude Code asks once whether the server in .mcp.json may run']
    case 'codex':
      return ['Codex runs hooks only after you trusted them: type /hooks in Codex']
    case 'gemini':
      return user ? [] : ['Gemini CLI runs the hooks of a project only in a folder that you trust']
    default:
      return []
  }
}

export interface AgentState {
  agent: AgentName
  /** Its program or its settings are on this machine. */
  detected: boolean
  /** Outside a work tree there is none. */
  project?: WiringState | 'unreadable'
  user: WiringState | 'unreadable'
}

/** Which agents there are, and which of them are wired. */
export async function agentStates(env: Env, command: Program = hookCommand()): Promise<AgentState[]> {
  const repo = await openRepo(env).catch((error: unknown) => {
    if (error instanceof RalphError && error.code === 'not-a-repo') return undefined
    throw error
  })
  const states: AgentState[] = []
  for (const agent of AGENTS) {
    const project = repo?.workTree === undefined ? undefined : await read(() => projectFiles(repo, agent))
    const user = await read(async () => userFiles(env, agent, command))
    states.push({
      agent,
      detected: isDetected(env, agent, repo?.workTree),
      ...(project && { project }),
      user,
    })
  }
  return states
}

async function read(files: () => Promise<AgentFile[]>): Promise<WiringState | 'unreadable'> {
  try {
    return stateOf(await files())
  } catch (error) {
    if (!(error instanceof RalphError)) throw error
    return 'unreadable'
  }
}
