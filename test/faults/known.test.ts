/** What once went wrong when something failed. */
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { approve } from '../../src/verbs/inbox/approve.js'
import { land } from '../../src/verbs/land.js'
import { makeDir, makeEnv, runGit } from '../helpers/repo.js'
import { type Played, play } from './judge.js'
import type { Fault, Point } from './points.js'
import { makeTemplate, SCENARIOS } from './scenarios.js'

const named = (name: string) => SCENARIOS.find((scenario) => scenario.name === name)!

async function templateOf(name: string): Promise<string> {
  const dir = makeDir()
  await makeTemplate(named(name), dir)
  return dir
}

/** Plays the verb with `fault` at the first call of the kind. */
async function playAt(name: string, fault: Fault, wanted: (point: Point) => boolean): Promise<Played> {
  const template = await templateOf(name)
  const { points } = await play(named(name), template)
  const at = points.findIndex(wanted)
  expect(at).toBeGreaterThan(0)
  return play(named(name), template, { at, fault })
}

test('what git stored before it was killed is acknowledged', async () => {
  const played = await playAt('remember', 'killed when done', ({ call }) => call === 'git update-ref')
  expect(played).toMatchObject({ fate: 'acknowledged', findings: [] })
})

test('a memory is acknowledged though the disk becomes read-only right after the ref was moved', async () => {
  let isMoved = false
  const played = await playAt('remember', 'EROFS', ({ call, writes }) => {
    const isFirst = isMoved && writes
    isMoved ||= call === 'git update-ref'
    return isFirst
  })
  expect(played).toMatchObject({ fate: 'acknowledged', findings: [] })
})

test('a memory is acknowledged though the disk fails while it is rendered', async () => {
  const isTemporary = ({ call, on }: Point): boolean =>
    call === 'writeFileSync' && on.includes('.agent/memories.md.')
  expect(await playAt('remember', 'EIO', isTemporary)).toMatchObject({ fate: 'acknowledged', findings: [] })
})

test('an object is looked for again when the disk fails once, and nothing is printed', async () => {
  const isObject = ({ call, on }: Point): boolean =>
    call === 'statSync' && /objects.[0-9a-f]{2}.[0-9a-f]{38}$/.test(on)
  expect(await playAt('remember', 'EIO', isObject)).toMatchObject({ fate: 'acknowledged', findings: [] })
})

test.each(['exit 128', 'killed'] as const)(
  'a restore that cannot read what was forgotten is refused, and says nothing of another memory: %s',
  async (fault) => {
    const { points } = await play(named('restore'), await templateOf('restore'))
    const log = points.findIndex(({ call }) => call === 'git log')
    const reading = points.findIndex(({ call }, at) => at > log && call === 'git cat-file')
    expect(log).toBeGreaterThan(0)
    const played = await play(named('restore'), await templateOf('restore'), { at: reading, fault })
    expect(played).toMatchObject({ fate: 'refused', findings: [] })
  },
)

test('a purge that finds no git says so, wherever it looks for it', async () => {
  const template = await templateOf('purge')
  const { points } = await play(named('purge'), template)
  const lasting = points.flatMap(({ on }, at) =>
    /--batch-all-objects --un|--batch-command/.test(on) ? [at] : [],
  )
  expect(lasting.length).toBeGreaterThan(1)
  for (const at of [lasting[0]!, lasting.at(-1)!])
    expect(await play(named('purge'), template, { at, fault: 'missing' })).toMatchObject({ findings: [] })
})

test('a purge that could not empty a reflog names what still holds the text', async () => {
  const played = await playAt('purge', 'exit 128', ({ call }) => call === 'git reflog')
  expect(played).toMatchObject({ fate: 'refused', findings: [] })
})

test('an approved proposal that cannot be taken out of the inbox is remembered, and said to stay', async () => {
  const played = await playAt('inbox approve', 'ENOSPC', ({ on }) => on.includes('inbox/settled'))
  expect(played).toMatchObject({ fate: 'acknowledged', findings: [] })
  const env = makeEnv(join(await templateOf('inbox approve'), 'clone'))
  writeFileSync(join(env.cwd, '.git/ralph/inbox/settled'), 'in the way')
  const [approved] = await approve(env, ['1'])
  expect(approved!.remembered).toMatchObject({
    outcome: 'stored',
    warnings: [expect.stringMatching(/is remembered, but stays in the inbox/)],
  })
})

test('landing a line whose ref is locked says so, and ends', async () => {
  const env = makeEnv(join(await templateOf('land'), 'clone'))
  const line = 'refs/ralph-memory/topic'
  const lock = join(env.cwd, '.git', `${line}.lock`)
  writeFileSync(lock, '')
  await expect(land(env)).rejects.toMatchObject({ code: 'line-busy' })
  expect(runGit(env.cwd, 'grep', '-h', 'newword', 'refs/ralph-memory/main')).toContain('newword')
  expect(runGit(env.cwd, 'for-each-ref', line)).not.toBe('')
  rmSync(lock)
  await land(env)
  expect(runGit(env.cwd, 'for-each-ref', line)).toBe('')
  expect(existsSync(lock)).toBe(false)
})
