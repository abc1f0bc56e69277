import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hookStates, installHooks, uninstallHooks } from '../../../src/store/hooks/install.js'
import { HOOK_NAMES, renderBlock } from '../../../src/store/hooks/shim.js'
import { openRepo } from '../../../src/store/git/repo.js'
import { makeDir, makeRepo, type TestRepo } from '../../helpers/repo.js'

const COMMAND = { node: '/opt/näve/node', bin: '/opt/git-ralph.cjs' }

const open = (repo: TestRepo, vars: Record<string, string> = {}) => {
  const env = repo.env()
  return openRepo({ ...env, vars: { ...env.vars, ...vars } })
}

function addHook(repo: TestRepo, path: string, content: string, mode = 0o755): string {
  const file = join(repo.dir, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content, 'latin1')
  chmodSync(file, mode)
  return file
}

/** Every file below the directory with its bytes and mode. */
function snapshot(dir: string): Record<string, string> {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((found) => found.isFile())
  return Object.fromEntries(
    files.map((file) => {
      const path = join(file.parentPath, file.name)
      return [path, `${statSync(path).mode.toString(8)} ${readFileSync(path, 'latin1')}`]
    }),
  )
}

async function statesOf(repo: TestRepo, command = COMMAND): Promise<string[]> {
  return (await hookStates(await open(repo), command)).map((found) => found.state)
}

const all = (state: string): string[] => HOOK_NAMES.map(() => state)

describe('installing', () => {
  it('makes hooks that can be run, once, and uninstalling deletes them', async () => {
    const repo = makeRepo()
    const before = snapshot(repo.dir)
    expect(await statesOf(repo)).toEqual(all('missing'))
    const plans = await installHooks(await open(repo), COMMAND)
    expect(plans.map((found) => found.action)).toEqual(all('create'))
    expect(await statesOf(repo)).toEqual(all('installed'))
    expect(statSync(join(repo.dir, '.git/hooks/pre-push')).mode & 0o777).toBe(0o755)
    expect(readFileSync(join(repo.dir, '.git/hooks/pre-push'), 'utf8')).toContain(COMMAND.node)

    const after = snapshot(repo.dir)
    expect((await installHooks(await open(repo), COMMAND)).map((found) => found.action)).toEqual(
      all('unchanged'),
    )
    expect(snapshot(repo.dir)).toEqual(after)

    const removals = await uninstallHooks(await open(repo))
    expect(removals.map((found) => found.action)).toEqual(all('deleted'))
    expect(snapshot(repo.dir)).toEqual(before)
  })

  it('keeps the hooks that are there, to the byte and the mode', async () => {
    const repo = makeRepo()
    addHook(repo, '.git/hooks/post-checkout', '#!/bin/sh\r\necho caf\xe9\r\nexit 0\r\n', 0o700)
    addHook(repo, '.git/hooks/post-commit', '#!/bin/sh')
    addHook(repo, '.git/hooks/post-merge', '')
    addHook(repo, '.git/hooks/post-rewrite', 'exec true')
    addHook(repo, '.git/hooks/pre-push', '#!/bin/sh\n')
    const before = snapshot(repo.dir)
    expect((await installHooks(await open(repo), COMMAND)).map((found) => found.action)).toEqual(
      all('insert'),
    )
    expect(await statesOf(repo)).toEqual(all('installed'))
    expect((await uninstallHooks(await open(repo))).map((found) => found.action)).toEqual(all('restored'))
    expect(snapshot(repo.dir)).toEqual(before)
  })

  it('can be limited to some hooks', async () => {
    const repo = makeRepo()
    await installHooks(await open(repo), { ...COMMAND, names: ['pre-push'] })
    expect(await statesOf(repo)).toEqual(['missing', 'missing', 'missing', 'missing', 'installed'])
  })

  it('notices that git-ralph has moved, and repairs', async () => {
    const repo = makeRepo()
    const before = snapshot(repo.dir)
    await installHooks(await open(repo), { node: '/old/node', bin: '/old/bin' })
    expect(await statesOf(repo)).toEqual(all('outdated'))
    await installHooks(await open(repo), COMMAND)
    expect(await statesOf(repo)).toEqual(all('installed'))
    await uninstallHooks(await open(repo))
    expect(snapshot(repo.dir)).toEqual(before)
  })

  it('notices that another tool wrote its hook anew, and repairs', async () => {
    const repo = makeRepo()
    await installHooks(await open(repo), COMMAND)
    addHook(repo, '.git/hooks/pre-push', '#!/bin/sh\n# lefthook\ncall_lefthook run "pre-push" "$@"\n')
    expect((await statesOf(repo)).at(-1)).toBe('missing')
    await installHooks(await open(repo), COMMAND)
    expect(await statesOf(repo)).toEqual(all('installed'))
  })

  it('does not run twice when pre-commit has moved our hook aside and runs it from there', async () => {
    const repo = makeRepo()
    await installHooks(await open(repo), COMMAND)
    const ours = readFileSync(join(repo.dir, '.git/hooks/pre-push'), 'latin1')
    const legacy = addHook(repo, '.git/hooks/pre-push.legacy', ours)
    const theirs =
      '#!/usr/bin/env bash\n# File generated by pre-commit: https://pre-commit.com\nexec pre-commit\n'
    const hook = addHook(repo, '.git/hooks/pre-push', theirs)
    expect(await statesOf(repo)).toEqual(all('installed'))
    await installHooks(await open(repo), COMMAND)
    expect(readFileSync(hook, 'latin1')).toBe(theirs)
    await uninstallHooks(await open(repo))
    expect(existsSync(legacy)).toBe(false)
    expect(readFileSync(hook, 'latin1')).toBe(theirs)
  })

  it('leaves alone what is no shell script, what git ignores and what is no file', async () => {
    const repo = makeRepo()
    addHook(repo, '.git/hooks/post-checkout', '#!/usr/bin/env python3\nprint(1)\n')
    addHook(repo, '.git/hooks/post-commit', '\x7fELF\0\0')
    addHook(repo, '.git/hooks/post-merge', '#!/bin/sh\nexit 1\n', 0o644)
    mkdirSync(join(repo.dir, '.git/hooks/post-rewrite'))
    const before = snapshot(repo.dir)
    const plans = await installHooks(await open(repo), { ...COMMAND, consent: true })
    expect(plans.map((plan) => [plan.action, plan.reason])).toEqual([
      ['skip', 'it is not a shell script'],
      ['skip', 'it is not a shell script'],
      ['skip', 'it is not executable, so git ignores it'],
      ['skip', 'it is not a file'],
      ['create', 'there is no such hook yet'],
    ])
    expect(await statesOf(repo)).toEqual(['foreign', 'foreign', 'foreign', 'foreign', 'installed'])
    await uninstallHooks(await open(repo))
    expect(snapshot(repo.dir)).toEqual(before)
  })

  it('makes its own hook executable again', async () => {
    const repo = makeRepo()
    await installHooks(await open(repo), COMMAND)
    chmodSync(join(repo.dir, '.git/hooks/pre-push'), 0o644)
    expect((await statesOf(repo)).at(-1)).toBe('outdated')
    await installHooks(await open(repo), COMMAND)
    expect(await statesOf(repo)).toEqual(all('installed'))
  })

  it.runIf(process.platform === 'linux')('says what to do when the directory cannot be written', async () => {
    const repo = makeRepo()
    repo.git('config', 'core.hooksPath', '/sys/kernel')
    const install = installHooks(await open(repo), { ...COMMAND, consent: true })
    await expect(install).rejects.toMatchObject({ code: 'permission-denied', hint: expect.any(String) })
  })
})

