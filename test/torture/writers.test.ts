import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { idsOnLine, loopGit, startWriter } from '../helpers/processes.js'
import { makeDir, makeRepo, repoAt, type TestRepo } from '../helpers/repo.js'

const WRITERS = 8
const EACH = 50

test('eight processes in three worktrees lose nothing beside gc, pack-refs and checkout', async () => {
  const { main, worktrees } = makeWorktrees()
  const before = worktrees.map(imageOf)
  const loops = [
    loopGit(main.dir, ['gc', '--quiet']),
    loopGit(main.dir, ['pack-refs', '--all', '--prune']),
    loopGit(worktrees[2]!.dir, ['checkout', '-q', 'other'], ['checkout', '-q', 'third']),
  ]
  const writers = Array.from({ length: WRITERS }, (_, n) =>
    startWriter(worktrees[n % worktrees.length]!.dir, `writer ${n}`, EACH),
  )
  const ends = await Promise.all(writers.map(({ ended }) => ended))
  const rounds = await Promise.all(loops.map((loop) => loop.stop()))

  expect(ends).toEqual(writers.map(() => ({ code: 0, err: '' })))
  expect(Math.min(...rounds)).toBeGreaterThan(0)
  const acknowledged = writers.flatMap((writer) => writer.acknowledged())
  expect(new Set(acknowledged).size).toBe(WRITERS * EACH)
  expect(idsOnLine(main).toSorted()).toEqual(acknowledged.toSorted())
  expect(main.git('rev-list', '--count', 'refs/ralph-memory/main').trim()).toBe(String(WRITERS * EACH))
  expect(main.git('for-each-ref', 'refs/ralph-memory-pending')).toBe('')
  main.git('fsck', '--strict', '--no-dangling')
  expect(worktrees.map(imageOf)).toEqual(before)
  expect(worktrees.map(({ git }) => git('status', '--porcelain', '-uall').split('\n'))).toEqual([
    ['M  src/a.ts', ' M src/b.ts', '?? new.txt', ''],
    ['M  src/a.ts', ' M src/b.ts', '?? new.txt', ''],
    [''],
  ])
}, 180_000)

/** Three worktrees; the first two in the middle of work: something staged, something edited, something new. */
function makeWorktrees(): { main: TestRepo; worktrees: TestRepo[] } {
  const main = makeRepo({ 'README.md': '# project\n', 'src/a.ts': 'export const a = 1\n' })
  main.git('branch', 'other')
  main.commit('second', { 'src/b.ts': 'export const b = 2\n' })
  const places = ['second', 'third'].map((branch) => {
    const dir = join(makeDir(), branch)
    main.git('worktree', 'add', '-q', '-b', branch, dir)
    return repoAt(dir)
  })
  for (const worktree of [main, places[0]!]) {
    worktree.write('src/a.ts', 'export const a = 3\n')
    worktree.git('add', '-A')
    worktree.write('src/b.ts', 'export const b = 4\n')
    worktree.write('new.txt', 'not added\n')
  }
  return { main, worktrees: [main, ...places] }
}

/** Every byte of the work tree and of the index, but for the rendered file and for stat data where checkout loops. */
function imageOf({ dir, git }: TestRepo, n: number): Record<string, string> {
  const index =
    n === 2
      ? git('ls-files', '--stage')
      : digest(resolve(dir, git('rev-parse', '--git-path', 'index').trim()))
  const image: Record<string, string> = { index }
  const look = (path: string): void => {
    for (const name of readdirSync(join(dir, path))) {
      const below = join(path, name)
      if (below === '.git' || below === '.agent/memories.md') continue
      const stat = lstatSync(join(dir, below))
      if (stat.isDirectory()) look(below)
      else image[below] = `${stat.mode} ${digest(join(dir, below))}`
    }
  }
  look('')
  return image
}

function digest(path: string): string {
  return createHash('sha1').update(readFileSync(path)).digest('hex')
}
