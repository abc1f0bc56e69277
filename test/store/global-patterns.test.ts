import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { list } from '../../src/verbs/list.js'
import { remember } from '../../src/verbs/remember.js'
import { endTask } from '../../src/verbs/task/end.js'
import { noteInsight } from '../../src/verbs/task/insight.js'
import { startTask } from '../../src/verbs/task/start.js'
import { uninstall } from '../../src/verbs/uninstall.js'
import { makeRepo } from '../helpers/repo.js'
import type { TestRepo } from '../helpers/repo.js'

const PATH = '.ralph/global-patterns.md'
const read = (repo: TestRepo): string => readFileSync(join(repo.dir, PATH), 'utf8')

describe('.ralph/global-patterns.md', () => {
  it('comes with the first task, and tells what tasks have taught', async () => {
    const repo = makeRepo()
    const env = repo.env()
    await remember(env, 'Use pnpm')
    expect(existsSync(join(repo.dir, PATH))).toBe(false)
    await startTask(env, 'task-003')
    expect(read(repo)).toContain('## Conventions\n- Use pnpm\n\n## Gotchas\n\n## Tips\n')
    env.tick(86_400)
    await noteInsight(env, 'Migrations need IF NOT EXISTS', { type: 'fix' })
    await endTask(env, undefined, 'done')
    expect(read(repo)).toContain('## Gotchas\n- Migrations need IF NOT EXISTS\n')
    expect(read(repo)).toMatch(/\n_Last updated: 2025-01-22 by task-003_\n$/)
    expect(repo.git('status', '--porcelain')).toBe('')
    await uninstall(env)
    expect(existsSync(join(repo.dir, '.ralph'))).toBe(false)
  })

  it('is read back: edits keep the memory, with its tags; the rendered file follows', async () => {
    const repo = makeRepo()
    repo.git('config', 'ralph.globalPatterns', 'always')
    const env = repo.env()
    const { memory } = await remember(env, 'Use pnpm for all packages', { tags: ['npm'] })
    await remember(env, 'Will be forgotten', { type: 'fix' })
    const text = read(repo)
      .replace('for all packages', 'for all packages here')
      .replace('- Will be forgotten', '- Something new\n  of two lines')
      .replace('\n---\n', '\n## Performance\n- kept as it is\n\n---\n')
    repo.write(PATH, text)
    const { memories, warnings } = await list(env)
    expect(warnings.join()).toContain(
      "hand edits of 'global-patterns.md' were stored: 1 added, 1 edited, 1 forgotten",
    )
    expect(memories.map(({ type, body }) => [type, body])).toEqual([
      ['pattern', 'Use pnpm for all packages here'],
      ['fix', 'Something new\nof two lines'],
    ])
    expect(memories[0]).toMatchObject({ id: memory.id, tags: ['npm'] })
    expect(read(repo)).toContain('## Performance\n- kept as it is\n')
    expect(readFileSync(join(repo.dir, '.agent/memories.md'), 'utf8')).toContain('Something new')
    const tip = repo.git('rev-parse', 'refs/ralph-memory/main')
    await list(env)
    expect(repo.git('rev-parse', 'refs/ralph-memory/main')).toBe(tip)
  })

  it('forgets nothing when it is emptied or deleted, stores no secret, and leaves a tracked file alone', async () => {
    const repo = makeRepo()
    repo.git('config', 'ralph.globalPatterns', 'always')
    const env = repo.env()
    await remember(env, 'Stays')
    repo.write(PATH, '')
    expect((await list(env)).memories).toHaveLength(1)
    expect(read(repo)).toContain('- Stays\n')
    const secret = read(repo).replace('## Tips', `## Tips\n- ghp_${'a1B2'.repeat(9)}`)
    repo.write(PATH, secret)
    expect((await list(env)).warnings.join()).toContain('looks like it holds a secret')
    expect(read(repo)).toBe(secret)
    expect((await list(env)).memories).toHaveLength(1)
    const tracked = makeRepo({ [PATH]: 'ours\n' })
    tracked.git('config', 'ralph.globalPatterns', 'always')
    expect((await remember(tracked.env(), 'x')).warnings.join()).toContain('is tracked by git')
    expect(read(tracked)).toBe('ours\n')
  })
})
