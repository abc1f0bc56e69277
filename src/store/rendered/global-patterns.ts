/**
 * `.ralph/global-patterns.md`, both ways as with `.agent/memories.md`: hand edits are stored, then the file is written if it differs.
 * It is there once a task was started in the worktree, or as the setting `globalPatterns` says.
 */
import { rmdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { nameSecrets } from '../../memory/admit.js'
import {
  type ParsedPatterns,
  parseGlobalPatterns,
  patternsOf,
  renderGlobalPatterns,
} from '../../memory/global-patterns.js'
import { drawId } from '../../memory/id.js'
import type { Memory, MemoryId } from '../../memory/memory.js'
import { patternEdits, type ShownPattern } from '../../memory/patterns-by-hand.js'
import { findSecrets } from '../../memory/secrets.js'
import { cutPrivate } from '../../memory/private.js'
import { checkBody, renderTime } from '../../memory/text.js'
import { readLocalJson, writeLocalFile } from '../git/local-files.js'
import { takeTurn } from '../git/queue.js'
import type { Oid, Repo } from '../git/repo.js'
import { appendToLine } from '../line/append.js'
import { openView } from '../line/line.js'
import { reapply } from '../line/reapply.js'
import type { Settings } from '../settings/settings.js'
import { patternsStatePath, readTaskMirror } from '../task/mirror-state.js'
import { reviewIdentity, useTrusted } from '../trust/review.js'
import { readUserFile } from '../user-file.js'
import { addExclude, removeExclude } from './exclude.js'
import { replaceFile } from './mirror-files.js'
import { editedOn, type RenderReport, trackedWarning } from './render.js'
import { identityOf, indexIdentity, placeInWorkTree, renderTurn } from './rendered-file.js'
import { isTracked } from './tracked.js'

export const PATTERNS_PATH = '.ralph/global-patterns.md'
const WAIT_MS = 2_000

interface PatternsState {
  branch: string
  tip: Oid | undefined
  identity: string
  text: string
  /** What the file showed, in its order. */
  shown: ShownPattern[]
  index: string
  tracked: boolean
  /** What was decided about texts in quarantine, by identity. */
  review: string | undefined
}

const readState = (repo: Repo): PatternsState | undefined =>
  readLocalJson<PatternsState>(patternsStatePath(repo))

export async function refreshPatterns(repo: Repo, settings: Settings): Promise<RenderReport> {
  if (repo.workTree === undefined || !settings.render || !settings.enabled)
    return { outcome: 'off', warnings: [] }
  const path = placeInWorkTree(repo, PATTERNS_PATH, 'file', `move what is at '${PATTERNS_PATH}' away`)
  const state = readState(repo)
  const isUsed = state !== undefined || (readTaskMirror(repo)?.shown.length ?? 0) > 0
  const isWanted = settings.globalPatterns === 'always' || (settings.globalPatterns === 'auto' && isUsed)
  if (!isWanted && state === undefined) return { outcome: 'off', warnings: [] }
  if (isWanted && (await isCurrent(repo, state, path))) return { outcome: 'unchanged', path, warnings: [] }
  const turn = await takeTurn(repo, `patterns-${renderTurn(repo)}`, WAIT_MS)
  if (!turn.held) return { outcome: 'busy', path, warnings: [] }
  try {
    return await refreshInTurn(repo, settings, path, isWanted)
  } finally {
    turn.release()
  }
}

async function isCurrent(repo: Repo, state: PatternsState | undefined, path: string): Promise<boolean> {
  if (!state || state.index !== indexIdentity(repo)) return false
  if (state.review !== reviewIdentity(repo)) return false
  if (state.tracked) return true
  const { branch, tip } = await openView(repo)
  return state.identity === (identityOf(path) ?? '') && state.tip === tip && state.branch === branch
}

async function refreshInTurn(
  repo: Repo,
  settings: Settings,
  path: string,
  isWanted: boolean,
): Promise<RenderReport> {
  const before = readState(repo)
  const index = indexIdentity(repo)
  const tracked = before?.index === index ? before.tracked : await isTracked(repo, PATTERNS_PATH)
  const { branch: now, tip: here } = await openView(repo)
  const review = reviewIdentity(repo)
  const write = (state: Omit<PatternsState, 'review'>): void =>
    writeLocalFile(patternsStatePath(repo), JSON.stringify({ ...state, review }))
  if (tracked) {
    write({ branch: now, tip: here, identity: '', text: '', shown: [], index, tracked })
    return { outcome: 'tracked', path, warnings: before?.tracked ? [] : [trackedWarning(PATTERNS_PATH)] }
  }
  const identity = identityOf(path)
  const text = identity === undefined ? undefined : readUserFile(path)
  const isEdited = text !== undefined && text !== before?.text
  const parsed = parseGlobalPatterns(text ?? '')
  const problem = isEdited ? whyNotStored(text, before) : undefined
  if (problem !== undefined) {
    const isNews = before?.identity !== identity
    const base = before ?? { text: '', shown: [] }
    write({ ...base, branch: now, tip: here, identity: identity!, index, tracked })
    return { outcome: 'unchanged', path, warnings: isNews ? [`it is left as it is: ${problem}`] : [] }
  }
  const absorbed = isEdited
    ? await absorb(repo, await editedOn(repo, path, before?.branch), before?.shown ?? [], parsed)
    : undefined
  const report = { path, warnings: [], ...(absorbed && { absorbed }) }
  if (!isWanted) {
    remove(repo, path, identity)
    return { ...report, outcome: 'written' }
  }
  const { branch, tip } = await openView(repo)
  const memories = await useTrusted(repo, tip, (snapshot) =>
    snapshot.newest(settings.renderLimit).map(({ memory }) => memory),
  )
  const next = renderGlobalPatterns(memories, parsed)
  const written = next === text ? identity : replaceFile(path, next, identity)
  addExclude(repo, PATTERNS_PATH)
  // Saved by somebody this moment: what we wrote before is what it was made from.
  if (written === undefined) return { ...report, outcome: 'busy' }
  write({ branch, tip, identity: written, text: next, shown: patternsOf(memories), index, tracked })
  return { ...report, outcome: next === text ? 'unchanged' : 'written' }
}

function whyNotStored(text: string, before: PatternsState | undefined): string | undefined {
  if (cutPrivate(text) !== text) return 'some of it is marked as private'
  const known = before?.text ?? ''
  const findings = findSecrets(text).filter(({ start, end }) => !known.includes(text.slice(start, end)))
  return findings.length > 0 ? `it looks like it holds a secret, ${nameSecrets(findings)}` : undefined
}

/** One commit: base = what we wrote, ours = the line now, theirs = the file. */
async function absorb(
  repo: Repo,
  branch: string,
  shown: readonly ShownPattern[],
  { items, isWhole }: ParsedPatterns,
): Promise<RenderReport['absorbed']> {
  const now = repo.env.now()
  const edits = patternEdits(shown, items)
  // Emptied, or without its heading: nobody meant to forget everything.
  const removed = isWhole && items.length > 0 ? edits.removed : []
  const count = { added: edits.added.length, edited: edits.edited.length, forgotten: removed.length }
  const { changed } = await appendToLine(repo, branch, async (state) => {
    const [before, after] = [new Map<MemoryId, Memory>(), new Map<MemoryId, Memory>()]
    for (const edit of edits.edited) {
      before.set(edit.before.id, edit.before)
      after.set(edit.before.id, { ...edit.after, updated: renderTime(now) })
    }
    for (const memory of removed) before.set(memory.id, memory)
    for (const { type, body } of edits.added) {
      const isTaken = async (one: string) => after.has(one) || (await state.resolve(one)) !== undefined
      const id = await drawId(now, repo.env.random, isTaken)
      after.set(id, { id, type, tags: [], created: renderTime(now), body: checkBody(body) })
    }
    const { changes } = await reapply(state, before, after)
    return { changes, subject: `edit by hand: ${PATTERNS_PATH}`, answer: undefined }
  })
  return changed ? count : undefined
}

function remove(repo: Repo, path: string, identity: string | undefined): void {
  if (identity !== undefined) replaceFile(path, undefined, identity)
  rmSync(patternsStatePath(repo), { force: true })
  removeExclude(repo, PATTERNS_PATH)
  try {
    rmdirSync(dirname(path))
  } catch {
    // Something else is in it.
  }
}

/** The file, if it is as we wrote it. */
export function writtenPatterns(repo: Repo): string | undefined {
  const path = join(repo.workTree ?? '', PATTERNS_PATH)
  const state = readState(repo)
  return state && !state.tracked && identityOf(path) === state.identity ? path : undefined
}
