/** Related: what lies around a memory: learnt just before and after, linked to it either way, alike, or tagged alike. */
import { type LinkMention, type Mention, mention } from '../briefing/layers.js'
import type { Env } from '../env.js'
import type { Memory } from '../memory/memory.js'
import { findSimilar } from '../search/near.js'
import { neighboursIn } from '../search/neighbours.js'
import { search } from '../search/search.js'
import { type Entry, idKey } from '../search/segment.js'
import type { Snapshot } from '../store/index/snapshot.js'
import { openQuarantine, useTrusted } from '../store/trust/review.js'
import { openWorkspace } from '../store/workspace.js'
import { findMemory, inQuarantine } from './find-memory.js'
import { GraphReader } from './graph/reader.js'
import { mentionsOf } from './recall-layers.js'

export interface SharedTags extends Mention {
  tags: string[]
}

export interface SimilarMention extends Mention {
  /** 0 to 1. */
  similarity: number
}

export interface Related {
  memory: Memory
  /** Made in the same go of work. */
  before?: Mention
  after?: Mention
  /** What it refers to. */
  links: LinkMention[]
  /** What refers to it. */
  linkedFrom: LinkMention[]
  similar: SimilarMention[]
  /** Those that share the most tags with it, newest first. */
  sameTags: SharedTags[]
  branch: string
  warnings: string[]
}

const MOST_SIMILAR = 5
const MOST_TAGGED = 10

export async function related(env: Env, id: string, options: { line?: string } = {}): Promise<Related> {
  const workspace = await openWorkspace(env, options)
  const { repo, view, warnings } = workspace
  const memory = await findMemory(workspace, id)
  const why = openQuarantine(repo)(memory.body)
  if (why) throw inQuarantine(memory.id, why)
  const around = await useTrusted(repo, view.tip, (snapshot) => lookAround(snapshot, memory))
  return { memory, ...around, branch: view.branch, warnings }
}

function lookAround(snapshot: Snapshot, memory: Memory): Omit<Related, 'memory' | 'branch' | 'warnings'> {
  const entry = snapshot.find(idKey(memory.id)).find((one) => one.memory.id === memory.id)!
  const { before, after } = neighboursIn(snapshot.parts)(entry)
  const similar = findSimilar(snapshot.parts, memory.body, MOST_SIMILAR + 1)
  return {
    ...(before && { before: mention(before.memory) }),
    ...(after && { after: mention(after.memory) }),
    links: mentionsOf(entry, snapshot),
    linkedFrom: linkedFrom(entry, snapshot),
    similar: similar
      .filter((one) => one.entry.memory.id !== memory.id)
      .slice(0, MOST_SIMILAR)
      .map(({ entry: other, similarity }) => ({ ...mention(other.memory), similarity })),
    sameTags: sameTags(snapshot, memory),
  }
}

function linkedFrom({ memory }: Entry, snapshot: Snapshot): LinkMention[] {
  const reader = new GraphReader(snapshot, [])
  const node = reader.find(memory.id)
  if (node === undefined) return []
  return reader.edgesTo(node).flatMap(({ from, rel }) => {
    const { entry } = reader.node(from)
    return entry === undefined || from === memory.id ? [] : [{ ...mention(entry.memory), rel }]
  })
}

function sameTags({ parts }: Snapshot, { id, tags }: Memory): SharedTags[] {
  if (tags.length === 0) return []
  return search(parts, '', { tags })
    .hits.map(({ entry }) => entry.memory)
    .filter((other) => other.id !== id)
    .map((other) => ({ ...mention(other), tags: other.tags.filter((tag) => tags.includes(tag)) }))
    .toSorted((a, b) => b.tags.length - a.tags.length)
    .slice(0, MOST_TAGGED)
}
