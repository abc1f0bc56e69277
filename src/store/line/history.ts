/** The past of a line, read with git itself. */
import { idOfPath, isMemoryId, pathOf, stylesOf } from '../../memory/id.js'
import type { MemoryId } from '../../memory/memory.js'
import { objectsOf } from '../git/objects.js'
import type { Oid, Repo } from '../git/repo.js'
import { blobsNamed } from '../git/revision.js'

export interface Past {
  id: MemoryId
  /** The commit that forgot it. */
  forgottenBy: Oid
  text: string
}

/** The text a forgotten memory had, found by its id, the beginning or the end of it. */
export async function findForgotten(repo: Repo, tip: Oid, typed: string): Promise<Past[]> {
  const wanted = isMemoryId(typed) ? stylesOf(typed) : []
  const paths = wanted.length > 0 ? wanted.map(pathOf) : ['memories']
  const log = await repo.git([
    'log',
    '--full-history',
    '-m',
    '--no-renames',
    '--diff-filter=D',
    '--format=%H',
    '--name-only',
    '-z',
    tip,
    '--',
    ...paths,
  ])
  const found = new Map<MemoryId, Oid>()
  let commit = ''
  for (const item of log.split(/[\0\n]/).filter(Boolean)) {
    const id = idOfPath(item)
    if (/^[0-9a-f]{40}$/.test(item)) commit = item
    else if (
      id !== undefined &&
      (wanted.includes(id) || id.startsWith(typed) || id.endsWith(`-${typed}`)) &&
      !found.has(id)
    )
      found.set(id, commit)
  }
  // Whichever parent of a merge still had it.
  const blobs = await blobsNamed(
    repo,
    [...found].flatMap(([id, commit]) => [`${commit}^1:${pathOf(id)}`, `${commit}^2:${pathOf(id)}`]),
  )
  const pasts = [...found].flatMap(([id, forgottenBy], i) => {
    const blob = blobs[2 * i] ?? blobs[2 * i + 1]
    return blob === undefined ? [] : [{ id, forgottenBy, blob }]
  })
  const texts = await objectsOf(repo).readBlobs(pasts.map(({ blob }) => blob))
  return pasts.flatMap(({ id, forgottenBy }, i) => {
    const text = texts[i]?.toString('utf8')
    return text === undefined ? [] : [{ id, forgottenBy, text }]
  })
}
