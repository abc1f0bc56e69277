import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { land } from '../../../src/verbs/land.js'
import { list } from '../../../src/verbs/list.js'
import { merge } from '../../../src/verbs/merge.js'
import { remember } from '../../../src/verbs/remember.js'
import { endTask, planEnd } from '../../../src/verbs/task/end.js'
import { noteInsight } from '../../../src/verbs/task/insight.js'
import { listTasks, showTask } from '../../../src/verbs/task/list.js'
import { noteProgress } from '../../../src/verbs/task/progress.js'
import { startTask } from '../../../src/verbs/task/start.js'
import { makeRepo } from '../../helpers/repo.js'
import type { TestRepo } from '../../helpers/repo.js'

const onLine = (repo: TestRepo, path: string, line = 'main'): string =>
  repo.git('show', `refs/ralph-memory/${line}:${path}`)
const files = (repo: TestRepo, line = 'main'): string[] =>
  repo.git('ls-tree', '-r', '--name-only', `refs/ralph-memory/${line}`, 'tasks').split('\n').filter(Boolean)

describe('a task', () => {
  it('has its prd.json, progress and insights on the line, in the formats of the specification', async () => {
    const repo = makeRepo()
    const env = repo.env()
    const prd = '{"description":"Totals","userStories":[{"id":"US-1","title":"Sum","passes":false}]}'
    const started = await startTask(env, 'task-003', { prd })
    expect(started).toMatchObject({ outcome: 'started', branch: 'main', task: { title: 'Totals' } })
    await noteProgress(env, 'Summed it up', {
      story: 'US-1',
      thread: 'https://example.com/t/1',
      files: ['src/sum.ts'],
      learnings: ['Sums overflow'],
      patterns: ['Use `sql<number>` for aggregations'],
    })
    await noteInsight(env, 'Migrations need IF NOT EXISTS', { type: 'fix', tags: ['db'] })
    expect(files(repo)).toEqual([
      'tasks/task-003/memory/insights.json',
      'tasks/task-003/prd.json',
      'tasks/task-003/progress.txt',
      'tasks/task-003/task.json',
    ])
    expect(onLine(repo, 'tasks/task-003/progress.txt')).toBe(`## Codebase Patterns
- Use \`sql<number>\` for aggregations
---

## [2025-01-21T10:00:00Z] - US-1
Thread: https://example.com/t/1
- Summed it up
- Files changed: src/sum.ts
- **Learnings for future iterations:**
  - Sums overflow
---
`)
    expect(JSON.parse(onLine(repo, 'tasks/task-003/memory/insights.json'))).toMatchObject([
      { type: 'fix', content: 'Migrations need IF NOT EXISTS', tags: ['db'] },
    ])
    expect(repo.git('fsck', '--strict', '--no-dangling')).toBe('')
    expect(
      repo.git('log', '-1', '--format=%s %(trailers:key=Ralph-Task)', 'refs/ralph-memory/main'),
    ).toContain('insight of task-003: Migrations need IF NOT EXISTS Ralph-Task: task-003')
    expect((await showTask(env)).stories).toEqual([{ id: 'US-1', title: 'Sum', done: false }])
  })

  it('promotes what was learnt when it is done, once, and leaves its files to the history', async () => {
    const repo = makeRepo()
    const env = repo.env()
    await remember(env, 'use pnpm', { tags: ['npm'] })
    await startTask(env, 't1')
    await noteInsight(env, 'Use pnpm.', { tags: ['tools'] })
    await noteInsight(env, 'The port is 5433', { type: 'context' })
    await noteProgress(env, 'worked', { patterns: ['The port is 5433', 'Name things'] })
    const plan = await planEnd(env)
    expect(plan.promotes.map(({ content }) => content)).toEqual([
      'Use pnpm.',
      'The port is 5433',
      'Name things',
    ])
    const before = repo.git('rev-parse', 'refs/ralph-memory/main').trim()
    const { promoted, task } = await endTask(env, undefined, 'done')
    expect(promoted.map(({ outcome, memory }) => [outcome, memory.type])).toEqual([
      ['known', 'pattern'],
      ['stored', 'context'],
      ['stored', 'pattern'],
    ])
    expect(task).toMatchObject({ status: 'done', archive: before })
    expect(files(repo)).toEqual(['tasks/t1/task.json'])
    const { memories } = await list(env)
    expect(memories.map(({ body }) => body).toSorted()).toEqual([
      'Name things',
      'The port is 5433',
      'use pnpm',
    ])
    expect(memories.find(({ body }) => body === 'use pnpm')!.tags).toEqual(['npm', 'tools'])
    expect((await showTask(env, 't1')).progress.entries).toHaveLength(1)
    await expect(noteProgress(env, 'more', { task: 't1' })).rejects.toThrow("task 't1' is done")
    expect((await startTask(env, 't1')).outcome).toBe('reopened')
    expect((await showTask(env)).insights).toHaveLength(2)
  })

  it('is ended without a memory when it is abandoned', async () => {
    const repo = makeRepo()
    const env = repo.env()
    await startTask(env, 't1')
    await noteInsight(env, 'Never mind')
    await endTask(env, undefined, 'abandoned')
    expect((await list(env)).memories).toEqual([])
    expect((await listTasks(env)).tasks).toMatchObject([{ id: 't1', status: 'abandoned' }])
  })

  it('follows its branch, is seen from all, and lands with it', async () => {
    const repo = makeRepo()
    const env = repo.env()
    await startTask(env, 'a')
    env.tick(10)
    const { worktree } = await startTask(env, 'b', { worktree: true, title: 'In a worktree' })
    expect(worktree).toBe(join(repo.dir, '.worktrees', 'b'))
    expect(repo.git('status', '--porcelain')).toBe('')
    const there = repo.env({ cwd: worktree!, now: env.now })
    env.tick(10)
    await noteInsight(there, 'Learnt in the worktree')
    const { tasks, current } = await listTasks(env)
    expect(tasks).toMatchObject([
      { id: 'a', line: 'main' },
      { id: 'b', line: 'task/b', branch: 'task/b', title: 'In a worktree' },
    ])
    expect(current).toBe('a')
    expect((await showTask(env, 'b')).insights).toHaveLength(1)
    await noteProgress(env, 'from outside', { task: 'b' })
    expect(files(repo, 'task%2Fb').filter((path) => path.includes('/b/'))).toHaveLength(3)
    await endTask(there, undefined, 'done')
    await land(env, 'task/b', { anyway: true })
    expect((await list(env)).memories.map(({ body }) => body)).toEqual(['Learnt in the worktree'])
    expect((await listTasks(env, { status: 'done' })).tasks).toMatchObject([{ id: 'b', line: 'main' }])
  })

  it('that two lines worked on is merged file by file', async () => {
    const repo = makeRepo()
    const env = repo.env()
    await startTask(env, 't', {
      prd: '{"userStories":[{"id":"1","passes":false},{"id":"2","passes":false}]}',
    })
    repo.git('switch', '-q', '-c', 'topic')
    await noteProgress(env, 'on topic')
    await noteInsight(env, 'topic knows')
    await startTask(env, 't', { prd: '{"userStories":[{"id":"1","passes":true},{"id":"2","passes":false}]}' })
    repo.git('switch', '-q', 'main')
    env.tick(60)
    await noteProgress(env, 'on main')
    await noteInsight(env, 'main knows')
    await startTask(env, 't', { prd: '{"userStories":[{"id":"1","passes":false},{"id":"2","passes":true}]}' })
    await merge(env, 'topic')
    const shown = await showTask(env)
    expect(shown.stories.map(({ done }) => done)).toEqual([true, true])
    expect(shown.progress.entries.map((entry) => entry.split('\n')[1])).toEqual(['- on topic', '- on main'])
    expect(shown.insights.map(({ content }) => content)).toEqual(['topic knows', 'main knows'])
  })

  it('refuses ids that cannot be a directory, or differ in case only, and secrets', async () => {
    const env = makeRepo().env()
    for (const id of ['../x', 'a/b', '.x', 'nul', 'x.lock', '-x', ''])
      await expect(startTask(env, id)).rejects.toThrow('cannot be the id of a task')
    await startTask(env, 'Task')
    await expect(startTask(env, 'task')).rejects.toThrow('differs in case only')
    const key = `ghp_${'a1B2'.repeat(9)}`
    await expect(noteProgress(env, `token ${key}`)).rejects.toThrow('secret')
    await noteProgress(env, `token ${key}`, { redact: true })
    expect((await showTask(env)).progress.entries[0]).not.toContain(key)
    expect(existsSync(join(env.cwd, 'x'))).toBe(false)
  })

  it('is named by RALPH_TASK, and asked for when none is open', async () => {
    const env = makeRepo().env()
    await expect(noteProgress(env, 'x')).rejects.toThrow('no task is open here')
    await startTask(env, 'one')
    await startTask(env, 'two')
    const other = { ...env, vars: { ...env.vars, RALPH_TASK: 'one' } }
    expect((await noteProgress(other, 'x')).task).toBe('one')
    expect((await noteProgress(env, 'x')).task).toBe('two')
    await expect(showTask(env, 'three')).rejects.toThrow("there is no task 'three'")
  })
})
