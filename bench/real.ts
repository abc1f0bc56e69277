/**
 * Each command in a repository of the size of a large project and in a small one with the same memories, in turns: no command may depend on
 * the size of the code. Needs 8 GB of disk for some minutes. `--quick`: one round, and the large one is small, too.
 */
import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, NODE, runNode, runRalph, type Sample } from './measure.js'
import { describeRepo, makeRepo, type Size } from './real/make.js'
import { type Answer, inMB, inMs, ratioOf, type Table } from './report/table.js'
import { git, idsOf } from './seed.js'

const quick = process.argv.includes('--quick')
const ROUNDS = quick ? 1 : 9
const MEMORIES = quick ? 50 : 1_000
const NEEDED_GB = quick ? 1 : 8
const SMALL: Size = { directories: 1, filesEach: 10, commits: 2, changes: 5, branches: 1, megabytes: 0 }
const LARGE: Size = quick
  ? { directories: 10, filesEach: 10, commits: 5, changes: 20, branches: 20, megabytes: 2 }
  : { directories: 500, filesEach: 100, commits: 5_000, changes: 190, branches: 2_000, megabytes: 2_200 }
const LINE = 'refs/ralph-memory/main'
const QUESTION = 'the postgres parser leaks memory'

type Commands = Record<string, (round: number) => Sample>

function prepare(dir: string): Commands {
  const remote = join(mkdtempSync(join(tmpdir(), 'ralph-remote-')), 'remote.git')
  git(dir, 'clone', '-q', '--bare', '--shared', dir, remote)
  git(dir, 'remote', 'add', 'origin', remote)
  const at = git(dir, 'rev-parse', 'HEAD')
  const id = idsOf(1)[0]!
  const go = (branch: string): void => void git(dir, 'symbolic-ref', 'HEAD', `refs/heads/${branch}`)
  const checkout = (branch: string): Sample => {
    go(branch)
    return runRalph(dir, 'hook', 'post-checkout', at, at, '1')
  }
  const forget = (): void => rmSync(join(dir, '.git/ralph'), { recursive: true, force: true })
  runRalph(dir, 'recall', QUESTION)
  git(dir, 'branch', 'view')
  go('view')
  runRalph(dir, 'remember', 'a lesson of the branch alone')
  go('main')
  return {
    'recall, nothing indexed': () => {
      forget()
      return runRalph(dir, 'recall', QUESTION)
    },
    remember: (round) =>
      runRalph(dir, 'remember', `round ${round}: jobs older than ${round} days are dropped`),
    sync: () => runRalph(dir, 'sync'),
    recall: () => runRalph(dir, 'recall', QUESTION),
    'prime after a write': () => runRalph(dir, 'prime', '--budget', '2000'),
    prime: () => runRalph(dir, 'prime', '--budget', '2000'),
    list: () => runRalph(dir, 'list'),
    show: () => runRalph(dir, 'show', id),
    log: () => runRalph(dir, 'log'),
    blame: () => runRalph(dir, 'blame', id),
    lines: () => runRalph(dir, 'lines'),
    status: () => runRalph(dir, 'status'),
    'journal add': (round) =>
      runRalph(dir, 'journal', 'add', '--run', 'run-00000000', '-i', String(round + 2), '-m', 'done'),
    'journal list': () => runRalph(dir, 'journal', 'list', '--last', '5'),
    'checkout hook': () => {
      const sample = checkout('view')
      checkout('main')
      return sample
    },
    'commit hook': () => runRalph(dir, 'hook', 'post-commit'),
    merge: () => {
      const before = git(dir, 'rev-parse', LINE)
      const sample = runRalph(dir, 'merge', 'view')
      git(dir, 'update-ref', LINE, before)
      return sample
    },
  }
}

function compare(small: Commands, large: Commands, notes: string[]): Table {
  const names = Object.keys(small)
  const samples = new Map(names.map((name) => [name, { small: [] as Sample[], large: [] as Sample[] }]))
  const floor: number[] = []
  // The first round warms up what is kept between commands.
  for (let round = -1; round < ROUNDS; round++) {
    const empty = runNode('/', ...NODE).ms
    if (round >= 0) floor.push(empty)
    for (const name of names) {
      const [one, other] = [small[name]!(round), large[name]!(round)]
      if (round < 0) continue
      samples.get(name)!.small.push(one)
      samples.get(name)!.large.push(other)
    }
  }
  const of = (list: readonly Sample[], key: 'ms' | 'cpu' | 'rss'): number[] =>
    list.map((sample) => sample[key])
  return {
    id: 'real/cost',
    title: `Commands in a small and in a large repository, ${MEMORIES.toLocaleString('en')} memories each, ${ROUNDS} rounds`,
    columns: [
      'command',
      'small ms',
      'large ms',
      'large / small',
      'CPU large / small',
      'small MB',
      'large MB',
    ],
    rows: [...samples].map(([name, both]) => [
      name,
      inMs(of(both.small, 'ms')),
      inMs(of(both.large, 'ms')),
      ratioOf(of(both.large, 'ms'), of(both.small, 'ms')),
      ratioOf(of(both.large, 'cpu'), of(both.small, 'cpu')),
      inMB(median(of(both.small, 'rss'))),
      inMB(median(of(both.large, 'rss'))),
    ]),
    notes: [...notes, `an empty Node process took ${median(floor).toFixed(1)} ms`],
  }
}

export function measure(): Answer[] {
  const { bavail, bsize } = statfsSync(tmpdir())
  if (bavail * bsize < NEEDED_GB * 1e9)
    return [{ id: 'real/cost', absent: `less than ${NEEDED_GB} GB of disk are free` }]
  const [small, large] = [makeRepo(SMALL, MEMORIES), makeRepo(LARGE, MEMORIES)]
  try {
    const notes = [`small: ${describeRepo(small)}`, `large: ${describeRepo(large)}`]
    return [compare(prepare(small), prepare(large), notes)]
  } finally {
    for (const dir of [small, large]) rmSync(dir, { recursive: true, force: true })
  }
}
