/** Runs one bench: shows its tables, and writes them to the file that `--answers` names. */
import { writeFileSync } from 'node:fs'
import { renderText } from './render.js'
import { describeMachine } from './results.js'
import type { Answer } from './table.js'

export async function runOne(bench: { measure?: () => Answer[] | Promise<Answer[]> }): Promise<void> {
  // A bench without it has printed what it found.
  const answers = (await bench.measure?.()) ?? []
  process.stdout.write([`${describeMachine()}\n`, ...answers.map(renderText)].join('\n'))
  writeFileSync(process.argv[process.argv.indexOf('--answers') + 1]!, JSON.stringify(answers))
}
