/**
 * Commits and trees for readers that need one process for blobs anyway: asked of the same `git cat-file`, and parsed here. Loading
 * isomorphic-git would take longer than all the rest of bringing the search index up to date.
 */
import { RalphError } from '../../errors.js'
import type { CatFile } from './cat-file.js'
import type { TreeEntry } from './objects.js'
import type { Oid } from './repo.js'

export interface RawObjects {
  readTip(oid: Oid): Promise<{ tree: Oid; parents: Oid[] }>
  readTrees(oids: Oid[]): Promise<TreeEntry[][]>
}

const KEEP_TREES = 2_000

export function rawObjects(catFile: CatFile): RawObjects {
  const trees = new Map<Oid, TreeEntry[]>()
  const readAll = async (oids: Oid[], type: string): Promise<Buffer[]> => {
    const objects = await catFile.readMany(oids)
    return objects.map((object, i) => {
      if (object?.type === type) return object.content
      throw new RalphError(
        'git-failed',
        `cannot read ${type} ${oids[i]}: it is ${object?.type ?? 'missing'}`,
        { hint: 'run `git fsck` to see what the repository has lost' },
      )
    })
  }
  return {
    async readTip(oid) {
      const [commit] = await readAll([oid], 'commit')
      const [head] = commit!.toString('latin1').split('\n\n', 1)
      const named = (name: string): Oid[] =>
        [...head!.matchAll(new RegExp(`^${name} ([0-9a-f]{40})$`, 'gm'))].map(([, found]) => found!)
      return { tree: named('tree')[0]!, parents: named('parent') }
    },
    async readTrees(oids) {
      if (trees.size > KEEP_TREES) trees.clear()
      const known = oids.map((oid) => trees.get(oid))
      const missing = oids.filter((_, i) => known[i] === undefined)
      const read = new Map<Oid, TreeEntry[]>()
      for (const [i, content] of (await readAll(missing, 'tree')).entries()) {
        read.set(missing[i]!, parseTree(content))
        trees.set(missing[i]!, read.get(missing[i]!)!)
      }
      return oids.map((oid, i) => known[i] ?? read.get(oid)!)
    },
  }
}

/** No name of ours: such entries are as good as absent, and are gone with the next write. */
const UNSAFE_NAME = /^(?:\.|\.\.|\.git)$|[/\\]/i

/** `<mode> <name>\0<20 bytes>`, again and again. */
function parseTree(bytes: Buffer): TreeEntry[] {
  const entries: TreeEntry[] = []
  for (let at = 0; at < bytes.length;) {
    const space = bytes.indexOf(32, at)
    const end = bytes.indexOf(0, space)
    if (space < 0 || end < 0 || end + 21 > bytes.length)
      throw new RalphError('git-failed', 'a tree is cut off')
    const name = bytes.toString('utf8', space + 1, end)
    // git writes 40000; everybody else says 040000.
    const mode = bytes.toString('latin1', at, space).padStart(6, '0')
    if (!UNSAFE_NAME.test(name)) entries.push({ mode, name, oid: bytes.toString('hex', end + 1, end + 21) })
    at = end + 21
  }
  return entries
}
