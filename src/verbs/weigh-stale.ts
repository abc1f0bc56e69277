/** What is no longer true of the code is still told, but marked, and after what is. */
import type { AnchorState } from '../memory/anchor-verdict.js'
import type { Memory } from '../memory/memory.js'
import type { Oid, Repo } from '../store/git/repo.js'
import type { RecallHit } from './recall.js'
import { judgeMemories } from './stale.js'

export type StaleState = Extract<AnchorState, 'changed' | 'gone'>

/** How much of its score a hit keeps. */
const KEEPS: Record<StaleState, number> = { changed: 0.7, gone: 0.4 }

/** The hits with their verdicts, best first. */
export async function weighStale(repo: Repo, hits: readonly RecallHit[], code?: Oid): Promise<RecallHit[]> {
  const states = await staleStates(
    repo,
    hits.map(({ entry }) => entry.memory),
    code,
  )
  return hits
    .map((hit) => {
      const code = states.get(hit.entry.memory)
      return code === undefined ? hit : weigh(hit, code)
    })
    .toSorted((a, b) => b.score - a.score)
}

function weigh(hit: RecallHit, code: StaleState): RecallHit {
  const score = hit.score * KEEPS[code]
  const prior = { name: `code ${code}`, score: score - hit.score } as const
  return {
    ...hit,
    code,
    score,
    ...(hit.explain && { explain: { ...hit.explain, priors: [...hit.explain.priors, prior] } }),
  }
}

/** Those of the memories whose code has changed or gone: in the work tree, or at the commit `code`. */
export async function staleStates(
  repo: Repo,
  memories: readonly Memory[],
  code?: Oid,
): Promise<Map<Memory, StaleState>> {
  const judged = await judgeMemories(repo, memories, code)
  return new Map(
    judged.flatMap(({ memory, state }): [Memory, StaleState][] =>
      state === 'changed' || state === 'gone' ? [[memory, state]] : [],
    ),
  )
}
