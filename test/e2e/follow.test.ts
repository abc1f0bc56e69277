/** What main knows after the code of a branch has landed, for each way of landing and each way of finding out. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cloneOf, makeSharedWorld, makeWorld, readLine, type World } from './world.js'

const BOTH = ['on main', 'on topic']

function makeTopic(files: Record<string, string> = { 'a.txt': 'a\n', 'b.txt': 'b\n' }): World {
  const world = makeWorld()
  world.branch('topic', 'on topic', files)
  expect(world.knows('topic')).toEqual(BOTH)
  expect(world.knows()).toEqual(['on main'])
  world.git('checkout', '-q', 'main')
  return world
}

const LANDED = { main: BOTH, topic: undefined }
const STAYS = { main: ['on main'], topic: BOTH }

function linesOf(world: World): { main: string[] | undefined; topic: string[] | undefined } {
  world.git('fsck', '--strict')
  return { main: world.knows(), topic: world.knows('topic') }
}

describe('when the code lands, the memory does', () => {
  it('by a merge', () => {
    const world = makeTopic()
    world.commit('main moves on', { 'c.txt': 'c\n' })
    expect(linesOf(world)).toEqual(STAYS)
    world.git('merge', '-q', '--no-edit', 'topic')
    expect(linesOf(world)).toEqual(LANDED)
  })

  it('by a fast-forward', () => {
    const world = makeTopic()
    world.git('merge', '-q', '--ff-only', 'topic')
    expect(linesOf(world)).toEqual(LANDED)
    expect(world.rendered()).toContain('on topic')
  })

  it('by a rebase of copies onto main', () => {
    const world = makeTopic()
    world.commit('main moves on', { 'c.txt': 'c\n' })
    world.git('cherry-pick', 'topic~1', 'topic')
    expect(linesOf(world)).toEqual(STAYS)
    // Nothing tells us of a cherry-pick but the next checkout.
    world.git('checkout', '-q', 'topic')
    expect(linesOf(world)).toEqual(LANDED)
  })

  it('by rebasing the branch and moving main to it', () => {
    const world = makeTopic()
    world.commit('main moves on', { 'c.txt': 'c\n' })
    world.git('rebase', '-q', 'main', 'topic')
    world.git('checkout', '-q', 'main')
    expect(linesOf(world)).toEqual(STAYS)
    world.git('merge', '-q', '--ff-only', 'topic')
    expect(linesOf(world)).toEqual(LANDED)
  })

  it('by a squash', () => {
    const world = makeTopic()
    world.git('merge', '-q', '--squash', 'topic')
    world.commit('topic (#1)')
    world.git('checkout', '-q', 'topic')
    expect(linesOf(world)).toEqual(LANDED)
  })

  it('by a squash after main moved on, in the same file too', () => {
    const world = makeWorld({ 'a.txt': 'one\n\n\n\n\n\n\n\nnine\n' })
    world.branch('topic', 'on topic', { 'a.txt': 'ONE\n\n\n\n\n\n\n\nnine\n', 'b.txt': 'b\n' })
    world.git('checkout', '-q', 'main')
    world.commit('main moves on', { 'a.txt': 'one\n\n\n\n\n\n\n\nNINE\n', 'c.txt': 'c\n' })
    world.git('merge', '-q', '--squash', 'topic')
    world.commit('topic (#1)')
    world.commit('and on', { 'd.txt': 'd\n' })
    expect(linesOf(world)).toEqual(STAYS)
    world.git('checkout', '-q', 'topic')
    expect(linesOf(world)).toEqual(LANDED)
  })

  it('also when the branch is deleted before anybody looked', () => {
    const world = makeTopic()
    world.git('merge', '-q', '--squash', 'topic')
    world.commit('topic (#1)')
    world.git('branch', '-q', '-D', 'topic')
    expect(linesOf(world)).toEqual(STAYS)
    expect(world.ralph('land', 'topic')).toContain('landed in main (squash)')
    expect(linesOf(world)).toEqual(LANDED)
  })

  it('also when commits followed the last memory and the branch is deleted', () => {
    const world = makeTopic()
    world.git('checkout', '-q', 'topic')
    world.commit('after the last memory', { 'z.txt': 'z\n' })
    world.git('checkout', '-q', 'main')
    world.git('merge', '-q', '--squash', 'topic')
    world.commit('topic (#1)')
    world.git('branch', '-q', '-D', 'topic')
    expect(world.ralph('land')).toContain('landed in main (squash)')
    expect(linesOf(world)).toEqual(LANDED)
  })

  it('and stays landed when the merge is reverted', () => {
    const world = makeTopic()
    world.commit('main moves on', { 'c.txt': 'c\n' })
    world.git('merge', '-q', '--no-edit', 'topic')
    world.git('revert', '--no-edit', '-m', '1', 'HEAD')
    world.git('checkout', '-q', 'topic')
    expect(linesOf(world)).toEqual(LANDED)
  })

  it('into the branch it was created from, and with that into main', () => {
    const world = makeWorld()
    world.branch('dev', 'on dev', { 'd.txt': 'd\n' })
    world.branch('topic', 'on topic', { 'a.txt': 'a\n' })
    world.git('checkout', '-q', 'dev')
    world.git('merge', '-q', '--no-ff', '--no-edit', 'topic')
    expect(world.knows('dev')).toEqual(['on dev', ...BOTH])
    expect(world.knows('topic')).toBeUndefined()
    expect(world.knows()).toEqual(['on main'])
    world.git('checkout', '-q', 'main')
    world.git('merge', '-q', '--no-ff', '--no-edit', 'dev')
    expect(world.knows()).toEqual(['on dev', ...BOTH])
    expect(world.knows('dev')).toBeUndefined()
  })
})

describe('a branch does not land', () => {
  it('when only part of it did', () => {
    const world = makeTopic()
    world.commit('main moves on', { 'c.txt': 'c\n' })
    world.git('cherry-pick', 'topic~1')
    world.git('checkout', '-q', 'topic')
    expect(linesOf(world)).toEqual(STAYS)
    const { code, out } = world.tryRalph(['land', 'topic'])
    expect(code).toBe(1)
    expect(out).toContain('1 of 2 commits')
    expect(out).toContain('git ralph land topic --anyway')
    world.ralph('land', 'topic', '--anyway')
    expect(linesOf(world)).toEqual(LANDED)
  })

  it('before what was written into the rendered file by hand is part of it', () => {
    const world = makeTopic()
    world.git('checkout', '-q', 'topic')
    const file = join(world.dir, '.agent/memories.md')
    writeFileSync(file, world.rendered().replace('on topic', 'by hand'))
    world.git('-c', 'core.hooksPath=/dev/null', 'checkout', '-q', 'main')
    world.git('-c', 'core.hooksPath=/dev/null', 'merge', '-q', '--no-ff', '--no-edit', 'topic')
    world.git('checkout', '-q', 'main')
    expect(linesOf(world)).toEqual({ main: ['by hand', 'on main'], topic: undefined })
  })

  it('when it has no commit of its own yet, whatever is checked out or merged', () => {
    const world = makeWorld()
    world.branch('topic', 'on topic', {})
    world.git('checkout', '-q', 'main')
    world.commit('main moves on', { 'c.txt': 'c\n' })
    world.branch('other', 'on other', { 'o.txt': 'o\n' })
    world.git('checkout', '-q', 'main')
    world.git('merge', '-q', '--no-ff', '--no-edit', 'other')
    expect(world.knows()).toEqual(['on main', 'on other'])
    expect(world.knows('topic')).toEqual(BOTH)
  })
})

describe('a landing is found', () => {
  it('by the merge that makes it', () => {
    const world = makeTopic()
    world.git('merge', '-q', '--no-ff', '--no-edit', 'topic')
    expect(linesOf(world)).toEqual(LANDED)
  })

  it('by `git ralph land` where no hook has seen it', () => {
    const world = makeTopic()
    world.git('-c', 'core.hooksPath=/dev/null', 'merge', '-q', '--no-ff', '--no-edit', 'topic')
    expect(linesOf(world)).toEqual(STAYS)
    expect(world.ralph('land')).toContain('✓ topic: landed in main (merge)')
    expect(linesOf(world)).toEqual(LANDED)
    expect(world.ralph('land')).toContain('no line waits to land')
  })

  it('by sync, which also takes the line off the remote', () => {
    const { world, remote } = makeSharedWorld()
    world.branch('topic', 'on topic', { 'a.txt': 'a\n' })
    world.git('push', '-q', 'origin', 'topic')
    expect(readLine(remote, 'refs/ralph-memory/topic')).toEqual(BOTH)
    world.git('checkout', '-q', 'main')
    world.git('-c', 'core.hooksPath=/dev/null', 'merge', '-q', '--squash', 'topic')
    world.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-m', 'topic (#1)')
    world.ralph('sync')
    expect(linesOf(world)).toEqual(LANDED)
    expect(readLine(remote, 'refs/ralph-memory/main')).toEqual(BOTH)
    expect(readLine(remote, 'refs/ralph-memory/topic')).toBeUndefined()
  })

  it('when a pull request was squashed on the remote and the result only fetched', () => {
    const { world, remote } = makeSharedWorld()
    world.branch('topic', 'on topic', { 'a.txt': 'a\n', 'b.txt': 'b\n' })
    world.git('push', '-q', 'origin', 'topic')
    const elsewhere = cloneOf(remote)
    elsewhere.git('-c', 'core.hooksPath=/dev/null', 'merge', '-q', '--squash', 'origin/topic')
    elsewhere.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-m', 'topic (#1)')
    elsewhere.git('push', '-q', '--no-verify', 'origin', 'main', ':topic')
    world.git('fetch', '-q', '--prune')
    expect(linesOf(world)).toEqual(STAYS)
    world.git('checkout', '-q', 'main')
    expect(linesOf(world)).toEqual(LANDED)
  })

  it('by a pull that brings the squash, with the branch deleted before', () => {
    const { world, remote } = makeSharedWorld()
    world.branch('topic', 'on topic', { 'a.txt': 'a\n', 'b.txt': 'b\n' })
    world.git('push', '-q', 'origin', 'topic')
    const elsewhere = cloneOf(remote)
    elsewhere.git('-c', 'core.hooksPath=/dev/null', 'merge', '-q', '--squash', 'origin/topic')
    elsewhere.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-m', 'topic (#1)')
    elsewhere.git('push', '-q', '--no-verify', 'origin', 'main', ':topic')
    world.git('checkout', '-q', 'main')
    world.git('branch', '-q', '-D', 'topic')
    expect(linesOf(world)).toEqual(STAYS)
    world.git('pull', '-q', '--ff-only', '--prune')
    expect(linesOf(world)).toEqual(LANDED)
  })
})
