/**
 * `.agent/memories.md`: hand edits are absorbed first, then the view is rendered, and only if that changes anything. One process
 * per worktree does this at a time; who finds the turn taken leaves it to the other.
 */
import { join } from 'node:path'
import { changesByHand, type HandChanges } from '../memory/hand-edit.js'
import { drawId } from '../memory/id.js'
import { parseMemories, renderMemories } from '../memory/memories-md.js'
import type { Memory, MemoryId } from '../memory/memory.js'
import { renderTime } from '../memory/text.js'
import { compareForReading } from '../memory/order.js'
import { appendToLine, subjectOf } from './append.js'
import { addExclude } from './exclude.js'
import type { LineState } from './line-state.js'
import { openView, type View } from './line.js'
import { takeTurn } from './queue.js'
import { reapply } from './reapply.js'
import {
  identityOf,
  readBases,
  readRendered,
  readRenderState,
  renderedPath,
  type RenderState,
  writeRendered,
  writeRenderState,
} from './rendered-file.js'
import type { Repo } from './repo.js'
import type { Settings } from './settings.js'
import { useSnapshot } from './snapshot.js'

export interface RenderReport {
  outcome: 'written' | 'unchanged' | 'off' | 'tracked' | 'busy'
  path?: string
  /** Hand edits that were stored. */
  absorbed?: { added: number; edited: number; forgotten: number }
  warnings: string[]
}

const RENDER_WAIT_MS = 2_000

/** Absorbs hand edits and renders the view of the branch checked out. */
export async function refreshRendered(repo: Repo, settings: Settings, options: { force?: boolean } = {}): Promise<RenderReport> {
  if (repo.workTree === undefined || !settings.render || !settings.enabled) return { outcome: 'off', warnings: [] }
  const path = renderedPath(repo, settings.renderPath)
  if (!options.force && (await isCurrent(repo, settings, path))) return { outcome: 'unchanged', path, warnings: [] }
  const turn = await takeTurn(repo, `render-${repo.gitDir === repo.commonDir ? 'main' : repo.gitDir.split('/').at(-1)}`, RENDER_WAIT_MS)
  if (!turn.held && !options.force) return { outcome: 'busy', path, warnings: [] }
  try {
    return await refreshInTurn(repo, settings, path)
  } finally {
    turn.release()
  }
}

/** The usual case, decided without reading the file: same tip, same file. */
async function isCurrent(repo: Repo, settings: Settings, path: string): Promise<boolean> {
  const state = readRenderState(repo)
  if (!state || state.path !== settings.renderPath || state.limit !== settings.renderLimit || state.file !== identityOf(path)) return false
  const { branch, tip } = await openView(repo)
  return state.tip === tip && state.branch === branch
}

async function refreshInTurn(repo: Repo, settings: Settings, path: string): Promise<RenderReport> {
  const state = readRenderState(repo)
  const index = identityOf(join(repo.gitDir, 'index')) ?? 'none'
  const tracked = state?.index === index && state.path === settings.renderPath ? state.tracked : await isTracked(repo, settings.renderPath)
  if (tracked) return { outcome: 'tracked', path, warnings: [trackedWarning(settings.renderPath)] }

  const found = readRendered(repo, path)
  const absorbed = found.text === undefined || found.ours ? undefined : await absorb(repo, await openView(repo), found.text)
  const view = await openView(repo)
  const kept = absorbed?.kept ?? (found.text === undefined ? [] : parseMemories(found.text).kept)
  const text = await renderView(repo, view, settings.renderLimit, kept)
  const next: RenderState = { path: settings.renderPath, branch: view.branch, tip: view.tip, limit: settings.renderLimit, file: '', index, tracked: false }
  const report = { path, warnings: absorbed?.warnings ?? [], ...(absorbed?.count && { absorbed: absorbed.count }) }
  if (text === found.text && found.ours) {
    writeRenderState(repo, { ...next, file: identityOf(path)! })
    return { ...report, outcome: 'unchanged' }
  }
  addExclude(repo, settings.renderPath)
  writeRenderState(repo, { ...next, file: writeRendered(repo, path, text) })
  return { ...report, outcome: text === found.text ? 'unchanged' : 'written' }
}

async function renderView(repo: Repo, view: View, limit: number, kept: string[]): Promise<string> {
  const memories = await useSnapshot(repo, view.tip, (snapshot) => snapshot.newest(limit).map(({ memory }) => memory))
  const all = await useSnapshot(repo, view.tip, (snapshot) => snapshot.count)
  return renderMemories(memories.toSorted(compareForReading), { kept, left: all - memories.length })
}

interface Absorbed {
  kept: string[]
  warnings: string[]
  count?: { added: number; edited: number; forgotten: number }
}

/** Stores what a person changed in the file as one commit: base = what we rendered, ours = the line now, theirs = the file. */
async function absorb(repo: Repo, view: View, text: string): Promise<Absorbed> {
  const bases = readBases(repo)
  const { answer } = await appendToLine(repo, view.branch, async (state) => {
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
async function changesAgainst(bases: string[], text: string, state: LineState): Promise<HandChanges> {
  const known = await lookUp(state, [...bases, text])
  const latest = changesByHand(bases[0], text, known)
  if (latest.removed.length === 0 || latest.added.length + latest.edited.length === 0) return latest
  for (const base of bases.slice(1)) {
    const older = changesByHand(base, text, known)
    if (older.removed.length < latest.removed.length && older.added.length + older.edited.length <= latest.added.length + latest.edited.length) return older
  }
  return latest
}

async function lookUp(state: LineState, texts: string[]): Promise<(id: MemoryId) => Memory | undefined> {
  const ids = new Set(texts.flatMap((text) => parseMemories(text).blocks.flatMap(({ id }) => id ?? [])))
  const known = new Map<MemoryId, Memory | undefined>()
  for (const id of ids) known.set(id, await state.resolve(id))
  return (id) => known.get(id)
}

async function asEntries(repo: Repo, state: LineState, found: HandChanges): Promise<{ before: Map<MemoryId, Memory>; after: Map<MemoryId, Memory> }> {
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
    const id = block.id ?? (await drawId(now, repo.env.random, async (drawn) => after.has(drawn) || (await state.resolve(drawn)) !== undefined))
    const created = block.created ? `${block.created}T00:00:00Z` : renderTime(now)
    after.set(id, { id, type: block.type, tags: block.tags, created, body: block.body, ...(block.title && { title: block.title }) })
  }
  return { before, after }
}

function describe(count: { added: number; edited: number; forgotten: number }): string {
  const parts = Object.entries(count).filter(([, n]) => n > 0)
  return parts.map(([what, n]) => `${n} ${what}`).join(', ')
}

async function isTracked(repo: Repo, path: string): Promise<boolean> {
  return (await repo.tryGit(['ls-files', '--error-unmatch', '--', path])).code === 0
}

export function trackedWarning(path: string): string {
  return `'${path}' is tracked by git, so it is left alone: run \`git ralph import ${path}\`, then \`git rm --cached ${path}\``
}
