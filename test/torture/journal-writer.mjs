/** A process that keeps a journal: `node journal-writer.mjs <directory> <run> <count> <revision>…`. Prints each id once it is acknowledged. */
import { writeSync } from 'node:fs'
import { journalAdd, processEnv } from '../../dist/lib/index.js'

const [directory, run, count, ...commits] = process.argv.slice(2)
for (let i = 0; i < Number(count); i++) {
  const env = { ...processEnv(), cwd: directory }
  const commit = commits[i % commits.length]
  const { entry, parked } = await journalAdd(env, {
    run,
    iteration: i,
    files: [],
    commit,
    notes: `step ${i}`,
  })
  if (parked) writeSync(2, `parked ${parked}\n`)
  writeSync(1, `${entry.id}\n`)
}
process.exit(0)
