/** The main journey in repositories of all kinds; `npm run portability -- variants` runs the tests of all commands in each. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { doctor } from '../../src/verbs/doctor.js'
import { edit } from '../../src/verbs/edit.js'
import { forget } from '../../src/verbs/forget.js'
import { init } from '../../src/verbs/init.js'
import { land } from '../../src/verbs/land.js'
import { list } from '../../src/verbs/list.js'
import { recall } from '../../src/verbs/recall.js'
import { remember } from '../../src/verbs/remember.js'
import { sync } from '../../src/verbs/sync.js'
import { makeDir, makeEnv, makeRepo, makeVariant, repoAt, TEST_VARS, type TestRepo } from '../helpers/repo.js'
import { type Variant, VARIANTS } from '../helpers/variants.js'
import { readLine } from '../e2e/world.js'

/** Remembers, changes, forgets, lands a branch and shares; what is left is read with git alone. */
async function goThrough(repo: TestRepo, cwd = repo.dir, vars: Record<string, string> = {}): Promise<void> {
  const env = makeEnv(cwd, { vars: { ...TEST_VARS, ...vars } })
  await init(env)
  const { memory } = await remember(env, 'docker has to run')
  const gone = (await remember(env, 'not worth it')).memory
  await edit(env, memory.id, { addTags: ['docker'] })
  await forget(env, [gone.id])
  expect((await recall(env, 'docker')).hits.map(({ entry }) => entry.memory.id)).toEqual([memory.id])

  // A branch without a work tree: a bare repository has none.
  repo.git('branch', 'topic', 'main')
  const commit = repo.git('commit-tree', '-p', 'main', '-m', 'topic', 'main^{tree}').trim()
  repo.git('update-ref', 'refs/heads/topic', commit)
  await remember(env, 'learnt on topic', { line: 'topic' })
  expect(readLine(repo.dir, 'refs/ralph-memory/topic')).toContain('learnt on topic')
  expect(readLine(repo.dir, 'refs/ralph-memory/main')).not.toContain('learnt on topic')
  const merge = repo.git('commit-tree', '-p', 'main', '-p', commit, '-m', 'merge', 'main^{tree}').trim()
  repo.git('update-ref', 'refs/heads/main', merge)
  expect((await land(env)).reports).toMatchObject([{ branch: 'topic', outcome: 'landed' }])
  const known = readLine(repo.dir, 'refs/ralph-memory/main')!
  expect(known).toEqual(expect.arrayContaining(['docker has to run', 'learnt on topic']))
  expect(known).not.toContain('not worth it')

  const hub = join(makeDir(), 'hub.git')
  repo.git('init', '-q', '--bare', hub)
  repo.git('remote', 'add', 'hub', hub)
  await sync(env, { remote: 'hub' })
  expect(readLine(hub, 'refs/ralph-memory/main')).toEqual(readLine(repo.dir, 'refs/ralph-memory/main'))
  repo.git('fsck', '--strict', '--no-dangling')
  expect((await list(env)).memories.map(({ id }) => id)).toContain(memory.id)
  expect((await doctor(env)).findings.filter(({ level }) => level === 'problem')).toEqual([])
}

function makeHistory(): TestRepo {
  const origin = makeRepo()
  origin.commit('second', { 'src/a.ts': 'a\n' })
  return origin
}

describe('a repository', () => {
  it.each(Object.keys(VARIANTS) as Variant[])('that is %s remembers, lands and shares', async (variant) => {
    await goThrough(makeVariant(variant, makeHistory()))
  })

  it('that GIT_DIR and GIT_WORK_TREE name remembers, lands and shares', async () => {
    const { dir } = makeHistory()
    const vars = { GIT_DIR: join(dir, '.git'), GIT_WORK_TREE: dir }
    await goThrough(repoAt(dir), makeDir(), vars)
  })

  it('that has its work tree elsewhere (core.worktree) remembers, lands and shares', async () => {
    const repo = makeHistory()
    const dir = makeDir()
    repo.git('config', 'core.worktree', dir)
    await goThrough(repo, join(repo.dir, '.git'))
  })
})
