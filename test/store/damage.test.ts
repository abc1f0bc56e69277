import { rmSync, writeFileSync, chmodSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { list } from '../../src/verbs/list.js'
import { remember } from '../../src/verbs/remember.js'
import { makeRepo, type TestRepo } from '../helpers/repo.js'

const DAMAGED = { code: 'git-failed', hint: 'run `git fsck` to see what the repository has lost' }

test('a line that lost an object is explained and stays as it is', async () => {
  const repo = makeRepo()
  await remember(repo.env(), 'known')
  const tip = repo.git('rev-parse', 'refs/ralph-memory/main').trim()
  const tree = objectFile(repo, 'refs/ralph-memory/main^{tree}')
  rmSync(join(repo.dir, '.git/ralph'), { recursive: true })
  for (const damage of [() => empty(tree), () => rmSync(tree)]) {
    damage()
    await expect(list(repo.env())).rejects.toMatchObject(DAMAGED)
    await expect(remember(repo.env(), 'more')).rejects.toMatchObject(DAMAGED)
  }
  expect(repo.git('rev-parse', 'refs/ralph-memory/main').trim()).toBe(tip)
})

test('a parked change that cannot be read is told of and does not stop a command', async () => {
  const repo = makeRepo()
  await remember(repo.env(), 'known')
  repo.git('update-ref', 'refs/ralph-memory-pending/main/x', 'HEAD:README.md')
  const { memories, warnings } = await list(repo.env())
  expect(memories.map(({ body }) => body)).toEqual(['known'])
  expect(warnings).toEqual([expect.stringContaining('cannot read object')])
  expect(repo.git('for-each-ref', 'refs/ralph-memory-pending')).not.toBe('')
})

test('a branch whose name is too long for a line reads its base and is refused a line of its own', async () => {
  const repo = makeRepo()
  await remember(repo.env(), 'known')
  repo.git('checkout', '-q', '-b', `${'abcdefghi/'.repeat(30)}x`)
  expect((await list(repo.env())).memories.map(({ body }) => body)).toEqual(['known'])
  await expect(remember(repo.env(), 'x')).rejects.toMatchObject({
    code: 'git-failed',
    message: expect.stringContaining('File name too long'),
  })
})

function objectFile(repo: TestRepo, name: string): string {
  const oid = repo.git('rev-parse', name).trim()
  return join(repo.dir, '.git/objects', oid.slice(0, 2), oid.slice(2))
}

/** As a loose object may be after a power failure. */
function empty(path: string): void {
  chmodSync(path, 0o644)
  writeFileSync(path, '')
}
