import { expect, test } from 'vitest'
import { remember } from '../../src/verbs/remember.js'
import { show } from '../../src/verbs/show.js'
import { idsOnLine } from '../helpers/processes.js'
import { makeRepo } from '../helpers/repo.js'
import { expectToWork } from '../helpers/works.js'

test('a detached HEAD writes to the default branch', async () => {
  const repo = makeRepo()
  repo.git('checkout', '-q', '--detach')
  const id = await expectToWork(repo)
  repo.git('checkout', '-q', 'main')
  expect((await show(repo.env(), id)).memory.id).toBe(id)
})

test('names with slashes, percent signs and capitals are kept apart, one below another', async () => {
  const repo = makeRepo()
  const lines = {
    a: 'a',
    'b/c': 'b%2Fc',
    'b%2Fc': 'b%252%fc',
    '100%': '100%25',
    'ü/한': 'ü%2F한',
    JIRA: '%j%i%r%a',
    'İ%j': 'İ%25j',
    Ü: '%ü',
  }
  for (const [branch, line] of Object.entries(lines)) {
    repo.git('checkout', '-q', '-b', branch, 'main')
    const { memory } = await remember(repo.env(), `only on ${branch}`)
    expect(idsOnLine(repo, line)).toEqual([memory.id])
  }
  // Git itself cannot have the branches a and a/b together; their lines can, since one may outlive its branch.
  repo.git('branch', '-D', 'a')
  repo.git('checkout', '-q', '-b', 'a/b', 'main')
  await remember(repo.env(), 'only on a/b')
  expect(idsOnLine(repo, 'a')).toHaveLength(1)
  expect(idsOnLine(repo, 'a%2Fb')).toHaveLength(1)
})
