/**
 * A loop that was killed, or whose machine went down, could not say so itself. The next command does: what it left running is stopped, the iteration is
 * journalled as interrupted, and the loop can be resumed.
 */
import type { Env } from '../../env.js'
import { deriveJournalId } from '../../memory/journal.js'
import { renderTime } from '../../memory/text.js'
import type { IterationRecord, LoopState } from '../../loop-rules/state.js'
import { openRepo, type Repo } from '../../store/git/repo.js'
import { listLoops, readLoop, writeLoop } from '../../store/loop/loop-files.js'
import { stopLeftovers } from '../../store/loop/processes.js'
import { isLiving } from '../../store/loop/process-ref.js'
import { treeOf } from '../../store/loop/snapshot.js'
import { journalAdd } from '../journal-add.js'

/** One entry per iteration, whoever writes it and however often. */
export function journalIdOf(loop: string, iteration: number): string {
  return deriveJournalId(loop, iteration, 'loop')
}

/** Answers the loops that it found dead. */
export async function recoverLoops(env: Env): Promise<LoopState[]> {
  const repo = await openRepo(env)
  const dead = listLoops(repo).filter(isDead)
  const recovered: LoopState[] = []
  for (const { id } of dead) {
    // Another command may have been faster.
    const state = readLoop(repo, id)
    if (state && isDead(state)) recovered.push(await recover(env, repo, state))
  }
  return recovered
}

const isDead = ({ status, owner }: LoopState): boolean =>
  status === 'running' && (owner === undefined || !isLiving(owner))

async function recover(env: Env, repo: Repo, state: LoopState): Promise<LoopState> {
  const { current, owner: _, ...rest } = state
  if (current?.child)
    await stopLeftovers(current.child.pid, current.cookie ?? '-', { ownMs: 0, termMs: 1_000 })
  const inIteration = current !== undefined && current.iteration > 0 && current.phase !== 'pause'
  const isTold = state.iterations.some(({ number }) => number === current?.iteration)
  const record = inIteration && !isTold ? await interruptedRecord(env, repo, state) : undefined
  const next: LoopState = {
    ...rest,
    status: 'stopped',
    reason: 'killed',
    detail: current ? `killed in iteration ${current.iteration}, at: ${current.phase}` : 'killed',
    endedAt: renderTime(env.now()),
    iterations: record ? [...state.iterations, record] : state.iterations,
    ...(current && {
      spentMs: state.spentMs + Math.max(0, Date.parse(current.startedAt) - Date.parse(state.sittingAt)),
    }),
  }
  writeLoop(repo, next)
  return next
}

async function interruptedRecord(env: Env, repo: Repo, state: LoopState): Promise<IterationRecord> {
  const { iteration, phase, startedAt, snapshot = '' } = state.current!
  const tree = snapshot === '' ? '' : await treeOf(repo, snapshot).catch(() => '')
  const failure = `the loop was killed while it was at: ${phase}`
  // In its own work tree, if that is still there.
  const where = { ...env, cwd: state.workTree }
  await journalAdd(where, {
    id: journalIdOf(state.id, iteration),
    run: state.id,
    iteration,
    outcome: 'interrupted',
    notes: failure,
  }).catch(() =>
    journalAdd(env, {
      id: journalIdOf(state.id, iteration),
      run: state.id,
      iteration,
      outcome: 'interrupted',
      notes: failure,
      files: [],
    }),
  )
  return {
    number: iteration,
    startedAt,
    durationMs: 0,
    outcome: 'interrupted',
    snapshot,
    treeBefore: tree,
    tree,
    results: [],
    files: [],
    agent: { exitCode: null, timedOut: false, bytes: 0, fingerprint: '' },
    promptTokens: 0,
    costUsd: 0,
    learnt: [],
    failure,
  }
}
