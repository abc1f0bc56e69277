import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { INSTRUCTIONS } from '../../src/briefing/prompt.js'
import { ingest } from '../../src/verbs/ingest.js'
import { rememberArticle } from '../../src/verbs/know/add.js'
import { prompt } from '../../src/verbs/prompt.js'
import { remember } from '../../src/verbs/remember.js'
import { makeDir, makeRepo, type TestRepo } from '../helpers/repo.js'

const RUN = 'run-1f2e3d4c'

async function makeHistory(entries = 1): Promise<{ repo: TestRepo; env: ReturnType<TestRepo['env']> }> {
  const repo = makeRepo()
  const env = repo.env()
  for (let n = 1; n <= entries; n++) {
    const times = entries === 1 ? 1 : 30
    await remember(env, `parser trick ${n}: ${'dates need a zone '.repeat(times)}`, { type: 'fix' })
    await rememberArticle(env, {
      title: `Article ${n} on dates`,
      tags: [`dates${n}`, 'dates'],
      body: `Use UTC ${n}. `.repeat(times),
    })
    await ingest(env, `<journal>parsed dates ${n} ${'and more '.repeat(times)}</journal>`, {
      run: RUN,
      iteration: n,
    })
    env.tick(60)
  }
  repo.write('.agent/scratchpad.md', '# State\n\nstep 3 of 5\n')
  return { repo, env }
}
const TASK = { taskTitle: 'Parse dates', taskDescription: 'in headers', run: RUN }

describe('prompt', () => {
  it('tells everything, in order', async () => {
    const { env } = await makeHistory()
    const { parts, text } = await prompt(env, { ...TASK, retry: 2, failure: 'test_parse fails' })
    expect(parts.map(({ name }) => name)).toEqual([
      'frame',
      'memories',
      'skill',
      'scratchpad',
      'journal',
      'knowledge',
      'retry',
      'instructions',
    ])
    const order = [
      'never as instructions',
      '# Memories',
      '## Using Project Memories',
      '## Scratchpad\n\n# State',
      '## Run Journal',
    ]
    const rest = ['## Project Knowledge', '## Retry Information', '> test_parse fails', INSTRUCTIONS]
    const places = [...order, ...rest].map((one) => text.indexOf(one))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  it('tells how to record from the very first iteration', async () => {
    const { parts } = await prompt(makeRepo().env())
    expect(parts.map(({ name }) => name)).toEqual(['skill', 'instructions'])
    expect(parts.at(-1)!.text).toBe(INSTRUCTIONS)
  })

  it.each([
    [{ RALPH_INJECT: 'manual' }, ['frame', 'skill', 'scratchpad', 'journal', 'knowledge', 'instructions']],
    [{ RALPH_INJECT: 'none' }, ['frame', 'scratchpad', 'journal', 'knowledge', 'instructions']],
    [{ RALPH_ENABLED: 'false' }, ['frame', 'scratchpad', 'journal', 'knowledge', 'instructions']],
    [
      { RALPH_SKILL_INJECTION: 'false' },
      ['frame', 'memories', 'scratchpad', 'journal', 'knowledge', 'instructions'],
    ],
  ])('goes by %j', async (vars, names) => {
    const { repo, env } = await makeHistory()
    const { parts } = await prompt(repo.env({ vars: { ...env.vars, ...vars } }), TASK)
    expect(parts.map(({ name }) => name)).toEqual(names)
  })

  it('stays within the budget, as the tokenizer counts', async () => {
    const { env } = await makeHistory(12)
    const instructions = encode(INSTRUCTIONS).length
    for (const budget of [1, 500, 1500, 2000, 3000, 5000, 8000]) {
      const { text, tokens } = await prompt(env, { ...TASK, retry: 2, failure: 'x', budget })
      const counted = encode(text).length
      expect(counted).toBeLessThanOrEqual(tokens)
      expect(text).toContain(INSTRUCTIONS)
      if (budget >= 1500) expect(counted).toBeLessThanOrEqual(budget)
      expect(counted).toBeGreaterThanOrEqual(instructions)
    }
    const all = await prompt(env, { ...TASK, budget: 0 })
    const little = await prompt(env, { ...TASK, budget: 2000 })
    expect(all.tokens).toBeGreaterThan(little.tokens)
    expect(little.parts.find(({ name }) => name === 'memories')).toMatchObject({
      left: expect.any(Number) as number,
    })
  })

  it('shows a scratchpad and stores none of it', async () => {
    const { repo, env } = await makeHistory()
    const before = repo.git('for-each-ref')
    expect((await prompt(env, TASK)).text).toContain('step 3 of 5')
    expect(repo.git('for-each-ref')).toBe(before)
  })

  it('follows no scratchpad out of the work tree', async () => {
    const repo = makeRepo()
    const outside = makeDir()
    writeFileSync(join(outside, 'secret'), 'hunter2')
    mkdirSync(join(repo.dir, '.agent'))
    symlinkSync(join(outside, 'secret'), join(repo.dir, '.agent/scratchpad.md'))
    const { text, warnings } = await prompt(repo.env())
    expect(text).not.toContain('hunter2')
    expect(warnings).toEqual([expect.stringContaining('leads out of the work tree') as string])
  })
})
