/**
 * Merging two lines with 50 changes a side, 5 of them to the same memories, beside `git merge-tree --write-tree` on the same commits.
 * The two take turns; the ratio of medians counts. Goal: within 5. `--quick` runs few rounds on small lines only.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { renderTable } from '../src/cli/table.js'
import { processEnv } from '../src/process-env.js'
import { mergeIntoLine, mergeTips } from '../src/store/line/merge-lines.js'
import { readRef } from '../src/store/git/refs.js'
import { openRepo } from '../src/store/git/repo.js'
import { useSnapshot } from '../src/store/index/snapshot.js'
import { commitFiles, importLines, median, memoryText, run } from './lines/make.js'

const quick = process.argv.includes('--quick')
const rounds = quick ? 5 : 21
const sizes = quick ? [1_000, 10_000] : [1_000, 10_000, 100_000]
const CHANGES = 50
const OVERLAP = 5

const scratch = mkdtempSync(join(tmpdir(), 'ralph-merge-'))
const elapsed = (start: bigint): number => Number(process.hrtime.bigint() - start) / 1e6

/** Two lines from one base: each edits 25 memories and adds 25; the first five edits are to the same memories. */
function makeLines(dir: string, count: number): void {
  run('/', 'git', 'init', '-q', '-b', 'main', dir)
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

async function measure(count: number): Promise<string[][]> {
  const dir = join(scratch, String(count))
  makeLines(dir, count)
  const env = { ...processEnv(), cwd: dir }
  const first = await openRepo(env)
  const [ours, theirs] = [
    (await readRef(first, 'refs/ralph-memory/ours'))!,
    (await readRef(first, 'refs/ralph-memory/theirs'))!,
  ]
  await useSnapshot(first, ours, () => {})
  const times = { tips: [] as number[], line: [] as number[], git: [] as number[] }
  for (let round = -1; round < rounds; round++) {
    let start = process.hrtime.bigint()
    const merged = await mergeTips(await openRepo(env), ours, theirs)
    const tips = elapsed(start)
    if (merged.conflicts.length !== OVERLAP) throw new Error(`${merged.conflicts.length} conflicts`)
    run(dir, 'git', 'update-ref', 'refs/ralph-memory/ours', ours)
    start = process.hrtime.bigint()
    await mergeIntoLine(await openRepo(env), 'ours', theirs, 'bench')
    const line = elapsed(start)
    start = process.hrtime.bigint()
    // Exit code 1: there are conflicts.
    const { status } = spawnSync('git', ['merge-tree', '--write-tree', ours, theirs], { cwd: dir })
    const git = elapsed(start)
    if (status !== 1) throw new Error(`git merge-tree ended with ${status}`)
    if (round < 0) continue
    times.tips.push(tips)
    times.line.push(line)
    times.git.push(git)
  }
  const floor = median(times.git)
  return Object.entries({
    'git merge-tree': times.git,
    'merge of two tips': times.tips,
    'merge into a line': times.line,
  }).map(([name, all]) => [
    String(count),
    name,
    median(all).toFixed(1),
    `×${(median(all) / floor).toFixed(2)}`,
  ])
}

async function main(): Promise<void> {
  const rows: string[][] = []
  for (const size of sizes) rows.push(...(await measure(size)))
  rmSync(scratch, { recursive: true, force: true })
  const right = { align: 'right' as const }
  const columns = [
    { title: 'ENTRIES', ...right },
    { title: 'WHAT' },
    { title: 'MS', ...right },
    { title: 'RATIO', ...right },
  ]
  process.stdout.write(renderTable(columns, rows))
}

void main()
