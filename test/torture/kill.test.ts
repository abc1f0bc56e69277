import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { idsOnLine, startWriter } from '../helpers/processes.js'
import { makeRepo, type TestRepo } from '../helpers/repo.js'

const KILLS = 200
const SEED = 20250121
/** About as long as one write takes, so that every stage of one is hit. */
const SPAN_MS = 60

test('a write killed at any point loses nothing that was acknowledged and blocks nobody', async () => {
  const repo = makeRepo()
  const random = seeded(SEED)
  const acknowledged: string[] = []
  const check = (): void => {
    const stored = new Set(idsOnLine(repo))
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
  }
  acknowledged.push(...(await rememberOnce(repo, 'before all')))
  for (let kill = 1; kill <= KILLS; kill++) {
    const writer = startWriter(repo.dir, `writer ${kill}`, 100)
    // Some are killed while they start; most in the middle of their first, second or third write.
    await writer.reached(Math.floor(random() * 3))
    await wait(random() * SPAN_MS)
    const { pid } = writer.child
    process.kill(kill % 2 === 0 ? -pid! : pid!, 'SIGKILL')
    await writer.ended
    acknowledged.push(...writer.acknowledged())
    check()
    if (kill % 20 === 0) {
      acknowledged.push(...(await rememberOnce(repo, `after ${kill} kills`)))
      repo.git('fsck', '--strict', '--no-dangling')
    }
  }
  check()
  expect(acknowledged.length).toBeGreaterThan(KILLS / 2)
  expect(repo.git('status', '--porcelain', '-uall')).toBe('')
  expect(readdirSync(join(repo.dir, '.agent'))).toEqual(['memories.md'])
}, 300_000)

async function rememberOnce(repo: TestRepo, name: string): Promise<string[]> {
  const writer = startWriter(repo.dir, name, 1)
  expect(await writer.ended).toEqual({ code: 0, err: '' })
  expect(writer.acknowledged()).toHaveLength(1)
  return writer.acknowledged()
}

/** Numbers in [0, 1), the same in every run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => (state = (state * 48271) % 2147483647) / 2147483647
}
