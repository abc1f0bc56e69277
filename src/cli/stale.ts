/** How judged memories are printed. */
import type { Env } from '../env.js'
import type { Verdict } from '../memory/anchor-verdict.js'
import { renderAnchor } from '../memory/anchor.js'
import { type Memory, titleOf } from '../memory/memory.js'
import type { Provenance } from '../store/line/written-by.js'
import type { JudgedAnchor, JudgedMemory, Stale } from '../verbs/stale.js'
import type { AnchorWithCode } from '../verbs/code-around.js'
import { type Paint, paintFor } from './colour.js'
import { renderJson } from './json.js'
import { memoryJson, printWarnings, provenanceJson } from './output.js'
import { printable } from './printable.js'

export function printStale(env: Env, format: 'text' | 'json', answer: Stale): void {
  printWarnings(env, answer.warnings)
  const { branch, anchored, fixed, stale, provenance } = answer
  if (format === 'json') {
    const memories = stale.map((one) => judgedJson(one, provenance))
    env.stdout.write(renderJson('stale', { branch, anchored, fixed, memories }))
    return
  }
  const paint = paintFor(env.stdout, env.vars)
  env.stdout.write(stale.map((one) => renderJudged(one, paint)).join(''))
  if (fixed > 0) env.stdout.write(`re-anchored ${fixed === 1 ? '1 memory' : `${fixed} memories`}\n`)
  if (stale.length === 0)
    env.stdout.write(`nothing is stale: ${anchored} anchored memories are as they were\n`)
  else if (stale.some(({ state }) => state === 'moved'))
    env.stderr.write('hint: `git ralph stale --fix` re-anchors what has only moved\n')
}

export function judgedJson(
  { memory, state, anchors }: JudgedMemory,
  provenance?: ReadonlyMap<Memory, Provenance>,
): Record<string, unknown> {
  return {
    ...memoryJson(memory),
    ...provenanceJson(provenance, memory),
    state,
    anchors: anchors.map(anchorJson),
  }
}

export function anchorJson({ anchor, verdict, changes }: JudgedAnchor): Record<string, unknown> {
  return {
    ...anchor,
    state: verdict.state,
    ...(isElsewhere(verdict) && { now: { path: verdict.path ?? anchor.path, lines: verdict.lines } }),
    ...(changes && { changes }),
  }
}

const isElsewhere = ({ path, lines }: Verdict): boolean => path !== undefined || lines !== undefined

export function renderJudged({ memory, state, anchors }: JudgedMemory, paint: Paint): string {
  const head = `${paint.yellow(memory.id)} ${paint.cyan(memory.type)} ${state}: ${printable(titleOf(memory))}\n`
  const lines = anchors.filter(({ verdict }) => verdict.state !== 'fresh').map((one) => renderOne(one, paint))
  return head + lines.join('')
}

function renderOne({ anchor, verdict, changes = [] }: JudgedAnchor, paint: Paint): string {
  const { path = anchor.path, lines } = verdict
  const now = isElsewhere(verdict)
    ? `, now ${renderAnchor({ path, ...(lines !== undefined && { lines }) })}`
    : ''
  const symbol = anchor.symbol === undefined ? '' : ` (${anchor.symbol})`
  const diff = changes.map(({ kind, text }) => {
    const line = printable(text)
    if (kind === 'same') return `      ${line}\n`
    return kind === 'added' ? paint.green(`    + ${line}`) + '\n' : paint.red(`    - ${line}`) + '\n'
  })
  return `  ${printable(renderAnchor(anchor) + symbol)}: ${verdict.state}${printable(now)}\n${diff.join('')}`
}

export function renderCode({ code = [], ...judged }: AnchorWithCode, paint: Paint): string {
  const lines = code.map(({ line, text, cited }) => {
    const number = paint.dim(String(line).padStart(6))
    return `${number} ${cited ? paint.yellow('|') : ' '} ${printable(text)}\n`
  })
  return renderOne(judged, paint) + lines.join('')
}
