import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { remember } from '../../src/verbs/remember.js'
import { idsOnLine } from '../helpers/processes.js'
import { makeRepo, type TestRepo } from '../helpers/repo.js'
import { spawnSync } from '../helpers/spawn.js'

test('temporary objects left by a killed process of the same number are not in the way', async () => {
  const repo = makeRepo()
  for (let n = 0; n < 200; n++)
    writeFileSync(join(repo.dir, `.git/objects/tmp_obj_ralph_${process.pid}_${n}`), 'half an obj')
  const { memory } = await remember(repo.env(), 'written all the same')
  expect(idsOnLine(repo)).toEqual([memory.id])
  repo.git('fsck', '--strict')
})

test('the locks of a writer that was killed together with its git are recognised', async () => {
  const repo = makeRepo()
  const { memory: first } = await remember(repo.env(), 'known before')
  leaveLocks(repo)
  const { memory, parked } = await remember(repo.env(), 'after the crash')
  expect(parked).toBeUndefined()
  expect(idsOnLine(repo).toSorted()).toEqual([first.id, memory.id].toSorted())
})

test('a lock file without content, as left by a kill right after its making, is recognised once it is old', async () => {
  const repo = makeRepo()
  const path = join(repo.dir, '.git/ralph/locks/line-main')
  mkdirSync(join(repo.dir, '.git/ralph/locks'), { recursive: true })
  writeFileSync(path, '')
  makeOld(path, 3)
  const { memory } = await remember(repo.env(), 'after the crash')
  expect(idsOnLine(repo)).toEqual([memory.id])
})

/** As a writer leaves them that is killed while git moves the ref. */
function leaveLocks(repo: TestRepo): void {
  const { pid } = spawnSync(process.execPath, ['-e', '0'])
  writeFileSync(join(repo.dir, '.git/ralph/locks/line-main'), JSON.stringify({ pid, host: hostname() }))
  const refLock = join(repo.dir, '.git/refs/ralph-memory/main.lock')
  writeFileSync(refLock, '')
  makeOld(refLock, 3)
}

function makeOld(path: string, seconds: number): void {
  const then = new Date(Date.now() - seconds * 1000)
  utimesSync(path, then, then)
}
