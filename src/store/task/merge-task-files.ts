/** The part of a tree merge that deals with tasks: see memory/merge-task.ts. */
import { mergeTaskFile } from '../../memory/merge-task.js'
import { taskFileOf } from '../../memory/task.js'
import type { Objects } from '../git/objects.js'
import type { Oid, Repo } from '../git/repo.js'
import { objectsOf } from '../git/objects.js'
import { diffCommits } from '../git/tree.js'
import type { LineState } from '../line/line-state.js'

interface Blobs {
  base: Oid | undefined
  ours: Oid | undefined
  theirs: Oid | undefined
}

/** Merges those of `paths` that both sides changed; those with a version that cannot be read are not in the answer. */
export async function mergeTaskFiles(
  objects: Objects,
  paths: ReadonlyMap<string, Blobs>,
): Promise<Map<string, Oid | undefined>> {
  const merged = new Map<string, Oid | undefined>()
  for (const [path, { base, ours, theirs }] of paths) {
    const file = taskFileOf(path)
    if (file === undefined || ours === theirs || base === ours || base === theirs) continue
    const [old, mine, other] = await readTexts(objects, [base, ours, theirs])
    const text = tryMerge(file.name, { base: old, ours: mine, theirs: other })
    if (text !== null) merged.set(path, text && (await objects.writeBlob(Buffer.from(text))))
  }
  return merged
}

/** The files that bring what changed between two tips onto a line: how a parked change is adopted. */
export async function reapplyTasks(
  repo: Repo,
  state: LineState,
  before: Oid | undefined,
  after: Oid,
): Promise<Map<string, string | undefined>> {
  const objects = objectsOf(repo)
  const files = new Map<string, string | undefined>()
  for (const { path, before: old, after: blob } of await diffCommits(objects, before, after)) {
    const file = taskFileOf(path)
    if (file === undefined) continue
    const [base, theirs] = await readTexts(objects, [old, blob])
    const ours = await state.readFile(path)
    const text = tryMerge(file.name, { base, ours, theirs })
    const next = text === null ? theirs : text
    if (next !== ours) files.set(path, next)
  }
  return files
}

/** Null: one version cannot be read. */
function tryMerge(...args: Parameters<typeof mergeTaskFile>): string | undefined | null {
  try {
    return mergeTaskFile(...args)
  } catch {
    // The file is merged as a whole, so that nothing of it is lost.
    return null
  }
}

async function readTexts(
  objects: Objects,
  oids: readonly (Oid | undefined)[],
): Promise<(string | undefined)[]> {
  const present = oids.filter((oid) => oid !== undefined)
  const blobs = await objects.readBlobs(present)
  const texts = new Map(present.map((oid, i) => [oid, blobs[i]?.toString('utf8')]))
  return oids.map((oid) => oid && texts.get(oid))
}
