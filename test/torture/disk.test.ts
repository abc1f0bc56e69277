import { spawnSync } from 'node:child_process'
import { chmodSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openRepo } from '../../src/store/git/repo.js'
import { moveRef } from '../../src/store/git/refs.js'
import { BIN, type Ran, runBin } from '../helpers/bin.js'
import { mountSmall } from '../helpers/mounts.js'
import { idsOnLine } from '../helpers/processes.js'
import { makeRepo, repoAt, TEST_VARS, type TestRepo } from '../helpers/repo.js'
import { fill, remount } from '../helpers/small-disk.js'

const small = mountSmall(2048)
const another = mountSmall(2048)
const unmountable = !small || !another
if (unmountable) console.warn('skipped: a full disk and a read-only one, since nothing can be mounted here')

const FULL = /^error: no space left while [^\n]+\nhint: free some space and run the same command again/
const DENIED = /^error: not allowed while [^\n]+\nhint: check the owner and mode of the directory/

test.skipIf(unmountable)(
  'a full disk refuses a memory or stores it whole, whatever it is full of',
  async () => {
    const repo = repoOn(small!)
    const acknowledged = [rememberIn(repo, 'while there was space').out.trim()]
    const refused: Ran[] = []
    // One page more is free each time, so that the disk fills up at every stage of a write.
    for (let free = 0; free <= 64; free += 4) {
      fill(repo.dir, free)
      const ran = rememberIn(repo, `with ${free} kilobytes free`)
      if (ran.code === 0) acknowledged.push(ran.out.trim())
      else refused.push(ran)
      expect(idsOnLine(repo).toSorted()).toEqual(acknowledged.toSorted())
    }
    expect(refused.length).toBeGreaterThan(3)
    expect(refused).toEqual(refused.map(() => ({ code: 1, out: '', err: expect.stringMatching(FULL) })))
    expect(acknowledged.length).toBeGreaterThan(1)
    fill(repo.dir, 0)
    expect(runBin(['list'], { cwd: repo.dir })).toMatchObject({
      code: 0,
      out: expect.stringContaining(acknowledged[0]!),
    })
    expect(runBin(['recall', 'space'], { cwd: repo.dir })).toMatchObject({
      code: 0,
      out: expect.stringContaining('space'),
    })
    await expect(
      moveRef(await openRepo(repo.env()), 'refs/ralph-memory/x', headOf(repo), undefined, 'x'),
    ).rejects.toThrow(expect.objectContaining({ code: 'disk-full' }))
    repo.git('fsck', '--strict', '--no-dangling')

    rmSync(join(repo.dir, 'fill'))
    acknowledged.push(rememberIn(repo, 'after space was made').out.trim())
    expect(idsOnLine(repo).toSorted()).toEqual(acknowledged.toSorted())
    expect(readdirSync(join(repo.dir, '.git/objects')).filter((name) => name.startsWith('tmp_'))).toEqual([])
    repo.git('fsck', '--strict', '--no-dangling')
  },
)

test.skipIf(unmountable)('a read-only file system is read as ever and refuses to remember', () => {
  const repo = repoOn(another!)
  const id = rememberIn(repo, 'stored before').out.trim()
  // Nothing is cached: reading must do without the search index on disk.
  rmSync(join(repo.dir, '.git/ralph'), { recursive: true })
  expect(remount(another!, 'ro')).toBe(true)
  for (const command of [['list'], ['recall', 'stored'], ['show', id], ['prime'], ['status']]) {
    expect(runBin(command, { cwd: repo.dir })).toMatchObject({ code: 0, err: '' })
  }
  expect(runBin(['list'], { cwd: repo.dir }).out).toContain(id)
  expect(rememberIn(repo, 'refused')).toEqual({ code: 1, out: '', err: expect.stringMatching(DENIED) })
  expect(runBin(['init'], { cwd: repo.dir })).toMatchObject({ code: 1, err: expect.stringMatching(DENIED) })
  expect(idsOnLine(repo)).toEqual([id])
  repo.git('fsck', '--strict')
})

test.skipIf(process.getuid?.() !== 0 || spawnSync('setpriv', ['--version']).status !== 0)(
  'directories of another user are read as ever and refuse to remember',
  () => {
    const repo = makeRepo()
    chmodSync(repo.dir, 0o755)
    const id = rememberIn(repo, 'stored before').out.trim()
    const asNobody = (...args: string[]) => {
      const { status, stdout, stderr } = spawnSync(
        'setpriv',
        ['--reuid=65534', '--regid=65534', '--clear-groups', process.execPath, BIN, ...args],
        { cwd: repo.dir, env: { ...TEST_VARS, ...TRUSTED }, encoding: 'utf8' },
      )
      return { code: status, out: stdout, err: stderr }
    }
    expect(asNobody('list')).toMatchObject({ code: 0, out: expect.stringContaining(id), err: '' })
    expect(asNobody('recall', 'stored')).toMatchObject({ code: 0, out: expect.stringContaining(id), err: '' })
    expect(asNobody('remember', 'refused')).toEqual({ code: 1, out: '', err: expect.stringMatching(DENIED) })
    expect(idsOnLine(repo)).toEqual([id])
    repo.git('fsck', '--strict')
  },
)

const TRUSTED = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'safe.directory', GIT_CONFIG_VALUE_0: '*' }

function repoOn(dir: string): TestRepo {
  const repo = repoAt(dir)
  repo.git('init', '-q', '-b', 'main')
  repo.commit('first', { 'README.md': '# project\n' })
  return repo
}

const headOf = (repo: TestRepo): string => repo.git('rev-parse', 'HEAD').trim()

function rememberIn(repo: TestRepo, text: string): Ran {
  return runBin(['remember', text, '--format', 'quiet'], { cwd: repo.dir })
}
