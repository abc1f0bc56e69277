/**
 * The articles of a line. There are far fewer of them than memories, so all are read at once, and kept parsed for as long as the
 * `knowledge` tree is the same. The cache can be lost at any time.
 */
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Entry, slugOfPath } from '../../memory/knowledge.js'
import { readLocalJson, writeCacheFile } from '../git/local-files.js'
import { objectsOf } from '../git/objects.js'
import type { Oid, Repo } from '../git/repo.js'
import { diffTrees, findDirectory } from '../git/tree.js'

/** An article and the object that holds it. */
export interface StoredArticle extends Entry {
  blob: Oid
}

export interface Knowledge {
  /** Ordered by slug. */
  entries: StoredArticle[]
  /** Files that are no articles, and why. */
  broken: { path: string; why: string }[]
}

interface Cached extends Knowledge {
  format: number
}

const FORMAT = 1
const EMPTY: Knowledge = { entries: [], broken: [] }
const KEEP_TREES = 8
const KEEP_TIPS = 64

/** The articles at `tip`. */
export async function readKnowledge(repo: Repo, tip: Oid | undefined): Promise<Knowledge> {
  const tree = tip && (await knowledgeTree(repo, tip))
  return tree === undefined ? EMPTY : readTree(repo, tree)
}

/** The tree of the articles at `tip`, or undefined when there are none. Remembered, since reading a commit takes longer. */
async function knowledgeTree(repo: Repo, tip: Oid): Promise<Oid | undefined> {
  const file = join(cacheDir(repo), 'tips.json')
  const tips = readLocalJson<Record<Oid, Oid | null>>(file) ?? {}
  const known = Object.hasOwn(tips, tip) ? tips[tip] : undefined
  if (known !== undefined) return known ?? undefined
  const objects = objectsOf(repo)
  const tree = await findDirectory(objects, (await objects.readCommit(tip)).tree, 'knowledge')
  const kept = Object.entries(tips).slice(1 - KEEP_TIPS)
  writeCacheFile(file, JSON.stringify(Object.fromEntries([...kept, [tip, tree ?? null]])))
  return tree
}

async function readTree(repo: Repo, tree: Oid): Promise<Knowledge> {
  const file = join(cacheDir(repo), `${tree}.json`)
  const cached = readLocalJson<Cached>(file)
  if (cached?.format === FORMAT) return cached
  const objects = objectsOf(repo)
  const found = (await diffTrees(objects, undefined, tree)).map(({ path, after }) => ({
    path: `knowledge/${path}`,
    blob: after,
  }))
  // Parsing loads a package that readers seldom need, since what was parsed is kept.
  const { parseArticle } = await import('../../memory/knowledge-file.js')
  const knowledge: Knowledge = { entries: [], broken: [] }
  for (const { path, blob } of found) if (!blob) knowledge.broken.push({ path, why: 'it is not a file' })
  const files = found.flatMap(({ path, blob }) => (blob ? [{ path, blob }] : []))
  const blobs = await objects.readBlobs(files.map(({ blob }) => blob))
  for (const [i, { path, blob }] of files.entries()) {
    const slug = slugOfPath(path)
    try {
      if (slug === undefined) throw new Error('the file name is not that of an article')
      if (blobs[i] === undefined) throw new Error('the object is missing or too large')
      knowledge.entries.push({ slug, article: parseArticle(blobs[i].toString('utf8'), slug), blob })
    } catch (error) {
      knowledge.broken.push({ path, why: (error as Error).message })
    }
  }
  knowledge.entries.sort((a, b) => (a.slug < b.slug ? -1 : 1))
  if (writeCacheFile(file, JSON.stringify({ format: FORMAT, ...knowledge } satisfies Cached))) prune(repo)
  return knowledge
}

const cacheDir = (repo: Repo): string => join(repo.ralphDir, 'cache', 'knowledge')

function prune(repo: Repo): void {
  const dir = cacheDir(repo)
  const files = readdirSync(dir).filter((name) => /^[0-9a-f]{40}\.json$/.test(name))
  if (files.length <= KEEP_TREES) return
  const ages = files.map((name) => ({
    name,
    time: statSync(join(dir, name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  }))
  for (const { name } of ages.toSorted((a, b) => b.time - a.time).slice(KEEP_TREES))
    rmSync(join(dir, name), { force: true })
}
