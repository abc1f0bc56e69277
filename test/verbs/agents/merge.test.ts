import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { mergeAgents } from '../../../src/verbs/agents/merge.js'
import { land } from '../../../src/verbs/land.js'
import { remember } from '../../../src/verbs/remember.js'
import { startTask } from '../../../src/verbs/task/start.js'
import { makeRepo, repoAt } from '../../helpers/repo.js'

describe('agents merge', () => {
  it("shows what a worktree's AGENTS.md learnt, committed or not, and writes it only when asked", async () => {
    const repo = makeRepo({ 'AGENTS.md': '# Agents\n\n## Build\n\n- npm ci\n' })
    const env = repo.env()
    const { worktree } = await startTask(env, 't', { worktree: true })
    const there = repoAt(worktree!)
    there.commit('learn', { 'AGENTS.md': '# Agents\n\n## Build\n\n- npm ci\n- npm test\n' })
    there.write(
      'AGENTS.md',
      '# Agents\n\n## Build\n\n- npm ci\n- npm test\n\n## Gotchas\n\n- Start the database\n',
    )
    repo.commit('ours', { 'AGENTS.md': '# Agents\n\n## Build\n\n- npm ci\n- npm run build\n' })
    const shown = await mergeAgents(env)
    expect(shown).toMatchObject({ changed: true, written: false, from: [{ branch: 'task/t', worktree }] })
    expect(shown.changes.filter(({ kind }) => kind === 'added').map(({ text }) => text)).toContain(
      '- npm test',
    )
    expect(repo.git('status', '--porcelain')).toBe('')
    const { written } = await mergeAgents(env, 'task/t', { write: true })
    expect(written).toBe(true)
    expect(readFileSync(join(repo.dir, 'AGENTS.md'), 'utf8')).toBe(
      '# Agents\n\n## Build\n\n- npm ci\n- npm test\n- npm run build\n\n## Gotchas\n\n- Start the database\n',
    )
    expect(repo.git('status', '--porcelain')).toBe(' M AGENTS.md\n')
    expect((await mergeAgents(env, 'task/t')).changed).toBe(false)
  })

  it('is hinted at when a branch lands, and never done', async () => {
    const repo = makeRepo({ 'AGENTS.md': '# Agents\n' })
    const env = repo.env()
    const { worktree } = await startTask(env, 't', { worktree: true })
    const there = repoAt(worktree!)
    there.commit('work', { 'a.txt': 'a\n' })
    await remember(there.env(), 'learnt there')
    there.write('AGENTS.md', '# Agents\n\n- Learnt but not committed\n')
    repo.git('merge', '-q', '--ff-only', 'task/t')
    const { warnings } = await land(env, 'task/t')
    expect(warnings).toEqual([
      "note: 'AGENTS.md' of 'task/t' says more than the one here: git ralph agents merge task/t",
    ])
    expect(repo.git('status', '--porcelain')).toBe('')
  })

  it('refuses what is no markdown of this work tree, and a branch that is not there', async () => {
    const env = makeRepo().env()
    await expect(mergeAgents(env, 'main', { file: '../x.md' })).rejects.toThrow(
      'no markdown file of this work tree',
    )
    await expect(mergeAgents(env, 'main', { file: 'package.json' })).rejects.toThrow('no markdown file')
    await expect(mergeAgents(env, 'nope')).rejects.toThrow("there is no branch 'nope'")
  })
})
