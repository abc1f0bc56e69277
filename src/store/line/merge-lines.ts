/** Merging one line into another: a commit with two parents, or nothing but a moved ref where one side contains the other. */
import type { MemoryId } from '../../memory/memory.js'
import { normaliseText } from '../../memory/text.js'
import { textKey } from '../../search/segment.js'
import { appendToLine } from './append.js'
import { findTip, lineRef } from './line.js'
import { mergeBases } from '../git/merge-base.js'
import { type FindSame, type MergedTree, mergeTrees, refusedOf } from './merge-trees.js'
import { objectsOf } from '../git/objects.js'
import { moveRef, readRef } from '../git/refs.js'
import type { Oid, Repo } from '../git/repo.js'
import { useSnapshot } from '../index/snapshot.js'

export interface LineMerge {
  /** Nothing new, moved ahead without a merge, or merged. */
  how: 'nothing' | 'fast-forward' | 'merged'
  tip: Oid
  conflicts: { id: MemoryId; variant: MemoryId }[]
  folded: { id: MemoryId; into: MemoryId }[]
  refused: { path: string; why: string }[]
  parked?: string
}

/** Merges the line at `theirs` into the line of `branch`. */
export async function mergeIntoLine(
  repo: Repo,
  branch: string,
  theirs: Oid,
  subject: string,
): Promise<LineMerge> {
  const none = { conflicts: [], folded: [], refused: [] }
  const line = await readRef(repo, lineRef(branch))
  // A branch without a line of its own sees the remote's, or its base's: that must not vanish from its view.
  const ours = line ?? (await findTip(repo, branch))?.tip
  // One question to git: it also tells whether one side contains the other.
  const bases = ours === undefined ? [] : await mergeBases(repo, ours, theirs)
  if (ours !== undefined && bases.includes(theirs)) return { how: 'nothing', tip: ours, ...none }
  if (ours === undefined || bases.includes(ours)) {
    const moved =
      (await isClean(repo, ours, theirs)) && (await moveRef(repo, lineRef(branch), theirs, line, subject))
    if (moved) return { how: 'fast-forward', tip: theirs, ...none }
  }
  const { answer, tip, changed, parked } = await appendToLine(repo, branch, async (state) => {
    const now =
      state.tip === undefined || state.tip === ours ? bases : await mergeBases(repo, state.tip, theirs)
    if (now.includes(theirs)) return { changes: [], subject, answer: { ...none, tree: state.tree } }
    const merged = await mergeTips(repo, state.tip, theirs, now)
    return { changes: [], tree: merged.tree, subject, merged: [theirs], answer: merged }
  })
  const { conflicts, folded, refused } = answer
  return {
    how: changed ? 'merged' : 'nothing',
    tip: tip!,
    conflicts,
    folded,
    refused,
    ...(parked && { parked }),
  }
}

/** Whether a line that contains ours can be taken over as it is. */
async function isClean(repo: Repo, ours: Oid | undefined, theirs: Oid): Promise<boolean> {
  const objects = objectsOf(repo)
  const before = ours && (await objects.readCommit(ours)).tree
  return (await refusedOf(objects, before, (await objects.readCommit(theirs)).tree)).length === 0
}

/** The merged tree of two tips. Several merge bases are merged first, none is the empty tree. */
export async function mergeTips(
  repo: Repo,
  ours: Oid | undefined,
  theirs: Oid,
  known?: Oid[],
): Promise<MergedTree> {
  const objects = objectsOf(repo)
  const treeOf = async (commit: Oid): Promise<Oid> => (await objects.raw.readTip(commit)).tree
  const [bases, ourTree, theirTree] = await Promise.all([
    known ?? (ours === undefined ? [] : mergeBases(repo, ours, theirs)),
    ours && treeOf(ours),
    treeOf(theirs),
  ])
  const sides = { base: await virtualBase(repo, bases), ours: ourTree, theirs: theirTree }
  return mergeTrees(objects, sides, findSameIn(repo, ours))
}

/** In the order of their names, so that every clone arrives at the same base. `made` keeps what deep criss-crosses ask for again. */
async function virtualBase(
  repo: Repo,
  bases: Oid[],
  made = new Map<string, Oid | undefined>(),
): Promise<Oid | undefined> {
  const objects = objectsOf(repo)
  const merged: Oid[] = []
  let tree: Oid | undefined
  for (const next of bases.toSorted()) {
    const theirs = (await objects.raw.readTip(next)).tree
    if (merged.length === 0) tree = theirs
    else {
      const below = await mergeBases(repo, next, ...merged)
      const key = below.toSorted().join()
      if (!made.has(key)) made.set(key, await virtualBase(repo, below, made))
      tree = (await mergeTrees(objects, { base: made.get(key), ours: tree, theirs }, findSameIn(repo, next)))
        .tree
    }
    merged.push(next)
  }
  return tree
}

function findSameIn(repo: Repo, tip: Oid | undefined): FindSame {
  return (bodies) =>
    useSnapshot(repo, tip, (snapshot) =>
      bodies.flatMap((body) => {
        const found = snapshot.find(textKey(body)).map(({ memory }) => memory)
        const same = found.length === 0 ? '' : normaliseText(body)
        return found.filter((memory) => normaliseText(memory.body) === same)
      }),
    )
}
