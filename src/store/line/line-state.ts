/** A line at one tip, as a writer needs it: single entries by id, and entries that say the same as a text. */
import { RalphError } from '../../errors.js'
import { idOfPath, isMemoryId, pathOf, stylesOf } from '../../memory/id.js'
import { parseMemory } from '../../memory/markdown.js'
import type { Memory, MemoryId } from '../../memory/memory.js'
import { normaliseText } from '../../memory/text.js'
import { findSimilar } from '../../search/near.js'
import { idKey, textKey } from '../../search/segment.js'
import { objectsOf } from '../git/objects.js'
import type { Oid, Repo } from '../git/repo.js'
import { useSnapshot } from '../index/snapshot.js'
import { diffCommits, findInTree } from '../git/tree.js'

export interface LineState {
  tip: Oid | undefined
  tree: Oid | undefined
  /** The memory stored under this very id. */
  read(id: MemoryId): Promise<Memory | undefined>
  /** The text of any file of the line. */
  readFile(path: string): Promise<string | undefined>
  /** The memory that `id` names, directly, as one of its aliases, or in another style. */
  resolve(id: MemoryId): Promise<Memory | undefined>
  /** Memories whose text says the same, oldest id first. */
  findSame(body: string): Promise<Memory[]>
  /** Memories whose text says nearly the same, the most similar first. */
  findSimilar(body: string): Promise<SimilarMemory[]>
}

export interface SimilarMemory {
  memory: Memory
  /** 0 to 1. */
  similarity: number
}

const MOST_SIMILAR = 3

export async function openLineState(repo: Repo, tip: Oid | undefined): Promise<LineState> {
  const objects = objectsOf(repo)
  const tree = tip && (await objects.readCommit(tip)).tree
  const readFile = async (path: string): Promise<string | undefined> => {
    const blob = tree && (await findInTree(objects, tree, path))
    return blob ? (await objects.readBlob(blob)).toString('utf8') : undefined
  }
  const read = async (id: MemoryId): Promise<Memory | undefined> => {
    const text = isMemoryId(id) ? await readFile(pathOf(id)) : undefined
    // One that cannot be read counts as absent: it must not stop writers, and stays in the history.
    return text === undefined ? undefined : tryParse(text, id)
  }
  const find = (...keys: string[]): Promise<Memory[]> =>
    useSnapshot(repo, tip, (snapshot) =>
      keys.flatMap((key) => snapshot.find(key).map(({ memory }) => memory)),
    )
  return {
    tip,
    tree,
    read,
    readFile,
    resolve: async (id) => (await read(id)) ?? (await find(...stylesOf(id).map(idKey)))[0],
    findSame: async (body) => {
      const same = normaliseText(body)
      return (await find(textKey(body))).filter((memory) => normaliseText(memory.body) === same)
    },
    findSimilar: (body) =>
      useSnapshot(repo, tip, ({ parts }) =>
        findSimilar(parts, body, MOST_SIMILAR).map(({ entry, similarity }) => ({
          memory: entry.memory,
          similarity,
        })),
      ),
  }
}

export interface Changed {
  before: Map<MemoryId, Memory>
  after: Map<MemoryId, Memory>
  /** The objects that hold them. */
  blobs: Map<Memory, Oid>
}

/** The memories that differ between two tips, as they were and as they are. Files that are no memories are passed over. */
export async function changedMemories(
  repo: Repo,
  before: Oid | undefined,
  after: Oid | undefined,
): Promise<Changed> {
  const held = new Map<Memory, Oid>()
  const objects = objectsOf(repo)
  const differences = await diffCommits(objects, before, after)
  const read = async (side: 'before' | 'after'): Promise<Map<MemoryId, Memory>> => {
    const found = differences.filter((difference) => difference[side] && idOfPath(difference.path))
    const blobs = await objects.readBlobs(found.map((difference) => difference[side]!))
    const memories = new Map<MemoryId, Memory>()
    for (const [i, { path, [side]: blob }] of found.entries()) {
      const memory = tryParse(blobs[i]?.toString('utf8') ?? '', idOfPath(path)!)
      if (!memory) continue
      memories.set(memory.id, memory)
      held.set(memory, blob!)
    }
    return memories
  }
  return { before: await read('before'), after: await read('after'), blobs: held }
}

function tryParse(text: string, id: MemoryId): Memory | undefined {
  try {
    return parseMemory(text, id)
  } catch (error) {
    if (!(error instanceof RalphError)) throw error
    return undefined
  }
}
