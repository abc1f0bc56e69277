/**
 * The loop: iterations until all criteria pass, a limit is reached, nothing gets on, or somebody ends it. It always ends with a reason that is written
 * down. This door starts processes and waits; what it knows of the repository it has from verbs.
 */
import type { Env } from '../env.js'
import { costOf, type LoopState, type LoopStatus, tokensOf } from '../loop-rules/state.js'
import { renderTime } from '../memory/text.js'
import { openRepo } from '../store/git/repo.js'
import { releaseWorkTree } from '../store/loop/claim.js'
import { clearStopRequest, readStopRequest } from '../store/loop/loop-files.js'
import { processRef } from '../store/loop/process-ref.js'
import { checkCriteria } from './check.js'
import { askedToEnd, type End, limitReached } from './ending.js'
import type { Tell } from '../loop-rules/events.js'
import { type Interrupt, pause } from './interrupt.js'
import { runIteration } from './iteration.js'
import { change, elapsedMs, enter, type Run } from './run-state.js'

export interface Driver {
  tell: Tell
  interrupt: Interrupt
  askFeedback?(): Promise<string | undefined>
}

const LOOK_FOR_REQUESTS_MS = 150

/** The work tree is claimed already. */
export async function runLoop(env: Env, state: LoopState, driver: Driver): Promise<LoopState> {
  const here = { ...env, cwd: state.workTree }
  const repo = await openRepo(here)
  const run: Run = { env: here, repo, state, ...driver }
  clearStopRequest(repo, state.id)
  const requests = setInterval(() => {
    const request = readStopRequest(repo, state.id)
    if (request) run.interrupt.raise(request === 'now' ? 2 : 1, 'command')
  }, LOOK_FOR_REQUESTS_MS)
  const resumed = state.iterations.length > 0
  try {
    change(run, { status: 'running', sittingAt: env.now().toISOString(), owner: processRef(process.pid) })
    tellStart(run, resumed)
    return finish(run, await iterate(run))
  } catch (error) {
    finishAfter(run, error)
    throw error
  } finally {
    clearInterval(requests)
    releaseWorkTree(repo, state.id)
    clearStopRequest(repo, state.id)
  }
}

async function iterate(run: Run): Promise<End> {
  if (run.state.first === undefined) await checkFirst(run)
  for (;;) {
    const done = run.state.iterations.at(-1)?.number ?? 0
    const end = askedToEnd(run) ?? limitReached(run, done, costOf(run.state))
    if (end) return end
    const ended = await runIteration(run, done + 1)
    if (ended) return ended
    enter(run, 'pause')
    await pause(run.state.limits.cooldownMs, run.interrupt)
  }
}

/** What fails before the agent has done anything: it is told, and progress is measured by it. */
async function checkFirst(run: Run): Promise<void> {
  const first = await checkCriteria(run, 0, '')
  if (run.interrupt.urgency > 0) return
  change(run, { first })
  if (first.every(({ passed }) => passed))
    run.tell({
      event: 'warning',
      message:
        'all criteria pass already, before anything was done; the marker criterion or --verify would say more',
    })
}

function tellStart(run: Run, resumed: boolean): void {
  const { id, goal, agent, criteria, limits, workTree, branch } = run.state
  run.tell({
    event: 'started',
    loop: id,
    goal,
    agent,
    criteria,
    limits,
    workTree,
    ...(branch !== undefined && { branch }),
    resumed,
  })
}

function statusFor({ reason }: End): Exclude<LoopStatus, 'running'> {
  if (reason === 'criteria-met') return 'success'
  return reason === 'interrupted' || reason === 'stopped' || reason === 'killed' ? 'stopped' : 'failed'
}

function finish(run: Run, { reason, detail }: End): LoopState {
  const spentMs = elapsedMs(run)
  const status = statusFor({ reason, detail })
  const { current: _, owner: _owner, ...rest } = run.state
  run.state = rest
  const now = renderTime(run.env.now())
  change(run, { status, reason, detail, spentMs, sittingAt: run.env.now().toISOString(), endedAt: now })
  run.tell({
    event: 'ended',
    loop: run.state.id,
    status,
    reason,
    detail,
    iterations: run.state.iterations.length,
    elapsedMs: spentMs,
    tokens: tokensOf(run.state),
    costUsd: costOf(run.state),
  })
  return run.state
}

/** What went wrong first is what the user hears, even if it cannot be written down. */
function finishAfter(run: Run, error: unknown): void {
  try {
    finish(run, { reason: 'error', detail: error instanceof Error ? error.message : String(error) })
  } catch {
    // A full disk, or no repository any more.
  }
}