describe('where hooks live', () => {
  it('is one place for all worktrees', async () => {
    const repo = makeRepo()
    const tree = join(makeDir(), 'tree')
    repo.git('worktree', 'add', '-q', tree)
    await installHooks(await openRepo(repo.env({ cwd: tree })), COMMAND)
    expect(await statesOf(repo)).toEqual(all('installed'))
    expect(existsSync(join(repo.dir, '.git/hooks/pre-push'))).toBe(true)
  })

  it('is one worktree alone when that has a configuration of its own', async () => {
    const repo = makeRepo()
    const tree = join(makeDir(), 'tree')
    repo.git('worktree', 'add', '-q', tree)
    repo.git('config', 'extensions.worktreeConfig', 'true')
    const own = join(repo.dir, '.git/tree-hooks')
    repo.git('-C', tree, 'config', '--worktree', 'core.hooksPath', own)
    await installHooks(await openRepo(repo.env({ cwd: tree })), COMMAND)
    expect(readdirSync(own).toSorted()).toEqual([...HOOK_NAMES].toSorted())
    expect(await statesOf(repo)).toEqual(all('missing'))
  })

  it('asks before it changes a directory that is part of the work tree', async () => {
    const repo = makeRepo({ '.githooks/pre-push': '#!/bin/sh\nexit 0\n' })
    chmodSync(join(repo.dir, '.githooks/pre-push'), 0o755)
    repo.commit('hooks')
    repo.git('config', 'core.hooksPath', '.githooks')
    const plans = await installHooks(await open(repo), COMMAND)
    expect(plans.map((found) => found.action)).toEqual(all('consent'))
    expect(plans[4]).toMatchObject({
      reason: 'it is part of the work tree',
      byHand: renderBlock('pre-push', COMMAND),
    })
    expect(repo.git('status', '--porcelain')).toBe('')
    expect(await statesOf(repo)).toEqual(all('foreign'))

    await installHooks(await open(repo), { ...COMMAND, consent: true })
    expect(repo.git('status', '--porcelain')).toContain('.githooks/pre-push')
    expect(await statesOf(repo)).toEqual(all('installed'))
    expect((await uninstallHooks(await open(repo))).map((found) => found.action)).toEqual(all('consent'))
    await uninstallHooks(await open(repo), { consent: true })
    expect(repo.git('status', '--porcelain')).toBe('')
  })

  it('is not asked about where the work tree ignores it, as husky 9 has it', async () => {
    const repo = makeRepo({ '.husky/pre-push': 'npm test\n' })
    addHook(repo, '.husky/_/.gitignore', '*')
    addHook(repo, '.husky/_/pre-push', '#!/usr/bin/env sh\n. "$(dirname "$0")/h"')
    repo.git('config', 'core.hooksPath', '.husky/_')
    expect(repo.git('status', '--porcelain')).toBe('')
    const before = snapshot(repo.dir)
    const plans = await installHooks(await open(repo), COMMAND)
    expect(plans.map((found) => found.action)).toEqual(['create', 'create', 'create', 'create', 'insert'])
    expect(repo.git('status', '--porcelain')).toBe('')
    await uninstallHooks(await open(repo))
    expect(snapshot(repo.dir)).toEqual(before)
  })

  it('asks before it changes what other repositories share', async () => {
    const repo = makeRepo()
    const shared = makeDir()
    repo.git('config', 'core.hooksPath', shared)
    const [plan] = await installHooks(await open(repo), COMMAND)
    expect(plan).toMatchObject({ action: 'consent', reason: 'it is outside this repository' })
    expect(readdirSync(shared)).toEqual([])
    repo.git('config', '--unset', 'core.hooksPath')
    const config = join(makeDir(), 'config')
    writeFileSync(config, `[core]\n\thooksPath = ${shared}\n`)
    const [global] = await installHooks(await open(repo, { GIT_CONFIG_GLOBAL: config }), COMMAND)
    expect(global).toMatchObject({ action: 'consent', reason: 'all your repositories share it' })
    expect(readdirSync(shared)).toEqual([])
  })

  it('asks before it writes through a symbolic link', async () => {
    const repo = makeRepo({ 'scripts/push.sh': '#!/bin/sh\nexit 0\n' })
    chmodSync(join(repo.dir, 'scripts/push.sh'), 0o755)
    mkdirSync(join(repo.dir, '.git/hooks'), { recursive: true })
    symlinkSync('../../scripts/push.sh', join(repo.dir, '.git/hooks/pre-push'))
    const question = { ...COMMAND, names: ['pre-push'] as const }
    expect(await installHooks(await open(repo), question)).toMatchObject([
      { action: 'consent', reason: 'it is a symbolic link' },
    ])
    await installHooks(await open(repo), { ...question, consent: true })
    expect(readFileSync(join(repo.dir, 'scripts/push.sh'), 'utf8')).toContain('git-ralph')
    await uninstallHooks(await open(repo), { consent: true })
    expect(readFileSync(join(repo.dir, 'scripts/push.sh'), 'utf8')).toBe('#!/bin/sh\nexit 0\n')
  })

  it('is nowhere when core.hooksPath turns hooks off', async () => {
    const repo = makeRepo()
    repo.git('config', 'core.hooksPath', '/dev/null')
    const plans = await installHooks(await open(repo), { ...COMMAND, consent: true })
    expect(plans.map((found) => found.reason)).toEqual(all('core.hooksPath turns hooks off'))
    expect(await statesOf(repo)).toEqual(all('foreign'))
  })

  it('is cleaned also where hooks were before core.hooksPath was set', async () => {
    const repo = makeRepo()
    rmSync(join(repo.dir, '.git/hooks'), { recursive: true, force: true })
    await installHooks(await open(repo), COMMAND)
    expect(readdirSync(join(repo.dir, '.git/hooks'))).toHaveLength(HOOK_NAMES.length)
    repo.git('config', 'core.hooksPath', '.git/other')
    await uninstallHooks(await open(repo))
    expect(readdirSync(join(repo.dir, '.git/hooks'))).toEqual([])
  })
})
