import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { installHooks } from '../../../src/store/hooks/install.js'
import type { HookName } from '../../../src/store/hooks/shim.js'
import { openRepo } from '../../../src/store/git/repo.js'
import { makeDir, makeRepo, TEST_VARS, type TestRepo } from '../../helpers/repo.js'
import { spawnSync } from '../../helpers/spawn.js'

/** Notes how it was called; fails and talks when told to. */
const RECORDER = `
const { appendFileSync, readFileSync } = require('node:fs')
const stdin = readFileSync(0, 'latin1')
const call = { args: process.argv.slice(2), stdin, certificates: process.env.NODE_EXTRA_CA_CERTS }
appendFileSync(__dirname + '/calls', JSON.stringify(call) + '\\n')
process.exit(Number(process.env.RECORDER_EXIT || 0))
`

interface Call {
  args: string[]
  stdin: string
  certificates?: string
}

interface Hooked {
  repo: TestRepo
  bin: string
  calls: () => Call[]
  /** Git with all that a hook or git said, whether it succeeds or not. */
  run: (args: string[], vars?: Record<string, string>, cwd?: string) => { code: number | null; said: string }
}

/** A repository with a remote, all hooks installed beside those given, and a recorder in place of git-ralph. */
async function hookedRepo(scripts: Partial<Record<HookName, string>> = {}): Promise<Hooked> {
  const repo = makeRepo({ 'a.txt': 'a\n' })
  const remote = join(makeDir(), 'remote.git')
  repo.git('init', '-q', '--bare', remote)
  repo.git('remote', 'add', 'origin', remote)
  const hooks = join(repo.dir, '.git/hooks')
  mkdirSync(hooks, { recursive: true })
  for (const [name, script] of Object.entries(scripts))
    writeFileSync(join(hooks, name), script, { mode: 0o755 })
  const dir = makeDir("ralph's bin-")
  const bin = join(dir, 'git-ralph.cjs')
  writeFileSync(bin, RECORDER)
  await installHooks(await openRepo(repo.env()), { node: process.execPath, bin })
  return {
    repo,
    bin,
    calls() {
      const file = join(dir, 'calls')
      const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
      rmSync(file, { force: true })
      return text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Call)
    },
    run(args, vars = {}, cwd = repo.dir) {
      const env = { ...TEST_VARS, ...vars }
      const result = spawnSync('git', args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
      return { code: result.status, said: result.stdout + result.stderr }
    },
  }
}

const names = (calls: Call[]): string[] => calls.map((call) => call.args.slice(0, 2).join(' '))

