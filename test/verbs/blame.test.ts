import { describe, expect, it } from 'vitest'
import { blame } from '../../src/verbs/blame.js'
import { edit } from '../../src/verbs/edit.js'
import { remember } from '../../src/verbs/remember.js'
import { mergeLine } from '../helpers/conflict.js'
import { makeEnv, makeRepo, TEST_VARS } from '../helpers/repo.js'

const as = (agent: string) => ({ vars: { ...TEST_VARS, GIT_AUTHOR_NAME: agent, RALPH_AGENT: agent } })

describe('blame', () => {
  it('names for each part the commit that taught it, through merges', async () => {
    const repo = makeRepo()
    const one = repo.env(as('one'))
    const { memory } = await remember(one, 'first\nsecond\nthird\n\nfourth', { type: 'fix', tags: ['a'] })
    repo.git('checkout', '-q', '-b', 'topic')
    const code = repo.commit('work', { 'a.txt': 'a\n' })
    const two = makeEnv(repo.dir, as('two'))
    two.tick(10)
    await edit(two, memory.id, { content: 'FIRST\nsecond\nthird\n\nfourth', addTags: ['b'] })
    repo.git('checkout', '-q', 'main')
    const three = makeEnv(repo.dir, as('three'))
    three.tick(20)
    await edit(three, memory.id, { content: 'first\nsecond\nthird\n\nFOURTH' })
    three.tick(20)
    await mergeLine(three, 'topic', 'main')

    const { parts, commits, memory: found } = await blame(three, memory.id.slice(-4))
    expect(found.body).toBe('FIRST\nsecond\nthird\n\nFOURTH')
    const byOid = new Map(commits.map((commit) => [commit.commit, commit]))
    const taught = parts.map(({ part, line, text, commit }) => [line ?? part, text, byOid.get(commit)!.agent])
    expect(taught.filter(([part]) => part !== 'created' && part !== 'updated')).toEqual([
      ['type', 'fix', 'one'],
      ['tags', '[a, b]', 'two'],
      [1, 'FIRST', 'two'],
      [2, 'second', 'one'],
      [3, 'third', 'one'],
      [4, '', 'one'],
      [5, 'FOURTH', 'three'],
    ])
    const edited = commits.find(({ agent }) => agent === 'two')
    expect(edited).toMatchObject({ author: 'two', branch: 'topic', code, subject: 'edit fix: FIRST' })
    expect(commits.map(({ when }) => when)).toEqual(commits.map(({ when }) => when).toSorted())
  })

  it('works in a bare repository', async () => {
    const repo = makeRepo()
    const { memory } = await remember(repo.env(), 'one')
    const bare = makeRepo()
    bare.git('fetch', '-q', repo.dir, '+refs/ralph-memory/*:refs/ralph-memory/*')
    bare.git('config', 'core.bare', 'true')
    const { parts } = await blame(makeEnv(`${bare.dir}/.git`), memory.id)
    expect(parts.at(-1)).toMatchObject({ part: 'body', line: 1, text: 'one' })
  })

  it('refuses what is not remembered', async () => {
    await expect(blame(makeRepo().env(), 'mem-1-0000')).rejects.toMatchObject({ code: 'memory-not-found' })
  })
})
