/** Show: one memory, found by its id or a part of it. */
import type { Env } from '../env.js'
import type { Memory, MemoryId } from '../memory/memory.js'
import { idKey } from '../search/segment.js'
import { type Snapshot, useSnapshot } from '../store/index/snapshot.js'
import { openQuarantine } from '../store/trust/review.js'
import type { Tier } from '../store/trust/tiers.js'
import type { ViewOptions } from '../store/line/line.js'
import type { Provenance } from '../store/line/written-by.js'
import { openWorkspace } from '../store/workspace.js'
import type { AnchorWithCode } from './code-around.js'
import { findMemory } from './find-memory.js'
import { GraphReader } from './graph/reader.js'
import { trustOf } from './list.js'
import { provenanceFor } from './provenance.js'

export interface Backlink {
  from: MemoryId
  rel: string
  title: string
}

export interface ShowOptions extends ViewOptions {
  /** Say who wrote it, and on which code. */
  provenance?: boolean
  /** Also the code it is anchored in. */
  code?: boolean
}

export interface Shown {
  memory: Memory
  /** Memories that link to it. */
  backlinks: Backlink[]
  /** By who wrote this version of it. */
  trust: Tier
  /** Where it was asked for. */
  provenance?: Provenance
  /** Why it is in quarantine, if it is. */
  quarantine?: string[]
  /** Where it was asked for. */
  code?: AnchorWithCode[]
  warnings: string[]
}

export async function show(env: Env, id: string, options: ShowOptions = {}): Promise<Shown> {
  const workspace = await openWorkspace(env, options)
  const { repo, view, warnings } = workspace
  const memory = await findMemory(workspace, id)
  const { entries, backlinks } = await useSnapshot(repo, view.tip, (snapshot) => ({
    entries: snapshot.find(idKey(memory.id)).filter((entry) => entry.memory.id === memory.id),
    backlinks: findBacklinks(snapshot, memory.id),
  }))
  const quarantine = openQuarantine(repo)(memory.body)
  const trust = (await trustOf(repo, entries)).get(memory.id) ?? 'unknown'
  const held = entries.map(({ blob }): [Memory, string] => [memory, blob])
  const known = options.provenance && (await provenanceFor(repo, view.tip, held)).get(memory)
  return {
    memory,
    backlinks,
    trust,
    ...(known && { provenance: known }),
    ...(quarantine && { quarantine }),
    ...(options.code && { code: await (await import('./code-around.js')).codeOf(repo, memory) }),
    warnings,
  }
}

function findBacklinks(snapshot: Snapshot, id: MemoryId): Backlink[] {
  const reader = new GraphReader(snapshot, [])
  const node = reader.find(id)
  if (node === undefined) return []
  return reader.edgesTo(node).map(({ from, rel }) => ({ from, rel, title: reader.node(from).title }))
}
