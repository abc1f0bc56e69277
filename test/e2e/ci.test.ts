/** hooks/ci/land.sh as a CI job runs it: in a fresh clone, with git-ralph on the PATH, before and after a pull request is merged. */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { BIN, type Ran } from '../helpers/bin.js'
import { makeDir, runGit, TEST_VARS } from '../helpers/repo.js'
import { makeSharedWorld, readLine } from './world.js'
import { spawnSync } from '../helpers/spawn.js'

const SCRIPT = fileURLToPath(new URL('../../hooks/ci/land.sh', import.meta.url))

/** A checkout as CI makes it: whole, with a detached HEAD. */
function runScript(remote: string, ...args: string[]): Ran {
  const [bin, dir] = [makeDir(), join(makeDir(), 'checkout')]
  writeFileSync(join(bin, 'git-ralph'), `#!/bin/sh\nexec '${process.execPath}' '${BIN}' "$@"\n`)
  chmodSync(join(bin, 'git-ralph'), 0o755)
  runGit('/', 'clone', '-q', '-b', 'main', remote, dir)
  runGit(dir, 'checkout', '-q', '--detach')
  const { status, stdout, stderr } = spawnSync('sh', [SCRIPT, ...args], {
    cwd: dir,
    env: { ...TEST_VARS, PATH: [bin, TEST_VARS['PATH']].join(delimiter) },
    encoding: 'utf8',
    input: '',
  })
  return { code: status, out: stdout, err: stderr }
}

/** A pull request from `topic`, as a forge keeps it. */
function openPullRequest(base = 'main'): ReturnType<typeof makeSharedWorld> {
  const { world, remote } = makeSharedWorld()
  if (base !== 'main') {
    world.branch(base, `on ${base}`, { 'base.txt': 'base\n' })
    world.git('push', '-q', 'origin', base)
  }
  world.branch('topic', 'on topic', { 'a.txt': 'a\n', 'b.txt': 'b\n' })
  world.git('push', '-q', 'origin', 'topic', 'topic:refs/pull/1/head')
  return { world, remote }
}

/** Merged as the forge does it, without any hook of ours, and with the branch deleted. */
function squash(remote: string, base: string, edit = ''): void {
  const dir = join(makeDir(), 'forge')
  runGit('/', 'clone', '-q', '-b', base, remote, dir)
  runGit(dir, 'merge', '-q', '--squash', 'origin/topic')
  if (edit) writeFileSync(join(dir, 'a.txt'), edit)
  runGit(dir, 'commit', '-q', '-a', '-m', 'topic (#1)')
  runGit(dir, 'push', '-q', 'origin', base, ':topic')
}

describe('land.sh open', () => {
  it('prints what the branch has learnt, as Markdown, and changes nothing', () => {
    const { remote } = openPullRequest()
    const before = runGit(remote, 'for-each-ref')
    const { code, out } = runScript(remote, 'open', 'main', 'topic')
    expect(code).toBe(0)
    expect(out).toContain('on topic')
    expect(out).not.toContain('on main')
    expect(runGit(remote, 'for-each-ref')).toBe(before)
  })
})

describe('land.sh merged', () => {
  it('lands a squashed branch that was deleted, and shares it', () => {
    const { remote } = openPullRequest()
    squash(remote, 'main')
    expect(readLine(remote, 'refs/ralph-memory/main')).toEqual(['on main'])
    const { code, out } = runScript(remote, 'merged', 'main', 'topic', 'refs/pull/1/head')
    expect(out).toContain('✓ topic: landed in main (squash)')
    expect(code).toBe(0)
    expect(readLine(remote, 'refs/ralph-memory/main')).toEqual(['on main', 'on topic'])
    expect(readLine(remote, 'refs/ralph-memory/topic')).toBeUndefined()
    expect(runScript(remote, 'merged', 'main', 'topic', 'refs/pull/1/head').code).toBe(0)
    runGit(remote, 'fsck', '--strict')
  })

  it('lands what the forge says was merged, also where the squash was edited', () => {
    const { remote } = openPullRequest()
    squash(remote, 'main', 'edited while merging\n')
    const { code, out } = runScript(remote, 'merged', 'main', 'topic', 'refs/pull/1/head')
    expect(out).toContain('✓ topic: landed in main (by hand)')
    expect(code).toBe(0)
    expect(readLine(remote, 'refs/ralph-memory/main')).toEqual(['on main', 'on topic'])
  })

  it('lands in the branch that the pull request was for', () => {
    const { remote } = openPullRequest('dev')
    squash(remote, 'dev')
    expect(runScript(remote, 'merged', 'dev', 'topic', 'refs/pull/1/head').code).toBe(0)
    expect(readLine(remote, 'refs/ralph-memory/dev')).toEqual(['on dev', 'on main', 'on topic'])
    expect(readLine(remote, 'refs/ralph-memory/main')).toEqual(['on main'])
  })

  it('has nothing to do for a branch without memory', () => {
    const { world, remote } = makeSharedWorld()
    world.git('checkout', '-q', '-b', 'quiet')
    world.commit('work', { 'a.txt': 'a\n' })
    world.git('push', '-q', 'origin', 'quiet')
    const { code, out } = runScript(remote, 'merged', 'main', 'quiet')
    expect(out).toContain('nothing to land')
    expect(code).toBe(0)
  })

  it('refuses names that are no branches', () => {
    const { remote } = makeSharedWorld()
    for (const name of ['--upload-pack=touch /tmp/x', '', 'a..b', '$(id)~1'])
      expect(runScript(remote, 'merged', 'main', name).code).toBe(2)
  })
})

describe('the workflow', () => {
  const text = readFileSync(new URL('../../hooks/ci/github-workflow.yml', import.meta.url), 'utf8')

  it('never uses pull_request_target, nor a value of the event inside a command', () => {
    const lines = text.split('\n').filter((line) => !line.startsWith('#'))
    expect(lines.join('\n')).not.toContain('pull_request_target')
    const commands = lines.filter((line) => /\brun:|^ {10}/.test(line))
    expect(commands.length).toBeGreaterThan(5)
    expect(
      commands.filter((line) => line.includes('${{') && !/^ {10}(ref|node-version):/.test(line)),
    ).toEqual([])
    expect(lines.filter((line) => /^ {10}ref:/.test(line)).every((line) => line.includes('base.ref'))).toBe(
      true,
    )
  })
})
