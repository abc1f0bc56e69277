import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openRepo } from '../../src/store/git/repo.js'
import { listWorktrees, parseWorktrees } from '../../src/store/git/worktrees.js'
import { makeDir, makeRepo } from '../helpers/repo.js'

it('lists work trees with their branches, alike in both forms that git prints', async () => {
  const repo = makeRepo()
  // Git lists them by their paths.
  const parent = makeDir()
  const [topic, detached] = [join(parent, 'a space'), join(parent, 'detached')]
  repo.git('worktree', 'add', '-q', '-b', 'feature/topic', topic)
  repo.git('worktree', 'add', '-q', '--detach', detached)
  const expected = [
    { path: repo.dir, branch: 'main' },
    { path: topic, branch: 'feature/topic' },
    { path: detached },
  ]
  expect(await listWorktrees(await openRepo(repo.env()))).toEqual(expected)
  expect(parseWorktrees(repo.git('worktree', 'list', '--porcelain'), '\n')).toEqual(expected)
})