describe('an installed hook', () => {
  it('is called by git with its arguments and input', async () => {
    const { repo, calls, run } = await hookedRepo()
    const start = repo.git('rev-parse', 'HEAD').trim()
    expect(run(['checkout', '-q', '-b', 'topic'])).toEqual({ code: 0, said: '' })
    expect(calls()).toEqual([{ args: ['hook', 'post-checkout', start, start, '1'], stdin: '' }])

    repo.write('a.txt', 'b\n')
    expect(run(['commit', '-qam', 'b'])).toEqual({ code: 0, said: '' })
    expect(calls()).toEqual([{ args: ['hook', 'post-commit'], stdin: '' }])
    const old = repo.git('rev-parse', 'HEAD').trim()

    expect(run(['commit', '-q', '--amend', '-m', 'bb'])).toEqual({ code: 0, said: '' })
    const tip = repo.git('rev-parse', 'HEAD').trim()
    const amended = { args: ['hook', 'post-rewrite', 'amend'], stdin: `${old} ${tip}\n` }
    expect(calls()).toEqual([{ args: ['hook', 'post-commit'], stdin: '' }, amended])

    expect(run(['push', '-q', 'origin', 'topic', 'main']).code).toBe(0)
    const [push] = calls()
    expect(push!.args.slice(0, 3)).toEqual(['hook', 'pre-push', 'origin'])
    const none = '0'.repeat(40)
    expect(push!.stdin.split('\n').toSorted()).toEqual([
      '',
      `refs/heads/main ${start} refs/heads/main ${none}`,
      `refs/heads/topic ${tip} refs/heads/topic ${none}`,
    ])
    expect(run(['push', '-q', 'origin', 'topic']).code).toBe(0)
    expect(calls()).toMatchObject([{ args: ['hook', 'pre-push', 'origin', push!.args[3]], stdin: '' }])

    run(['checkout', '-q', 'main'])
    calls()
    expect(run(['merge', '-q', 'topic']).code).toBe(0)
    expect(calls()).toEqual([{ args: ['hook', 'post-merge', '0'], stdin: '' }])
  })

  it('is called in a linked worktree and during a rebase', async () => {
    const { repo, calls, run } = await hookedRepo()
    const tree = join(makeDir(), 'tree')
    expect(run(['worktree', 'add', '-q', '-b', 'topic', tree]).code).toBe(0)
    expect(names(calls())).toEqual(['hook post-checkout'])
    repo.commit('on main', { 'b.txt': 'b\n' })
    const picked: string[] = []
    for (const text of ['one', 'two']) {
      writeFileSync(join(tree, 'a.txt'), text)
      expect(run(['commit', '-qam', text], {}, tree).code).toBe(0)
      picked.unshift(repo.git('rev-parse', 'topic').trim())
    }
    expect(names(calls())).toEqual(['hook post-commit', 'hook post-commit', 'hook post-commit'])
    expect(run(['rebase', '-q', 'main'], {}, tree)).toEqual({ code: 0, said: '' })
    const rebase = calls()
    const now = repo.git('rev-list', 'main..topic').trim().split('\n')
    expect(rebase.at(-1)).toEqual({
      args: ['hook', 'post-rewrite', 'rebase'],
      stdin: `${picked[1]} ${now[1]}\n${picked[0]} ${now[0]}\n`,
    })
    expect(names(rebase)).toContain('hook post-checkout')
  })

  it('needs no PATH but that of the system, and drops the extra certificates', async () => {
    const { calls, run } = await hookedRepo()
    const vars = { PATH: '/usr/bin:/bin', NODE_EXTRA_CA_CERTS: '/nonexistent.pem' }
    expect(run(['commit', '-q', '--allow-empty', '-m', 'c'], vars)).toEqual({ code: 0, said: '' })
    expect(run(['commit', '-q', '--amend', '--allow-empty', '-m', 'd'], vars)).toEqual({ code: 0, said: '' })
    const seen = calls()
    expect(names(seen)).toEqual(['hook post-commit', 'hook post-commit', 'hook post-rewrite'])
    expect(seen.map((call) => call.certificates)).toEqual([undefined, undefined, undefined])
  })

  it('never makes git fail when git-ralph does', async () => {
    const { repo, calls, run } = await hookedRepo()
    const vars = { RECORDER_EXIT: '70' }
    expect(run(['commit', '-q', '--allow-empty', '-m', 'c'], vars)).toEqual({ code: 0, said: '' })
    expect(run(['push', '-q', 'origin', 'main'], vars).code).toBe(0)
    expect(run(['checkout', '-q', '-b', 'topic'], vars).code).toBe(0)
    expect(names(calls())).toEqual(['hook post-commit', 'hook pre-push', 'hook post-checkout'])
    expect(repo.git('ls-remote', 'origin', 'main')).toContain(repo.git('rev-parse', 'main').trim())
  })

  it('says in one line how to repair when git-ralph is gone, or finds another on the PATH', async () => {
    const { bin, calls, run } = await hookedRepo({
      'pre-push': '#!/bin/sh -eu\necho "$(cat | wc -l) refs"\n',
    })
    const text = readFileSync(bin)
    rmSync(bin)
    const vars = { PATH: '/usr/bin:/bin' }
    const { code, said } = run(['commit', '-q', '--allow-empty', '-m', 'c'], vars)
    expect(code).toBe(0)
    expect(said.replace(/from .*hooks/, 'from <hooks>')).toBe(
      "git-ralph: not found; run 'git ralph init' to repair, or remove its lines from <hooks>/post-commit\n",
    )
    const push = run(['push', '-q', 'origin', 'main'], vars)
    expect(push.code).toBe(0)
    expect(push.said.split('\n').toSorted()).toEqual([
      '',
      '1 refs',
      expect.stringMatching(/^git-ralph: not found/),
    ])

    const moved = join(dirname(bin), 'moved.cjs')
    writeFileSync(moved, text)
    const dir = makeDir()
    writeFileSync(join(dir, 'git-ralph'), `#!/bin/sh\nexec '${process.execPath}' "${moved}" "$@"\n`, {
      mode: 0o755,
    })
    expect(run(['commit', '-q', '--allow-empty', '-m', 'd'], { PATH: `${dir}:/usr/bin:/bin` })).toEqual({
      code: 0,
      said: '',
    })
    expect(names(calls())).toEqual(['hook post-commit'])
  })
})

