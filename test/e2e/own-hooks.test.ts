/** The hooks of this repository: they call its own build, and never fail. */
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { HOOK_NAMES } from '../../src/store/hooks/shim.js'
import { makeRepo, TEST_VARS, type TestRepo } from '../helpers/repo.js'
import { spawnSync } from '../helpers/spawn.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

function git(repo: TestRepo, ...args: string[]): { code: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync('git', args, {
    cwd: repo.dir,
    env: TEST_VARS,
    encoding: 'utf8',
  })
  return { code: status, said: stdout + stderr }
}

function withOwnHooks(): TestRepo {
  const repo = makeRepo({ '.gitignore': 'bin\ndist\n.githooks\n' })
  cpSync(join(root, '.githooks'), join(repo.dir, '.githooks'), { recursive: true })
  repo.git('config', 'core.hooksPath', '.githooks')
  return repo
}

describe('the hooks of this repository', () => {
  it('are those that we ship', () => {
    expect(readdirSync(join(root, '.githooks')).toSorted()).toEqual([...HOOK_NAMES, 'run'].toSorted())
  })

  it('do nothing where nothing is built', () => {
    expect(git(withOwnHooks(), 'checkout', '-q', '-b', 'topic')).toEqual({ code: 0, said: '' })
  })

  it('follow a checkout with the build of the work tree', () => {
    const repo = withOwnHooks()
    for (const part of ['bin', 'dist']) symlinkSync(join(root, part), join(repo.dir, part))
    expect(git(repo, 'checkout', '-q', '-b', 'topic')).toEqual({ code: 0, said: '' })
    expect(readFileSync(join(repo.dir, '.agent/memories.md'), 'utf8')).toContain('# Memories')
  })

  it('let git succeed when the build is broken', () => {
    const repo = withOwnHooks()
    mkdirSync(join(repo.dir, 'dist/cli'), { recursive: true })
    mkdirSync(join(repo.dir, 'bin'))
    writeFileSync(join(repo.dir, 'dist/cli/hook.cjs'), '')
    writeFileSync(join(repo.dir, 'bin/git-ralph.cjs'), 'process.exit(3)')
    expect(git(repo, 'checkout', '-q', '-b', 'topic')).toEqual({ code: 0, said: '' })
  })
})
