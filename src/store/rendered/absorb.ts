/** Hand edits of the rendered file, stored on the line. Nothing is guessed away: what cannot be read stays in the file. */
import { changesByHand, type HandEdits } from '../../memory/hand-edit.js'
import { drawId } from '../../memory/id.js'
import { parseMemories, type ParseWarning } from '../../memory/memories-md.js'
import type { Memory, MemoryId } from '../../memory/memory.js'
import { renderTime } from '../../memory/text.js'
import { appendToLine, subjectOf } from '../line/append.js'
import type { LineState } from '../line/line-state.js'
import { reapply } from '../line/reapply.js'
import { readBases } from './rendered-file.js'
import type { Repo } from '../git/repo.js'

export interface Absorbed {
  kept: string[]
  warnings: string[]
  count?: { added: number; edited: number; forgotten: number }
}

/** Stores what a person changed in the file as one commit: base = what we rendered, ours = the line now, theirs = the file. */
export async function absorb(repo: Repo, branch: string, text: string): Promise<Absorbed> {
  const bases = readBases(repo)
  const { answer } = await appendToLine(repo, branch, async (state) => {
    const found = await changesAgainst(bases, text, state)
    const { before, after } = await asEntries(repo, state, found)
    const { changes } = await reapply(state, before, after)
    const count = { added: found.added.length, edited: found.edited.length, forgotten: found.removed.length }
    const subject = subjectOf('edit by hand', describe(count))
    return { changes, subject, answer: { found, count: changes.length > 0 ? count : undefined } }
  })
  const warnings = answer.found.warnings.map(({ line, message }) => `line ${line}: ${message}`)
  return { kept: answer.found.kept, warnings, ...(answer.count && { count: answer.count }) }
}

/**
 * The base is what we rendered last. An editor may have started from an older version, though, and its save would then look as if
 * the memories added since had been removed: when there are other edits and an older version explains what is missing, that is it.
 */
async function changesAgainst(bases: string[], text: string, state: LineState): Promise<HandEdits> {
  const known = await lookUp(state, [...bases, text])
  const latest = changesByHand(bases[0], text, known)
  if (latest.removed.length === 0 || latest.added.length + latest.edited.length === 0) return latest
  const found = idsIn(text).filter((id) => known(id) !== undefined)
  for (const base of bases.slice(1)) {
    // Whoever had that version open cannot have saved what it does not hold.
    const held = new Set(idsIn(base))
    if (!found.every((id) => held.has(id))) continue
    const older = changesByHand(base, text, known)
    if (
      older.removed.length < latest.removed.length &&
      older.added.length + older.edited.length <= latest.added.length + latest.edited.length
    ) {
      const stay = latest.removed.filter((id) => !older.removed.includes(id))
      return { ...older, warnings: [...older.warnings, ...stay.map(newerStays)] }
    }
  }
  return latest
}

const newerStays = (id: MemoryId): ParseWarning => ({
  line: 1,
  message: `'${id}' is newer than the version that was edited, and stays`,
})

const idsIn = (text: string): MemoryId[] => parseMemories(text).blocks.flatMap(({ id }) => id ?? [])

async function lookUp(state: LineState, texts: string[]): Promise<(id: MemoryId) => Memory | undefined> {
  const ids = new Set(texts.flatMap(idsIn))
  const known = new Map<MemoryId, Memory | undefined>()
  for (const id of ids) known.set(id, await state.resolve(id))
  return (id) => known.get(id)
}

async function asEntries(
  repo: Repo,
  state: LineState,
  found: HandEdits,
): Promise<{ before: Map<MemoryId, Memory>; after: Map<MemoryId, Memory> }> {
  const now = repo.env.now()
  const before = new Map<MemoryId, Memory>()
  const after = new Map<MemoryId, Memory>()
  for (const edit of found.edited) {
    before.set(edit.id, edit.before)
    after.set(edit.id, { ...edit.after, updated: renderTime(now) })
  }
  for (const id of found.removed) {
    const memory = await state.read(id)
    if (memory) before.set(id, memory)
  }
  for (const block of found.added) {
    const id =
      block.id ??
      (await drawId(
        now,
        repo.env.random,
        async (drawn) => after.has(drawn) || (await state.resolve(drawn)) !== undefined,
      ))
    const created = block.created ? `${block.created}T00:00:00Z` : renderTime(now)
    after.set(id, {
      id,
      type: block.type,
      tags: block.tags,
      created,
      body: block.body,
      ...(block.title && { title: block.title }),
    })
  }
  return { before, after }
}

function describe(count: { added: number; edited: number; forgotten: number }): string {
  const parts = Object.entries(count).filter(([, n]) => n > 0)
  return parts.map(([what, n]) => `${n} ${what}`).join(', ')
}
