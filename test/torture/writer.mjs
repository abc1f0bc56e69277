/**
 * A process that remembers: `node writer.mjs <directory> <name> <count>`. Prints each id as soon as it is acknowledged, in one
 * write, so that what was printed before a kill is what was acknowledged.
 */
import { writeSync } from 'node:fs'
import { processEnv, remember } from '../../dist/lib/index.js'

const [directory, name, count] = process.argv.slice(2)
for (let i = 0; i < Number(count); i++) {
  const env = { ...processEnv(), cwd: directory }
  const { memory, warnings } = await remember(env, `${name} learnt thing number ${i}`, { line: 'main' })
  for (const warning of warnings) writeSync(2, `warning: ${warning}\n`)
  writeSync(1, `${memory.id}\n`)
}
process.exit(0)
