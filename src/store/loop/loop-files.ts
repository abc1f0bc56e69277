/**
 * Loops on disk: `<common dir>/ralph/loops/<run>/`, with the state as one JSON file that is replaced whole at each step, and what was printed. A loop that was killed
 * is told by its state.
 */
import { appendFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { explainFsError, RalphError } from '../../errors.js'
import { hash } from '../../loop-rules/output.js'
import type { LoopState } from '../../loop-rules/state.js'
import { makeLocalDir, readLocalFile, readLocalJson, writeLocalFile } from '../git/local-files.js'
import type { Repo } from '../git/repo.js'

const ID = /^run-[0-9a-f]{8}$/
const FORMAT = 1
/** Older ones are dropped with their snapshots when a new loop begins. */
export const LOOPS_KEPT = 20

export function loopsDir(repo: Repo): string {
  return join(repo.ralphDir, 'loops')
}

export function loopDir(repo: Repo, id: string): string {
  if (!ID.test(id))
    throw new RalphError('bad-usage', `'${id}' is not the id of a loop`, {
      hint: 'it looks like run-1f2e3d4c',
    })
  return join(loopsDir(repo), id)
}

export function writeLoop(repo: Repo, state: LoopState): void {
  writeLocalFile(join(loopDir(repo, state.id), 'state.json'), `${JSON.stringify(state, null, 1)}\n`)
}

export function readLoop(repo: Repo, id: string): LoopState | undefined {
  const state = readLocalJson<LoopState>(join(loopDir(repo, id), 'state.json'))
  return state?.format === FORMAT && state.id === id && Array.isArray(state.iterations) ? state : undefined
}

/** Newest first. */
export function listLoops(repo: Repo): LoopState[] {
  const states = namesIn(loopsDir(repo))
    .filter((name) => ID.test(name))
    .flatMap((id) => readLoop(repo, id) ?? [])
  return states.toSorted((a, b) =>
    a.startedAt === b.startedAt ? (a.id < b.id ? -1 : 1) : a.startedAt < b.startedAt ? 1 : -1,
  )
}

/** A loop by its id, by a unique beginning or end of it, or the newest; of this work tree when none is named. */
export function findLoop(repo: Repo, typed: string | undefined): LoopState {
  const loops = listLoops(repo)
  const here = loops.filter(({ workTree }) => workTree === repo.workTree)
  const matching =
    typed === undefined
      ? (here.length > 0 ? here : loops).slice(0, 1)
      : loops.filter(({ id }) => matches(id, typed))
  if (matching.length === 1) return matching[0]!
  if (matching.length > 1)
    throw new RalphError('ambiguous-id', `'${typed}' may be ${matching.map(({ id }) => id).join(' or ')}`)
  throw new RalphError(
    'bad-usage',
    typed === undefined ? 'there is no loop here yet' : `no loop matches '${typed}'`,
    {
      hint: typed === undefined ? 'git ralph loop start "<goal>"' : 'run `git ralph loop list` to see all',
    },
  )
}

const matches = (id: string, typed: string): boolean =>
  id === typed || id.startsWith(typed.startsWith('run-') ? typed : `run-${typed}`)

export function dropLoopFiles(repo: Repo, id: string): void {
  rmSync(loopDir(repo, id), { recursive: true, force: true })
}

/** What somebody printed in an iteration: `agent`, `verify`, or a criterion's name. Iteration 0 is the check before the first. */
export function outputFile(repo: Repo, id: string, iteration: number, what: string): string {
  const name = /^[a-z][a-z0-9_-]{0,60}$/.test(what) ? what : hash(what)
  return join(loopDir(repo, id), 'output', `${iteration}-${name}.txt`)
}

export function writeOutput(file: string, text: string): void {
  writeLocalFile(file, text)
}

/** Appends while a command runs, so that there is something to read if we are killed. */
export function appendOutput(file: string, text: string): void {
  try {
    makeLocalDir(join(file, '..'))
    appendFileSync(file, text, { mode: 0o600 })
  } catch (error) {
    throw explainFsError(error, 'writing a local file')
  }
}

export function readOutput(repo: Repo, id: string, iteration: number, what: string): string {
  return readLocalFile(outputFile(repo, id, iteration, what))?.toString('utf8') ?? ''
}

const OUTPUTS_KEPT = 50

/** Of a long loop, the outputs of its last iterations. */
export function dropOldOutputs(repo: Repo, id: string, iteration: number): void {
  const dir = join(loopDir(repo, id), 'output')
  for (const name of namesIn(dir))
    if (Number(name.split('-')[0]) <= iteration - OUTPUTS_KEPT) rmSync(join(dir, name), { force: true })
}

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir)
  } catch {
    return []
  }
}

export type StopRequest = 'finish' | 'now'

const stopFile = (repo: Repo, id: string): string => join(loopDir(repo, id), 'stop')

export function requestStop(repo: Repo, id: string, how: StopRequest): void {
  writeLocalFile(stopFile(repo, id), how)
}

export function readStopRequest(repo: Repo, id: string): StopRequest | undefined {
  if (statSync(stopFile(repo, id), { throwIfNoEntry: false }) === undefined) return undefined
  return readLocalFile(stopFile(repo, id))?.toString('utf8').trim() === 'now' ? 'now' : 'finish'
}

export function clearStopRequest(repo: Repo, id: string): void {
  rmSync(stopFile(repo, id), { force: true })
}
