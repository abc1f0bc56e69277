import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { timeless } from '../docs/timeless.js'
import { makeDir, TEST_VARS } from '../helpers/repo.js'
import { spawnSync } from '../helpers/spawn.js'

const path = (relative: string): string => fileURLToPath(new URL(`../../${relative}`, import.meta.url))

function runDemo(vars: Record<string, string>) {
  return spawnSync(process.execPath, [path('scripts/demo.mjs')], {
    env: { ...TEST_VARS, ...vars },
    encoding: 'utf8',
  })
}

describe('the demo', () => {
  const temporary = makeDir()
  const home = makeDir()
  // A configuration that would break the demo if it were read.
  writeFileSync(join(home, '.gitconfig'), '[init]\n\tdefaultBranch = trunk\n[')
  const { status, stdout: out, stderr } = runDemo({ TMPDIR: temporary, HOME: home, GIT_DIR: '/nowhere' })
  /** What was printed when a command was typed for the n-th time, -1 for the last. */
  const answerTo = (command: string, n: number): string => {
    const answers = out.split(/^\$ /m).filter((part) => part.startsWith(command))
    const answer = answers.at(n) ?? ''
    return answer.slice(answer.indexOf('\n') + 1)
  }

  it('goes through, whatever the user has configured', () => {
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })

  it('fits two screens and has no colours without a terminal', () => {
    expect(out.split('\n').length).toBeLessThan(100)
    expect(out).not.toContain('\u001b')
  })

  it('recalls on the branch what main does not know yet', () => {
    expect(answerTo('git ralph recall "postgres', 0)).toContain('docker-compose up -d')
    expect(answerTo('git ralph recall idempotent', 0)).toContain('must be idempotent')
    expect(answerTo('git ralph recall idempotent', 1)).toMatch(/^no memories\n/)
  })

  it('recalls on main what the merged branch knew, and in a second clone what was pushed', () => {
    expect(answerTo('git ralph recall idempotent', 2)).toContain('must be idempotent')
    expect(answerTo('cd ../colleague && git ralph recall', 0)).toContain('must be idempotent')
  })

  it('prints what the README says that it prints', () => {
    const readme = readFileSync(path('README.md'), 'utf8')
    const shown = /^This is what the demo prints:\n\n```\n([\s\S]*?)^```$/m.exec(readme)?.[1] ?? ''
    expect(timeless(shown)).toBe(timeless(out))
  })

  it('leaves nothing behind', () => {
    expect(readdirSync(temporary)).toEqual([])
  })

  it('fails when a command fails', () => {
    const failed = runDemo({ TMPDIR: temporary, PATH: '/nowhere' })
    expect(failed.status).toBe(1)
    expect(failed.stdout).toContain('the demo stopped')
    expect(readdirSync(temporary)).toEqual([])
  })
})
