/** Diff: what one line knows that another doesn't. */
import type { Env } from '../env.js'
import { RalphError } from '../errors.js'
import { changesOf, type MemoryChanges } from '../memory/changes.js'
import type { AnchorState } from '../memory/anchor-verdict.js'
import { compareIds } from '../memory/id.js'
import type { Memory, MemoryId } from '../memory/memory.js'
import { baseOf } from '../store/line/line.js'
import { findLine, findOwnLine, findRemoteLine, type NamedLine } from '../store/line/line-name.js'
import { type Changed, changedMemories } from '../store/line/line-state.js'
import type { Provenance } from '../store/line/written-by.js'
import { mergeBases } from '../store/git/merge-base.js'
import type { Oid, Repo } from '../store/git/repo.js'
import { commitOf } from '../store/git/revision.js'
import { useSnapshot } from '../store/index/snapshot.js'
import { openWorkspace, type Workspace } from '../store/workspace.js'
import { provenanceFor } from './provenance.js'
import type { JudgedMemory } from './stale.js'

export interface ChangedMemory extends MemoryChanges {
  before: Memory
  after: Memory
}

export interface ForgottenMemory {
  memory: Memory
  /** It was not forgotten but folded into this one, which says the same. */
  into?: MemoryId
}

export interface MemoryDiff {
  /** Undefined when the branch has no base to be compared with. */
  from: NamedLine | undefined
  to: NamedLine
  /** Whether `to` is compared with what both had in common, as a pull request is, or with `from` as it is now. */
  since: 'common' | 'tip'
  added: Memory[]
  changed: ChangedMemory[]
  forgotten: ForgottenMemory[]
  /** Where asked for: what `from` knows and the code of `to` makes stale. */
  stale?: JudgedMemory[]
  /** Where asked for, of every version named here. */
  provenance?: Map<Memory, Provenance>
  warnings: string[]
}

export interface DiffOptions {
  stale?: boolean
  /** Say who wrote each version, and on which code. */
  provenance?: boolean
}

/**
 * `range`: `A..B` compares two lines as they are; `A...B` tells what B learnt since it left A. `A` alone is `A...` the current
 * branch, and nothing at all is the branch's base `...` the branch.
 */
export async function diff(env: Env, range?: string, options: DiffOptions = {}): Promise<MemoryDiff> {
  const workspace = await openWorkspace(env)
  const { repo, warnings } = workspace
  const { from, to, since } = await parseRange(workspace, range)
  const before = from && (since === 'common' ? await commonTip(workspace, from, to) : from.tip)
  const found = from ? await changedMemories(repo, before, to.tip) : NOTHING
  const blobs = new Map(found.blobs)
  const stale = options.stale && from ? { stale: await madeStale(repo, from, to, blobs) } : {}
  const known = options.provenance && { provenance: await provenanceFor(repo, to.tip, blobs) }
  return { from, to, since, ...sortOut(found.before, found.after), ...stale, ...known, warnings }
}

const NOTHING: Changed = { before: new Map(), after: new Map(), blobs: new Map() }

/** The memories of `from` that are true of its code and no longer of the code of `to`. Both must be branches. */
async function madeStale(
  repo: Repo,
  from: NamedLine,
  to: NamedLine,
  blobs: Map<Memory, Oid>,
): Promise<JudgedMemory[]> {
  const { judgeMemories } = await import('./stale.js')
  const entries = await useSnapshot(repo, from.tip, (snapshot) => snapshot.entries())
  const known = entries.map(({ memory }) => memory)
  const [before, after] = await Promise.all(
    [from, to].map(async ({ name }) => judgeMemories(repo, known, await commitOf(repo, name))),
  )
  const made = after!.filter(({ state }, i) => isStale(state) && !isStale(before![i]!.state))
  const held = new Map(entries.map(({ memory, blob }) => [memory, blob]))
  for (const { memory } of made) blobs.set(memory, held.get(memory)!)
  return made
}

const isStale = (state: AnchorState): boolean => state === 'changed' || state === 'gone'

async function parseRange(
  { repo, view }: Workspace,
  range: string | undefined,
): Promise<Pick<MemoryDiff, 'from' | 'to' | 'since'>> {
  if (range === undefined) {
    const to = await findLine(repo, view.branch)
    return { from: await findBaseLine(repo, view.branch), to, since: 'common' }
  }
  const [, a = '', dots, b = ''] = /^(.*?)(?:(\.{2,3})(.*))?$/s.exec(range)!
  if (a === '' && b === '')
    throw new RalphError('bad-usage', `'${range}' names no line`, { hint: 'git ralph diff main..feature' })
  return {
    from: await findLine(repo, a || view.branch),
    to: await findLine(repo, b || view.branch),
    since: dots === '..' ? 'tip' : 'common',
  }
}

/** The default branch has no base, but may have more than its remote has seen. */
async function findBaseLine(repo: Repo, branch: string): Promise<NamedLine | undefined> {
  const base = await baseOf(repo, branch)
  if (base === undefined) return findRemoteLine(repo, branch)
  return (await findOwnLine(repo, base)) ?? { name: base, line: base, tip: undefined }
}

async function commonTip({ repo }: Workspace, from: NamedLine, to: NamedLine): Promise<string | undefined> {
  if (from.tip === undefined || to.tip === undefined) return undefined
  return (await mergeBases(repo, from.tip, to.tip))[0]
}

const byAge = (memories: Iterable<Memory>): Memory[] =>
  [...memories].toSorted((a, b) => compareIds(a.id, b.id))

function sortOut(
  before: ReadonlyMap<MemoryId, Memory>,
  after: ReadonlyMap<MemoryId, Memory>,
): Pick<MemoryDiff, 'added' | 'changed' | 'forgotten'> {
  const holders = new Map(
    [...after.values()].flatMap(({ id, aliases = [] }) => aliases.map((old) => [old, id])),
  )
  const [olds, news] = [byAge(before.values()), byAge(after.values())]
  return {
    added: news.filter(({ id }) => !before.has(id)),
    changed: olds.flatMap((memory) => {
      const now = after.get(memory.id)
      return now ? [{ before: memory, after: now, ...changesOf(memory, now) }] : []
    }),
    forgotten: olds
      .filter(({ id }) => !after.has(id))
      .map((memory) => {
        const into = holders.get(memory.id)
        return { memory, ...(into !== undefined && { into }) }
      }),
  }
}
