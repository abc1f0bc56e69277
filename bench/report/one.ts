/** Runs one bench: shows its tables, and writes them to the file that `--answers` names, for who asked. */
import { writeFileSync } from 'node:fs'
import { renderText } from './render.js'
import { describeMachine } from './results.js'
import type { Answer } from './table.js'

export async function runOne(bench: { measure?: () => Answer[] | Promise<Answer[]> }): Promise<void> {
  // A bench that prints by itself has done so already.
  if (!bench.measure) return
  const answers = await bench.measure()
  process.stdout.write([`${describeMachine()}\n`, ...answers.map(renderText)].join('\n'))
  const flag = process.argv.indexOf('--answers')
  if (flag > 0) writeFileSync(process.argv[flag + 1]!, JSON.stringify(answers))
}
