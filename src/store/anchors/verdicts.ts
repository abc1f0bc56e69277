/**
 * Whether the code that memories are anchored in is still there, in the work tree or at a revision. For all anchors together at
 * most a handful of git processes, and none for those that were judged before and whose files are as they were.
 */
import { judge, type Verdict } from '../../memory/anchor-verdict.js'
import type { Anchor } from '../../memory/memory.js'
import { objectsOf } from '../git/objects.js'
import type { Oid, Repo } from '../git/repo.js'
import { blobsAt, isInWorkTree, LARGEST_FILE, readWorkFile, stampOf } from './code-files.js'
import { findRenamed } from './renames.js'
import { openVerdicts } from './verdict-cache.js'

/** One place where code can be looked at. */
interface Place {
  /** Where a search for renames begins. */
  revision: Oid | undefined
  /** What tells files apart, for those that are there. */
  stamps(paths: readonly string[]): Promise<Map<string, string>>
  read(paths: readonly string[]): Promise<Map<string, string>>
}

/** `revision` undefined: the work tree, or HEAD where there is none. `head` is the commit checked out. */
export async function judgeAnchors(
  repo: Repo,
  anchors: readonly Anchor[],
  at: { revision?: Oid | undefined; head: Oid | undefined },
): Promise<Map<Anchor, Verdict>> {
  const place = placeOf(repo, at)
  const stamps = await place.stamps([...new Set(anchors.map(({ path }) => path))])
  const cache = openVerdicts(repo)
  const verdicts = new Map<Anchor, Verdict>()
  const unknown: Anchor[] = []
  const stampFor = ({ path }: Anchor): string => stamps.get(path) ?? `gone at ${place.revision ?? ''}`
  for (const anchor of anchors) {
    const stamp = stampFor(anchor)
    const known: Verdict | undefined = stamp === anchor.blob ? { state: 'fresh' } : cache.get(anchor, stamp)
    if (known) verdicts.set(anchor, known)
    else unknown.push(anchor)
  }
  if (unknown.length === 0) return verdicts
  for (const [anchor, verdict] of await judgeUnknown(repo, place, unknown, stamps)) {
    cache.set(anchor, stampFor(anchor), verdict)
    verdicts.set(anchor, verdict)
  }
  cache.save()
  return verdicts
}

async function judgeUnknown(
  repo: Repo,
  place: Place,
  anchors: readonly Anchor[],
  stamps: ReadonlyMap<string, string>,
): Promise<Map<Anchor, Verdict>> {
  const lost = [...new Set(anchors.map(({ path }) => path).filter((path) => !stamps.has(path)))]
  const exists = async (paths: readonly string[]) => new Set((await place.stamps(paths)).keys())
  const renamed =
    lost.length > 0 && place.revision !== undefined
      ? await findRenamed(repo, place.revision, lost, exists)
      : new Map<string, string>()
  const nowAt = ({ path }: Anchor): string => renamed.get(path) ?? path
  const [befores, nows] = await Promise.all([readBefore(repo, anchors), place.read(anchors.map(nowAt))])
  return new Map(
    anchors.map((anchor) => {
      const path = nowAt(anchor)
      const now = nows.get(path)
      if (now === undefined) return [anchor, { state: stamps.has(anchor.path) ? 'fresh' : 'gone' }]
      const verdict = judge(anchor, befores.get(anchor.blob ?? ''), now)
      return [anchor, path === anchor.path ? verdict : elsewhere(anchor, verdict, path)]
    }),
  )
}

/** In another file, even lines that stayed in their place have moved. */
function elsewhere(anchor: Anchor, verdict: Verdict, path: string): Verdict {
  if (verdict.state === 'changed') return { ...verdict, path }
  const lines = verdict.lines ?? anchor.lines
  return { state: 'moved', path, ...(lines !== undefined && { lines }) }
}

async function readBefore(repo: Repo, anchors: readonly Anchor[]): Promise<Map<string, string>> {
  const ids = anchors
    .map(({ blob }) => blob)
    .filter((blob) => blob !== undefined && /^[0-9a-f]{40}$/.test(blob))
  return readTexts(repo, new Map(ids.map((id) => [id!, id!])))
}

/** The text of each blob that the repository has, under the name it was asked by. */
async function readTexts(repo: Repo, blobs: ReadonlyMap<string, Oid>): Promise<Map<string, string>> {
  const names = [...blobs.keys()]
  const contents = await objectsOf(repo).readBlobs([...blobs.values()], LARGEST_FILE)
  return new Map(
    names.flatMap((name, i): [string, string][] => {
      const content = contents[i]
      return content === undefined ? [] : [[name, content.toString('utf8')]]
    }),
  )
}

function placeOf(
  repo: Repo,
  { revision, head }: { revision?: Oid | undefined; head: Oid | undefined },
): Place {
  const commit = revision ?? (repo.workTree === undefined ? head : undefined)
  if (commit === undefined) {
    return {
      revision: head,
      async stamps(paths) {
        return new Map(
          paths.flatMap((path): [string, string][] => {
            const stamp = isInWorkTree(repo, path) ? stampOf(repo, path) : undefined
            return stamp === undefined ? [] : [[path, stamp]]
          }),
        )
      },
      async read(paths) {
        return new Map(
          paths.flatMap((path): [string, string][] => {
            const content = readWorkFile(repo, path)
            return content === undefined ? [] : [[path, content.toString('utf8')]]
          }),
        )
      },
    }
  }
  const stamps = (paths: readonly string[]) => blobsAt(repo, commit, paths)
  return { revision: commit, stamps, read: async (paths) => readTexts(repo, await stamps(paths)) }
}
