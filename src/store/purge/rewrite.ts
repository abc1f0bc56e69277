/**
 * Rewrites every ref of ours without some texts. Commits that never had them keep their names; the others are made anew, oldest first, with
 * the same authors and dates, so that every clone that purges the same text comes to the same commits. Signatures are lost with the
 * commits they were for.
 */
import { RalphError } from '../../errors.js'
import { CatFile } from '../git/cat-file.js'
import { objectsOf, type TreeEntry } from '../git/objects.js'
import type { Oid, Repo } from '../git/repo.js'
import { NOTES, NOTES_PENDING } from '../journal/notes-refs.js'
import { LINES } from '../line/line.js'
import { PENDING } from '../line/pending-refs.js'
import { TRACKING } from '../share/remote.js'

const OUR_REFS = [LINES, PENDING, NOTES, NOTES_PENDING, TRACKING, 'refs/ralph-remote-notes']

export interface Moved {
  ref: string
  before: Oid
  after: Oid
}

export interface Rewritten {
  moved: Moved[]
  /** Commits and trees that were replaced. */
  replaced: Oid[]
}

/** What becomes of a blob: other bytes, or undefined to take its file away. */
export type Replacements = ReadonlyMap<Oid, Buffer | undefined>

export async function ourRefs(repo: Repo): Promise<Map<string, Oid>> {
  const listing = await repo.git(['for-each-ref', '--format=%(objectname) %(refname)', ...OUR_REFS])
  const lines = listing.split('\n').filter(Boolean)
  return new Map(lines.map((line) => [line.slice(line.indexOf(' ') + 1), line.slice(0, line.indexOf(' '))]))
}

/** Writes the new objects; no ref is moved yet. */
export async function rewriteHistory(
  repo: Repo,
  refs: ReadonlyMap<string, Oid>,
  replacements: Replacements,
  isPurged: (text: Buffer) => boolean,
): Promise<Rewritten> {
  const trees = treeRewriter(repo, replacements)
  const reader = new CatFile(repo)
  const commits = new Map<Oid, Oid>()
  const treeOf = new Map<Oid, Oid>()
  const input = [...new Set(refs.values())].map((oid) => `${oid}\n`).join('')
  const listing = await repo.git(['rev-list', '--topo-order', '--reverse', '--stdin'], { input })
  for (const oid of listing.split('\n').filter(Boolean)) {
    const raw = (await reader.read(oid))?.content
    if (!raw) throw new RalphError('git-failed', `cannot read commit ${oid}`)
    const { tree, parents, header, message } = parseCommit(raw)
    treeOf.set(oid, tree)
    const here = await trees.purgedIn(tree)
    const above = parents[0] === undefined ? '' : await trees.purgedIn(treeOf.get(parents[0])!)
    const touches = here !== above || isPurged(message)
    const newTree = (await trees.rewrite(tree)) ?? (await objectsOf(repo).writeTree([]))
    const newParents = parents.map((parent) => commits.get(parent) ?? parent)
    if (newTree === tree && !touches && newParents.every((parent, i) => parent === parents[i])) continue
    const content = Buffer.concat([
      Buffer.from(
        [`tree ${newTree}`, ...newParents.map((parent) => `parent ${parent}`), ...header, '', ''].join('\n'),
        'latin1',
      ),
      touches ? scrub(message) : message,
    ])
    commits.set(oid, (await objectsOf(repo).raw.writeCommits([content]))[0]!)
  }
  const moved = [...refs].flatMap(([ref, before]) => {
    const after = commits.get(before)
    return after === undefined ? [] : [{ ref, before, after }]
  })
  return { moved, replaced: [...commits.keys(), ...trees.replaced()] }
}

/** All refs or none: another writer that was faster makes it fail, and the caller begins again. */
export async function moveAll(repo: Repo, moved: readonly Moved[]): Promise<boolean> {
  const input = moved.map(({ ref, before, after }) => `update ${ref} ${after} ${before}\n`).join('')
  return (await repo.tryGit(['update-ref', '--no-deref', '-m', 'purge', '--stdin'], { input })).code === 0
}

