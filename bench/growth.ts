/**
 * How what one waits for every day grows with the count of memories: cold processes at 100, 1,000, 10,000 and 100,000, all sizes and
 * commands in turns, beside an empty Node process. `sync` pushes one new memory to a bare repository on the same disk; `merge` takes
 * 50 changes of another line; the hook is what `git checkout` calls when the view changes. `--quick`: the smallest, one round.
 */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, NODE, runNode, runRalph, type Sample } from './measure.js'
import { preparedRepo } from './prepared.js'
import { addMemories, makeMemories, QUESTIONS } from './recall/corpus.js'
import { factor, type Figure, inMB, inMs, type Table } from './report/table.js'
import { git } from './seed.js'

const quick = process.argv.includes('--quick')
const SIZES = quick ? [100] : [100, 1_000, 10_000, 100_000]
const ROUNDS = quick ? 1 : 11
const CHANGES = 50
const LINE = 'refs/ralph-memory/main'

type Commands = Record<string, (round: number) => Sample>

function prepare(count: number): Commands {
  const dir = preparedRepo(count)
  const remote = join(mkdtempSync(join(tmpdir(), 'ralph-remote-')), 'remote.git')
  git('/', 'init', '-q', '--bare', remote)
  git(dir, 'remote', 'add', 'origin', remote)
  runRalph(dir, 'sync')
  const head = git(dir, 'rev-parse', 'HEAD')
  git(dir, 'checkout', '-q', '-b', 'view')
  runRalph(dir, 'remember', 'a lesson of the branch alone')
  git(dir, 'checkout', '-q', 'main')
  const checkout = (branch: string): Sample => {
    git(dir, 'symbolic-ref', 'HEAD', `refs/heads/${branch}`)
    return runRalph(dir, 'hook', 'post-checkout', head, head, '1')
  }
  const merging = prepareMerge(count)
  return {
    remember: (round) =>
      runRalph(dir, 'remember', `round ${round}: jobs older than ${round} days are dropped`),
    sync: () => runRalph(dir, 'sync'),
    recall: (round) => runRalph(dir, 'recall', QUESTIONS[round % QUESTIONS.length]!),
    // Counts the tokens of what is new; the counts are kept.
    'prime after a write': () => runRalph(dir, 'prime', '--budget', '2000'),
    prime: () => runRalph(dir, 'prime', '--budget', '2000'),
    'checkout hook': () => {
      const sample = checkout('view')
      checkout('main')
      return sample
    },
    merge: merging,
  }
}

/** Another line with edits of half of `CHANGES` memories and as many new ones, merged again and again. */
function prepareMerge(count: number): () => Sample {
  const dir = preparedRepo(count)
  const ours = git(dir, 'rev-parse', LINE)
  const edited = [...makeMemories(CHANGES / 2)].map((memory) => ({
    ...memory,
    body: `${memory.body}, once more`,
  }))
  addMemories(dir, [...edited, ...makeMemories(CHANGES / 2, count)])
  git(dir, 'branch', 'theirs')
  git(dir, 'update-ref', 'refs/ralph-memory/theirs', LINE)
  // Something of our own, or it would be no merge but a step forward.
  git(dir, 'update-ref', LINE, ours)
  runRalph(dir, 'remember', 'what only this line knows')
  const before = git(dir, 'rev-parse', LINE)
  return () => {
    git(dir, 'update-ref', LINE, before)
    return runRalph(dir, 'merge', 'theirs')
  }
}

export function measure(): Table[] {
  const places = SIZES.map((size) => ({
    size,
    commands: prepare(size),
    samples: new Map<string, Sample[]>(),
  }))
  const floor: Sample[] = []
  // The first round warms up what is kept between commands.
  for (let round = -1; round < ROUNDS; round++) {
    const empty = runNode('/', ...NODE)
    if (round >= 0) floor.push(empty)
    for (const { commands, samples } of places) {
      for (const [name, run] of Object.entries(commands)) {
        const sample = run(round)
        if (round >= 0) samples.set(name, [...(samples.get(name) ?? []), sample])
      }
    }
  }
  const names = Object.keys(places[0]!.commands)
  const of = (list: readonly Sample[], key: 'ms' | 'rss'): number[] => list.map((sample) => sample[key])
  const table = (
    id: string,
    title: string,
    y: string | undefined,
    cell: (samples: Sample[]) => Figure,
  ): Table => ({
    id: `growth/${id}`,
    title: `${title}, ${ROUNDS} rounds`,
    columns: ['memories', ...SIZES.map((size) => size.toLocaleString('en'))],
    rows: names.map((name) => [name, ...places.map(({ samples }) => cell(samples.get(name)!))]),
    ...(y !== undefined && { chart: { x: 'memories', y } }),
  })
  const empty = median(of(floor, 'ms'))
  return [
    table('ratio', 'Time, in empty Node processes', 'empty Node processes', (samples) =>
      factor(median(of(samples, 'ms')) / empty),
    ),
    table('ms', 'Time, ms', undefined, (samples) => inMs(of(samples, 'ms'))),
    table('memory', 'Most memory, MB', 'MB', (samples) => inMB(median(of(samples, 'rss')))),
  ]
}
