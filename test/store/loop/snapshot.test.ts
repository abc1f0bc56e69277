import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openRepo } from '../../../src/store/git/repo.js'
import { restoreTree, takeSnapshot } from '../../../src/store/loop/snapshot.js'
import { makeRepo, runGit, type TestRepo } from '../../helpers/repo.js'
import { apply, operation, readTree } from './work-tree.js'

const LOOP = 'run-00000001'

async function snapshot(repo: TestRepo, name = '1') {
  return takeSnapshot(await openRepo(repo.env()), LOOP, name)
}

async function restore(repo: TestRepo, tree: string) {
  return restoreTree(await openRepo(repo.env()), tree)
}

describe('a snapshot', () => {
  it('brings the work tree back byte for byte, whatever was done to it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(operation, { maxLength: 12 }),
        fc.array(operation, { minLength: 1, maxLength: 12 }),
        async (before, after) => {
          const repo = makeRepo({
            a: 'first\r\n',
            'b/c d': 'second',
            '.gitattributes': '* text=auto eol=lf\n*.x ident\n',
          })
          for (const one of before) apply(repo.dir, one)
          const then = readTree(repo.dir)
          const { tree } = await snapshot(repo)
          for (const one of after) apply(repo.dir, one)
          const later = readTree(repo.dir)
          const kept = await snapshot(repo, 'undo')
          await restore(repo, tree)
          expect(readTree(repo.dir)).toEqual(then)
          await restore(repo, kept.tree)
          expect(readTree(repo.dir)).toEqual(later)
          rmSync(repo.dir, { recursive: true })
        },
      ),
      { numRuns: 25 },
    )
  })

  it('is an ordinary commit on a ref of its own, whose parent is HEAD', async () => {
    const repo = makeRepo({ a: '1' })
    repo.write('untracked', 'x')
    const { commit, tree } = await snapshot(repo)
    expect(repo.git('rev-parse', `refs/ralph-snapshots/${LOOP}/1`).trim()).toBe(commit)
    expect(repo.git('rev-parse', `${commit}^{tree}`).trim()).toBe(tree)
    expect(repo.git('rev-parse', `${commit}^`)).toBe(repo.git('rev-parse', 'HEAD'))
    expect(repo.git('ls-tree', '--name-only', commit)).toBe('a\nuntracked\n')
    repo.git('fsck', '--strict', '--no-dangling')
  })

  it('touches neither index nor HEAD nor stash', async () => {
    const repo = makeRepo({ a: '1', b: '1' })
    repo.write('a', '2')
    repo.git('stash')
    repo.write('a', 'staged')
    repo.git('add', 'a')
    repo.write('a', 'not staged')
    const state = (): string =>
      [
        readFileSync(join(repo.dir, '.git/index')).toString('hex'),
        repo.git('rev-parse', 'HEAD', 'stash@{0}'),
        repo.git('diff', '--cached'),
      ].join()
    const before = state()
    const { tree } = await snapshot(repo)
    expect(state()).toBe(before)
    repo.write('a', 'ruined')
    await restore(repo, tree)
    expect(state()).toBe(before)
    expect(readFileSync(join(repo.dir, 'a'), 'utf8')).toBe('not staged')
  })

  it('leaves what is ignored alone, also when it is ignored no longer', async () => {
    const repo = makeRepo({ '.gitignore': '.env\nout/\n' })
    repo.write('.env', 'SECRET=1')
    repo.write('out/x', 'built')
    const { commit, tree } = await snapshot(repo)
    expect(repo.git('ls-tree', '-r', '--name-only', commit)).toBe('.gitignore\n')
    repo.write('.gitignore', '')
    repo.write('new', 'x')
    await restore(repo, tree)
    expect(readFileSync(join(repo.dir, '.env'), 'utf8')).toBe('SECRET=1')
    expect(readFileSync(join(repo.dir, 'out/x'), 'utf8')).toBe('built')
    expect(existsSync(join(repo.dir, 'new'))).toBe(false)
  })

  it('holds files that are ignored but tracked', async () => {
    const repo = makeRepo({ '.gitignore': '*.log\n' })
    repo.write('kept.log', '1')
    repo.git('add', '-f', 'kept.log')
    const { tree } = await snapshot(repo)
    repo.write('kept.log', '2')
    await restore(repo, tree)
    expect(readFileSync(join(repo.dir, 'kept.log'), 'utf8')).toBe('1')
    rmSync(join(repo.dir, 'kept.log'))
    const without = await snapshot(repo, '2')
    repo.write('kept.log', '3')
    await restore(repo, without.tree)
    expect(existsSync(join(repo.dir, 'kept.log'))).toBe(false)
  })

  it('never removes a repository inside the work tree, and is not stopped by one', async () => {
    const repo = makeRepo({ a: '1' })
    const { tree } = await snapshot(repo)
    mkdirSync(join(repo.dir, 'inner'))
    runGit(join(repo.dir, 'inner'), 'init', '-q')
    writeFileSync(join(repo.dir, 'inner/x'), 'x')
    repo.write('a', '2')
    const { left } = await restore(repo, tree)
    expect(left).toEqual(['inner/'])
    expect(readFileSync(join(repo.dir, 'inner/x'), 'utf8')).toBe('x')
    expect(readFileSync(join(repo.dir, 'a'), 'utf8')).toBe('1')
  })

  it('runs no filter and no hook of the repository', async () => {
    const repo = makeRepo({ a: '1', '.gitattributes': '* filter=evil\n' })
    const [ran, hook] = [join(repo.dir, '../ran'), join(repo.dir, '.git/hooks/post-index-change')]
    repo.git('config', 'filter.evil.clean', `sh -c 'touch ${ran}; cat'`)
    repo.git('config', 'filter.evil.smudge', `sh -c 'touch ${ran}; cat'`)
    mkdirSync(join(repo.dir, '.git/hooks'), { recursive: true })
    writeFileSync(hook, `#!/bin/sh\ntouch ${ran}\n`)
    chmodSync(hook, 0o755)
    rmSync(ran, { force: true })
    const { tree } = await snapshot(repo)
    repo.write('a', '2')
    await restore(repo, tree)
    expect(existsSync(ran)).toBe(false)
    repo.git('add', '-A')
    expect(existsSync(ran)).toBe(true)
    rmSync(ran)
  })

  it('does not write through a link that took the place of a directory', async () => {
    const repo = makeRepo({ 'dir/file': 'inside' })
    const outside = makeRepo({ file: 'outside' })
    const { tree } = await snapshot(repo)
    rmSync(join(repo.dir, 'dir'), { recursive: true })
    symlinkSync(outside.dir, join(repo.dir, 'dir'))
    await restore(repo, tree)
    expect(readFileSync(join(repo.dir, 'dir/file'), 'utf8')).toBe('inside')
    expect(readFileSync(join(outside.dir, 'file'), 'utf8')).toBe('outside')
  })

  it('works before the first commit, and with names that are no text', async () => {
    const repo = makeRepo({})
    const name = Buffer.concat([Buffer.from(`${repo.dir}/`), Buffer.from([0xff, 0xfe])])
    repo.write('a', '1')
    const { tree } = await snapshot(repo)
    writeFileSync(name, 'x')
    repo.write('a', '2')
    expect(readTree(repo.dir).size).toBe(2)
    await restore(repo, tree)
    expect([...readTree(repo.dir)]).toEqual([['a', '- 1']])
  })
})