describe('a hook that was there before', () => {
  const READER = 'while read -r a b c d; do echo "push $a to $c"; done\n'

  it.each(['#!/bin/sh', '#!/bin/sh -eu', '#!/usr/bin/env bash', '#!/bin/bash -eu', ''])(
    'reads its input, below %j',
    async (shebang) => {
      const start = shebang ? `${shebang}\n` : ''
      const { run, calls } = await hookedRepo({ 'pre-push': `${start}${READER}` })
      run(['branch', 'topic'])
      const { code, said } = run(['push', '-q', 'origin', 'main', 'topic'])
      expect(code).toBe(0)
      expect(said.split('\n').toSorted()).toEqual([
        '',
        'push refs/heads/main to refs/heads/main',
        'push refs/heads/topic to refs/heads/topic',
      ])
      expect(calls()[0]!.stdin.split('\n')).toHaveLength(3)
      expect(run(['push', '-q', 'origin', 'main'])).toEqual({ code: 0, said: '' })
      expect(calls()).toMatchObject([{ stdin: '' }])
    },
  )

  it('gets an input longer than a pipe holds', async () => {
    const { repo, run, calls } = await hookedRepo({ 'pre-push': '#!/bin/sh\necho "$(wc -l) lines"\n' })
    const count = 3000
    const commit = repo.git('rev-parse', 'main').trim()
    const refs = Array.from({ length: count }, (_, i) => `${commit} refs/heads/branch-with-a-long-name-${i}`)
    const packed = `# pack-refs with: peeled fully-peeled sorted \n${refs.toSorted().join('\n')}\n`
    writeFileSync(join(repo.dir, '.git/packed-refs'), packed)
    const { said } = run(['push', '-q', '--dry-run', 'origin', 'refs/heads/branch*:refs/heads/branch*'])
    expect(said.trim()).toBe(`${count} lines`)
    expect(calls()[0]!.stdin.trimEnd().split('\n')).toHaveLength(count)
  })

  it('still fails, and git with it', async () => {
    const { repo, run, calls } = await hookedRepo({
      'pre-push': '#!/bin/sh\nexit 1\n',
      'post-checkout': '#!/bin/sh\nexit 3\n',
    })
    expect(run(['push', '-q', 'origin', 'main']).code).toBe(1)
    expect(repo.git('ls-remote', 'origin')).toBe('')
    expect(run(['checkout', '-q', '-b', 'topic']).code).toBe(1)
    expect(names(calls())).toEqual(['hook pre-push', 'hook post-checkout'])
  })

  it('notices nothing of ours: status, arguments, variables, options', async () => {
    const probe = 'echo "$? $# $1 $-"; set | grep -c __git_ralph || :; exec true\n'
    const { run } = await hookedRepo({
      'post-checkout': `#!/bin/sh -e\n${probe}`,
      'pre-push': `#!/bin/sh -e\n${probe}`,
    })
    expect(run(['checkout', '-q', '-b', 'topic'])).toMatchObject({
      said: expect.stringMatching(/^0 3 \w{40} e\n0\n$/),
    })
    expect(run(['push', '-q', 'origin', 'topic'])).toMatchObject({ said: '0 2 origin e\n0\n' })
  })
})
