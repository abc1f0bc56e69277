/** Log: the commits of a line, or the history of one memory, also of one that was forgotten. */
import type { Env } from '../env.js'
import { RalphError } from '../errors.js'
import { isMemoryId, stylesOf } from '../memory/id.js'
import { parseMemory } from '../memory/markdown.js'
import type { Memory, MemoryId } from '../memory/memory.js'
import { type BlobChange, type LineCommit, logLine, logLines, logMemories } from '../store/line/commits.js'
import { findForgotten } from '../store/line/history.js'
import { listLineTips } from '../store/line/line-refs.js'
import { objectsOf } from '../store/git/objects.js'
import type { Oid } from '../store/git/repo.js'
import { openQuarantine } from '../store/trust/review.js'
import { openWorkspace, type Workspace } from '../store/workspace.js'
import { findMemory, notFound } from './find-memory.js'

export interface LogOptions {
  /** Only the newest so many commits; 0 for all. */
  last?: number
  /** Read the texts too. */
  texts?: boolean
  /** Leave out texts that are in quarantine. */
  trusted?: boolean
  line?: string
  /** The commits of all lines, also of those that only a remote has. */
  everywhere?: boolean
}

export interface LogChange {
  id: MemoryId
  what: 'added' | 'changed' | 'forgotten'
  /** When texts were asked for and can be read. */
  before?: Memory
  after?: Memory
}

export interface LogEntry extends LineCommit {
  changes: LogChange[]
}

export interface Log {
  branch: string
  /** The memory asked for, with the ids of those that were folded into it. */
  ids: MemoryId[]
  /** Newest first. */
  entries: LogEntry[]
  /** Whether there are older commits that were not asked for. */
  more: boolean
  warnings: string[]
}

export async function log(env: Env, typed?: string, options: LogOptions = {}): Promise<Log> {
  const workspace = await openWorkspace(env, options)
  const { repo, view, warnings } = workspace
  const last = options.last ?? 0
  const ids = typed === undefined ? [] : await findIds(workspace, typed)
  const found = options.everywhere
    ? await logLines(
        repo,
        (await listLineTips(repo)).map(({ tip }) => tip),
        last && last + 1,
      )
    : !view.tip
      ? []
      : typed === undefined
        ? await logLine(repo, view.tip, last && last + 1)
        : await logMemories(repo, view.tip, ids)
  if (typed !== undefined && found.length === 0) throw notFound(typed)
  const commits = last > 0 ? found.slice(0, last) : found
  const memories = await readTexts(workspace, options.texts ? commits.flatMap(({ changes }) => changes) : [])
  const isHeld = options.trusted ? openQuarantine(repo) : () => undefined
  for (const [blob, { body }] of memories) if (isHeld(body)) memories.delete(blob)
  const entries = commits.map(({ changes, ...commit }) => ({
    ...commit,
    changes: changes.map((change) => describe(change, memories)),
  }))
  return { branch: view.source, ids, entries, more: found.length > commits.length, warnings }
}

/** Present memories first, with all that was folded into them; then forgotten ones. */
async function findIds(workspace: Workspace, typed: string): Promise<MemoryId[]> {
  try {
    const { id, aliases = [] } = await findMemory(workspace, typed)
    return [id, ...aliases]
  } catch (error) {
    if (!(error instanceof RalphError) || error.code !== 'memory-not-found') throw error
  }
  // Its file may be there and unreadable: the history knows it all the same.
  if (isMemoryId(typed)) return stylesOf(typed)
  const { repo, view } = workspace
  const pasts = view.tip && typed.trim() !== '' ? await findForgotten(repo, view.tip, typed) : []
  if (pasts.length > 1) {
    throw new RalphError(
      'ambiguous-id',
      `'${typed}' matches ${pasts.length} forgotten memories: ${pasts.map(({ id }) => id).join(', ')}`,
      { hint: 'type more of the id' },
    )
  }
  if (!pasts[0]) throw notFound(typed)
  return [pasts[0].id]
}

function describe({ id, before, after }: BlobChange, memories: ReadonlyMap<Oid, Memory>): LogChange {
  const [old, now] = [before && memories.get(before), after && memories.get(after)]
  const what = before === undefined ? 'added' : after === undefined ? 'forgotten' : 'changed'
  return { id, what, ...(old && { before: old }), ...(now && { after: now }) }
}

/** Versions that cannot be read are left out: the commit is listed without them. */
async function readTexts({ repo }: Workspace, changes: readonly BlobChange[]): Promise<Map<Oid, Memory>> {
  const wanted = new Map<Oid, MemoryId>()
  for (const { id, before, after } of changes)
    for (const blob of [before, after]) if (blob !== undefined) wanted.set(blob, id)
  const blobs = await objectsOf(repo).readBlobs([...wanted.keys()])
  const memories = new Map<Oid, Memory>()
  for (const [i, [blob, id]] of [...wanted].entries()) {
    try {
      memories.set(blob, parseMemory(blobs[i]?.toString('utf8') ?? '', id))
    } catch (error) {
      if (!(error instanceof RalphError)) throw error
    }
  }
  return memories
}
