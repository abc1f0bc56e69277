/** Status: what this branch remembers, and whether everything works. */
import type { Env } from '../env.js'
import { RalphError } from '../errors.js'
import { MEMORY_TYPES, type MemoryType } from '../memory/memory.js'
import { listPending } from '../store/line/pending.js'
import { isRenderedCurrent, readRenderState, renderedPath } from '../store/rendered/rendered-file.js'
import { useSnapshot } from '../store/index/snapshot.js'
import { isTracked } from '../store/rendered/tracked.js'
import { openWorkspace, type Workspace } from '../store/workspace.js'
import { type CaptureState, captureStateOf } from '../store/sessions/capture-state.js'
import { listWaiting } from '../store/sessions/inbox.js'
import { isFresh, usableServers } from '../session/mcp-cache.js'
import { readMcpEntry } from '../store/mcp/status-cache.js'
import { readCurrentTask } from '../store/task/current-task.js'
import { examine } from './doctor.js'
import { recoverLoops } from './loop/recover.js'
import type { StatusDetails } from './status-details.js'
import { drainOnTheSide } from './sessions/drain-on-the-side.js'

export interface Status {
  branch: string
  /** False: HEAD is detached, and this is the nearest branch's view. */
  checkedOut: boolean
  /** The branch whose line is read; another one as long as this branch has no line of its own. */
  line: string
  count: number
  counts: Record<MemoryType, number>
  lastWrite: { commit: string; subject: string; when: string } | undefined
  pending: number
  rendered: 'current' | 'behind' | 'off' | 'tracked' | 'refused' | 'never'
  renderPath: string
  /** Whether what agents do is still seen by our hooks. */
  capture: CaptureState
  /** How many proposed memories wait for a decision. */
  inbox: number
  /** The task that this worktree works on. */
  task?: string
  /** What the MCP servers of the project last answered, if that is known; never asked from here. */
  mcp?: { running: string[]; leftOut: string[]; updatedAt: number; fresh: boolean }
  /** How many things `git ralph doctor` would speak of. */
  problems: number
  warnings: string[]
  /** Where it was asked for. */
  details?: StatusDetails
}

export async function status(env: Env, options: { details?: boolean } = {}): Promise<Status> {
  const workspace = await openWorkspace(env)
  const { repo, view, settings, warnings } = workspace
  const counts = Object.fromEntries(MEMORY_TYPES.map((type) => [type, 0])) as Record<MemoryType, number>
  const count = await useSnapshot(repo, view.tip, (snapshot) => {
    for (const { segment, dead } of snapshot.parts) {
      segment.types().forEach((type, n) => {
        if (!dead.has(n)) counts[MEMORY_TYPES[type]!]++
      })
    }
    return snapshot.count
  })
  await drainOnTheSide(workspace)
  const findings = await examine(workspace)
  for (const { id, detail } of await recoverLoops(env))
    warnings.push(`${id} was ${detail}; \`git ralph loop resume ${id}\` goes on`)
  return {
    branch: view.branch,
    checkedOut: view.checkedOut !== undefined,
    line: view.source,
    count,
    counts,
    lastWrite: await lastWrite(workspace),
    pending: (await listPending(repo)).length,
    rendered: await renderedState(workspace),
    renderPath: settings.renderPath,
    capture: captureStateOf(repo.ralphDir, env.now()),
    inbox: listWaiting(repo.ralphDir).length,
    ...taskOf(workspace),
    ...mcpOf(workspace),
    problems: findings.filter(({ level }) => level !== 'ok').length,
    warnings,
    ...(options.details && {
      details: await (await import('./status-details.js')).detailsOf(workspace),
    }),
  }
}

function taskOf({ repo }: Workspace): Pick<Status, 'task'> {
  const task = repo.env.vars['RALPH_TASK'] || readCurrentTask(repo)
  return task ? { task } : {}
}

function mcpOf({ repo }: Workspace): Pick<Status, 'mcp'> {
  const entry = readMcpEntry(repo)
  if (entry === undefined) return {}
  const running = usableServers(entry)
  const leftOut = Object.keys(entry.servers).filter((name) => !running.includes(name))
  const fresh = isFresh(entry, repo.env.now().getTime())
  return { mcp: { running, leftOut, updatedAt: entry.updatedAt, fresh } }
}

async function lastWrite({ repo, view }: Workspace): Promise<Status['lastWrite']> {
  if (!view.tip) return undefined
  const [commit, when, subject] = (await repo.git(['log', '-1', '--format=%H%x00%cI%x00%s', view.tip]))
    .trim()
    .split('\0')
  return { commit: commit!, when: when!, subject: subject! }
}

async function renderedState({ repo, settings }: Workspace): Promise<Status['rendered']> {
  if (repo.workTree === undefined || !settings.render || !settings.enabled) return 'off'
  try {
    const path = renderedPath(repo, settings.renderPath)
    if (await isTracked(repo, settings.renderPath)) return 'tracked'
    if (readRenderState(repo) === undefined) return 'never'
    return (await isRenderedCurrent(repo, settings, path)) ? 'current' : 'behind'
  } catch (error) {
    // Where it may not be: said by a warning already, and by doctor.
    if (error instanceof RalphError) return 'refused'
    throw error
  }
}
