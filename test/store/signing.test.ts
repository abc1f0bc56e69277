/** Commits are signed when they are shared, and nothing ever waits for a key. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { setConfig } from '../../src/verbs/config.js'
import { remember } from '../../src/verbs/remember.js'
import { show } from '../../src/verbs/show.js'
import { sync } from '../../src/verbs/sync.js'
import { makeTeam, type Member } from '../helpers/team.js'
import { execFileSync, spawnSync } from '../helpers/spawn.js'

const LINE = 'refs/ralph-memory/main'
const statuses = ({ git }: Pick<Member, 'git'>): string[] =>
  git('log', '--format=%G?', LINE).trim().split('\n')

function useSshKey(member: Member): string {
  const key = join(member.dir, '.git/key')
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key])
  member.git('config', 'gpg.format', 'ssh')
  member.git('config', 'user.signingkey', key)
  const allowed = join(member.dir, '.git/allowed')
  writeFileSync(allowed, `ada@example.com ${readFileSync(`${key}.pub`, 'utf8')}`)
  member.git('config', 'gpg.ssh.allowedSignersFile', allowed)
  return allowed
}

describe('signing', () => {
  it('signs what is pushed with an SSH key, and changes nothing else', async () => {
    const { ada, bob } = makeTeam()
    const allowed = useSshKey(ada)
    await remember(ada.me, 'first')
    const { memory } = await remember(ada.me, 'second')
    expect(statuses(ada)).toEqual(['N', 'N'])
    const before = ada.git('log', '--format=%an %ae %ad %cd %T %B', LINE)
    await setConfig(ada.me, 'sign', 'true')
    expect(await sync(ada.me)).toMatchObject({ noticed: [], pushed: [{ outcome: 'pushed' }] })
    expect(statuses(ada)).toEqual(['G', 'G'])
    expect(ada.git('log', '--format=%an %ae %ad %cd %T %B', LINE)).toBe(before)
    // Once pushed they stay as they are.
    const tip = ada.git('rev-parse', LINE)
    await sync(ada.me)
    expect(ada.git('rev-parse', LINE)).toBe(tip)
    Object.assign(bob.me.vars, {
      GIT_AUTHOR_EMAIL: 'bob@example.com',
      GIT_COMMITTER_EMAIL: 'bob@example.com',
    })
    bob.git('config', 'gpg.ssh.allowedSignersFile', allowed)
    await sync(bob.me)
    expect((await show(bob.me, memory.id)).trust).toBe('signed')
  })

  it('keeps lines that stand on each other together', async () => {
    const { ada } = makeTeam()
    useSshKey(ada)
    await remember(ada.me, 'on main')
    ada.git('switch', '-qc', 'feature')
    await remember(ada.me, 'on feature')
    await setConfig(ada.me, 'sign', 'true')
    await sync(ada.me)
    expect(ada.git('merge-base', LINE, 'refs/ralph-memory/feature')).toBe(ada.git('rev-parse', LINE))
  })

  // Not every machine has it.
  it.skipIf(spawnSync('gpg', ['--version']).status !== 0)('signs with an OpenPGP key', async () => {
    const { ada, dir } = makeTeam()
    const home = join(dir, 'gnupg')
    mkdirSync(home, { mode: 0o700 })
    const env = { ...process.env, GNUPGHOME: home }
    const id = 'Ada Author <ada@example.com>'
    execFileSync(
      'gpg',
      ['--batch', '--passphrase', '', '--quick-generate-key', id, 'ed25519', 'sign', 'never'],
      {
        env,
        stdio: 'ignore',
      },
    )
    Object.assign(ada.me.vars, { GNUPGHOME: home })
    await setConfig(ada.me, 'sign', 'true')
    await remember(ada.me, 'first')
    expect((await sync(ada.me)).noticed).toEqual([])
    const raw = ada.git('cat-file', 'commit', LINE)
    execFileSync('gpgconf', ['--kill', 'all'], { env })
    expect(raw).toContain('BEGIN PGP SIGNATURE')
  })

  it('shares unsigned, with a warning, when the key is broken', async () => {
    const { ada, hub } = makeTeam()
    ada.git('config', 'gpg.format', 'ssh')
    ada.git('config', 'user.signingkey', '/nowhere/key')
    ada.git('config', 'commit.gpgsign', 'true')
    await setConfig(ada.me, 'sign', 'true')
    await remember(ada.me, 'not held up by a broken key')
    const answer = await sync(ada.me)
    expect(answer.pushed).toMatchObject([{ outcome: 'pushed' }])
    expect(answer.warnings.join()).toContain('not signed: ')
    expect(hub.git('log', '--format=%s', LINE)).toContain('not held up')
  })

  it('never runs a program that signs while it remembers', async () => {
    const { ada, dir } = makeTeam()
    const asked = join(dir, 'asked')
    const program = join(dir, 'program')
    writeFileSync(program, `#!/bin/sh\ntouch '${asked}'\nexit 1\n`, { mode: 0o755 })
    for (const [key, value] of [
      ['commit.gpgsign', 'true'],
      ['gpg.program', program],
      ['gpg.ssh.program', program],
    ] as const)
      ada.git('config', key, value)
    await remember(ada.me, 'quietly')
    await sync(ada.me)
    expect(() => readFileSync(asked)).toThrow('ENOENT')
  })
})
