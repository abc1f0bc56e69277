/** Hooks that write while others put away what they wrote, and processes that are killed in the middle of either. */
import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { build } from 'esbuild'
import { beforeAll, expect, test } from 'vitest'
import { listSessions } from '../../src/verbs/sessions/list.js'
import { showSession } from '../../src/verbs/sessions/show.js'
import { makeDir, makeRepo, TEST_VARS, type TestRepo } from '../helpers/repo.js'

let program: string
beforeAll(async () => {
  program = join(makeDir(), 'observer.cjs')
  const entry = new URL('observer.ts', import.meta.url).pathname
  await build({
    entryPoints: [entry],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    outfile: program,
    logLevel: 'error',
  })
})

interface Started {
  child: ChildProcess
  /** Whole lines only. */
  lines(): string[]
  ended: Promise<string>
}

function start(...args: string[]): Started {
  const child = spawn(process.execPath, [program, ...args], {
    env: TEST_VARS,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => void (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => void (err += chunk.toString()))
  return {
    child,
    lines: () => out.split('\n').slice(0, -1),
    ended: new Promise((resolve) => child.on('close', () => resolve(err))),
  }
}

/** The ids of all that was observed, and that each is there with its whole text. */
async function idsIn(repo: TestRepo): Promise<string[]> {
  const env = repo.env()
  const { sessions } = await listSessions(env)
  const shown = await Promise.all(sessions.map(({ session }) => showSession(env, session)))
  const observations = shown.flatMap((one) => one!.observations)
  for (const { id, text } of observations) expect(text!.replaceAll(`${id} `, '')).toBe('')
  return observations.map(({ id }) => id).toSorted()
}

test('six writers of 70 KB lines and two drains lose nothing, tear nothing and keep nothing twice', async () => {
  const repo = makeRepo()
  const drains = [start('drain', repo.dir), start('drain', repo.dir)]
  const writers = Array.from({ length: 6 }, (_, i) =>
    start('write', repo.dir, `session-${i % 2}`, '40', '70000'),
  )
  const said = await Promise.all(writers.map(({ ended }) => ended))
  writeFileSync(join(repo.dir, 'stop'), '')
  said.push(...(await Promise.all(drains.map(({ ended }) => ended))))
  expect(said.filter(Boolean)).toEqual([])
  expect(drains.flatMap(({ lines }) => lines())).toEqual([])
  const written = writers.flatMap(({ lines }) => lines())
  expect(written).toHaveLength(240)
  expect(await idsIn(repo)).toEqual(written.toSorted())
})

test('writers and drains killed at any point lose nothing that was written', async () => {
  const repo = makeRepo()
  const written: string[] = []
  const random = seeded(20250121)
  for (let kill = 0; kill < 10; kill++) {
    const drains = [start('drain', repo.dir), start('drain', repo.dir)]
    const writer = start('write', repo.dir, `session-${kill % 3}`, '100000', '3000')
    while (writer.lines().length < 5 && writer.child.exitCode === null) await wait(2)
    await wait(random() * 60)
    for (const { child } of [...drains, writer]) child.kill('SIGKILL')
    await Promise.all([...drains, writer].map(({ ended }) => ended))
    written.push(...writer.lines())
  }
  const kept = await idsIn(repo)
  expect(written.length).toBeGreaterThan(50)
  expect(new Set(kept).size).toBe(kept.length)
  // One more of each writer may be there: written, and killed before it was said.
  expect(written.filter((id) => !kept.includes(id))).toEqual([])
  expect(kept.length - written.length).toBeLessThanOrEqual(10)
})

/** Numbers in [0, 1), the same in every run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => (state = (state * 48271) % 2147483647) / 2147483647
}
