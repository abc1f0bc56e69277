/** How hits are printed. */
import type { Env } from '../env.js'
import type { Hit } from '../search/search.js'
import type { Recalled } from '../verbs/recall.js'
import { renderMemories } from '../memory/memories-md.js'
import { paintFor } from './colour.js'
import { renderJson } from './json.js'
import { type ListFormat, memoryJson, printTable, printWarnings } from './output.js'

export function printRecalled(env: Env, format: ListFormat, answer: Recalled): void {
  printWarnings(env, answer.warnings)
  const { hits, total, replaced } = answer
  const memories = hits.map(({ entry }) => entry.memory)
  if (format === 'markdown') env.stdout.write(renderMemories(memories))
  else if (format === 'json')
    env.stdout.write(renderJson('recalled', { branch: answer.branch, total, hits: hits.map(hitJson) }))
  else {
    const asked = hits.some(({ score }) => score > 0)
    printTable(
      env,
      memories,
      asked ? [{ title: 'SCORE', align: 'right', cell: (_, row) => hits[row]!.score.toFixed(2) }] : [],
    )
    printExplanations(env, hits)
    const paint = paintFor(env.stdout, env.vars)
    for (const { word, by } of replaced)
      env.stdout.write(paint.dim(`no memory has '${word}': looked for ${by.join(', ')}\n`))
    if (total > hits.length) env.stdout.write(paint.dim(`${total - hits.length} more: add --all\n`))
  }
}

function hitJson({ entry, score, explain }: Hit): Record<string, unknown> {
  return { score, ...memoryJson(entry.memory), ...(explain && { explain }) }
}

function printExplanations(env: Env, hits: readonly Hit[]): void {
  for (const { entry, score, explain } of hits) {
    if (!explain) continue
    env.stdout.write(`\n${entry.memory.id}  ${score.toFixed(3)}\n`)
    for (const part of explain.terms)
      env.stdout.write(`  ${part.score.toFixed(3).padStart(8)}  ${part.term} in ${part.field}\n`)
    for (const { name, score: added } of explain.priors)
      env.stdout.write(`  ${added.toFixed(3).padStart(8)}  ${name}\n`)
  }
}
