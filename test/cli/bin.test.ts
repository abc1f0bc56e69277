import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { BIN, runBin } from '../helpers/bin.js'
import { makeDir, TEST_VARS } from '../helpers/repo.js'
import { VERSION } from '../../src/version.js'
import { spawnSync } from '../helpers/spawn.js'

describe('git-ralph', () => {
  it('says its version, the one in package.json', () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
    expect(VERSION).toBe(version)
    expect(runBin(['--version'])).toEqual({ code: 0, out: `git-ralph ${version}\n`, err: '' })
  })

  it.each([[[]], [['-h']], [['--help']], [['help']]])('shows where to begin with %j', (args) => {
    const { code, out, err } = runBin(args)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('usage: git ralph <command> [options]')
    expect(out).toContain('git ralph help --all')
  })

  it('lists every command with help --all', () => {
    expect(runBin(['help', '--all']).out).toMatch(/^ {2}completion +/m)
  })

  it.each([[['version', '-h']], [['version', '--help', '--wrong']], [['help', 'version']]])(
    'explains a command with %j',
    (args) => {
      const { code, out, err } = runBin(args)
      expect({ code, err }).toEqual({ code: 0, err: '' })
      expect(out).toMatch(/^usage: git ralph version \[options\]\n\nprint the version\n/)
      expect(out).toContain('--format')
    },
  )

  it.each([
    [['vresion'], "error: 'vresion' is not a git-ralph command\nhint: did you mean 'version'?\n"],
    [['help', 'vresion'], "error: 'vresion' is not a git-ralph command\nhint: did you mean 'version'?\n"],
    [
      ['../../x'],
      "error: '../../x' is not a git-ralph command\nhint: run `git ralph help --all` to see all commands\n",
    ],
    [['version', '--fromat'], "error: unknown argument 'fromat'\nhint: did you mean '--format'?\n"],
    [
      ['version', '--format', 'jsno'],
      `error: invalid value for 'format': "jsno" is none of "text", "json"\nhint: did you mean 'json'?\n`,
    ],
    [
      ['version', '--format'],
      "error: option '--format' needs a value\nhint: run `git ralph version -h` to see how it is used\n",
    ],
    [
      ['version', 'now'],
      "error: unknown argument 'now'\nhint: run `git ralph version -h` to see how it is used\n",
    ],
  ])('refuses %j and says what to type', (args, err) => {
    expect(runBin(args)).toEqual({ code: 2, out: '', err })
  })

  it('ends quietly when nobody reads its output', () => {
    const script = 'exec 3> >(true); wait $!; "$0" "$1" help --all >&3'
    const { status, stderr } = spawnSync('bash', ['-c', script, process.execPath, BIN], {
      env: TEST_VARS,
      encoding: 'utf8',
    })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })
})

describe('a bin without its build', () => {
  it('says so, but not to whoever runs a hook', () => {
    const dir = makeDir()
    cpSync(BIN, join(dir, 'bin/git-ralph.cjs'))
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [join(dir, 'bin/git-ralph.cjs'), ...args], {
        env: TEST_VARS,
        encoding: 'utf8',
      })
    expect(run('status')).toMatchObject({
      status: 70,
      stderr: expect.stringContaining('is not built') as string,
    })
    expect(run('hook', 'claude', 'SessionStart')).toMatchObject({ status: 0, stdout: '', stderr: '' })
  })
})
