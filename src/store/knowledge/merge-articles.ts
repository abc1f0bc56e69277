/** The part of a tree merge that deals with articles: see memory/merge-knowledge.ts. */
import { type Article, pathOfSlug, type Slug, slugOfPath } from '../../memory/knowledge.js'
import { parseArticle, renderArticle } from '../../memory/knowledge-file.js'
import { mergeKnowledge, sameArticle } from '../../memory/merge-knowledge.js'
import type { Objects } from '../git/objects.js'
import type { Oid } from '../git/repo.js'
import { findDirectory } from '../git/tree.js'

interface Blobs {
  base: Oid | undefined
  ours: Oid | undefined
  theirs: Oid | undefined
}

const SIDES = ['base', 'ours', 'theirs'] as const

export interface MergedArticleFiles {
  files: Map<string, Oid | undefined>
  conflicts: { id: string; variant: string }[]
}

/** Merges those of `paths` whose versions can all be read as articles; the others are not in the answer. */
export async function mergeArticleFiles(
  objects: Objects,
  paths: ReadonlyMap<string, Blobs>,
  ours: Oid | undefined,
): Promise<MergedArticleFiles> {
  const changed = new Map([...paths].filter(([path]) => slugOfPath(path) !== undefined))
  if (changed.size === 0) return { files: new Map(), conflicts: [] }
  const blobs = await withVariants(objects, changed, ours)
  const sides = await readSides(objects, blobs)
  const { articles, conflicts } = mergeKnowledge(sides.base, sides.ours, sides.theirs)
  const files = new Map<string, Oid | undefined>()
  for (const slug of new Set([...sides.slugs, ...articles.keys()])) {
    const path = pathOfSlug(slug)
    const merged = articles.get(slug)
    const kept = merged && keptBlob(merged, sides.ours.get(slug), sides.theirs.get(slug), blobs.get(path))
    files.set(path, merged && (kept ?? (await objects.writeBlob(Buffer.from(renderArticle(merged))))))
  }
  const named = conflicts.map(({ slug, variant }) => ({
    id: `knowledge/${slug}`,
    variant: `knowledge/${variant}`,
  }))
  return { files, conflicts: named }
}

/** Variants of what changed take part even if nobody touched them, so that the same text is not kept twice. */
async function withVariants(
  objects: Objects,
  changed: ReadonlyMap<string, Blobs>,
  ours: Oid | undefined,
): Promise<Map<string, Blobs>> {
  const blobs = new Map(changed)
  const directory = ours && (await findDirectory(objects, ours, 'knowledge'))
  for (const { name, oid, mode } of directory ? await objects.readTree(directory) : []) {
    const path = `knowledge/${name}`
    if (mode !== '100644' || blobs.has(path) || !/-[0-9a-f]{4}\.md$/.test(name)) continue
    blobs.set(path, { base: oid, ours: oid, theirs: oid })
  }
  return blobs
}

async function readSides(
  objects: Objects,
  paths: ReadonlyMap<string, Blobs>,
): Promise<Record<keyof Blobs, Map<Slug, Article>> & { slugs: Set<Slug> }> {
  const oids = [...new Set([...paths.values()].flatMap((blobs) => SIDES.map((side) => blobs[side])))].filter(
    (oid) => oid !== undefined,
  )
  const read = await objects.readBlobs(oids)
  const texts = new Map(oids.map((oid, i) => [oid, read[i]?.toString('utf8') ?? '']))
  const sides = { base: new Map(), ours: new Map(), theirs: new Map(), slugs: new Set<Slug>() }
  for (const [path, blobs] of paths) {
    const slug = slugOfPath(path)
    if (slug === undefined) continue
    try {
      const versions = SIDES.flatMap((side) =>
        blobs[side] === undefined ? [] : [[side, parseArticle(texts.get(blobs[side]) ?? '')] as const],
      )
      for (const [side, article] of versions) sides[side].set(slug, article)
      sides.slugs.add(slug)
    } catch {
      // One version is broken: the file is merged as a whole, so that nothing of it is lost.
    }
  }
  return sides
}

/** A version that won as a whole keeps its bytes; equal articles of different bytes are written anew, alike on every clone. */
function keptBlob(
  merged: Article,
  ours: Article | undefined,
  theirs: Article | undefined,
  blobs: Blobs | undefined,
): Oid | undefined {
  const [isOurs, isTheirs] = [sameArticle(merged, ours), sameArticle(merged, theirs)]
  if (isOurs && isTheirs) return blobs?.ours === blobs?.theirs ? blobs?.ours : undefined
  return isOurs ? blobs?.ours : isTheirs ? blobs?.theirs : undefined
}
