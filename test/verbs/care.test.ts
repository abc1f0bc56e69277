import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pathOf } from '../../src/memory/id.js'
import { bugReport } from '../../src/verbs/bug-report.js'
import { setConfig } from '../../src/verbs/config.js'
import { doctor } from '../../src/verbs/doctor.js'
import { gc } from '../../src/verbs/gc.js'
import { list } from '../../src/verbs/list.js'
import { remember } from '../../src/verbs/remember.js'
import { runBin } from '../helpers/bin.js'
import { plant } from '../helpers/plant.js'
import { makeDir, makeRepo, type TestEnv } from '../helpers/repo.js'
import { PLANTED } from '../memory/planted-secrets.js'

const TOKEN = PLANTED['GitHub personal token']!

describe('gc', () => {
  it('packs our objects and leaves the rest alone', async () => {
    const repo = makeRepo()
    const env = repo.env()
    for (let n = 0; n < 5; n++) await remember(env, `memory number ${n}`)
    writeFileSync(join(repo.dir, 'lost'), 'an object that somebody may still want')
    const wanted = repo.git('hash-object', '-w', 'lost').trim()
    const answer = await gc(env)
    expect(answer.packed).toBeGreaterThan(10)
    expect(repo.git('cat-file', '-p', wanted)).toContain('still want')
    expect(repo.git('fsck', '--full', '--no-dangling')).toBe('')
    expect((await list(env)).memories).toHaveLength(5)
    expect((await gc(env)).done).toEqual([])
  })

  it('removes what nobody comes back for', async () => {
    const repo = makeRepo()
    const env = repo.env()
    await remember(env, 'one')
    const dir = join(repo.dir, '.git/ralph/edit')
    mkdirSync(dir, { recursive: true })
    for (const [name, age] of [
      ['old.md', 40],
      ['new.md', 1],
    ] as const) {
      writeFileSync(join(dir, name), 'text')
      const time = new Date(env.now().getTime() - age * 86_400_000)
      utimesSync(join(dir, name), time, time)
    }
    expect((await gc(env)).done.join()).toContain("removed 1 old files from 'edit'")
  })
})

describe('bug-report', () => {
  it('tells versions and settings, and nothing of whose they are', async () => {
    const repo = makeRepo()
    const env = repo.env()
    await remember(env, 'something private about the acme merger')
    await setConfig(env, 'budget', '1234')
    writeFileSync(
      join(repo.dir, '.git/ralph/hook-failures.json'),
      JSON.stringify([
        {
          hook: 'post-merge',
          when: '2025-01-21T10:00:00Z',
          message: `cannot read '${repo.dir}/x/y' of ada@example.com at https://git.acme.test/x with ${TOKEN} in /home/ada/shop/z`,
        },
      ]),
    )
    const text = JSON.stringify(await bugReport(env))
    expect(text).toContain('budget = 1234')
    expect(text).toContain('git version')
    expect(text).toContain('post-merge')
    for (const secret of [repo.dir, TOKEN, 'ada@example.com', 'acme', '/home/ada', 'mem-'])
      expect(text).not.toContain(secret)
  })

  it('is printed as markdown', () => {
    const { code, out } = runBin(['bug-report'], { cwd: makeRepo().dir })
    expect(code).toBe(0)
    expect(out).toMatch(/^## Versions\n\n- git-ralph \d/)
  })
})

describe('doctor', () => {
  const told = async (env: TestEnv, check: string): Promise<string> =>
    (await doctor(env)).findings
      .filter((finding) => finding.check === check && finding.level !== 'ok')
      .map(({ message, hint }) => `${message}; ${hint}`)
      .join()

  it('names memories that hold a secret, without telling it', async () => {
    const repo = makeRepo()
    const env = repo.env()
    const { memory } = await remember(env, 'before')
    expect(await told(env, 'secrets')).toBe('')
    const path = pathOf(memory.id)
    const content = repo.git('show', `refs/ralph-memory/main:${path}`).replace('before', TOKEN)
    plant(repo, [{ path, content }])
    expect(await told(env, 'secrets')).toContain(`git ralph purge ${memory.id}`)
    expect(await told(env, 'secrets')).not.toContain(TOKEN)
  })

  it('notices a missing key, and a link in our way', async () => {
    const repo = makeRepo()
    const env = repo.env()
    await remember(env, 'one')
    repo.git('config', 'gpg.format', 'ssh')
    await setConfig(env, 'sign', 'true')
    expect(await told(env, 'signing')).toContain('no key to sign with')
    const elsewhere = makeDir()
    symlinkSync(elsewhere, join(repo.dir, '.git/ralph/edit'))
    expect(await told(env, 'links')).toContain('is a link')
  })
})
