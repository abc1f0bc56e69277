/** Blobs, trees and commits, through isomorphic-git over our own file system. The only importer of isomorphic-git. */
import type * as IsomorphicGit from 'isomorphic-git'
import { MAX_FILE_BYTES } from '../../memory/text.js'
import { RalphError } from '../../errors.js'
import { CatFile } from './cat-file.js'
import { makeGitFs } from './git-fs.js'
import { ObjectReader } from './object-reader.js'
import { type RawObjects, rawObjects, type TreePair } from './raw-objects.js'
import type { Oid, Repo } from './repo.js'

export interface TreeEntry {
  mode: string
  name: string
  oid: Oid
}

export interface Person {
  name: string
  email: string
  /** Seconds since 1970. */
  timestamp: number
  /** Minutes west of UTC, as Date.getTimezoneOffset. */
  timezoneOffset: number
}

export interface Commit {
  tree: Oid
  parents: Oid[]
  author: Person
  committer: Person
  message: string
}

export interface Objects {
  /** Without isomorphic-git: for those who start git anyway. */
  raw: RawObjects
  readCommit(oid: Oid): Promise<Commit>
  readTree(oid: Oid): Promise<TreeEntry[]>
  /** Many trees, in order. */
  readTrees(oids: Oid[]): Promise<TreeEntry[][]>
  /** Of each two trees (undefined: the empty one) the entries in which they differ, and perhaps some others. */
  compareTrees(pairs: TreePair[]): Promise<[TreeEntry[], TreeEntry[]][]>
  readBlob(oid: Oid): Promise<Buffer>
  /** Many blobs, in order, through one git process; undefined for one that is missing or larger than any memory, or than `limit`. */
  readBlobs(oids: Oid[], limit?: number): Promise<(Buffer | undefined)[]>
  writeBlob(content: Uint8Array): Promise<Oid>
  /** Many blobs, in order. */
  writeBlobs(contents: Uint8Array[]): Promise<Oid[]>
  writeTree(entries: TreeEntry[]): Promise<Oid>
  /** Many trees, in order. */
  writeTrees(trees: TreeEntry[][]): Promise<Oid[]>
  writeCommit(commit: Commit): Promise<Oid>
}

/** From here on the process that reads many at once is worth its start, and isomorphic-git is not worth its way to each. */
const MANY = 8

const opened = new WeakMap<Repo, Objects>()

/** The objects of a repository; one reader process serves a whole command. */
export function objectsOf(repo: Repo): Objects {
  let objects = opened.get(repo)
  if (!objects) opened.set(repo, (objects = openObjects(repo)))
  return objects
}

function openObjects(repo: Repo): Objects {
  const catFile = new CatFile(repo)
  const place = {
    fs: makeGitFs(repo, catFile) as unknown as IsomorphicGit.PromiseFsClient,
    gitdir: repo.commonDir,
    cache: {},
  }
  const reader = new ObjectReader(repo, catFile)
  const raw = rawObjects(repo, reader)
  // Loaded when first used: it costs more than everything else on the read path.
  const isomorphicGit = once(() => import('isomorphic-git'))
  const isBulk = (many: readonly unknown[]): boolean => many.length >= MANY || catFile.started
  return {
    raw,
    async readCommit(oid) {
      const { commit } = await explained(oid, (await isomorphicGit()).readCommit({ ...place, oid }))
      return {
        tree: commit.tree,
        parents: commit.parent,
        author: commit.author,
        committer: commit.committer,
        message: commit.message,
      }
    },
    async readTree(oid) {
      if (catFile.started) return (await raw.readTrees([oid]))[0]!
      try {
        const { tree } = await explained(oid, (await isomorphicGit()).readTree({ ...place, oid }))
        return tree.map((entry) => ({ mode: entry.mode, name: entry.path, oid: entry.oid }))
      } catch (error) {
        // Somebody pushed a name or a mode that no tree should have: the rest of the tree is read all the same.
        const { cause } = error as { cause?: { code?: string } }
        if (cause?.code === 'UnsafeFilepathError' || cause?.code === 'InternalError')
          return (await raw.readTrees([oid]))[0]!
        throw error
      }
    },
    async readTrees(oids) {
      return isBulk(oids) ? raw.readTrees(oids) : Promise.all(oids.map((oid) => this.readTree(oid)))
    },
    async compareTrees(pairs) {
      if (isBulk(pairs)) return raw.compareTrees(pairs)
      const read = async (oid: Oid | undefined): Promise<TreeEntry[]> => (oid ? this.readTree(oid) : [])
      return Promise.all(pairs.map(({ before, after }) => Promise.all([read(before), read(after)])))
    },
    async readBlob(oid) {
      const { blob } = await explained(oid, (await isomorphicGit()).readBlob({ ...place, oid }))
      return Buffer.from(blob)
    },
    async readBlobs(oids, limit = MAX_FILE_BYTES) {
      const read = await Promise.all(oids.map((oid) => reader.read(oid, limit)))
      return read.map((object) => (object?.type === 'blob' ? object.content : undefined))
    },
    async writeBlob(content) {
      return (await isomorphicGit()).writeBlob({ ...place, blob: content })
    },
    async writeBlobs(contents) {
      return isBulk(contents)
        ? raw.writeBlobs(contents)
        : Promise.all(contents.map((content) => this.writeBlob(content)))
    },
    async writeTree(entries) {
      if (entries.some(isBeyondIsomorphicGit)) return (await raw.writeTrees([entries]))[0]!
      const tree = entries.map(({ mode, name, oid }) => ({
        mode,
        path: name,
        oid,
        type: mode === '040000' ? ('tree' as const) : ('blob' as const),
      }))
      return (await isomorphicGit()).writeTree({ ...place, tree })
    },
    async writeTrees(trees) {
      return isBulk(trees)
        ? raw.writeTrees(trees)
        : Promise.all(trees.map((entries) => this.writeTree(entries)))
    },
    async writeCommit({ tree, parents, author, committer, message }) {
      return (await isomorphicGit()).writeCommit({
        ...place,
        commit: { tree, parent: parents, author, committer, message },
      })
    },
  }
}

const MODES = new Set(['040000', '100644', '100755', '120000', '160000'])

/** It orders names by UTF-16 units, git by bytes: beyond the basic plane they differ. And it refuses modes that others may have pushed. */
function isBeyondIsomorphicGit({ name, mode }: TreeEntry): boolean {
  return /[\ud800-\udfff]/.test(name) || !MODES.has(mode)
}

/** A repository that lost an object is the user's to mend. */
async function explained<T>(oid: Oid, reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (cause) {
    if (cause instanceof RalphError) throw cause
    throw lostObject(oid, (cause as Error).message, cause)
  }
}

function lostObject(oid: Oid, why: string, cause?: unknown): RalphError {
  const hint = 'run `git fsck` to see what the repository has lost'
  return new RalphError('git-failed', `cannot read object ${oid}: ${why}`, { hint, cause })
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}
