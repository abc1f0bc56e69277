import { chmodSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CatFile } from '../../src/store/git/cat-file.js'
import { objectsOf } from '../../src/store/git/objects.js'
import { openRepo } from '../../src/store/git/repo.js'
import { recall } from '../../src/verbs/recall.js'
import { remember } from '../../src/verbs/remember.js'
import { makeDir, makeRepo, TEST_VARS } from '../helpers/repo.js'

const onLinux = process.platform === 'linux'
const openFiles = (): number => readdirSync('/proc/self/fd').length

afterEach(() => {
  vi.useRealTimers()
  vi.resetModules()
})

describe('the process that reads objects', () => {
  it('ends when it had nothing to do for a while, and is started again when asked', async () => {
    const { git, env } = makeRepo()
    const head = git('rev-parse', 'HEAD').trim()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const reader = new CatFile(await openRepo(env()))
    expect((await reader.read(head))?.type).toBe('commit')
    expect(reader.started).toBe(true)
    vi.advanceTimersByTime(10_000)
    expect(reader.started).toBe(false)
    expect(await Promise.all([reader.read(head), reader.read('0'.repeat(40))])).toMatchObject([
      { type: 'commit' },
      undefined,
    ])
  })

  it.runIf(onLinux)('is not one more for each repository that was opened', async () => {
    const { git, env } = makeRepo()
    const head = git('rev-parse', 'HEAD').trim()
    const counts: number[] = []
    for (let i = 0; i < 60; i++) {
      await objectsOf(await openRepo(env())).raw.readTip(head)
      counts.push(openFiles())
    }
    // Those that were told to end may still be about it.
    expect(Math.max(...counts) - counts[0]!).toBeLessThan(100)
    expect(counts.at(-1)! - counts[0]!).toBeLessThan(60)
  })

  it.runIf(onLinux)('leaves nothing behind when a library user recalls again and again', async () => {
    const { env } = makeRepo()
    const me = env()
    await remember(me, 'the port of the database is 5432')
    await recall(me, 'database port')
    const before = openFiles()
    for (let i = 0; i < 300; i++) expect((await recall(me, 'database port')).hits).toHaveLength(1)
    expect(openFiles() - before).toBeLessThan(10)
  })

  it('does with a git that knows no --batch-command', async () => {
    const bin = makeDir()
    const real = (TEST_VARS['PATH'] ?? '').split(':')
    const script = `#!/bin/sh\nfor arg; do [ "$arg" = --batch-command ] && exit 129; done\nPATH=${real.join(':')}\nexec git "$@"\n`
    writeFileSync(join(bin, 'git'), script)
    chmodSync(join(bin, 'git'), 0o755)
    const { git, env } = makeRepo()
    const head = git('rev-parse', 'HEAD').trim()
    // Anew: what is known of one git would else hold for the tests of the other.
    vi.resetModules()
    const { CatFile: Fresh } = await import('../../src/store/git/cat-file.js')
    const vars = { ...TEST_VARS, PATH: `${bin}:${TEST_VARS['PATH']}` }
    const reader = new Fresh(await openRepo(env({ vars })))
    const [commit, none] = await Promise.all([reader.read(head), reader.read('0'.repeat(40))])
    expect([commit?.type, none]).toEqual(['commit', undefined])
    expect((await reader.read(head))?.content).toEqual(commit?.content)
  })
})
