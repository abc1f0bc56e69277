/** Memory follows branches as they are created, renamed, deleted, rebased and checked out in other worktrees. */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeDir } from '../helpers/repo.js'
import { makeWorld, worldAt } from './world.js'

describe('a new branch', () => {
  it('sees the memory of the branch it was created from, and forks with its first write', () => {
    const world = makeWorld()
    world.branch('dev', 'on dev', { 'd.txt': 'd\n' })
    world.git('checkout', '-q', '-b', 'topic')
    expect(world.git('config', 'branch.topic.ralphBase').trim()).toBe('dev')
    expect(world.ralph('list')).toContain('on dev')
    expect(world.rendered()).toContain('on dev')
    expect(world.knows('topic')).toBeUndefined()
    const base = world.git('rev-parse', 'refs/ralph-memory/dev').trim()
    world.remember('on topic')
    expect(world.knows('topic')).toEqual(['on dev', 'on main', 'on topic'])
    expect(world.git('rev-parse', 'refs/ralph-memory/topic^').trim()).toBe(base)
    expect(world.knows('dev')).toEqual(['on dev', 'on main'])
  })

  it('created by name from another branch than the one checked out has that one as base', () => {
    const world = makeWorld()
    world.branch('dev', 'on dev', { 'd.txt': 'd\n' })
    world.git('checkout', '-q', 'main')
    world.git('switch', '-q', '-c', 'topic', 'dev')
    expect(world.git('config', 'branch.topic.ralphBase').trim()).toBe('dev')
    expect(world.rendered()).toContain('on dev')
  })

  it('in a worktree of its own has the branch of the main worktree as base', () => {
    const world = makeWorld()
    world.branch('dev', 'on dev', { 'd.txt': 'd\n' })
    const dir = join(makeDir(), 'tree')
    world.git('worktree', 'add', '-q', '-b', 'topic', dir)
    expect(world.git('config', 'branch.topic.ralphBase').trim()).toBe('dev')
    expect(worldAt(dir).rendered()).toContain('on dev')
  })

  it('from the default branch has nothing recorded', () => {
    const world = makeWorld()
    world.git('checkout', '-q', '-b', 'topic')
    expect(world.run(['config', 'branch.topic.ralphBase']).code).toBe(1)
    expect(world.rendered()).toContain('on main')
  })

  it('shares with its base what is remembered with --shared', () => {
    const world = makeWorld()
    world.git('checkout', '-q', '-b', 'topic')
    world.remember('for all', '--shared')
    expect(world.knows()).toEqual(['for all', 'on main'])
    expect(world.knows('topic')).toBeUndefined()
    world.remember('on topic')
    world.remember('for all, too', '--shared')
    expect(world.knows()).toEqual(['for all', 'for all, too', 'on main'])
    expect(world.knows('topic')).toEqual(['for all', 'on main', 'on topic'])
  })
})

describe("base's memory comes with base's code", () => {
  it('by merging it into the branch', () => {
    const world = makeWorld()
    world.branch('topic', 'on topic', { 'a.txt': 'a\n' })
    world.git('checkout', '-q', 'main')
    world.commit('main moves on', { 'c.txt': 'c\n' })
    world.remember('later on main')
    world.git('checkout', '-q', 'topic')
    expect(world.knows('topic')).toEqual(['on main', 'on topic'])
    world.git('merge', '-q', '--no-edit', 'main')
    expect(world.knows('topic')).toEqual(['later on main', 'on main', 'on topic'])
    expect(world.rendered()).toContain('later on main')
    expect(world.knows()).toEqual(['later on main', 'on main'])
  })

  it('by rebasing the branch onto it, once, after all picks', () => {
    const world = makeWorld()
    world.branch('topic', 'on topic', { 'a.txt': 'a\n', 'b.txt': 'b\n', 'd.txt': 'd\n' })
    world.git('checkout', '-q', 'main')
    world.commit('main moves on', { 'c.txt': 'c\n' })
    world.remember('later on main')
    world.git('checkout', '-q', 'topic')
    const before = world.git('rev-list', '--count', 'refs/ralph-memory/topic').trim()
    expect(world.run(['rebase', '-q', 'main'])).toEqual({ code: 0, out: '', err: '' })
    expect(world.knows('topic')).toEqual(['later on main', 'on main', 'on topic'])
    expect(world.rendered()).toContain('later on main')
    // The merge and the commit of main that it brings.
    expect(Number(world.git('rev-list', '--count', 'refs/ralph-memory/topic'))).toBe(Number(before) + 2)
    expect(world.knows()).toEqual(['later on main', 'on main'])
  })

  it('not in the middle of a rebase that stops, but at its end', () => {
    const world = makeWorld({ 'a.txt': 'a\n' })
    world.branch('topic', 'on topic', { 'x.txt': 'x\n', 'a.txt': 'topic\n', 'b.txt': 'b\n' })
    world.git('checkout', '-q', 'main')
    world.commit('main moves on', { 'a.txt': 'main\n' })
    world.remember('later on main')
    world.git('checkout', '-q', 'topic')
    expect(world.run(['rebase', '-q', 'main']).code).toBe(1)
    expect(world.knows('topic')).toEqual(['on main', 'on topic'])
    world.write('a.txt', 'both\n')
    world.git('add', 'a.txt')
    expect(world.run(['rebase', '--continue']).code).toBe(0)
    expect(world.knows('topic')).toEqual(['later on main', 'on main', 'on topic'])
    expect(world.git('rev-parse', '--abbrev-ref', 'HEAD').trim()).toBe('topic')
  })
})