interface RawCommit {
  tree: Oid
  parents: Oid[]
  /** The other lines before the message, without signatures. */
  header: string[]
  message: Buffer
}

function parseCommit(raw: Buffer): RawCommit {
  const end = raw.indexOf('\n\n')
  const lines = raw.toString('latin1', 0, end === -1 ? raw.length : end).split('\n')
  const header: string[] = []
  let dropping = false
  for (const line of lines) {
    dropping = /^(?:gpgsig|gpgsig-sha256|mergetag) /.test(line) || (dropping && line.startsWith(' '))
    if (!dropping && !/^(?:tree|parent) /.test(line)) header.push(line)
  }
  const named = (name: string): Oid[] =>
    lines.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1))
  const message = end === -1 ? Buffer.alloc(0) : raw.subarray(end + 2)
  return { tree: named('tree')[0]!, parents: named('parent'), header, message }
}

/** `remember fix: the deploy token is…` → `remember fix: [purged]`; trailers stay. */
function scrub(message: Buffer): Buffer {
  const text = message.toString('latin1')
  const [subject = ''] = text.split('\n', 1)
  const verb = /^[a-z]+(?: [a-z]+){0,2}(?=:)/.exec(subject)?.[0] ?? 'purged'
  const trailers = text.split('\n').filter((line) => /^Ralph-[A-Za-z]+: [\w./-]+$/.test(line))
  return Buffer.from(`${verb}: [purged]\n\n${trailers.map((line) => `${line}\n`).join('')}`, 'latin1')
}

function treeRewriter(repo: Repo, replacements: Replacements) {
  const objects = objectsOf(repo)
  const rewritten = new Map<Oid, Promise<Oid | undefined>>()
  const purged = new Map<Oid, Promise<string>>()
  const blobs = new Map<Oid, Promise<Oid>>()
  const changed = new Set<Oid>()
  const remembered = <T>(kept: Map<Oid, Promise<T>>, oid: Oid, make: () => Promise<T>): Promise<T> => {
    let answer = kept.get(oid)
    if (!answer) kept.set(oid, (answer = make()))
    return answer
  }
  const read = (oid: Oid): Promise<TreeEntry[]> => objects.raw.readTrees([oid]).then(([entries]) => entries!)
  const isTree = ({ mode }: TreeEntry): boolean => mode === '040000' || mode === '40000'

  /** The purged blobs in a tree, as one text to compare. */
  const purgedIn = (oid: Oid): Promise<string> =>
    remembered(purged, oid, async () => {
      const parts = await Promise.all(
        (await read(oid)).map(async (entry) =>
          isTree(entry)
            ? purgedIn(entry.oid)
            : replacements.has(entry.oid)
              ? `${entry.name}=${entry.oid} `
              : '',
        ),
      )
      return parts.join('')
    })

  const newBlob = async (entry: TreeEntry): Promise<Oid | undefined> => {
    const content = replacements.get(entry.oid)
    return content && remembered(blobs, entry.oid, () => objects.writeBlob(content))
  }

  /** Undefined when nothing is left of it. */
  const rewrite = (oid: Oid): Promise<Oid | undefined> =>
    remembered(rewritten, oid, async () => {
      if ((await purgedIn(oid)) === '') return oid
      changed.add(oid)
      const entries = await Promise.all(
        (await read(oid)).map(async (entry): Promise<TreeEntry[]> => {
          if (!isTree(entry) && !replacements.has(entry.oid)) return [entry]
          const next = isTree(entry) ? await rewrite(entry.oid) : await newBlob(entry)
          return next === undefined ? [] : [{ ...entry, oid: next }]
        }),
      )
      const left = entries.flat()
      return left.length === 0 ? undefined : objects.writeTree(left)
    })
  return { rewrite, purgedIn, replaced: () => [...changed] }
}
