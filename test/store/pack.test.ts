import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { remember } from '../../src/verbs/remember.js'
import { idsOnLine } from '../helpers/processes.js'
import { makeDir, makeRepo, repoAt, runGit } from '../helpers/repo.js'

test('packs what was written here once there is much of it, and nothing that was there before', async () => {
  const origin = makeRepo()
  for (const text of ['one', 'two', 'three']) await remember(origin.env(), text)
  const dir = join(makeDir(), 'clone')
  runGit(origin.dir, 'clone', '-q', `file://${origin.dir}`, dir)
  const repo = repoAt(dir)
  repo.git('fetch', '-q', 'origin', 'refs/ralph-memory/main:refs/ralph-memory/main')
  const fetched = repo.git('rev-parse', 'refs/ralph-memory/main').trim()
  const packs = (): string[] =>
    readdirSync(join(dir, '.git/objects/pack')).filter((name) => name.endsWith('.idx'))
  const before = packs()

  await remember(repo.env(), 'four')
  const path = join(dir, '.git/ralph/loose.json')
  const count = JSON.parse(readFileSync(path, 'utf8')) as { loose: number; packed: string }
  expect(count).toEqual({ loose: 5, packed: fetched })
  expect(packs()).toEqual(before)

  writeFileSync(path, JSON.stringify({ ...count, loose: 999 }))
  await remember(repo.env(), 'five')
  const made = packs().filter((name) => !before.includes(name))
  expect(made).toHaveLength(1)
  const commits = repo
    .git('verify-pack', '-v', join(dir, '.git/objects/pack', made[0]!))
    .split('\n')
    .filter((line) => / commit /.test(line))
  expect(commits).toHaveLength(2)
  expect(idsOnLine(repo)).toHaveLength(5)
  repo.git('fsck', '--strict', '--no-dangling')
})
