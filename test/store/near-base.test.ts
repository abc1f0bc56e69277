import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { mergeBases } from '../../src/store/git/merge-base.js'
import { nearBase } from '../../src/store/git/near-base.js'
import { openRepo } from '../../src/store/git/repo.js'
import { makeRepo, TEST_VARS } from '../helpers/repo.js'
import { execFileSync } from '../helpers/spawn.js'

/** A generator that gives the same numbers every time. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    return (state >> 8) % below
  }
}

/** Commits 1 to `count`, each on up to two earlier ones, some of them roots, with clocks that go wrong. */
function makeHistory(dir: string, count: number, seed: number): string[] {
  const draw = numbers(seed)
  const commits = Array.from({ length: count }, (_, n) => {
    const parents = n === 0 || draw(12) === 0 ? [] : [...new Set([0, 1].map(() => n - draw(Math.min(n, 4))))]
    const time = 1_700_000_000 + 10 * n - (draw(5) === 0 ? 100 : 0)
    const lines = parents.map((parent, i) => `${i === 0 ? 'from' : 'merge'} :${parent}\n`).join('')
    return `commit refs/heads/c${n}\nmark :${n + 1}\ncommitter A <a@b> ${time} +0000\ndata 1\nx\n${lines}\n`
  })
  const input = commits.join('')
  execFileSync('git', ['fast-import', '--quiet'], { cwd: dir, env: TEST_VARS, input })
  return Array.from({ length: count }, (_, n) => `c${n}`)
}

describe('the merge base of commits that are near each other', () => {
  it.each([1, 2, 3])('is what git says, or left to git, in history %i', async (seed) => {
    const { dir, git, env } = makeRepo({})
    const names = makeHistory(dir, 24, seed)
    const repo = await openRepo(env())
    const oids = git('rev-parse', ...names)
      .trim()
      .split('\n')
    const draw = numbers(seed + 100)
    let found = 0
    for (let i = 0; i < 25; i++) {
      const [a, b] = [oids[draw(24)]!, oids[draw(24)]!]
      const { stdout } = await repo.tryGit(['merge-base', '--all', a, b])
      const said = stdout.toString('utf8').split('\n').filter(Boolean)
      const near = await nearBase(repo, a, b)
      if (near !== undefined) {
        found++
        expect(near === null ? [] : [near]).toEqual(said)
      }
      expect((await mergeBases(repo, a, b)).toSorted()).toEqual(said.toSorted())
    }
    expect(found).toBeGreaterThan(12)
  })

  it('is left to git where the clone hides parents, or one of the two is no commit', async () => {
    const { dir, git, commit, env } = makeRepo()
    const first = git('rev-parse', 'HEAD').trim()
    const second = commit('second', { a: 'a' })
    const repo = await openRepo(env())
    expect(await nearBase(repo, first, second)).toBe(first)
    expect(await nearBase(repo, first, '0'.repeat(40))).toBeUndefined()
    expect(await nearBase(repo, first, git('rev-parse', 'HEAD^{tree}').trim())).toBeUndefined()
    writeFileSync(join(dir, '.git/shallow'), `${second}\n`)
    expect(await nearBase(repo, first, second)).toBeUndefined()
    expect(await mergeBases(repo, first, second)).toEqual([])
  })
})
