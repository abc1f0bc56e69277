/** `remember --where`: the answer to where something belongs. Nothing is stored. */
import type { Env } from '../env.js'
import { RalphError } from '../errors.js'
import { commandFor, type Place, whereToStore } from '../memory/where.js'
import { renderJson } from './json.js'
import { printable } from './printable.js'

const NAMES: Record<Place, string> = {
  fix: 'a memory of type fix',
  decision: 'a memory of type decision',
  pattern: 'a memory of type pattern',
  context: 'a memory of type context',
  scratchpad: 'the scratchpad',
  project: 'AGENTS.md',
}

export function printAdvice(env: Env, format: 'table' | 'json' | 'quiet', sentence: string): void {
  if (sentence.trim() === '')
    throw new RalphError('bad-usage', 'where does what belong? the sentence is missing', {
      hint: 'git ralph remember --where "npm test fails: run npm build first"',
    })
  const { place, reasons, also } = whereToStore(sentence)
  const { command, note } = commandFor(place, sentence)
  if (format === 'quiet') env.stdout.write(`${place}\n`)
  else if (format === 'json')
    env.stdout.write(
      renderJson('advice', { place, reasons, ...(also && { also }), command, ...(note && { note }) }),
    )
  else {
    const why = reasons.length > 0 ? reasons : ['no word in it points elsewhere, and pattern is the default']
    const lines = [
      NAMES[place],
      ...why.map((reason) => `  ${reason}`),
      ...(also ? [`  or ${NAMES[also]}, if that fits better`] : []),
      ...(note ? [`  ${note}`] : []),
      '',
      `  ${command}`,
    ]
    env.stdout.write(`${printable(lines.join('\n'))}\n`)
  }
}
