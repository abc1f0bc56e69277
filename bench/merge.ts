/**
 * Merging two lines with 50 changes a side, 5 of them to the same memories, beside `git merge-tree --write-tree` on the same commits.
 * The three take turns; the ratio of medians counts. Goal: within 5. `--quick` runs one round on small lines.
 *
 * What is timed: `git merge-tree` as a whole process, started from here; `merge of two tips` does the same job (merge base, trees,
 * merged tree written) in this process, which is warm, from opening the repository on and with the git process it starts;
 * `merge into a line` also writes the commit and moves the ref; `git ralph merge` is that as a whole command. Each job is
 * done twice: with the objects to be written, and `again`, when they are all there and only reading, merging and hashing count.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { processEnv } from '../src/process-env.js'
import { mergeIntoLine, mergeTips } from '../src/store/line/merge-lines.js'
import { readRef } from '../src/store/git/refs.js'
import { openRepo } from '../src/store/git/repo.js'
import { useSnapshot } from '../src/store/index/snapshot.js'
import { commitFiles, importLines, memoryText, run, runEnv } from './lines/make.js'
import { inMs, ratioOf, type Table } from './report/table.js'

const quick = process.argv.includes('--quick')
const rounds = quick ? 1 : 7
const sizes = quick ? [1_000] : [1_000, 10_000, 100_000]
const CHANGES = 50
const OVERLAP = 5

const BIN = join(process.cwd(), 'bin/git-ralph.cjs')
const scratch = mkdtempSync(join(tmpdir(), 'ralph-merge-'))
const elapsed = (start: bigint): number => Number(process.hrtime.bigint() - start) / 1e6

/** Two lines from one base: each edits 25 memories and adds 25; the first five edits are to the same memories. */
function makeLines(dir: string, count: number): void {
  run('/', 'git', 'init', '-q', '-b', 'ours', dir)
  run(dir, 'git', 'config', 'user.name', 'Bench')
  run(dir, 'git', 'config', 'user.email', 'bench@example.com')
  importLines(dir, 'base', count)
  for (const [side, branch] of ['ours', 'theirs'].entries()) {
    const edits = Array.from({ length: CHANGES / 2 }, (_, i) => {
      const place = i < OVERLAP ? i : i + side * CHANGES
      return memoryText((place * 37) % count, `, as ${branch} says`)
    })
    const added = Array.from({ length: CHANGES / 2 }, (_, i) => memoryText(count + side * CHANGES + i))
    commitFiles(dir, branch, [...edits, ...added], 'refs/ralph-memory/base^0')
  }
}

/** The loose objects of a repository. */
function looseObjects(dir: string): Set<string> {
  const objects = join(dir, '.git/objects')
  const fans = readdirSync(objects).filter((name) => name.length === 2)
  return new Set(
    fans.flatMap((fan) => readdirSync(join(objects, fan)).map((name) => join(objects, fan, name))),
  )
}

async function measureAt(count: number): Promise<Table> {
  const dir = join(scratch, String(count))
  makeLines(dir, count)
  const env = { ...processEnv(), cwd: dir }
  const first = await openRepo(env)
  const [ours, theirs] = [
    (await readRef(first, 'refs/ralph-memory/ours'))!,
    (await readRef(first, 'refs/ralph-memory/theirs'))!,
  ]
  await useSnapshot(first, ours, () => {})
  const before = looseObjects(dir)
  const removeNew = (): void => {
    for (const path of looseObjects(dir)) if (!before.has(path)) rmSync(path, { force: true })
  }
  const expect = (code: number, command: string, ...args: string[]): void => {
    const { status, stderr } = spawnSync(command, args, { cwd: dir, env: runEnv })
    if (status !== code) throw new Error(`${command} ended with ${status}: ${String(stderr)}`)
  }
  const jobs: Record<string, () => Promise<void> | void> = {
    // Exit code 1: there are conflicts.
    'git merge-tree': () => expect(1, 'git', 'merge-tree', '--write-tree', ours, theirs),
    'merge of two tips': async () => {
      const merged = await mergeTips(await openRepo(env), ours, theirs)
      if (merged.conflicts.length !== OVERLAP) throw new Error(`${merged.conflicts.length} conflicts`)
    },
    'merge into a line': async () => {
      await mergeIntoLine(await openRepo(env), 'ours', theirs, 'bench')
    },
    'git ralph merge': () => expect(0, process.execPath, BIN, 'merge', 'theirs'),
  }
  const timed = async (job: () => Promise<void> | void): Promise<number> => {
    run(dir, 'git', 'update-ref', 'refs/ralph-memory/ours', ours)
    const start = process.hrtime.bigint()
    await job()
    return elapsed(start)
  }
  const times = Object.keys(jobs).map((name) => ({ name, first: [] as number[], again: [] as number[] }))
  for (let round = -2; round < rounds; round++) {
    for (const { name, first, again } of times) {
      removeNew()
      const [once, twice] = [await timed(jobs[name]!), await timed(jobs[name]!)]
      if (round < 0) continue
      first.push(once)
      again.push(twice)
    }
  }
  const git = times[0]!
  return {
    id: `merge/${count}`,
    title: `Merging at ${count.toLocaleString('en')} entries, ${rounds} rounds`,
    columns: ['what', 'ms', 'ratio', 'again ms', 'again ratio'],
    rows: times.map(({ name, first, again }) => [
      name,
      inMs(first),
      ratioOf(first, git.first),
      inMs(again),
      ratioOf(again, git.again),
    ]),
  }
}

export async function measure(): Promise<Table[]> {
  const tables: Table[] = []
  for (const size of sizes) tables.push(await measureAt(size))
  rmSync(scratch, { recursive: true, force: true })
  return tables
}
