/** Resolve: settle the variants that merges kept when both sides had changed the same lines. */
import type { Env } from '../env.js'
import { RalphError } from '../errors.js'
import { compareIds } from '../memory/id.js'
import { type Memory, type MemoryId, titleOf } from '../memory/memory.js'
import { checkBody, renderTime } from '../memory/text.js'
import { idKey } from '../search/segment.js'
import { appendToLine, subjectOf } from '../store/line/append.js'
import { reapply } from '../store/line/reapply.js'
import { type Snapshot, useSnapshot } from '../store/index/snapshot.js'
import { openWorkspace, renderAfterWrite, type Workspace } from '../store/workspace.js'
import { editConflict } from './edit-conflict.js'

/** One memory and the texts that lost against its own. */
export interface Conflict {
  id: MemoryId
  /** Undefined when it was forgotten in the meantime. */
  memory: Memory | undefined
  variants: Memory[]
}

/**
 * `keep` one text, under the memory's own id, and forget the others; keep `both` as memories of their own; put `text` in the
 * place of all of them; or `edit` them into one in the user's editor.
 */
export type Choice = { keep: string } | { both: true } | { text: string } | { edit: true }

export interface Settlement {
  conflict: Conflict
  choice: Choice
}

export interface Resolved {
  /** What is remembered now in the place of the conflicts. */
  memories: Memory[]
  forgotten: MemoryId[]
  parked?: string
  warnings: string[]
}

export interface Conflicts {
  conflicts: Conflict[]
  warnings: string[]
}

/** `id`: only the conflict of this memory, or of this one variant; also by the beginning or the end of an id. */
export async function findConflicts(env: Env, id?: string): Promise<Conflicts> {
  const { repo, view, warnings } = await openWorkspace(env)
  const all = await useSnapshot(repo, view.tip, collectConflicts)
  return { conflicts: id === undefined ? all : [chooseConflict(all, id)], warnings }
}

function collectConflicts(snapshot: Snapshot): Conflict[] {
  const memories = snapshot.entries().map(({ memory }) => memory)
  const variants = memories.filter(({ conflicts }) => conflicts !== undefined)
  const found = new Map<MemoryId, Conflict>()
  for (const variant of variants.toSorted((a, b) => compareIds(a.id, b.id))) {
    const of = variant.conflicts!
    const holders = snapshot.find(idKey(of)).map(({ memory }) => memory)
    const memory = holders.find(({ id }) => id === of) ?? holders[0]
    const id = memory?.id ?? of
    const conflict = found.get(id) ?? { id, memory, variants: [] }
    conflict.variants.push(variant)
    found.set(id, conflict)
  }
  return [...found.values()]
}

function chooseConflict(all: readonly Conflict[], typed: string): Conflict {
  const candidates = all.flatMap((conflict): [MemoryId, Conflict][] => [
    [conflict.id, conflict],
    ...conflict.variants.map((variant): [MemoryId, Conflict] => [
      variant.id,
      { ...conflict, variants: [variant] },
    ]),
  ])
  const found = candidates.filter(([id]) => isNamed(id, typed))
  const exact = found.find(([id]) => id === typed) ?? (found.length === 1 ? found[0] : undefined)
  if (exact) return exact[1]
  if (found.length === 0) {
    throw new RalphError('memory-not-found', `no conflict of a memory matches '${typed}'`, {
      hint: 'run `git ralph resolve` to see what waits for a decision',
    })
  }
  throw new RalphError('ambiguous-id', `'${typed}' matches ${found.map(([id]) => id).join(', ')}`, {
    hint: 'type more of the id',
  })
}

const isNamed = (id: MemoryId, typed: string): boolean =>
  typed !== '' && (id.startsWith(typed) || id.endsWith(`-${typed}`))

/** Settles all of them in one commit. */
export async function resolve(env: Env, settlements: readonly Settlement[]): Promise<Resolved> {
  const workspace = await openWorkspace(env)
  const before = new Map<MemoryId, Memory>()
  const after = new Map<MemoryId, Memory>()
  for (const { conflict, choice } of settlements) {
    for (const memory of textsOf(conflict)) before.set(memory.id, memory)
    for (const memory of await settle(workspace, conflict, choice)) after.set(memory.id, memory)
  }
  const { answer, parked } = await appendToLine(workspace.repo, workspace.view.branch, async (state) => {
    const { changes } = await reapply(state, before, after)
    return { changes, subject: subjectFor(settlements), answer: changes }
  })
  await renderAfterWrite(workspace)
  return {
    memories: [...after.keys()].map(
      (id) => answer.find((change) => change.id === id)?.after ?? after.get(id)!,
    ),
    forgotten: answer.filter((change) => change.after === undefined).map(({ id }) => id),
    ...(parked && { parked }),
    warnings: workspace.warnings,
  }
}

const textsOf = ({ memory, variants }: Conflict): Memory[] => (memory ? [memory, ...variants] : variants)

/** The memories that shall be there instead. */
async function settle({ repo }: Workspace, conflict: Conflict, choice: Choice): Promise<Memory[]> {
  const { memory, variants } = conflict
  const updated = renderTime(repo.env.now())
  if ('both' in choice) {
    const tags = memory?.tags ?? []
    const kept = variants.map((variant) => ({
      ...settled(variant),
      // A variant was made without tags: they stayed with the memory.
      tags: [...new Set([...variant.tags, ...tags])],
      updated,
    }))
    return memory ? [memory, ...kept] : kept
  }
  const kept = 'keep' in choice ? chosenText(conflict, choice.keep) : undefined
  if (memory && kept === memory) return [memory]
  const winner = settled(memory ?? kept ?? variants[0]!)
  const body =
    kept?.body ?? checkBody('text' in choice ? choice.text : await editConflict(repo, winner, variants))
  return [{ ...winner, body, updated }]
}

/** `keep` as a person typed it: an id, its beginning or its end. */
function chosenText(conflict: Conflict, keep: string): Memory {
  const found = textsOf(conflict).filter(({ id }) => isNamed(id, keep))
  const chosen = found.find(({ id }) => id === keep) ?? (found.length === 1 ? found[0] : undefined)
  if (!chosen) {
    throw new RalphError('bad-usage', `'${keep}' is none of the texts in conflict`, {
      hint: `they are ${textsOf(conflict)
        .map(({ id }) => id)
        .join(', ')}`,
    })
  }
  return chosen
}

function settled(variant: Memory): Memory {
  const memory = { ...variant }
  delete memory.conflicts
  return memory
}

function subjectFor(settlements: readonly Settlement[]): string {
  const first = settlements[0]?.conflict
  const memory = first && textsOf(first)[0]
  return settlements.length === 1 && memory
    ? subjectOf(`resolve ${memory.type}`, titleOf(memory))
    : `resolve ${settlements.length} conflicts`
}
