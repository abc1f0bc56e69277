/** The search index can be lost at any time: whatever happens to its files, the answer is right. */
import { spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { forgetSegmentFiles } from '../../src/store/index/segment-files.js'
import { recall } from '../../src/verbs/recall.js'
import { remember } from '../../src/verbs/remember.js'
import { BIN } from '../helpers/bin.js'
import { makeRepo, TEST_VARS, type TestEnv, type TestRepo } from '../helpers/repo.js'

const WORDS = ['postgres', 'redis', 'docker', 'vault', 'nginx', 'kafka']

async function six(): Promise<{ repo: TestRepo; env: TestEnv; segments: string; manifests: string }> {
  const repo = makeRepo()
  const env = repo.env()
  for (const word of WORDS) await remember(env, `${word} needs a restart after the nightly backup`)
  await recall(env, 'restart')
  const index = join(repo.dir, '.git/ralph/index')
  return { repo, env, segments: join(index, 'segments'), manifests: join(index, 'tips') }
}

const filesIn = (dir: string): string[] => readdirSync(dir).map((file) => join(dir, file))

async function answers(env: TestEnv): Promise<string[]> {
  forgetSegmentFiles()
  const { hits, warnings } = await recall(env, 'restart', { limit: 0, here: true })
  expect(warnings).toEqual([])
  return hits.map(({ entry }) => entry.memory.body.split(' ')[0]!).toSorted()
}

const ALL = WORDS.toSorted()

describe('a damaged search index', () => {
  it('is made anew wherever a segment is cut off', async () => {
    const { env, segments } = await six()
    for (const share of [0, 0.1, 0.5, 0.99]) {
      for (const file of filesIn(segments)) truncateSync(file, Math.floor(readFileSync(file).length * share))
      expect(await answers(env)).toEqual(ALL)
    }
  })

  it('is made anew wherever a bit of a segment is flipped', async () => {
    const { env, segments } = await six()
    for (let share = 0; share < 1; share += 0.07) {
      for (const file of filesIn(segments)) {
        const bytes = readFileSync(file)
        bytes[Math.floor(bytes.length * share)]! ^= 16
        writeFileSync(file, bytes)
      }
      expect(await answers(env)).toEqual(ALL)
    }
  })

  it('is made anew wherever a bit of a manifest is flipped', async () => {
    const { env, manifests } = await six()
    const length = Math.min(...filesIn(manifests).map((file) => readFileSync(file).length))
    for (let at = 0; at < length; at += 5) {
      for (const file of filesIn(manifests)) {
        const bytes = readFileSync(file)
        if (at < bytes.length) bytes[at]! ^= 1
        writeFileSync(file, bytes)
      }
      expect(await answers(env)).toEqual(ALL)
    }
  })

  it('is made anew when files are foreign or gone', async () => {
    const { repo, env, segments, manifests } = await six()
    for (const dir of [segments, manifests]) {
      for (const file of filesIn(dir)) writeFileSync(file, readFileSync('/usr/bin/env').subarray(0, 5000))
      expect(await answers(env)).toEqual(ALL)
      for (const file of filesIn(dir)) rmSync(file)
      expect(await answers(env)).toEqual(ALL)
    }
    rmSync(join(repo.dir, '.git/ralph/index'), { recursive: true })
    expect(await answers(env)).toEqual(ALL)
  })

  it('is done without where it cannot be removed', async () => {
    const { repo, env, segments } = await six()
    for (const file of filesIn(segments)) truncateSync(file, 10)
    // As on a disk that became read-only: the index cannot be moved away.
    mkdirSync(join(repo.dir, `.git/ralph/index.${process.pid}.old/in-the-way`), { recursive: true })
    expect(await answers(env)).toEqual(ALL)
    expect(filesIn(segments).map((file) => readFileSync(file).length)).toContain(10)
    await remember(env, 'consul needs a restart too')
    expect(await answers(env)).toEqual([...WORDS, 'consul'].toSorted())
  })

  it('does not hold what was pruned from under a reader that has it open', async () => {
    const { env, segments } = await six()
    for (const file of filesIn(segments)) rmSync(file)
    const { hits } = await recall(env, 'restart', { here: true })
    expect(hits).toHaveLength(WORDS.length)
  })
})

describe('many at once', () => {
  it('read and write right while the index is removed again and again', async () => {
    const { repo, env } = await six()
    const run = (...args: string[]): Promise<{ code: number | null; out: string; err: string }> =>
      new Promise((resolve) => {
        const child = spawn(process.execPath, [BIN, ...args], { cwd: repo.dir, env: TEST_VARS })
        let [out, err] = ['', '']
        child.stdout.on('data', (chunk) => (out += String(chunk)))
        child.stderr.on('data', (chunk) => (err += String(chunk)))
        child.on('close', (code) => resolve({ code, out, err }))
      })
    const index = join(repo.dir, '.git/ralph/index')
    const readers = Array.from({ length: 6 }, () =>
      run('recall', 'restart', '--all', '--here', '--format', 'json'),
    )
    const writers = Array.from({ length: 4 }, (_, n) =>
      run('remember', `writer ${n} wants a restart of service ${n}`),
    )
    const done = Promise.all([...readers, ...writers])
    let finished = false
    void done.then(() => (finished = true))
    for (let n = 0; !finished; n++) {
      if (n % 2 === 0 && existsSync(index)) {
        // Out of the way of those who are writing into it, or removing it would fail.
        renameSync(index, `${index}.${n}`)
        rmSync(`${index}.${n}`, { recursive: true })
      }
      await run('recall', 'restart', '--here')
    }
    for (const { code, out, err } of (await done).slice(0, readers.length)) {
      expect([code, err]).toEqual([0, ''])
      const bodies = (JSON.parse(out) as { hits: { content: string }[] }).hits.map(
        ({ content }) => content.split(' ')[0]!,
      )
      expect(bodies).toEqual(expect.arrayContaining(WORDS))
    }
    for (const { code } of (await done).slice(readers.length)) expect(code).toBe(0)
    expect(await answers(env)).toHaveLength(WORDS.length + writers.length)
  }, 60_000)

  it('prunes segments that no manifest names, and none that is named', async () => {
    const { repo, env, segments } = await six()
    const old = new Date(Date.now() - 2 * 3_600_000)
    writeFileSync(join(segments, 'orphan.seg'), 'nobody names it')
    utimesSync(join(segments, 'orphan.seg'), old, old)
    const manifests = join(repo.dir, '.git/ralph/index/tips')
    const [kept] = filesIn(manifests)
    for (let n = 0; n < 130; n++)
      writeFileSync(join(manifests, `${String(n).padStart(40, '0')}.json`), readFileSync(kept!))
    for (const file of filesIn(segments)) utimesSync(file, old, old)
    await remember(env, 'one more restart')
    await recall(env, 'restart')
    expect(readdirSync(segments)).not.toContain('orphan.seg')
    expect(readdirSync(manifests).length).toBeLessThanOrEqual(65)
    expect(await answers(env)).toHaveLength(WORDS.length + 1)
  })
})
