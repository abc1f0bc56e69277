/** What was known at a point of the code, or of time. */
import { beforeEach, describe, expect, it } from 'vitest'
import { forget } from '../../src/verbs/forget.js'
import { land } from '../../src/verbs/land.js'
import { list } from '../../src/verbs/list.js'
import { prime } from '../../src/verbs/prime.js'
import { recall } from '../../src/verbs/recall.js'
import { remember } from '../../src/verbs/remember.js'
import { show } from '../../src/verbs/show.js'
import { makeRepo, type TestEnv, type TestRepo } from '../helpers/repo.js'

let repo: TestRepo
let env: TestEnv
beforeEach(() => {
  repo = makeRepo()
  env = repo.env()
})

/** Memories are committed at the time of the clock. */
function at(date: string): TestEnv {
  env.vars['GIT_COMMITTER_DATE'] = `${date}T10:00:00Z`
  return env
}

const known = async (when: string | Date): Promise<string[]> =>
  (await list(env, { at: when })).memories.map(({ body }) => body).toSorted()

describe('--at a revision', () => {
  it('answers from what was remembered on that code or before', async () => {
    const { memory: first } = await remember(at('2025-01-01'), 'first port')
    repo.git('tag', 'v1')
    repo.commit('second')
    await remember(at('2025-01-02'), 'second port')
    await forget(at('2025-01-02'), [first.id])
    expect(await known('v1')).toEqual(['first port'])
    expect(await known('HEAD')).toEqual(['second port'])
    expect((await recall(env, 'port', { at: 'v1' })).hits.map(({ entry }) => entry.memory.id)).toEqual([
      first.id,
    ])
    expect((await show(env, first.id, { at: 'v1' })).memory.body).toBe('first port')
    expect((await prime(env, { at: 'v1' })).text).toContain('first port')
  })

  it('knows nothing before anything was remembered', async () => {
    repo.git('tag', 'v0')
    repo.commit('second')
    await remember(at('2025-01-02'), 'later')
    expect(await known('v0')).toEqual([])
  })

  it('takes what a branch brought from when it landed', async () => {
    await remember(at('2025-01-01'), 'on main')
    repo.git('tag', 'before')
    repo.git('checkout', '-q', '-b', 'feature')
    repo.commit('work')
    await remember(at('2025-01-02'), 'on feature')
    expect(await known('feature')).toEqual(['on feature', 'on main'])
    repo.git('checkout', '-q', 'main')
    repo.git('merge', '-q', '--no-ff', '-m', 'merge', 'feature')
    await land(at('2025-01-03'), 'feature')
    expect(await known('before')).toEqual(['on main'])
    expect(await known('main')).toEqual(['on feature', 'on main'])
  })

  it('goes by the date where git has lost the code', async () => {
    repo.commit('lost')
    await remember(at('2025-01-02'), 'on lost code')
    repo.git('reset', '-q', '--hard', 'HEAD~1')
    repo.git('reflog', 'expire', '--expire=now', '--all')
    repo.git('prune', '--expire=now')
    expect(await known('HEAD')).toEqual(['on lost code'])
  })

  it('refuses what is no revision, and what does not go together', async () => {
    await expect(list(env, { at: '--all' })).rejects.toThrow("'--all' is no commit of the code")
    await expect(recall(env, 'x', { at: 'HEAD', history: true })).rejects.toThrow(
      '--at and --history do not go together',
    )
  })
})

it('--at a date answers from what was remembered by then', async () => {
  await remember(at('2025-01-01'), 'early')
  await remember(at('2025-02-01'), 'late')
  expect(await known(new Date('2025-01-15'))).toEqual(['early'])
  expect(await known(new Date('2024-01-15'))).toEqual([])
  expect(await known(new Date('2025-03-15'))).toEqual(['early', 'late'])
})
