/** How the lines that an anchor names were changed. */
import { rangeOf } from '../../memory/anchor.js'
import type { Anchor } from '../../memory/memory.js'
import { type LineChange, lineChanges } from '../../memory/merge-text.js'
import { objectsOf } from '../git/objects.js'
import type { Oid, Repo } from '../git/repo.js'
import { blobsAt, LARGEST_FILE, readWorkFile } from './code-files.js'

const CONTEXT = 1
const MOST_LINES = 40

/** The changes in and next to the lines; undefined when git no longer has the file as it was. */
export async function changesAround(
  repo: Repo,
  anchor: Anchor,
  path = anchor.path,
  revision?: Oid,
): Promise<LineChange[] | undefined> {
  if (anchor.blob === undefined) return undefined
  const now = revision === undefined ? undefined : (await blobsAt(repo, revision, [path])).get(path)
  const [before, after] = await objectsOf(repo).readBlobs([anchor.blob, now ?? anchor.blob], LARGEST_FILE)
  const content = revision === undefined ? readWorkFile(repo, path) : after
  if (before === undefined || content === undefined) return undefined
  return cut(lineChanges(before.toString('utf8'), content.toString('utf8')), anchor)
}

function cut(changes: LineChange[], anchor: Anchor): LineChange[] {
  const range = rangeOf(anchor)
  if (range === undefined) return changes.filter(({ kind }) => kind !== 'same').slice(0, MOST_LINES)
  let old = 0
  return changes
    .filter(({ kind }) => {
      if (kind !== 'added') old++
      return old >= range.from - CONTEXT && old <= range.to + (kind === 'added' ? 0 : CONTEXT)
    })
    .slice(0, MOST_LINES)
}
