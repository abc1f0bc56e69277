/**
 * What an agent is told when a session begins: where it is, what waits for somebody, what the last session came to, and the memories
 * that matter most, within the setting `budget`. A session that is resumed still has what it was told: it gets the news alone.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  ageOf,
  type Frame,
  frameMemory,
  NOTHING_TOLD,
  oneLine,
  quote,
  renderFrame,
} from '../../briefing/frame.js'
import { MEMORY_TYPES, type Memory, type MemoryType, SECTIONS } from '../../memory/memory.js'
import { CONFLICT_TERM } from '../../search/fields.js'
import type { AgentEvent } from '../../session/agent-event.js'
import type { SessionSummary } from '../../session/summary.js'
import { claim, memoryKey, tellAnew, toldSince } from '../../store/agent/told.js'
import type { Repo } from '../../store/git/repo.js'
import type { Snapshot } from '../../store/index/snapshot.js'
import { filesOfBranch } from '../../store/line/branch-files.js'
import { captureStateOf } from '../../store/sessions/capture-state.js'
import { listWaiting } from '../../store/sessions/inbox.js'
import { readReview, useTrusted } from '../../store/trust/review.js'
import type { Workspace } from '../../store/workspace.js'
import { filtersOf, rankIn } from '../prime.js'
import { lastSession } from '../sessions/last-session.js'
import { openQuietly } from './open-quietly.js'

/** Where no budget is set: about what the most characters hold. */
const NO_BUDGET = 2_400
const MOST_SUMMARY = 1_000
/** Names of changed files, as the question of what matters on this branch. */
const MOST_FILES = 20
const HOW =
  'More of them: `git ralph recall "<words>"`. Keep what you learn: `git ralph remember "<text>" --type pattern|decision|fix|context`.'

export async function briefSession(repo: Repo, { session, source }: AgentEvent): Promise<Frame> {
  const workspace = await openQuietly(repo)
  const { env } = repo
  const { settings } = workspace
  if (source === 'compact') tellAnew(repo.ralphDir, session)
  const since = source === 'resume' ? toldSince(repo.ralphDir, session) : undefined
  const { counts, conflicts, ranked, total } = await look(workspace)
  const count = Object.values(counts).reduce((sum, n) => sum + n, 0)
  const last = source === 'compact' || since ? undefined : await lastSession(env, { except: session })
  const news = ranked.filter((memory) => isNews(memory, since))
  const waiting = [...(await loopLines(repo)), ...waitingLines(repo, conflicts)]
  if (since && news.length + waiting.length === 0) return NOTHING_TOLD
  const head = [
    ...(count > 0 ? [countLine(workspace, counts, count)] : []),
    ...waiting,
    ...(last ? summaryLines(last, env.now()) : []),
    ...(count > 0 && !since ? [HOW] : []),
  ]
  const frame = renderFrame(
    head,
    news.map((memory) => frameMemory(memory, env.now())),
    { tokens: settings.budget || NO_BUDGET, lines: false, ...(!since && { total }) },
  )
  claim(repo.ralphDir, session, frame.ids.map(memoryKey))
  return frame
}

interface Look {
  counts: Record<MemoryType, number>
  conflicts: number
  ranked: Memory[]
  total: number
}

async function look(workspace: Workspace): Promise<Look> {
  const { repo, view, settings } = workspace
  const question = (await filesOfBranch(repo, view)).slice(0, MOST_FILES).join(' ')
  return useTrusted(repo, view.tip, async (snapshot) => {
    // A memory in its frame takes more room than in a briefing: fewer of them need to be looked at.
    const budget = Math.ceil((settings.budget || NO_BUDGET) / 2)
    const filters = filtersOf({}, settings, repo.env.now())
    const { ranked, total } = await rankIn(workspace, snapshot, question, filters, budget)
    return { counts: countTypes(snapshot), conflicts: countConflicts(snapshot), ranked, total }
  })
}

/** All, less the dead: they are few, and asking for each whether it is dead takes long. */
function countTypes({ parts }: Snapshot): Record<MemoryType, number> {
  const counts = MEMORY_TYPES.map(() => 0)
  for (const { segment, dead } of parts) {
    const types = segment.types()
    for (let n = 0; n < types.length; n++) counts[types[n]!]!++
    for (const n of dead) counts[types[n]!]!--
  }
  return Object.fromEntries(MEMORY_TYPES.map((type, n) => [type, counts[n]!])) as Record<MemoryType, number>
}

function countConflicts({ parts }: Snapshot): number {
  let count = 0
  for (const { segment, dead } of parts) {
    const entry = segment.term(CONFLICT_TERM)
    if (entry) count += Array.from(segment.postings(entry).docs).filter((n) => !dead.has(n)).length
  }
  return count
}

function countLine({ view }: Workspace, counts: Record<MemoryType, number>, count: number): string {
  const byType = MEMORY_TYPES.filter((type) => counts[type] > 0).map(
    (type) => `${counts[type]} ${counts[type] === 1 ? type : SECTIONS[type].toLowerCase()}`,
  )
  const other = view.source === view.branch ? '' : `, which sees those of ${oneLine(view.source, 100)}`
  const many = `${count} ${count === 1 ? 'memory' : 'memories'}`
  return `Branch ${oneLine(view.branch, 100)}${other}: ${many} (${byType.join(', ')}).`
}

/** A loop that runs in this work tree, perhaps the one that started the agent. */
async function loopLines(repo: Repo): Promise<string[]> {
  if (!existsSync(join(repo.ralphDir, 'loops'))) return []
  const { listLoops } = await import('../../store/loop/loop-files.js')
  const running = listLoops(repo).find(
    ({ status, workTree }) => status === 'running' && workTree === repo.workTree,
  )
  if (running === undefined) return []
  const { id, goal, current, limits } = running
  const iteration = current ? `, iteration ${current.iteration} of ${limits.maxIterations}` : ''
  return [`Loop ${id} runs here${iteration}. Its goal: ${oneLine(goal, 300)}`]
}

function waitingLines(repo: Repo, conflicts: number): string[] {
  const held = [...readReview(repo).values()].filter(({ state }) => state === 'held').length
  const waiting: [string, number, string][] = [
    ['conflicts between memories', conflicts, 'git ralph resolve'],
    ['proposed memories in the inbox', listWaiting(repo.ralphDir).length, 'git ralph inbox'],
    ['texts in quarantine, which are not told', held, 'git ralph review'],
  ]
  const { text } = captureStateOf(repo.ralphDir, repo.env.now())
  return [
    ...waiting.filter(([, n]) => n > 0).map(([what, n, how]) => `Waiting: ${what}: ${n} (${how}).`),
    ...(text === '' ? [] : [`Note: ${oneLine(text, 300)}`]),
  ]
}

function summaryLines(last: SessionSummary, now: Date): string[] {
  const where = last.branch ? ` on ${oneLine(last.branch, 100)}` : ''
  const text = last.text.length > MOST_SUMMARY ? `${last.text.slice(0, MOST_SUMMARY)}…` : last.text
  return [
    `The last session${where} (${oneLine(last.agent, 20)}, ${ageOf(last.last, now)}):`,
    quote(text).trimEnd(),
  ]
}

function isNews(memory: Memory, since: Date | undefined): boolean {
  return since === undefined || Date.parse(memory.updated ?? memory.created) > since.getTime()
}
