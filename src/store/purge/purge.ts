/**
 * Takes a text out of everything we keep: refs are rewritten (all of them or none), reflogs emptied, objects deleted, local files
 * cleaned, and then every object and file is searched for what may be left. See docs/data-model.md#purging.
 */
import { RalphError } from '../../errors.js'
import { isMemoryId, pathOf } from '../../memory/id.js'
import { parseFrontMatter } from '../../memory/markdown.js'
import { dropBisection } from '../bisect/bisection.js'
import { objectsOf } from '../git/objects.js'
import type { Oid, Repo } from '../git/repo.js'
import { dropSnapshotsWith } from '../loop/snapshot.js'
import type { Settings } from '../settings/settings.js'
import { PURGED, purgeLocalFiles, purgeRendered, searchFiles } from './local-files.js'
import { pruneObjects } from './prune-objects.js'
import { type Moved, moveAll, ourRefs, type Replacements, rewriteHistory } from './rewrite.js'
import { searchObjects } from './search-objects.js'

export interface PurgePlan {
  /** What must be nowhere afterwards. */
  needles: Buffer[]
  /** The files of a memory that goes as a whole, all its versions. */
  removed: Set<Oid>
  /** How many objects hold it now. */
  found: number
}

export interface PurgeOutcome {
  moved: Moved[]
  deleted: number
  files: number
  /** Objects and files that still hold it. */
  left: string[]
}

const SHORTEST = 4

/** What a memory's id, or a text, stands for. */
export async function planPurge(repo: Repo, what: string): Promise<PurgePlan> {
  const removed = isMemoryId(what) ? await versionsOf(repo, what) : new Set<Oid>()
  if (isMemoryId(what) && removed.size === 0)
    throw new RalphError('memory-not-found', `no line ever had a memory '${what}'`, {
      hint: 'git ralph log lists what was written; a text is purged by giving it instead of the id',
    })
  if (removed.size === 0 && what.trim().length < SHORTEST)
    throw new RalphError('bad-usage', `'${what}' is too short to be purged: it would be found everywhere`)
  const needles = removed.size > 0 ? await textsOf(repo, removed) : [Buffer.from(what)]
  return { needles, removed, found: (await searchObjects(repo, needles)).length }
}

/** Every version of a memory's file that any ref of ours has had. */
async function versionsOf(repo: Repo, id: string): Promise<Set<Oid>> {
  const tips = [...new Set((await ourRefs(repo)).values())]
  if (tips.length === 0) return new Set()
  const args = [
    'log',
    '--full-history',
    '-m',
    '--raw',
    '--no-abbrev',
    '--no-renames',
    '--format=',
    '--stdin',
    '--',
    pathOf(id),
  ]
  const log = await repo.git(args, { input: tips.map((tip) => `${tip}\n`).join('') })
  const blobs = log.split('\n').flatMap((line) => line.split(' ').slice(2, 4))
  return new Set(blobs.filter((oid) => /^[0-9a-f]{40}$/.test(oid) && !/^0+$/.test(oid)))
}

/** The texts of these versions, and their titles where they are long enough to be nobody else's. */
async function textsOf(repo: Repo, blobs: ReadonlySet<Oid>): Promise<Buffer[]> {
  const contents = await objectsOf(repo).readBlobs([...blobs])
  const texts = contents.flatMap((content) => {
    if (!content) return []
    const file = content.toString('utf8')
    try {
      const { data, content: body } = parseFrontMatter(file, 'memory')
      const title = typeof data['title'] === 'string' && data['title'].length > 20 ? [data['title']] : []
      return [body.trim(), ...title]
    } catch (error) {
      if (error instanceof RalphError) return [file]
      throw error
    }
  })
  return [...new Set(texts.filter((text) => text.length >= SHORTEST))].map((text) => Buffer.from(text))
}

const MOST_ATTEMPTS = 8

export async function purgeText(
  repo: Repo,
  settings: Settings,
  plan: PurgePlan,
): Promise<PurgeOutcome & { edited: string[] }> {
  const { needles } = plan
  const isPurged = (text: Buffer): boolean => needles.some((needle) => text.includes(needle))
  const doomed = new Set<Oid>(plan.removed)
  let moved: Moved[] = []
  for (let attempt = 1; ; attempt++) {
    const found = await searchObjects(repo, needles)
    for (const { oid } of found) doomed.add(oid)
    const replacements = await replacementsFor(
      repo,
      found.filter(({ type }) => type === 'blob').map(({ oid }) => oid),
      plan,
    )
    const rewritten = await rewriteHistory(repo, await ourRefs(repo), replacements, isPurged)
    for (const oid of rewritten.replaced) doomed.add(oid)
    moved = rewritten.moved
    if (moved.length === 0 || (await moveAll(repo, moved))) break
    if (attempt === MOST_ATTEMPTS)
      throw new RalphError('line-busy', 'others kept writing while the history was rewritten', {
        hint: 'nothing was changed; run the same command again',
      })
  }
  // All of ours, also those that did not move: they may name earlier tips.
  const refs = [...(await ourRefs(repo)).keys()]
  if (refs.length > 0)
    await repo.tryGit(['reflog', 'expire', '--expire=now', '--expire-unreachable=now', ...refs])
  // A search that is under way names objects that will be gone.
  await dropBisection(repo)
  await dropSnapshotsWith(repo, doomed)
  const edited = await purgeRendered(repo, settings, needles)
  const files = purgeLocalFiles(repo, needles)
  const { deleted } = await pruneObjects(repo, doomed)
  const objectsLeft = await searchObjects(repo, needles)
  const left = [
    ...objectsLeft.map(({ oid, type }) => `${type} ${oid}`),
    ...searchFiles(repo, needles).map((path) => `file ${path}`),
  ]
  return { moved, deleted, files, left, edited }
}

/** A memory that was named goes; elsewhere the text is replaced, which keeps what stands around it. */
async function replacementsFor(
  repo: Repo,
  blobs: readonly Oid[],
  { needles, removed }: PurgePlan,
): Promise<Replacements> {
  const replacements = new Map<Oid, Buffer | undefined>([...removed].map((oid) => [oid, undefined]))
  const others = blobs.filter((oid) => !removed.has(oid))
  const contents = await objectsOf(repo).readBlobs(others, Infinity)
  for (const [i, oid] of others.entries()) {
    const text = contents[i]?.toString('latin1')
    if (text === undefined) continue
    const without = needles.reduce((left, needle) => left.replaceAll(needle.toString('latin1'), PURGED), text)
    replacements.set(oid, Buffer.from(without, 'latin1'))
  }
  return replacements
}
