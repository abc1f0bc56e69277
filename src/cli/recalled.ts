/** How hits are printed. */
import { type Layer, mention } from '../briefing/layers.js'
import { markStale } from '../briefing/stale.js'
import type { Env } from '../env.js'
import { renderBlock, renderMemories } from '../memory/memories-md.js'
import { type Memory, titleOf } from '../memory/memory.js'
import type { Hit } from '../search/search.js'
import type { Recalled, RecallHit } from '../verbs/recall.js'
import { paintFor } from './colour.js'
import { renderJson } from './json.js'
import { type ExtraColumn, type ListFormat, memoryJson, printTable, printWarnings } from './output.js'

/** The text that a hit becomes, or undefined where that is the text of its layer. */
export function textFor(format: ListFormat, layer?: Layer): ((hit: RecallHit) => string) | undefined {
  if (format === 'json') return layer ? undefined : (hit) => JSON.stringify(hitJson(hit), null, 2)
  if (format === 'markdown') return (hit) => `${renderBlock(markedMemory(hit))}\n\n`
  if (layer) return undefined
  return ({ entry: { memory }, score, branches = [] }) =>
    [
      memory.id,
      memory.type,
      score.toFixed(2),
      ...branches,
      memory.created.slice(0, 10),
      memory.tags.join(', '),
      `${titleOf(memory)}\n`,
    ].join('  ')
}

export function printRecalled(env: Env, format: ListFormat, answer: Recalled, layer?: Layer): void {
  printWarnings(env, answer.warnings)
  if (format === 'json') return env.stdout.write(renderRecalledJson(answer, layer))
  if (format === 'markdown') {
    env.stdout.write(
      renderMemories([...answer.hits, ...answer.related, ...answer.elsewhere].map(markedMemory)),
    )
    return printFooter(env, answer, env.stderr)
  }
  if (layer) env.stdout.write(answer.text)
  else printTables(env, answer)
  printExplanations(env, [...answer.hits, ...answer.elsewhere])
  printFooter(env, answer, env.stdout)
}

/** For an agent, who reads nothing but the text. */
function markedMemory({ entry, code }: RecallHit): Memory {
  return code === undefined ? entry.memory : markStale(entry.memory, code)
}

function printTables(env: Env, { hits, elsewhere, related }: Recalled): void {
  printHits(env, hits)
  if (related.length > 0) {
    env.stdout.write('\nlinked with these:\n')
    printHits(env, related)
  }
  if (elsewhere.length === 0) return
  env.stdout.write('\non other branches:\n')
  printHits(env, elsewhere)
}

function printHits(env: Env, hits: readonly RecallHit[]): void {
  const paint = paintFor(env.stdout, env.vars)
  const columns: ExtraColumn[] = []
  if (hits.some(({ score }) => score > 0))
    columns.push({ title: 'SCORE', align: 'right', cell: (_, row) => hits[row]!.score.toFixed(2) })
  if (hits.some(({ branches }) => branches))
    columns.push({
      title: 'BRANCH',
      paint: paint.green,
      cell: (_, row) => hits[row]!.branches?.join(', ') ?? '',
    })
  if (hits.some(({ quarantine }) => quarantine))
    columns.push({
      title: 'QUARANTINE',
      paint: paint.red,
      cell: (_, row) => (hits[row]!.quarantine ? 'held' : ''),
    })
  if (hits.some(({ past, code }) => past ?? code))
    columns.push({ title: 'STATE', paint: paint.red, cell: (_, row) => stateOf(hits[row]!) })
  printTable(
    env,
    hits.map(({ entry }) => entry.memory),
    columns,
  )
}

function stateOf({ past, code }: RecallHit): string {
  return past?.state ?? (code ? `code ${code}` : '')
}

function printFooter(env: Env, answer: Recalled, sink: Env['stdout']): void {
  const { hits, total, replaced, leftOut, tokenEstimate } = answer
  const paint = paintFor(sink, env.vars)
  const say = (line: string): void => sink.write(paint.dim(`${line}\n`))
  for (const { word, by } of replaced) say(`no memory has '${word}': looked for ${by.join(', ')}`)
  for (const { entry, past } of hits) {
    if (past?.state === 'forgotten') say(`restore: git ralph restore ${entry.memory.id}`)
    else if (past) say(`read: git show ${past.commit.slice(0, 12)}:${past.path}`)
  }
  const cut = Math.max(0, total - hits.length - leftOut)
  const more = [
    ...(leftOut > 0 ? [`${leftOut} left out by --budget`] : []),
    ...(cut > 0 ? [`${cut} more: add --all`] : []),
  ]
  if (tokenEstimate > 0) more.push(`~${tokenEstimate} tokens`)
  if (more.length > 0) say(more.join('; '))
}

function renderRecalledJson(answer: Recalled, layer: Layer | undefined): string {
  const { branch, total, tokenEstimate, leftOut, hits, elsewhere, related, layer1, layer2, layer3 } = answer
  const linked = related.map((hit) => ({ ...hitJson(hit), via: hit.via }))
  const shared = { branch, total, tokenEstimate, leftOut, ...(linked.length > 0 && { related: linked }) }
  if (layer === undefined)
    return renderJson('recalled', { ...shared, hits: hits.map(hitJson), elsewhere: elsewhere.map(hitJson) })
  return renderJson('recalled', {
    ...shared,
    layer,
    layer1: layer1.map((result, row) => ({ ...result, ...marksJson(hits[row]!) })),
    ...(layer2 && { layer2 }),
    ...(layer3 && { layer3: hits.map(hitJson) }),
    elsewhere: elsewhere.map((hit) =>
      layer === 3 ? hitJson(hit) : { ...mention(hit.entry.memory), ...marksJson(hit) },
    ),
  })
}

function hitJson(hit: RecallHit): Record<string, unknown> {
  const { entry, score, explain, provenance } = hit
  return {
    score,
    ...memoryJson(entry.memory),
    ...marksJson(hit),
    ...(provenance && { provenance }),
    ...(explain && { explain }),
  }
}

function marksJson({ branches, past, code, quarantine, trust }: RecallHit): Record<string, unknown> {
  return {
    ...(trust && { trust }),
    ...(quarantine && { quarantine }),
    ...(branches && { branches }),
    ...(past && { past }),
    ...(code && { code }),
  }
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
