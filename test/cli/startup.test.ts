import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { BIN } from '../helpers/bin.js'
import { makeDir, TEST_VARS } from '../helpers/repo.js'
import { spawnSync } from '../helpers/spawn.js'

/** The files of ours that a command loads, from the root of the project. */
function loadedBy(args: string[]): string[] {
  const spy = join(makeDir(), 'spy.cjs')
  writeFileSync(
    spy,
    "process.on('exit', () => require('fs').writeSync(2, JSON.stringify(Object.keys(require.cache))))",
  )
  const { stderr } = spawnSync(process.execPath, ['--require', spy, BIN, ...args], {
    env: TEST_VARS,
    encoding: 'utf8',
  })
  const files = JSON.parse(stderr) as string[]
  return files.filter((file) => file !== spy).map((file) => relative(join(BIN, '../..'), file))
}

describe('starting', () => {
  it('loads the one bundle of the command and no package', () => {
    expect(loadedBy(['version'])).toEqual(['bin/git-ralph.cjs', 'dist/cli/version.cjs'])
    expect(loadedBy([])).toEqual(['bin/git-ralph.cjs', 'dist/cli/help.cjs'])
  })

  it('loads yargs when help is asked for', () => {
    expect(loadedBy(['version', '-h'])).toEqual([
      'bin/git-ralph.cjs',
      'dist/cli/version.cjs',
      'dist/vendor/yargs.cjs',
    ])
  })

  it('loads nothing but ASCII, which V8 holds in a byte each', () => {
    const dist = join(BIN, '../../dist')
    const files = ['cli', 'later', 'vendor'].flatMap((part) =>
      readdirSync(join(dist, part)).map((file) => join(part, file)),
    )
    const code = files.filter((file) => file.endsWith('.cjs'))
    expect(code).toContain(join('cli', 'recall.cjs'))
    // oxlint-disable-next-line no-control-regex
    expect(code.filter((file) => /[^\u0000-\u007f]/.test(readFileSync(join(dist, file), 'utf8')))).toEqual([])
  })
})
