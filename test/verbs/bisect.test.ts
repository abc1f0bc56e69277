/** Which memory makes a run fail. The runs are real processes. */
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { bisectReset } from '../../src/verbs/bisect/reset.js'
import { bisectRun } from '../../src/verbs/bisect/run.js'
import { bisectStart } from '../../src/verbs/bisect/start.js'
import { answer, type BisectStep } from '../../src/verbs/bisect/step.js'
import { list } from '../../src/verbs/list.js'
import { remember } from '../../src/verbs/remember.js'
import { BIN } from '../helpers/bin.js'
import { makeRepo, type TestEnv, type TestRepo } from '../helpers/repo.js'

let repo: TestRepo
let env: TestEnv
beforeEach(() => {
  repo = makeRepo()
  env = repo.env()
})

async function rememberAll(...texts: string[]): Promise<void> {
  for (const text of texts) await remember(env, text)
}

/** A run that fails when all of `words` are known to it. */
function runFailingOn(...words: string[]): string[] {
  const script = `text=$(cat); ${words.map((word) => `case "$text" in *${word}*) ;; *) exit 0;; esac`).join('; ')}; exit 1`
  return ['sh', '-c', script]
}

const bodies = ({ found }: BisectStep): string[] => found!.memories.map(({ body }) => body)
const quietly = (): void => {}

describe('bisect run', () => {
  it('finds the memory that makes a command fail', async () => {
    await rememberAll('alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta')
    await bisectStart(env)
    expect(bodies(await bisectRun(env, runFailingOn('delta'), quietly))).toEqual(['delta'])
  })

  it('finds memories that are bad only together', async () => {
    await rememberAll('alpha', 'beta', 'gamma', 'delta', 'epsilon')
    await bisectStart(env)
    expect(bodies(await bisectRun(env, runFailingOn('alpha', 'epsilon'), quietly))).toEqual([
      'alpha',
      'epsilon',
    ])
  })

  it('lets git-ralph in the command know only what is tried, and changes nothing else', async () => {
    await rememberAll('alpha', 'beta', 'gamma', 'delta')
    repo.write(
      'try.sh',
      `#!/bin/sh\n! "${process.execPath}" "${BIN}" list --format markdown | grep -q gamma\n`,
    )
    chmodSync(join(repo.dir, 'try.sh'), 0o755)
    await bisectStart(env)
    const rendered = repo.git('hash-object', '.agent/memories.md')
    expect(bodies(await bisectRun(env, [join(repo.dir, 'try.sh')], quietly))).toEqual(['gamma'])
    expect((await list(env)).memories).toHaveLength(4)
    expect(repo.git('hash-object', '.agent/memories.md')).toBe(rendered)
  })

  it('says when no memory is to blame, and when the command does not say', async () => {
    await rememberAll('alpha', 'beta')
    await bisectStart(env)
    await expect(bisectRun(env, ['false'], quietly)).rejects.toThrow('it fails without any memory too')
    await expect(bisectRun(env, ['sh', '-c', 'exit 125'], quietly)).rejects.toThrow('does not say')
    await expect(bisectRun(env, ['no-such-program-at-all'], quietly)).rejects.toThrow('cannot run')
  })

  it('finds the commit of the line since which it fails', async () => {
    await rememberAll('alpha', 'beta', 'gamma', 'delta', 'epsilon')
    await bisectStart(env, { commits: true })
    const { found } = await bisectRun(env, runFailingOn('delta'), quietly)
    expect(found!.commit!.subject).toBe('remember pattern: delta')
  })
})

describe('bisect by hand', () => {
  it('goes on from answer to answer', async () => {
    await rememberAll('alpha', 'beta', 'gamma')
    let step: BisectStep = await bisectStart(env)
    while (step.next) step = await answer(env, step.next.briefing.includes('gamma'))
    expect(bodies(step)).toEqual(['gamma'])
  })

  it('begins where it still worked', async () => {
    await rememberAll('alpha')
    repo.git('tag', 'v1')
    repo.commit('second')
    await rememberAll('beta')
    const { found } = await bisectStart(env, { commits: true, good: 'v1' })
    expect(found!.commit!.subject).toBe('remember pattern: beta')
  })

  it('can be ended, and needs to be begun', async () => {
    await expect(bisectStart(env)).rejects.toThrow("'main' remembers nothing")
    await rememberAll('alpha', 'beta')
    await bisectStart(env)
    expect(repo.git('for-each-ref', 'refs/ralph-bisect')).not.toBe('')
    expect(await bisectReset(env)).toBe(true)
    expect(repo.git('for-each-ref', 'refs/ralph-bisect')).toBe('')
    expect(await bisectReset(env)).toBe(false)
    await expect(answer(env, true)).rejects.toThrow('no search is under way')
  })
})
