/** The layers of an answer: made of its hits and, for layer 2, of what is around them. */
import { resolve } from 'node:path'
import {
  type FullResult,
  type IndexResult,
  type Layer,
  type LinkMention,
  mention,
  renderFullResult,
  renderIndexResult,
  renderTimelineResult,
  summaryOf,
  type TimelineResult,
} from '../briefing/layers.js'
import { isMemoryId, stylesOf } from '../memory/id.js'
import { linksOf } from '../memory/links.js'
import type { Memory } from '../memory/memory.js'
import type { Neighbours } from '../search/neighbours.js'
import { type Entry, idKey } from '../search/segment.js'
import type { Snapshot } from '../store/index/snapshot.js'
import { useTrusted } from '../store/trust/review.js'
import type { Workspace } from '../store/workspace.js'
import { workPath } from '../store/git/work-path.js'
import type { Found, Recalled, RecallHit } from './recall.js'

interface Layers {
  layers(hits: readonly RecallHit[]): Pick<Recalled, 'layer1' | 'layer2' | 'layer3'>
  textOf(hit: RecallHit): string
}

export async function layersOf(workspace: Workspace, found: Found, layer: Layer): Promise<Layers> {
  const around = layer === 2 ? await lookAround(workspace, found) : undefined
  return {
    layers: (hits) => ({
      layer1: hits.map(indexResult),
      ...(around && { layer2: hits.map((hit) => around.get(hit)!) }),
      ...(layer === 3 && { layer3: hits.map(full) }),
    }),
    textOf(hit) {
      const mark = markOf(hit)
      if (layer === 3) return renderFullResult(full(hit), mark)
      return around ? renderTimelineResult(around.get(hit)!, mark) : renderIndexResult(indexResult(hit), mark)
    },
  }
}

/** ` (forgotten)`, ` (on feature/x)`: what a reader must know of a hit besides its words. */
export function markOf({ past, branches, code, quarantine }: RecallHit): string {
  const marks = [
    ...(quarantine ? ['in quarantine'] : []),
    ...(past ? [past.state] : []),
    ...(code ? [`code ${code}`] : []),
    ...(branches ? [`on ${branches.join(', ')}`] : []),
  ]
  return marks.length > 0 ? ` (${marks.join('; ')})` : ''
}

const full = ({ entry, score }: RecallHit): FullResult => ({ ...entry.memory, score })

function indexResult({ entry, score }: RecallHit): IndexResult {
  return { id: entry.memory.id, score, summary: summaryOf(entry.memory) }
}

async function lookAround(
  { repo, view }: Workspace,
  { hits, elsewhere = [] }: Found,
): Promise<Map<RecallHit, TimelineResult>> {
  const { neighboursIn } = await import('../search/neighbours.js')
  return useTrusted(repo, view.tip, (snapshot) => {
    const neighbours = neighboursIn(snapshot.parts)
    return new Map(
      [...hits, ...elsewhere].map((hit) => [hit, timelineResult(hit, snapshot, neighbours(hit.entry))]),
    )
  })
}

function timelineResult(hit: RecallHit, snapshot: Snapshot, { before, after }: Neighbours): TimelineResult {
  const { type, tags, created } = hit.entry.memory
  return {
    ...indexResult(hit),
    type,
    tags,
    created,
    ...(before && { before: mention(before.memory) }),
    ...(after && { after: mention(after.memory) }),
    links: mentionsOf(hit.entry, snapshot),
  }
}

export function mentionsOf({ memory }: Entry, snapshot: Snapshot): LinkMention[] {
  return linksOf(memory).map(({ to, rel }) => ({ id: to, rel, summary: titleIn(snapshot, to) }))
}

function titleIn(snapshot: Snapshot, id: string): string {
  const styles = isMemoryId(id) ? stylesOf(id) : []
  const linked: Memory | undefined = styles.flatMap((style) => snapshot.find(idKey(style)))[0]?.memory
  return linked ? summaryOf(linked) : ''
}

/** A path as typed, seen from the top of the work tree: what anchors hold. */
export function pathInRepo({ repo }: Workspace, cwd: string, typed: string): string {
  return (repo.workTree && workPath(repo.workTree, resolve(cwd, typed))) ?? typed
}
