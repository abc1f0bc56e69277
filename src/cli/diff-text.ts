/** A diff of memories for a terminal. */
import { type Memory, titleOf } from '../memory/memory.js'
import type { MemoryDiff } from '../verbs/diff.js'
import { renderChanges } from './changes.js'
import type { Paint } from './colour.js'
import { renderJudged } from './stale.js'

export function renderDiffText(diff: MemoryDiff, paint: Paint): string {
  const blocks = [
    ...diff.added.map((memory) => [
      head('+', paint.green, memory, paint),
      ...memory.body.split('\n').map((line) => (line ? `    ${line}` : '')),
    ]),
    ...diff.changed.map((changed) => [
      head('~', paint.cyan, changed.after, paint),
      ...renderChanges(changed, paint).map((line) => `    ${line}`),
    ]),
    ...diff.forgotten.map(({ memory, into }) => [
      `${head('-', paint.red, memory, paint)}  ${titleOf(memory)}${into ? paint.dim(` (folded into ${into})`) : ''}`,
    ]),
    ...(diff.stale ?? []).map((judged) => [renderJudged(judged, paint).trimEnd()]),
  ]
  return [`${paint.bold(summaryOf(diff))}\n`, ...blocks.map((lines) => `${lines.join('\n')}\n`)].join('\n')
}

function head(sign: string, colour: (text: string) => string, memory: Memory, paint: Paint): string {
  const tags = memory.tags.length > 0 ? paint.dim(` [${memory.tags.join(', ')}]`) : ''
  return `${colour(sign)} ${paint.yellow(memory.id)} ${paint.cyan(memory.type)}${tags}`
}

export function rangeOf({ from, to, since }: MemoryDiff): string {
  return `${from?.name ?? ''}${since === 'common' ? '...' : '..'}${to.name}`
}

export function isEmpty({ added, changed, forgotten, stale = [] }: MemoryDiff): boolean {
  return added.length + changed.length + forgotten.length + stale.length === 0
}

export function countsOf({ added, changed, forgotten, stale }: MemoryDiff): string {
  const counts = `${added.length} added, ${changed.length} changed, ${forgotten.length} forgotten`
  return stale ? `${counts}, ${stale.length} made stale` : counts
}

/** One sentence, also when there is nothing to show. */
export function summaryOf(diff: MemoryDiff): string {
  if (!diff.from) return `'${diff.to.name}' has no base to compare it with`
  if (!isEmpty(diff)) return `${rangeOf(diff)}: ${countsOf(diff)}`
  return diff.since === 'common'
    ? `'${diff.to.name}' has learnt nothing that '${diff.from.name}' lacks`
    : `'${diff.from.name}' and '${diff.to.name}' know the same`
}
