/** Sharing lines through a real bare remote. What other people's pushes may bring is in remote-lines.test.ts. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runCommand } from '../../src/cli/main.js'
import { defineSync } from '../../src/cli/synced.js'
import { init } from '../../src/verbs/init.js'
import { recall } from '../../src/verbs/recall.js'
import { remember } from '../../src/verbs/remember.js'
import { sync } from '../../src/verbs/sync.js'
import type { TestRepo } from '../helpers/repo.js'
import { makeTeam } from '../helpers/team.js'

const syncCommand = defineSync({ name: 'sync', summary: 'sync', pull: true, push: true })

function script(path: string, ...lines: string[]): string {
  writeFileSync(path, ['#!/bin/sh', ...lines, ''].join('\n'))
  chmodSync(path, 0o755)
  return path
}

function refsOf(repo: TestRepo, prefix: string): string[] {
  return repo.git('for-each-ref', '--format=%(refname)', prefix).split('\n').filter(Boolean)
}

describe('sync', () => {
  it('shares each line for itself, and says what happened to it', async () => {
    const { ada, bob, hub } = makeTeam()
    await remember(bob.me, 'run the tests')
    await remember(ada.me, 'use pnpm')
    ada.git('switch', '-q', '-c', 'topic/x')
    await remember(ada.me, 'only on the topic')
    const { pushed } = await sync(ada.me, { pull: false })
    expect(pushed).toEqual([
      { branch: 'main', outcome: 'pushed' },
      { branch: 'topic/x', outcome: 'pushed' },
    ])
    expect(refsOf(hub, 'refs/ralph-memory')).toEqual([
      'refs/ralph-memory/main',
      'refs/ralph-memory/topic%2Fx',
    ])
    const { pulled, remoteOnly } = await sync(bob.me, { push: false })
    expect(pulled).toMatchObject([{ branch: 'main', merge: { how: 'merged' } }])
    expect(remoteOnly).toEqual(['topic/x'])
    expect((await bob.knows()).toSorted()).toEqual(['run the tests', 'use pnpm'])
    expect(await bob.knows('topic/x')).toContain('only on the topic')
    expect((await sync(bob.me)).pushed).toEqual([{ branch: 'main', outcome: 'pushed' }])
    expect((await sync(ada.me)).pulled).toMatchObject([{ branch: 'main', merge: { how: 'fast-forward' } }])
  })

  it('of one line leaves the others alone', async () => {
    const { ada, hub } = makeTeam()
    await remember(ada.me, 'use pnpm')
    ada.git('switch', '-q', '-c', 'topic')
    await remember(ada.me, 'only on the topic')
    await sync(ada.me, { branches: ['topic'] })
    expect(refsOf(hub, 'refs/ralph-memory')).toEqual(['refs/ralph-memory/topic'])
  })

  it('tries again when somebody else was faster', async () => {
    const { ada, bob, hub, dir } = makeTeam()
    await remember(bob.me, 'bob was faster')
    bob.git('push', '-q', 'origin', 'refs/ralph-memory/main:refs/waiting/main')
    await remember(ada.me, 'ada')
    // Between the fetch and the push of Ada's first round, Bob's push arrives.
    const receive = script(
      join(dir, 'receive'),
      `[ -e '${dir}/once' ] || { : >'${dir}/once'; git -C '${hub.dir}' update-ref refs/ralph-memory/main refs/waiting/main; }`,
      'exec git-receive-pack "$@"',
    )
    ada.git('config', 'remote.origin.receivepack', receive)
    const { pushed } = await sync(ada.me)
    expect(existsSync(join(dir, 'once'))).toBe(true)
    expect(pushed).toEqual([{ branch: 'main', outcome: 'pushed' }])
    expect((await ada.knows()).toSorted()).toEqual(['ada', 'bob was faster'])
    expect(hub.git('rev-parse', 'refs/ralph-memory/main')).toBe(
      ada.git('rev-parse', 'refs/ralph-memory/main'),
    )
  })

  it('of two people at once loses nothing of either', async () => {
    const { ada, bob } = makeTeam()
    await remember(ada.me, 'ada')
    await remember(bob.me, 'bob')
    await Promise.all([sync(ada.me), sync(bob.me)])
    await sync(ada.me)
    await sync(bob.me)
    expect((await ada.knows()).toSorted()).toEqual(['ada', 'bob'])
    expect((await bob.knows()).toSorted()).toEqual(['ada', 'bob'])
  })

  it('with 500 lines starts no git process for each of them', async () => {
    const { ada, bob, dir } = makeTeam()
    await remember(ada.me, 'use pnpm')
    ada.git('switch', '-q', '-c', 'topic')
    await remember(ada.me, 'only on the topic')
    const tip = ada.git('rev-parse', 'refs/ralph-memory/topic').trim()
    const refs = Array.from({ length: 500 }, (_, n) => `create refs/ralph-memory/b${n} ${tip}`)
    writeFileSync(join(dir, 'refs'), `${refs.join('\n')}\n`)
    const bin = join(dir, 'bin')
    mkdirSync(bin)
    const git = ada.git('--exec-path').trim()
    script(join(bin, 'git'), `echo "$*" >>'${dir}/calls'`, `exec '${git}/git' "$@"`)
    ada.git('-c', 'alias.many=!git update-ref --stdin <../refs', 'many')
    const counted = { ...ada.me, vars: { ...ada.me.vars, PATH: `${bin}:${ada.me.vars['PATH']}` } }
    const calls = () => readFileSync(join(dir, 'calls'), 'utf8').split('\n').length - 1
    await sync(counted)
    const first = calls()
    await sync(counted)
    expect({ first: first < 150, again: calls() - first < 150 }, `${first}, then ${calls() - first}`).toEqual(
      {
        first: true,
        again: true,
      },
    )
    await remember(bob.me, 'bob')
    expect((await sync(bob.me)).remoteOnly).toHaveLength(501)
  })
})

describe('a remote that does not play along', () => {
  it('is named with what git said when it cannot be reached, and nothing is lost', async () => {
    const { ada } = makeTeam()
    await remember(ada.me, 'use pnpm')
    const tip = ada.git('rev-parse', 'refs/ralph-memory/main')
    ada.git('remote', 'set-url', 'origin', '../gone.git')
    expect(await runCommand(syncCommand, [], ada.me)).toBe(1)
    expect(ada.me.err()).toMatch(
      /^error: could not fetch from 'origin': .*gone\.git.*\nhint: nothing was lost; run `git ralph sync`/,
    )
    expect(ada.git('rev-parse', 'refs/ralph-memory/main')).toBe(tip)
    expect(await ada.knows()).toEqual(['use pnpm'])
  })

  for (const [how, set] of [
    [
      'a hook',
      (hub: TestRepo) => {
        mkdirSync(join(hub.dir, 'hooks'), { recursive: true })
        script(join(hub.dir, 'hooks/update'), 'case "$1" in refs/heads/*) exit 0;; esac', 'exit 1')
      },
    ],
    ['hidden refs', (hub: TestRepo) => hub.git('config', 'receive.hideRefs', 'refs/ralph-memory')],
  ] as const) {
    it(`that refuses our namespace by ${how} is told of, with a way out that works`, async () => {
      const { ada, bob, hub } = makeTeam()
      set(hub)
      await remember(ada.me, 'use pnpm')
      expect(await runCommand(syncCommand, [], ada.me)).toBe(1)
      expect(ada.me.err()).toContain('error: main: origin refused it:')
      expect(ada.me.err()).toContain(
        'hint: if this host takes branches only: git ralph config remotePrefix refs/heads/ralph-memory',
      )
      expect(await ada.knows()).toEqual(['use pnpm'])
      for (const member of [ada, bob]) member.git('config', 'ralph.remotePrefix', 'refs/heads/ralph-memory')
      expect((await sync(ada.me)).pushed).toEqual([{ branch: 'main', outcome: 'pushed' }])
      expect(refsOf(hub, 'refs/heads')).toEqual(['refs/heads/main', 'refs/heads/ralph-memory/main'])
      await sync(bob.me)
      expect(await bob.knows()).toEqual(['use pnpm'])
    })
  }
})

describe('what is shared with whom', () => {
  it('goes to the remote that ralph.remote elects', async () => {
    const { ada, hub, dir } = makeTeam()
    ada.git('init', '-q', '--bare', join(dir, 'private.git'))
    ada.git('remote', 'add', 'private', '../private.git')
    ada.git('config', 'ralph.remote', 'private')
    await remember(ada.me, 'between us')
    expect((await sync(ada.me)).remote).toBe('private')
    expect(ada.git('ls-remote', 'private')).toContain('refs/ralph-memory/main')
    expect(refsOf(hub, 'refs/ralph-memory')).toEqual([])
  })

  it('stays here with ralph.share=false', async () => {
    const { ada, hub } = makeTeam()
    ada.git('config', 'ralph.share', 'false')
    await remember(ada.me, 'use pnpm')
    await expect(sync(ada.me)).rejects.toMatchObject({ code: 'bad-settings' })
    expect(refsOf(hub, 'refs/ralph-memory')).toEqual([])
  })

  it('arrives with the first recall or init after a clone', async () => {
    const { ada, join: joinTeam } = makeTeam()
    await remember(ada.me, 'use pnpm')
    await sync(ada.me)
    const cleo = joinTeam('cleo')
    const { hits, warnings } = await recall(cleo.me, 'pnpm')
    expect(hits).toHaveLength(1)
    expect(warnings).toEqual(['note: fetched the memory of 1 branch from origin'])
    expect((await recall(cleo.me, 'pnpm')).warnings).toEqual([])
    expect((await init(joinTeam('dan').me)).done).toContain('fetched the memory of 1 branch from origin')
  })

  it('cannot be sent elsewhere by a file in the repository', async () => {
    const { ada, hub } = makeTeam()
    ada.write(
      'ralph.yml',
      'remote: --upload-pack=touch owned;\nralph:\n  remote: --receive-pack=touch owned;\n',
    )
    await remember(ada.me, 'use pnpm')
    expect((await sync(ada.me)).remote).toBe('origin')
    expect(refsOf(hub, 'refs/ralph-memory')).toEqual(['refs/ralph-memory/main'])
    await expect(sync(ada.me, { remote: '--upload-pack=touch owned;' })).rejects.toMatchObject({
      code: 'remote-failed',
    })
    ada.git('config', 'ralph.remote', '--upload-pack=touch owned;')
    await expect(sync(ada.me)).rejects.toMatchObject({ code: 'remote-failed' })
    expect(existsSync(join(ada.dir, 'owned'))).toBe(false)
  })
})

describe('git stays git', () => {
  it('when the user fetches with --prune', async () => {
    const { ada, bob } = makeTeam()
    await remember(ada.me, 'use pnpm')
    await sync(ada.me)
    await remember(bob.me, 'bob')
    await sync(bob.me)
    const before = bob.git('for-each-ref', 'refs/ralph-memory', 'refs/ralph-remote')
    bob.git('fetch', '-q', '--prune', '--all')
    expect(bob.git('for-each-ref', 'refs/ralph-memory', 'refs/ralph-remote')).toBe(before)
  })

  it('sync leaves FETCH_HEAD, the index, the configuration and the branches as they are', async () => {
    const { ada, bob } = makeTeam()
    await remember(bob.me, 'bob')
    await remember(ada.me, 'use pnpm')
    await sync(ada.me)
    bob.git('fetch', '-q')
    const files = ['FETCH_HEAD', 'index', 'config', 'HEAD', 'packed-refs']
    const state = () => [
      ...files.map((file) =>
        existsSync(join(bob.dir, '.git', file)) ? readFileSync(join(bob.dir, '.git', file), 'hex') : '',
      ),
      bob.git('for-each-ref', 'refs/heads', 'refs/remotes', 'refs/tags'),
      bob.git('status', '--porcelain=v2', '--branch'),
    ]
    const before = state()
    expect(before[0]).not.toBe('')
    expect((await sync(bob.me)).pulled).toHaveLength(1)
    expect(state()).toEqual(before)
  })
})
