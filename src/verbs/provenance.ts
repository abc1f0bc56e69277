/** Who wrote the memories of an answer: asked for by programs, so that what it takes is loaded only then. */
import type { Memory } from '../memory/memory.js'
import type { Oid, Repo } from '../store/git/repo.js'
import type { Provenance } from '../store/line/written-by.js'

/** `blobs`: the objects that hold them. */
export async function provenanceFor(
  repo: Repo,
  tip: Oid | undefined,
  blobs: Iterable<readonly [Memory, Oid]>,
): Promise<Map<Memory, Provenance>> {
  const { provenanceOf } = await import('../store/line/written-by.js')
  const held = [...blobs]
  const found = await provenanceOf(
    repo,
    tip,
    held.map(([, blob]) => blob),
  )
  return new Map(
    held.flatMap(([memory, blob]) => (found.has(blob) ? [[memory, found.get(blob)!] as const] : [])),
  )
}