describe('a branch that is renamed or deleted', () => {
  it('keeps its line under the new name', () => {
    const world = makeWorld()
    world.branch('topic', 'on topic', { 'a.txt': 'a\n' })
    world.git('branch', '-m', 'feature/login')
    world.git('checkout', '-q', 'main')
    world.git('checkout', '-q', 'feature/login')
    expect(world.knows('feature/login')).toEqual(['on main', 'on topic'])
    expect(world.knows('topic')).toBeUndefined()
    expect(world.rendered()).toContain('on topic')
  })

  it('keeps its line under the new name also when it was not checked out', () => {
    const world = makeWorld()
    world.branch('topic', 'on topic', { 'a.txt': 'a\n' })
    world.git('checkout', '-q', 'main')
    world.git('branch', '-m', 'topic', 'renamed')
    world.git('checkout', '-q', 'renamed')
    expect(world.knows('renamed')).toEqual(['on main', 'on topic'])
    expect(world.knows('topic')).toBeUndefined()
  })

  it('keeps its base under the new name, and stays the base of others', () => {
    const world = makeWorld()
    world.branch('dev', 'on dev', { 'd.txt': 'd\n' })
    world.branch('topic', 'on topic', { 'a.txt': 'a\n' })
    world.git('branch', '-m', 'renamed')
    expect(world.git('config', 'branch.renamed.ralphBase').trim()).toBe('dev')
    world.git('branch', '-m', 'dev', 'next')
    world.git('branch', '-m', 'next', 'develop')
    world.git('checkout', '-q', 'develop')
    expect(world.knows('develop')).toEqual(['on dev', 'on main'])
    expect(world.git('config', 'branch.renamed.ralphBase').trim()).toBe('develop')
  })

  it('leaves its line when its code never landed, to be rescued as a whole', () => {
    const world = makeWorld()
    world.branch('topic', 'on topic', { 'a.txt': 'a\n' })
    world.remember('also on topic')
    world.git('checkout', '-q', 'main')
    world.git('branch', '-q', '-D', 'topic')
    world.git('checkout', '-q', '-b', 'next')
    world.git('checkout', '-q', 'main')
    expect(world.knows('topic')).toEqual(['also on topic', 'on main', 'on topic'])
    expect(world.knows()).toEqual(['on main'])
    expect(world.ralph('lines')).toMatch(/topic.*abandoned/)
    world.ralph('rescue', 'topic')
    expect(world.knows()).toEqual(['also on topic', 'on main', 'on topic'])
    expect(world.rendered()).toContain('also on topic')
  })

  it('leaves its line, of which chosen memories can be rescued', () => {
    const world = makeWorld()
    world.branch('topic', 'on topic', { 'a.txt': 'a\n' })
    const id = world.remember('worth keeping')
    world.git('checkout', '-q', 'main')
    world.git('branch', '-q', '-D', 'topic')
    world.ralph('rescue', 'topic', id)
    expect(world.knows()).toEqual(['on main', 'worth keeping'])
    expect(world.knows('topic')).toEqual(['on main', 'on topic', 'worth keeping'])
  })
})

