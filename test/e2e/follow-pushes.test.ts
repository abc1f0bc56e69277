/** A push shares the memory of what is pushed, and nothing that goes wrong with that is the push's business. */
import { appendFileSync, chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeDir } from '../helpers/repo.js'
import { cloneOf, makeSharedWorld, readLine } from './world.js'

describe('a push', () => {
  it('shares the line of the branch that is pushed, and no other', () => {
    const { world, remote } = makeSharedWorld()
    expect(readLine(remote, 'refs/ralph-memory/main')).toEqual(['on main'])
    world.branch('secret', 'on secret', { 's.txt': 's\n' })
    world.git('checkout', '-q', 'main')
    world.branch('topic', 'on topic', { 'a.txt': 'a\n' })
    world.remember('for all', '--shared')
    expect(world.run(['push', '-q', 'origin', 'topic'])).toEqual({ code: 0, out: '', err: '' })
    expect(readLine(remote, 'refs/ralph-memory/topic')).toEqual(['on main', 'on topic'])
    expect(readLine(remote, 'refs/ralph-memory/main')).toEqual(['on main'])
    expect(readLine(remote, 'refs/ralph-memory/secret')).toBeUndefined()
    expect(world.git('ls-remote', '--heads', 'origin')).not.toContain('ralph')
  })

  it('of HEAD shares the line of the branch checked out', () => {
    const { world, remote } = makeSharedWorld()
    world.branch('topic', 'on topic', { 'a.txt': 'a\n' })
    expect(world.run(['push', '-q', 'origin', 'HEAD']).code).toBe(0)
    expect(readLine(remote, 'refs/ralph-memory/topic')).toEqual(['on main', 'on topic'])
  })

  it('merges what others have pushed meanwhile', () => {
    const { world, remote } = makeSharedWorld()
    const other = cloneOf(remote)
    other.remember('by other')
    other.commit('work of other', { 'o.txt': 'o\n' })
    other.git('push', '-q', 'origin', 'main')
    world.remember('by us')
    world.git('pull', '-q', '--rebase')
    world.commit('work', { 'a.txt': 'a\n' })
    expect(world.run(['push', '-q', 'origin', 'main'])).toEqual({ code: 0, out: '', err: '' })
    expect(readLine(remote, 'refs/ralph-memory/main')).toEqual(['by other', 'by us', 'on main'])
    expect(world.knows()).toEqual(['by other', 'by us', 'on main'])
  })

  it('shares nothing when ralph.autopush or ralph.share is false', () => {
    for (const setting of ['ralph.autopush', 'ralph.share']) {
      const { world, remote } = makeSharedWorld()
      world.git('config', setting, 'false')
      world.branch('topic', 'on topic', { 'a.txt': 'a\n' })
      expect(world.run(['push', '-q', 'origin', 'topic'])).toEqual({ code: 0, out: '', err: '' })
      expect(world.git('ls-remote', 'origin')).toContain('refs/heads/topic')
      expect(readLine(remote, 'refs/ralph-memory/topic')).toBeUndefined()
    }
  })

  it('to another remote than the one that shares memory shares nothing', () => {
    const { world } = makeSharedWorld()
    const fork = join(makeDir(), 'fork.git')
    world.git('init', '-q', '--bare', fork)
    world.git('remote', 'add', 'fork', fork)
    expect(world.run(['push', '-q', 'fork', 'main']).code).toBe(0)
    expect(world.git('ls-remote', 'fork')).not.toContain('ralph')
    expect(world.git('ls-remote', 'origin')).toContain('ralph')
  })

  it('to any remote shares memory with the one that ralph.remote elects', () => {
    const { world, remote } = makeSharedWorld()
    const own = join(makeDir(), 'own.git')
    world.git('init', '-q', '--bare', own)
    world.git('remote', 'add', 'own', own)
    world.git('config', 'ralph.remote', 'own')
    world.branch('topic', 'on topic', { 'a.txt': 'a\n' })
    expect(world.run(['push', '-q', 'origin', 'topic'])).toEqual({ code: 0, out: '', err: '' })
    expect(readLine(own, 'refs/ralph-memory/topic')).toEqual(['on main', 'on topic'])
    expect(readLine(remote, 'refs/ralph-memory/topic')).toBeUndefined()
  })

  it('succeeds in silence when the remote that shares memory cannot be reached', () => {
    const { world } = makeSharedWorld()
    world.git('remote', 'add', 'gone', '/nonexistent/remote.git')
    world.git('config', 'ralph.remote', 'gone')
    world.branch('topic', 'on topic', { 'a.txt': 'a\n' })
    expect(world.run(['push', '-q', 'origin', 'topic'])).toEqual({ code: 0, out: '', err: '' })
    expect(world.git('ls-remote', 'origin')).toContain('refs/heads/topic')
  })

  it('does not wait for a remote that never answers', () => {
    const { world } = makeSharedWorld()
    const ssh = join(makeDir(), 'ssh')
    writeFileSync(ssh, '#!/bin/sh\nexec sleep 50\n')
    chmodSync(ssh, 0o755)
    world.git('remote', 'add', 'slow', 'ssh://slow.example/remote.git')
    world.git('config', 'ralph.remote', 'slow')
    world.branch('topic', 'on topic', { 'a.txt': 'a\n' })
    const start = Date.now()
    expect(world.run(['push', '-q', 'origin', 'topic'], { GIT_SSH_COMMAND: ssh }).code).toBe(0)
    // Its limit is a few seconds; without one this would take 50.
    expect(Date.now() - start).toBeLessThan(25_000)
    expect(world.git('ls-remote', 'origin')).toContain('refs/heads/topic')
  })

  it('says so in one line when the remote refuses memory, and succeeds', () => {
    const { world, remote } = makeSharedWorld()
    const hook = join(remote, 'hooks/update')
    writeFileSync(
      hook,
      '#!/bin/sh\ncase "$1" in refs/ralph-memory/*) echo no memory here >&2; exit 1;; esac\n',
    )
    chmodSync(hook, 0o755)
    world.branch('topic', 'on topic', { 'a.txt': 'a\n' })
    const { code, err } = world.run(['push', '-q', 'origin', 'topic'])
    expect(code).toBe(0)
    expect(err).toBe(
      "git-ralph: origin refused the memory of 'topic' ([remote rejected] (hook declined)); see `git ralph push`\n",
    )
    expect(world.knows('topic')).toEqual(['on main', 'on topic'])
  })

  it('of memory runs no hook again', () => {
    const { world, remote } = makeSharedWorld()
    const log = join(makeDir(), 'log')
    const hook = join(world.dir, '.git/hooks/pre-push')
    appendFileSync(hook, `echo called >> '${log}'\n`)
    world.branch('topic', 'on topic', { 'a.txt': 'a\n' })
    world.git('push', '-q', 'origin', 'topic')
    expect(readLine(remote, 'refs/ralph-memory/topic')).toEqual(['on main', 'on topic'])
    expect(readFileSync(log, 'utf8')).toBe('called\n')
  })
})

describe('the memory of a fork', () => {
  it('is fetched beside our own, compared and merged by its name', () => {
    const { world, remote } = makeSharedWorld()
    const fork = join(makeDir(), 'fork.git')
    world.git('clone', '-q', '--bare', remote, fork)
    const ada = cloneOf(fork)
    ada.branch('topic', 'by ada', { 'a.txt': 'a\n' })
    ada.git('push', '-q', 'origin', 'topic')
    world.git('remote', 'add', 'ada', fork)
    world.ralph('pull', 'ada')
    expect(world.ralph('diff', 'main...ada/topic')).toContain('by ada')
    expect(world.knows()).toEqual(['on main'])
    world.ralph('merge', 'ada/topic')
    expect(world.knows()).toEqual(['by ada', 'on main'])
  })
})
