/** Some calls of each verb that writes are made to fail, from everywhere; `npm run torture -- --faults` plays them all. */
import { describe, expect, it } from 'vitest'
import { makeDir } from '../helpers/repo.js'
import { everyFault, play } from './judge.js'
import { makeTemplate, SCENARIOS } from './scenarios.js'

/** So many of each verb. */
const SAMPLE = Number(process.env['RALPH_FAULTS'] ?? 6)

describe.each(SCENARIOS)('$name', (scenario) => {
  it('is stored whole or not at all, whatever call fails', async () => {
    const template = makeDir()
    await makeTemplate(scenario, template)
    const { points, fate, findings } = await play(scenario, template)
    expect({ fate, findings }).toEqual({ fate: 'acknowledged', findings: [] })
    expect(points.map(({ call }) => call)).toContain('git update-ref')
    const every = everyFault(points)
    const wrong: string[] = []
    for (let n = 0; n < SAMPLE; n++) {
      const planned = every[Math.floor(((n + 0.5) * every.length) / SAMPLE)]!
      wrong.push(...(await play(scenario, template, planned)).findings)
    }
    expect(wrong).toEqual([])
  })
})
