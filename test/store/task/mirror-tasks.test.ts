import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { list } from '../../../src/verbs/list.js'
import { remember } from '../../../src/verbs/remember.js'
import { endTask } from '../../../src/verbs/task/end.js'
import { noteInsight } from '../../../src/verbs/task/insight.js'
import { showTask } from '../../../src/verbs/task/list.js'
import { noteProgress } from '../../../src/verbs/task/progress.js'
import { startTask } from '../../../src/verbs/task/start.js'
import { uninstall } from '../../../src/verbs/uninstall.js'
import { makeDir, makeRepo } from '../../helpers/repo.js'
import type { TestRepo } from '../../helpers/repo.js'

const at = (repo: TestRepo, path: string): string => join(repo.dir, '.ralph/tasks', path)
const read = (repo: TestRepo, path: string): string => readFileSync(at(repo, path), 'utf8')
const edit = (repo: TestRepo, path: string, text: string): void => repo.write(`.ralph/tasks/${path}`, text)

describe('the files of a task in the work tree', () => {
  it('are there while it is open, unseen by git status, and gone when it has ended', async () => {
    const repo = makeRepo()
    const env = repo.env()
    await startTask(env, 't', { prd: '{"title":"T"}' })
    expect(read(repo, 't/progress.txt')).toBe('## Codebase Patterns\n---\n')
    expect(read(repo, 't/memory/insights.json')).toBe('[]\n')
    expect(JSON.parse(read(repo, 't/prd.json'))).toEqual({ title: 'T' })
    expect(repo.git('status', '--porcelain')).toBe('')
    await noteProgress(env, 'did it')
    expect(read(repo, 't/progress.txt')).toContain('- did it\n')
    await endTask(env, 't', 'abandoned')
    expect(existsSync(join(repo.dir, '.ralph/tasks'))).toBe(false)
  })

  it('are read back when they were edited, beside what changed on the line meanwhile', async () => {
    const repo = makeRepo()
    const env = repo.env()
    await startTask(env, 't', { prd: '{"userStories":[{"id":"1","passes":false}]}' })
    await noteInsight(env, 'first')
    const other = repo.env({ now: env.now, vars: { ...env.vars, RALPH_RENDER: 'false' } })
    env.tick(60)
    await noteProgress(other, 'from elsewhere')
    edit(repo, 't/progress.txt', '## Codebase Patterns\n- by hand\n\n## [2025-01-21] - US-1\n- typed\n')
    edit(repo, 't/prd.json', '{"userStories":[{"id":"1","passes":true}]}')
    const insights = JSON.parse(read(repo, 't/memory/insights.json')) as { content: string }[]
    edit(repo, 't/memory/insights.json', JSON.stringify([...insights, 'second']))
    const shown = await showTask(env)
    expect(shown.warnings.join()).toContain("hand edits of 'tasks' were stored: 3 edited")
    expect(shown.progress.patterns).toEqual(['by hand'])
    expect(shown.progress.entries).toHaveLength(2)
    expect(shown.stories[0]!.done).toBe(true)
    expect(shown.insights.map(({ content, created }) => [content, created])).toEqual([
      ['first', '2025-01-21T10:00:00Z'],
      ['second', '2025-01-21T10:01:00Z'],
    ])
    expect(read(repo, 't/progress.txt')).toContain('from elsewhere')
    const tip = repo.git('rev-parse', 'refs/ralph-memory/main')
    await list(env)
    expect(repo.git('rev-parse', 'refs/ralph-memory/main')).toBe(tip)
  })

  it('that were there before the task are taken over', async () => {
    const repo = makeRepo()
    const env = repo.env()
    edit(repo, 't/progress.txt', '## [1] - US-1\n- before\n---\n')
    await startTask(env, 't')
    expect((await showTask(env)).progress.entries).toEqual(['## [1] - US-1\n- before'])
  })

  it('that cannot be stored are left as they are, with a warning, until they are mended', async () => {
    const repo = makeRepo()
    const env = repo.env()
    await startTask(env, 't')
    edit(repo, 't/memory/insights.json', '[{')
    edit(repo, 't/progress.txt', `## [1] - x\n- token ghp_${'a1B2'.repeat(9)}\n`)
    const { warnings } = await list(env)
    expect(warnings.filter((one) => one.includes('is not stored and left as it is'))).toHaveLength(2)
    expect(read(repo, 't/memory/insights.json')).toBe('[{')
    expect((await list(env)).warnings).toEqual([])
    edit(repo, 't/memory/insights.json', '["mended"]')
    expect((await showTask(env)).insights.map(({ content }) => content)).toEqual(['mended'])
    expect(repo.git('log', '--all', '-p', '-Sghp_', '--format=%h')).toBe('')
  })

  it('that were deleted come back: nobody meant to forget', async () => {
    const repo = makeRepo()
    const env = repo.env()
    await startTask(env, 't')
    await noteProgress(env, 'kept')
    rmSync(join(repo.dir, '.ralph'), { recursive: true })
    await list(env)
    expect(read(repo, 't/progress.txt')).toContain('kept')
  })

  it('are those of the branch checked out, and edits go to the branch they were made on', async () => {
    const repo = makeRepo()
    const env = repo.env()
    await startTask(env, 'on-main')
    repo.git('switch', '-q', '-c', 'topic')
    await startTask(env, 'on-topic')
    expect(existsSync(at(repo, 'on-topic/progress.txt'))).toBe(true)
    expect(existsSync(at(repo, 'on-main/progress.txt'))).toBe(false)
    edit(repo, 'on-topic/progress.txt', '## [1] - x\n- on topic\n')
    repo.git('switch', '-q', 'main')
    await startTask(env, 'on-main')
    expect(existsSync(at(repo, 'on-main/progress.txt'))).toBe(true)
    expect(existsSync(at(repo, 'on-topic/progress.txt'))).toBe(false)
    expect((await showTask(env, 'on-topic')).progress.entries).toEqual(['## [1] - x\n- on topic'])
    expect(repo.git('ls-tree', '-r', '--name-only', 'refs/ralph-memory/main')).not.toContain('on-topic')
  })

  it('are not written where git tracks the directory, nor through a link', async () => {
    const tracked = makeRepo({ '.ralph/tasks/README.md': 'ours\n' })
    const started = await startTask(tracked.env(), 't')
    expect(started.warnings.join()).toContain('is tracked by git')
    expect(existsSync(at(tracked, 't'))).toBe(false)
    const linked = makeRepo()
    const outside = makeDir()
    mkdirSync(join(linked.dir, '.ralph'))
    symlinkSync(outside, join(linked.dir, '.ralph/tasks'))
    const { warnings } = await startTask(linked.env(), 't')
    expect(warnings.join()).toContain("cannot render to '.ralph/tasks'")
    expect(existsSync(join(outside, 't'))).toBe(false)
  })

  it('cost a repository without tasks nothing, and leave with uninstall', async () => {
    const repo = makeRepo()
    const env = repo.env()
    await remember(env, 'x')
    expect(existsSync(join(repo.dir, '.ralph'))).toBe(false)
    await startTask(env, 't')
    await uninstall(env)
    expect(existsSync(join(repo.dir, '.ralph'))).toBe(false)
    expect(readFileSync(join(repo.dir, '.git/info/exclude'), 'utf8')).not.toContain('.ralph')
  })
})
