/** Where a search stands: what to try next, or what was found. */
import type { Env } from '../../env.js'
import { blockText } from '../../briefing/fit.js'
import { parseMemory } from '../../memory/markdown.js'
import { renderMemories } from '../../memory/memories-md.js'
import type { Memory } from '../../memory/memory.js'
import { narrowRow, narrowSet, replay } from '../../memory/narrow.js'
import {
  type AmongCommits,
  type AmongMemories,
  type Bisection,
  holdMemories,
  readBisection,
  writeBisection,
} from '../../store/bisect/bisection.js'
import { useSnapshot } from '../../store/index/snapshot.js'
import { type LineCommit, logLine } from '../../store/line/commits.js'
import { objectsOf } from '../../store/git/objects.js'
import { openRepo, type Oid, type Repo } from '../../store/git/repo.js'
import { estimateTokens } from '../../briefing/estimate.js'

export interface BisectStep {
  among: Bisection['among']
  /** How many are still suspected, and how many questions that will take at most if one alone is to blame. */
  suspects: number
  questions: number
  /** What to try: a commit that holds the memories to be known, and the briefing that they make. */
  next?: { tip: Oid; memories: number; briefing: string; tokens: number }
  /** What was found. Of memories, several are bad only together. */
  found?: { memories: Memory[]; commit?: LineCommit }
}

/** Records an answer and goes on. */
export async function answer(env: Env, isBad: boolean): Promise<BisectStep> {
  const repo = await openRepo(env)
  const bisection = readBisection(repo)
  const next: Bisection = { ...bisection, answers: [...bisection.answers, isBad] }
  const step = await stepOf(repo, next)
  writeBisection(repo, next)
  return step
}

export async function stepOf(repo: Repo, bisection: Bisection): Promise<BisectStep> {
  return bisection.among === 'memories' ? amongMemories(repo, bisection) : amongCommits(repo, bisection)
}

async function amongMemories(repo: Repo, { memories, answers }: AmongMemories): Promise<BisectStep> {
  const step = replay(narrowSet(memories.length), answers)
  const chosen = (step.done ? step.found : step.next).map((n) => memories[n]!)
  const blobs = await objectsOf(repo).readBlobs(chosen.map(({ blob }) => blob))
  const texts = chosen.map(({ id }, i) => parseMemory(blobs[i]!.toString('utf8'), id))
  if (step.done)
    return { among: 'memories', suspects: chosen.length, questions: 0, found: { memories: texts } }
  return {
    among: 'memories',
    suspects: chosen.length * 2,
    questions: 2 * Math.ceil(Math.log2(chosen.length * 2)),
    next: describe(await holdMemories(repo, chosen), texts),
  }
}

async function amongCommits(repo: Repo, { commits, answers }: AmongCommits): Promise<BisectStep> {
  const step = replay(narrowRow(commits.length), answers)
  const tip = commits[step.done ? step.found : step.next]!
  if (step.done) {
    const [commit] = await logLine(repo, tip, 1)
    return { among: 'commits', suspects: 1, questions: 0, found: { memories: [], commit: commit! } }
  }
  const memories = await useSnapshot(repo, tip, (snapshot) => snapshot.entries().map(({ memory }) => memory))
  const suspects = suspectsAfter(commits.length, answers)
  return {
    among: 'commits',
    suspects,
    questions: Math.ceil(Math.log2(suspects)),
    next: describe(tip, memories),
  }
}

function suspectsAfter(count: number, answers: readonly boolean[]): number {
  let [from, to] = [0, count - 1]
  for (const isBad of answers) {
    const middle = (from + to) >> 1
    if (isBad) to = middle
    else from = middle + 1
  }
  return to - from + 1
}

function describe(tip: Oid, memories: readonly Memory[]): BisectStep['next'] {
  const tokens = memories.reduce((sum, memory) => sum + estimateTokens(blockText(memory)), 0)
  return { tip, memories: memories.length, briefing: renderMemories(memories), tokens }
}
