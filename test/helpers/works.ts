import { expect } from 'vitest'
import { list } from '../../src/verbs/list.js'
import { remember } from '../../src/verbs/remember.js'
import { idsOnLine } from './processes.js'
import { makeEnv, TEST_VARS, type TestRepo } from './repo.js'

/** Remembers from `dir`, and shows with git that the memory is on the line of `line` in `repo`, and that it is read back. */
export async function expectToWork(
  repo: TestRepo,
  { dir = repo.dir, line = 'main', vars = {} } = {},
): Promise<string> {
  const env = makeEnv(dir, { vars: { ...TEST_VARS, ...vars } })
  const { memory, warnings } = await remember(env, `learnt in ${dir}`)
  expect(warnings).toEqual([])
  expect(idsOnLine(repo, line)).toContain(memory.id)
  expect((await list(env)).memories.map(({ id }) => id)).toContain(memory.id)
  repo.git('fsck', '--strict', '--no-dangling')
  return memory.id
}
