/** The real Claude Code client in a loop: a scripted model fixes a failing test in two iterations, and is told what failed. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createInterrupt } from '../../src/loop/interrupt.js'
import { startLoop } from '../../src/loop/start.js'
import type { LoopEvent } from '../../src/loop-rules/events.js'
import { list } from '../../src/verbs/list.js'
import { client } from '../helpers/clients.js'
import { makeDir, makeRepo, TEST_VARS } from '../helpers/repo.js'
import { type ClientName, leadToModel } from './agents/clients.js'
import { startModel } from './agents/model.js'
import type { Body, Turn } from './agents/wire.js'

const FILES = {
  'sum.js': 'exports.sum = (a, b) => a - b\nexports.twice = (a) => a + 2\n',
  'test.js': `const { sum, twice } = require('./sum.js')
const wrong = [sum(2, 3) === 5, twice(5) === 10].filter((right) => !right).length
if (wrong > 0) {
  console.log(wrong + ' failing')
  process.exit(1)
}
`,
  'package.json': '{ "scripts": { "test": "node test.js" } }\n',
}
const REPAIRS = [
  { old_string: 'a - b', new_string: 'a + b' },
  { old_string: 'a + 2', new_string: 'a * 2' },
]
const claude = client('claude')

describe.skipIf(claude === undefined)('Claude Code', () => {
  it('reaches a goal in two iterations', async () => {
    const repo = makeRepo(FILES)
    const file = join(repo.dir, 'sum.js')
    const iterationOf = (body: Body): number =>
      JSON.stringify(body).includes('This is iteration 2 of') ? 2 : 1
    const model = await startModel((turn, body): Turn => {
      const iteration = iterationOf(body)
      if (turn === 0) return { say: 'Looking.', use: [{ tool: 'Read', input: { file_path: file } }] }
      if (turn === 1)
        return { use: [{ tool: 'Edit', input: { file_path: file, ...REPAIRS[iteration - 1] } }] }
      return {
        say: `<memory type="fix">repair ${iteration}</memory>\n<journal>repaired ${iteration} of 2</journal>`,
      }
    })
    const vars = { ...TEST_VARS, ...leadToModel('claude', makeDir('ralph-home-'), repo.dir, model) }
    const env = repo.env({ now: () => new Date(), random: (n) => randomBytes(n), vars })
    const events: LoopEvent[] = []
    try {
      const state = await startLoop(
        env,
        'make the tests pass',
        { agent: `${claude} -p --allowedTools Read,Edit`, cooldown: 0 },
        {
          tell: (event) => void events.push(event),
          interrupt: createInterrupt(),
          mayRun: () => Promise.resolve(false),
        },
      )
      expect(
        state.iterations.map(({ outcome, files, results }) => [outcome, files, results[0]?.failing]),
      ).toEqual([
        ['retried', ['sum.js'], 1],
        ['done', ['sum.js'], undefined],
      ])
      expect(state).toMatchObject({ status: 'success', reason: 'criteria-met' })
      expect(readFileSync(file, 'utf8')).toBe('exports.sum = (a, b) => a + b\nexports.twice = (a) => a * 2\n')
      for (const { tokens, model: name } of state.iterations) {
        expect(tokens).toBeGreaterThan(0)
        expect(name).toMatch(/claude/)
      }
      expect((await list(env)).memories.map(({ body }) => body).toSorted()).toEqual(['repair 1', 'repair 2'])
      const second = JSON.stringify(model.asked.find((body) => iterationOf(body) === 2))
      for (const words of ['1 failing', 'repaired 1 of 2', 'repair 1', 'This is attempt 2'])
        expect(second).toContain(words)
      const said = events.flatMap((one) => (one.event === 'output' ? [one.text] : [])).join('')
      expect(said).toContain('Looking.\n  ⚙ Read ')
    } finally {
      await model.close()
    }
  })
})

/** What each is told besides its name, so that it works alone. */
const LINES: Record<ClientName, string> = {
  claude: '',
  codex: ' exec --dangerously-bypass-approvals-and-sandbox --skip-git-repo-check',
  gemini: ' --yolo --model gemini-2.5-flash',
  opencode: ' run',
}

describe.each(Object.entries(LINES) as [ClientName, string][])('%s', (name, line) => {
  const bin = client(name)

  it.skipIf(bin === undefined)('gets the prompt, and is heard', async () => {
    const repo = makeRepo()
    const model = await startModel([{ say: 'Nothing to do.\n\n[RALPH_SUCCESS]\n' }])
    const vars = { ...TEST_VARS, ...leadToModel(name, makeDir('ralph-home-'), repo.dir, model) }
    const env = repo.env({ now: () => new Date(), random: (n) => randomBytes(n), vars })
    try {
      const state = await startLoop(
        env,
        'greet the world',
        { agent: `${bin}${line}`, criteria: ['marker'], cooldown: 0, maxIterations: 1, agentTimeout: '50s' },
        { tell: () => {}, interrupt: createInterrupt(), mayRun: () => Promise.resolve(false) },
      )
      expect(JSON.stringify(model.asked)).toContain('greet the world')
      expect(state).toMatchObject({ status: 'success', reason: 'criteria-met' })
    } finally {
      await model.close()
    }
  })
})
