import { describe, expect, it } from 'vitest'
import { prompt } from '../../../src/verbs/prompt.js'
import { remember } from '../../../src/verbs/remember.js'
import { endTask } from '../../../src/verbs/task/end.js'
import { noteInsight } from '../../../src/verbs/task/insight.js'
import { noteProgress } from '../../../src/verbs/task/progress.js'
import { startTask } from '../../../src/verbs/task/start.js'
import { makeRepo } from '../../helpers/repo.js'

describe('the prompt of a task', () => {
  it('tells what the task knows, and the patterns that other tasks found', async () => {
    const env = makeRepo().env({})
    env.vars['RALPH_BUDGET'] = '130'
    await startTask(env, 'first')
    for (let n = 0; n < 6; n++) await noteInsight(env, `Gotcha number ${n} of the totals`, { type: 'fix' })
    await endTask(env, undefined, 'done')
    const before = await prompt(env)
    expect(before.parts.map(({ name }) => name)).not.toContain('task')
    const prd = '{"title":"Totals","userStories":[{"id":"US-1","title":"Sum","passes":true},{"id":"US-2"}]}'
    await startTask(env, 'second', { prd })
    await noteProgress(env, 'Summed up', { story: 'US-1', patterns: ['Use numbers'] })
    const { parts, tokens, budget } = await prompt(env)
    expect(parts.map(({ name }) => name).slice(0, 4)).toEqual(['frame', 'memories', 'patterns', 'task'])
    const told = parts.find(({ name }) => name === 'task')!.text
    expect(told).toContain('## Task second\n\nTotals\n\n- [x] US-1 Sum\n- [ ] US-2\n')
    expect(told).toContain('### Codebase Patterns\n- Use numbers\n')
    expect(told).toContain('- Summed up\n')
    expect(parts.at(-1)!.text).toContain('Note what you did on task second')
    expect(before.parts.at(-1)!.text).not.toContain('Note what you did')
    const [memories, patterns] = ['memories', 'patterns'].map(
      (name) => parts.find((one) => one.name === name)!.text,
    )
    expect(patterns).toContain('### Gotchas\n- Gotcha number')
    // Each is told once.
    for (let n = 0; n < 6; n++) {
      const line = new RegExp(`Gotcha number ${n} of`)
      expect([memories, patterns].filter((part) => line.test(part!)).length).toBe(1)
    }
    expect(tokens).toBeLessThanOrEqual(budget)
  })

  it('leaves old entries out where they do not fit, and is not disturbed by a task that is none of ours', async () => {
    const env = makeRepo().env()
    env.vars['RALPH_TASK_BUDGET'] = '220'
    await startTask(env, 't')
    for (let n = 0; n < 9; n++) {
      env.tick(60)
      await noteProgress(env, `step ${n} `.repeat(5))
    }
    const part = (await prompt(env)).parts.find(({ name }) => name === 'task')!
    expect(part.tokens).toBeLessThanOrEqual(220)
    expect(part.text).toContain('step 8')
    expect(part.text).not.toContain('step 0 ')
    expect(part.left).toBeGreaterThan(0)
    await remember(env, 'x')
    const other = { ...env, vars: { ...env.vars, RALPH_TASK: 'JIRA 12' } }
    expect((await prompt(other)).parts.map(({ name }) => name)).not.toContain('task')
  })
})
