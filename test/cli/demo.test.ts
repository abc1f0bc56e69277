import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeDir, TEST_VARS } from '../helpers/repo.js'

const path = (relative: string): string => fileURLToPath(new URL(`../../${relative}`, import.meta.url))
const isBuilt = (command: string): boolean => existsSync(path(`dist/cli/${command}.cjs`))

function runDemo(vars: Record<string, string>) {
  return spawnSync(process.execPath, [path('scripts/demo.mjs')], {
    env: { ...TEST_VARS, ...vars },
    encoding: 'utf8',
  })
}

describe('the demo', () => {
  const temporary = makeDir()
  const home = makeDir()
  let out = ''
  /** What was printed when a command was typed for the n-th time, -1 for the last. */
  const answerTo = (command: string, n: number): string => {
    const answers = out.split(/^\$ /m).filter((part) => part.startsWith(command))
    const answer = answers.at(n)!
    return answer.slice(answer.indexOf('\n') + 1)
  }

  beforeAll(() => {
    // A configuration that would break the demo if it were read.
    writeFileSync(
      join(home, '.gitconfig'),
      '[init]\n\tdefaultBranch = trunk\n[core]\n\thooksPath = /nowhere\n[',
    )
    const { status, stdout, stderr } = runDemo({ TMPDIR: temporary, HOME: home, GIT_DIR: '/nowhere' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    out = stdout
  })

  it('fits two screens and has no colours without a terminal', () => {
    expect(out.split('\n').length).toBeLessThan(100)
    expect(out).not.toContain('\u001b')
  })

  it('recalls on the branch what main does not know yet', () => {
    expect(answerTo('git ralph recall "postgres', 0)).toContain('docker-compose up -d')
    expect(answerTo('git ralph recall idempotent', 0)).toContain('must be idempotent')
    expect(answerTo('git ralph recall idempotent', 1)).not.toContain('must be idempotent')
  })

  it.runIf(isBuilt('land') || isBuilt('merge'))('recalls on main what the merged branch knew', () => {
    expect(answerTo('git ralph recall idempotent', 2)).toContain('must be idempotent')
  })

  it.runIf(isBuilt('sync'))('recalls in a second clone what was shared', () => {
    expect(answerTo('git ralph recall idempotent', -1)).toContain('must be idempotent')
  })

  it('leaves nothing behind', () => {
    expect(readdirSync(temporary)).toEqual([])
  })

  it('fails when a command fails', () => {
    const { status, stdout } = runDemo({ TMPDIR: temporary, PATH: '/nowhere' })
    expect(status).toBe(1)
    expect(stdout).toContain('the demo stopped')
    expect(readdirSync(temporary)).toEqual([])
  })
})