describe('the rendered file', () => {
  it('follows the branch checked out, and only then', () => {
    const world = makeWorld()
    world.branch('topic', 'on topic', { 'a.txt': 'a\n' })
    expect(world.rendered()).toContain('on topic')
    world.git('checkout', '-q', 'main')
    expect(world.rendered()).toContain('on main')
    expect(world.rendered()).not.toContain('on topic')
    world.git('checkout', '-q', 'topic', '--', 'a.txt')
    expect(world.rendered()).not.toContain('on topic')
    world.git('checkout', '-q', '-f', 'topic')
    expect(world.rendered()).toContain('on topic')
  })

  it('gives up hand edits to the line they were made on before it is rendered anew', () => {
    const world = makeWorld()
    world.branch('topic', 'on topic', { 'a.txt': 'a\n' })
    const path = join(world.dir, '.agent/memories.md')
    writeFileSync(path, world.rendered().replace('on topic', 'edited by hand'))
    world.git('checkout', '-q', 'main')
    expect(world.knows('topic')).toEqual(['edited by hand', 'on main'])
    expect(world.knows()).toEqual(['on main'])
    expect(world.rendered()).not.toContain('edited by hand')
  })

  it('keeps a new block that was written just before a checkout on the branch it was written on', () => {
    const world = makeWorld()
    world.branch('topic', 'on topic', { 'a.txt': 'a\n' })
    appendFileSync(
      join(world.dir, '.agent/memories.md'),
      '\n### mem-1737390000-a7b8\n> by hand\n<!-- tags: x | created: 2025-01-20 -->\n',
    )
    world.git('checkout', '-q', 'main')
    expect(world.knows('topic')).toEqual(['by hand', 'on main', 'on topic'])
    expect(world.knows()).toEqual(['on main'])
  })

  it('is another one in each worktree', () => {
    const world = makeWorld()
    const dir = join(makeDir(), 'tree')
    world.git('worktree', 'add', '-q', '-b', 'topic', dir)
    const tree = worldAt(dir)
    expect(tree.rendered()).toContain('on main')
    tree.remember('on topic')
    expect(tree.rendered()).toContain('on topic')
    expect(world.rendered()).not.toContain('on topic')
    tree.commit('work', { 'a.txt': 'a\n' })
    expect(tree.git('status', '--porcelain')).toBe('')
    world.git('merge', '-q', '--no-ff', '--no-edit', 'topic')
    expect(world.knows()).toEqual(['on main', 'on topic'])
    expect(world.rendered()).toContain('on topic')
  })

  it('shows the branch that holds a detached HEAD', () => {
    const world = makeWorld()
    world.branch('topic', 'on topic', { 'a.txt': 'a\n', 'b.txt': 'b\n' })
    world.git('checkout', '-q', '--detach', 'topic~1')
    expect(world.rendered()).toContain('on topic')
    world.git('checkout', '-q', '--detach', 'main')
    expect(world.rendered()).not.toContain('on topic')
    expect(world.rendered()).toContain('on main')
  })
})

describe('a hook', () => {
  it('that fails is silent, lets git succeed, and tells doctor and status', () => {
    const world = makeWorld()
    expect(world.ralph('status')).toContain('health:     good')
    const path = join(world.dir, '.agent/memories.md')
    world.branch('topic', 'on topic', { 'a.txt': 'a\n' })
    rmSync(path)
    mkdirSync(path)
    expect(world.run(['checkout', '-q', 'main'])).toEqual({ code: 0, out: '', err: '' })
    expect(world.tryRalph(['doctor']).out).toContain('post-checkout failed')
    expect(world.ralph('status')).toContain('git ralph doctor')
    rmSync(path, { recursive: true })
    expect(world.run(['checkout', '-q', 'topic']).code).toBe(0)
    expect(world.rendered()).toContain('on topic')
    // What works again is no problem any more.
    expect(world.tryRalph(['doctor']).out).not.toContain('post-checkout failed')
  })

  it("works with a GUI's PATH, which has neither node nor git-ralph", () => {
    const world = makeWorld()
    world.branch('topic', 'on topic', { 'a.txt': 'a\n' })
    const bin = makeDir()
    const git = world.git('--exec-path').trim()
    const whole = TOOLS.map((tool) => [tool, `/bin/${tool}`, `/usr/bin/${tool}`]).filter(([, ...paths]) =>
      paths.some((path) => existsSync(path)),
    )
    for (const [tool, ...paths] of whole)
      symlinkSync(
        paths.find((path) => existsSync(path))!,
        join(bin, tool!),
      )
    symlinkSync(join(git, 'git'), join(bin, 'git'))
    expect(world.run(['checkout', '-q', 'main'], { PATH: bin })).toEqual({ code: 0, out: '', err: '' })
    expect(world.rendered()).not.toContain('on topic')
    expect(readFileSync(join(world.dir, '.git/hooks/post-checkout'), 'utf8')).toContain(process.execPath)
  })
})

const TOOLS = ['sh', 'cat']
