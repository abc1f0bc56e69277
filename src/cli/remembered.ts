/** How the answer to `remember` is printed. */
import { summaryOf } from '../briefing/layers.js'
import type { Env } from '../env.js'
import { renderAnchor } from '../memory/anchor.js'
import type { Remembered } from '../verbs/remember.js'
import { renderJson } from './json.js'
import { memoryJson, printWarnings } from './output.js'

const SAID: Record<Remembered['outcome'], string> = {
  stored: '📝 Memory stored',
  known: '📝 Memory already known',
  updated: '📝 Memory already known, tags added',
}

export function printRemembered(env: Env, format: 'table' | 'json' | 'quiet', answer: Remembered): void {
  const { memory, outcome, similar, branch, parked, warnings } = answer
  printWarnings(env, warnings)
  if (parked)
    printWarnings(env, [`the line is busy: the memory waits on ${parked} and joins it with the next command`])
  if (format === 'quiet') env.stdout.write(`${memory.id}\n`)
  else if (format === 'table') env.stdout.write(`${SAID[outcome]}: ${memory.id}\n`)
  else
    env.stdout.write(
      renderJson('remembered', {
        outcome,
        branch,
        ...(parked && { parked }),
        memory: memoryJson(memory),
        similar: similar.map((one) => ({ ...memoryJson(one.memory), similarity: one.similarity })),
      }),
    )
  if (format !== 'table') return
  if (outcome === 'stored' && memory.anchors)
    env.stderr.write(`anchored in ${memory.anchors.map(renderAnchor).join(', ')}\n`)
  printSimilar(env, answer)
}

/** On standard error: what standard output says is a contract. */
function printSimilar(env: Env, { memory, similar }: Remembered): void {
  for (const { memory: other, similarity } of similar) {
    const percent = Math.round(similarity * 100)
    env.stderr.write(`looks like ${other.id} (${percent} %): ${summaryOf(other)}\n`)
  }
  if (similar.length > 0)
    env.stderr.write(`hint: if one of them is enough, forget the other: git ralph forget ${memory.id}\n`)
}
