/** The commands of tasks, as processes. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runBin } from '../helpers/bin.js'
import { makeRepo } from '../helpers/repo.js'

describe('git ralph task', () => {
  it('goes from start to done', () => {
    const { dir: cwd, write } = makeRepo()
    const run = (...args: string[]) => runBin(['task', ...args], { cwd })
    write(
      'prd.json',
      '{"title":"Totals","userStories":[{"id":"US-1","title":"Sum","passes":true},{"id":"US-2"}]}',
    )
    expect(run('start', 'task-003', '--prd', 'prd.json')).toEqual({
      code: 0,
      out: '📋 Task started: task-003  Totals\n',
      err: '',
    })
    expect(run('progress', 'Summed', 'up', '--story', 'US-1', '--pattern', 'Use numbers').out).toBe(
      '📋 Progress noted: task-003\n',
    )
    expect(run('insight', 'Sums overflow', '-t', 'fix').out).toMatch(
      /^💡 Insight noted: task-003 {2}ins-\w+\n$/,
    )
    expect(run('list').out).toMatch(
      /^TASK +STATUS +STORIES +LINE +CHANGED +TITLE\ntask-003 \* +open +1\/2 +main +\S+ +Totals\n$/,
    )
    expect(run('show').out).toContain('  ✓ US-1 Sum\n  • US-2 \n')
    expect(readFileSync(join(cwd, '.ralph/tasks/task-003/progress.txt'), 'utf8')).toContain('- Summed up\n')
    const refused = run('done')
    expect(refused.code).toBe(3)
    expect(refused.err).toContain(
      "error: task 'task-003' has 2 things learnt to promote:\n  fix: Sums overflow\n",
    )
    expect(run('done', '--dry-run').out).toBe('  fix: Sums overflow\n  pattern: Use numbers\n')
    expect(run('done', '--yes').out).toMatch(
      /^promoted: mem-.* Sums overflow\npromoted: .*\n✓ Task done: task-003\n$/,
    )
    expect(JSON.parse(run('list', '--format', 'json').out)).toMatchObject({
      kind: 'tasks',
      tasks: [{ id: 'task-003', status: 'done', stories: { done: 1, all: 2 } }],
    })
    expect(run('progress', 'x')).toMatchObject({
      code: 1,
      err: expect.stringContaining('no task is open here'),
    })
    expect(run('sessions', 'task-003').out).toBe('no sessions\n')
    expect(run('resume', 'task-003').code).toBe(1)
    expect(run('resume', 'task-003', 'x')).toMatchObject({ code: 2 })
  })

  it('merges AGENTS.md, and asks MCP servers', () => {
    const repo = makeRepo({ 'AGENTS.md': '# Agents\n\n- one\n' })
    const run = (...args: string[]) => runBin(args, { cwd: repo.dir })
    expect(run('agents', 'merge').out).toBe('no other worktree has a branch checked out\n')
    repo.git('switch', '-q', '-c', 'topic')
    repo.commit('learn', { 'AGENTS.md': '# Agents\n\n- one\n- two\n' })
    repo.git('switch', '-q', 'main')
    expect(run('agents', 'merge', 'topic').out).toBe(
      ' \n - one\n+- two\n \nnothing was written; add --write to do it\n',
    )
    expect(run('agents', 'merge', 'topic', '--write').out).toContain("✓ 'AGENTS.md' was written\n")
    expect(run('agents', 'merge', 'topic').out).toBe("'AGENTS.md' has all that topic knows\n")
    expect(run('mcp', 'status').out).toBe('no MCP servers are configured here\n')
    repo.write('.mcp.json', '{"mcpServers":{"x":{"command":"no-such-program-here"}}}')
    expect(run('mcp', 'status').out).toMatch(/^SERVER +STATUS +FROM\nx +failed +\.mcp\.json\n$/)
    expect(run('status').out).toContain('mcp:        0 answered, 1 left out (x)\n')
  })
})
