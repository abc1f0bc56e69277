/**
 * What `journal add` and `journal list --last 5` cost with 100 entries and with 10,000 on 3,000 commits, as cold processes that take
 * turns; look at the ratios. Then compares every note with what `git notes` shows. `--quick` runs one round on few.
 */
import { rmSync } from 'node:fs'
import { renderEntry } from '../src/memory/journal-note.js'
import { appendToNote } from '../src/memory/merge-notes.js'
import { NODE, runNode, runRalph } from './measure.js'
import { inMs, ratioOf, type Table } from './report/table.js'
import { git, importStream, makeBenchRepo } from './seed.js'

const quick = process.argv.includes('--quick')
const ROUNDS = quick ? 1 : 15
const SIZES = [
  { entries: 100, commits: 30 },
  quick ? { entries: 200, commits: 50 } : { entries: 10_000, commits: 3_000 },
]
const COMMANDS = {
  add: (round: number) => [
    'journal',
    'add',
    '--run',
    'run-00000000',
    '-i',
    String(round),
    '-m',
    `round ${round}`,
  ],
  'list --last 5': () => ['journal', 'list', '--last', '5'],
  // Nothing was added in between: what most calls find.
  'list --last 5 again': () => ['journal', 'list', '--last', '5'],
  search: () => ['journal', 'search', 'flaky parser'],
  'list --for': () => ['journal', 'list', '--run', 'run-00000000', '--for', 'repair the parser'],
}
type Name = keyof typeof COMMANDS
const names = Object.keys(COMMANDS) as Name[]

export function measure(): Table[] {
  const places = SIZES.map(({ entries, commits }) => {
    const dir = makeBenchRepo()
    const notes = seedJournal(dir, entries, commits)
    const first = runRalph(dir, 'journal', 'list', '--last', '1')
    runRalph(dir, ...COMMANDS.add(0))
    const times = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, number[]>
    return { dir, entries, notes, first, times }
  })
  const floors: number[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    floors.push(runNode('/', ...NODE).ms)
    for (const name of names)
      for (const { dir, times } of places) times[name].push(runRalph(dir, ...COMMANDS[name](round)).ms)
  }
  const [small, large] = [places[0]!, places[1]!]
  const wrong = disagreements(large.dir, large.notes)
  if (wrong > 0) throw new Error(`${wrong} of ${large.notes.size} notes differ from what git shows`)
  git(large.dir, 'fsck', '--strict', '--no-dangling')
  for (const { dir } of places) rmSync(dir, { recursive: true, force: true })
  return [
    {
      id: 'journal/cost',
      title: `The journal, ${ROUNDS} rounds`,
      columns: [
        'journal',
        `ms at ${small.entries.toLocaleString('en')} entries`,
        `ms at ${large.entries.toLocaleString('en')}`,
        'ratio',
        '/ node',
      ],
      rows: names.map((name) => [
        name,
        inMs(small.times[name]),
        inMs(large.times[name]),
        ratioOf(large.times[name], small.times[name]),
        ratioOf(large.times[name], floors),
      ]),
      notes: [
        `the first command at ${large.entries.toLocaleString('en')}, which builds the search index: ${large.first.ms.toFixed(0)} ms`,
        `${large.notes.size} notes were compared with git's own, none differs`,
      ],
    },
  ]
}

/** Entries in turn on the commits, written by git itself. Answers the notes by commit. */
function seedJournal(place: string, entries: number, commits: number): Map<string, string> {
  importStream(place, (write) => {
    for (let n = 0; n < commits; n++)
      write(
        `commit refs/heads/main\ncommitter B <b@example.com> ${1700000000 + n} +0000\ndata 1\nx\n${n === 0 ? 'from refs/heads/main^0\n' : ''}M 100644 inline f${n % 50}\ndata 5\n${String(n).padStart(5)}\n`,
      )
  })
  git(place, 'reset', '-q', '--hard', 'main')
  const list = git(place, 'rev-list', '--reverse', 'main').split('\n').slice(1)
  const notes = new Map<string, string>()
  for (let n = 0; n < entries; n++) {
    const commit = list[n % list.length]!
    notes.set(commit, appendToNote(notes.get(commit) ?? '', entryOf(n)))
  }
  importStream(place, (write) => {
    write('commit refs/notes/ralph\ncommitter B <b@example.com> 1700000000 +0000\ndata 1\nx\n')
    for (const [commit, note] of notes)
      write(`N inline ${commit}\ndata ${Buffer.byteLength(note)}\n${note}\n`)
  })
  return notes
}

function entryOf(n: number): string {
  const subject = ['parser', 'queue', 'schema', 'login', 'cache'][n % 5]!
  return renderEntry({
    id: `j-${1700000000 + n * 60}-${n.toString(16).padStart(8, '0')}`,
    run: `run-${(n >> 5).toString(16).padStart(8, '0')}`,
    iteration: n & 31,
    task: `t-${(n % 997).toString(16).padStart(6, '0')}`,
    outcome: (['done', 'done', 'failed', 'retried'] as const)[n % 4]!,
    model: 'sonnet',
    durationSecs: 30 + (n % 500),
    costUsd: 0,
    files: [`src/${subject}/file${n % 300}.ts`],
    notes: `The ${subject} is flaky in case ${n}: see module-${n % 211}, and repair it before the release.`,
    createdAt: new Date((1700000000 + n * 60) * 1000).toISOString().replace('.000', ''),
  })
}

/** How many notes differ between `git notes show` and `git ralph journal show`; the commit that was added to has more. */
function disagreements(place: string, notes: ReadonlyMap<string, string>): number {
  const head = git(place, 'rev-parse', 'HEAD')
  const native = new Map<string, string>()
  for (const commit of notes.keys()) native.set(commit, git(place, 'notes', '--ref=ralph', 'show', commit))
  const ids = JSON.parse(runRalph(place, 'journal', 'list', '--format', 'json').out) as {
    entries: { id: string; commits: string[] }[]
  }
  const ours = new Map<string, Set<string>>()
  for (const { id, commits } of ids.entries)
    for (const commit of commits) ours.set(commit, (ours.get(commit) ?? new Set()).add(id))
  let wrong = 0
  for (const [commit, text] of native) {
    const found = new Set(Array.from(text.matchAll(/^Ralph-Journal: (\S+)$/gm), ([, id]) => id!))
    const same = found.size === ours.get(commit)?.size && [...found].every((id) => ours.get(commit)!.has(id))
    if (!same || (commit !== head && text.trim() !== notes.get(commit)!.trim())) wrong++
  }
  return wrong
}
