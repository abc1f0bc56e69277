/**
 * Appending to a line: read the tip, decide, write objects, move the ref if it still is where we read it. When somebody else was
 * faster, decide again on the new tip. A change whose turn does not come within the time limit is parked on a ref of its own and
 * adopted by the next command: it is never dropped. See docs/data-model.md#appending.
 */
import { RalphError } from '../../errors.js'
import { allowedIn, secretFound } from '../../memory/admit.js'
import { pathOf } from '../../memory/id.js'
import { renderMemory } from '../../memory/markdown.js'
import type { Memory, MemoryId } from '../../memory/memory.js'
import { findSecrets } from '../../memory/secrets.js'
import { fit } from '../../memory/width.js'
import { readIdentity } from '../git/identity.js'
import { encodeBranch } from './branch-name.js'
import { findTip, lineRef } from './line.js'
import { type LineState, openLineState } from './line-state.js'
import { objectsOf } from '../git/objects.js'
import { renderTrailers } from './provenance.js'
import { PENDING } from './pending-refs.js'
import { moveRef } from '../git/refs.js'
import type { Oid, Repo } from '../git/repo.js'
import { readConfig } from '../git/config.js'
import { resolveSettings } from '../settings/settings.js'
import { swapRef } from '../git/swap-ref.js'
import { spliceTree } from '../git/tree.js'

/** One entry as it shall be: undefined to forget it. */
export interface Change {
  id: MemoryId
  after: Memory | undefined
}

export interface Decision<T> {
  changes: Change[]
  /** Other files of the line, by path: their text, or undefined to remove them. */
  files?: ReadonlyMap<string, string | undefined>
  /** First line of the commit message. */
  subject: string
  /** The whole tree to start from, instead of the tip's: the outcome of a merge. */
  tree?: Oid | undefined
  /** Further parents: the lines that are merged in. */
  merged?: Oid[]
  answer: T
}

export interface Appended<T> {
  answer: T
  /** The line's tip after the write, or the parked commit. */
  tip: Oid | undefined
  changed: boolean
  /** Set when the line was busy for too long: the change waits on this ref. */
  parked?: string
}

export interface AppendOptions {
  /** For a change that is safe elsewhere: wait no longer than this, in milliseconds, and fail with `line-busy` instead of parking. */
  giveUpAfter?: number
}

/**
 * Appends what `decide` chooses to the line of `branch`. `decide` may be called several times, each time on a newer tip, and must
 * not have effects of its own.
 */
export async function appendToLine<T>(
  repo: Repo,
  branch: string,
  decide: (state: LineState) => Promise<Decision<T>>,
  { giveUpAfter }: AppendOptions = {},
): Promise<Appended<T>> {
  const { writeTimeout } = resolveSettings(await readConfig(repo), repo.env.vars)
  const timeout = Math.min(writeTimeout, giveUpAfter ?? writeTimeout)
  let latest: { answer: T; parent: Oid | undefined } | undefined
  const plan = {
    ref: lineRef(branch),
    queue: `line-${encodeBranch(branch)}`,
    timeout,
    packed: 'lines',
  } as const
  const swapped = await swapRef(repo, plan, async (tip) => {
    // Fork on first write: the line's first commit stands on its base's tip, so that the two have a merge base for ever.
    const parent = tip ?? (await findTip(repo, branch))?.tip
    const state = await openLineState(repo, parent)
    const decision = await decide(state)
    latest = { answer: decision.answer, parent }
    if (decision.changes.length === 0 && !decision.files?.size && !decision.merged?.length) return undefined
    return { ...(await writeChange(repo, branch, state, decision)), parent, why: decision.subject }
  })
  const { answer, parent } = latest!
  if (swapped.outcome === 'unchanged') return { answer, tip: parent, changed: false }
  const { commit: tip } = swapped
  if (swapped.outcome === 'moved') return { answer, tip, changed: true }
  if (giveUpAfter !== undefined) throw new RalphError('line-busy', `the line of '${branch}' is busy`)
  return { answer, tip, changed: true, parked: await park(repo, branch, tip) }
}

async function writeChange<T>(
  repo: Repo,
  branch: string,
  state: LineState,
  decision: Decision<T>,
): Promise<{ commit: Oid; written: number }> {
  const objects = objectsOf(repo)
  const files = new Map(decision.files)
  for (const { id, after } of decision.changes) files.set(pathOf(id), after && renderMemory(after))
  // What a merge brings is in the repository already.
  if (!decision.merged) await refuseSecrets(state, files)
  const blobs = new Map<string, Oid | undefined>()
  for (const [path, text] of files)
    blobs.set(path, text === undefined ? undefined : await objects.writeBlob(Buffer.from(text)))
  const tree =
    (await spliceTree(objects, decision.merged ? decision.tree : state.tree, blobs)) ??
    (await objects.writeTree([]))
  const parents = [...(state.tip ? [state.tip] : []), ...(decision.merged ?? [])]
  const message = `${decision.subject}\n\n${await renderTrailers(repo, branch)}`
  const commit = await objects.writeCommit({ tree, parents, message, ...(await readIdentity(repo)) })
  return { commit, written: 3 + 2 * blobs.size }
}

/** Whoever wrote has looked before: this is the last place to look before a secret is stored for ever. */
async function refuseSecrets(
  state: LineState,
  files: ReadonlyMap<string, string | undefined>,
): Promise<void> {
  for (const [path, text = ''] of files) {
    const findings = findSecrets(text)
    if (findings.length === 0 || allowedIn(text) !== undefined) continue
    const before = (await state.readFile(path)) ?? ''
    const fresh = findings.filter(({ start, end }) => !before.includes(text.slice(start, end)))
    if (fresh.length > 0) throw secretFound(fresh, `'${path}'`)
  }
}

async function park(repo: Repo, branch: string, commit: Oid): Promise<string> {
  const ref = `${PENDING}/${encodeBranch(branch)}/${commit.slice(0, 16)}`
  if (await moveRef(repo, ref, commit, undefined, 'parked: the line was busy')) return ref
  throw new RalphError(
    'line-busy',
    `the memory line of '${branch}' is busy, and the change could not be parked either`,
    {
      hint: 'nothing was stored; run the same command again, and `git ralph doctor` if it stays busy',
    },
  )
}

const SUBJECT_COLUMNS = 72

/** `remember fix: ECONNREFUSED on port 5432 means…`, in at most 72 columns. */
export function subjectOf(what: string, title: string): string {
  return fit(`${what}: ${title}`.replace(/\s+/g, ' ').trim(), SUBJECT_COLUMNS).replace(/ \u2026$/, '…')
}
