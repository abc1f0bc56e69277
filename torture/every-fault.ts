/** `npm run torture -- --faults`: each call of each verb that writes fails in each way. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { everyFault, play } from '../test/faults/judge.js'
import { makeTemplate, SCENARIOS } from '../test/faults/scenarios.js'

const { values } = parseArgs({
  options: {
    faults: { type: 'boolean' },
    /** One verb alone. */
    only: { type: 'string' },
    /** One fault alone, by its number. */
    at: { type: 'string' },
  },
})

const scenarios = SCENARIOS.filter(({ name }) => values.only === undefined || name === values.only)
if (scenarios.length === 0) {
  console.error(`error: there is no '${values.only}'\nhint: ${SCENARIOS.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}

let failed = 0
for (const scenario of scenarios) {
  const template = realpathSync(mkdtempSync(join(tmpdir(), 'ralph-faults-')))
  await makeTemplate(scenario, template)
  const { points } = await play(scenario, template)
  const every = everyFault(points)
  const fates: Record<string, number> = {}
  const chosen = values.at === undefined ? [...every.keys()] : [Number(values.at)]
  for (const n of chosen) {
    const { fate, findings } = await play(scenario, template, every[n])
    fates[fate] = (fates[fate] ?? 0) + 1
    if (findings.length === 0) continue
    failed++
    console.error(findings.join('\n'))
    console.error(`  replay: npm run torture -- --faults --only '${scenario.name}' --at ${n}`)
  }
  rmSync(template, { recursive: true, force: true })
  const outcomes = Object.entries(fates).map(([fate, n]) => `${n} ${fate}`)
  console.log(`${scenario.name}: ${points.length} calls, ${chosen.length} faults: ${outcomes.join(', ')}`)
}
console.log(failed === 0 ? 'nothing found' : `${failed} failed`)
if (failed > 0) process.exitCode = 1
