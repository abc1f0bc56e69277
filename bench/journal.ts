/**
 * What `journal add` and `journal list --last 5` cost with 100 entries and with 10,000 on 3,000 commits, as cold processes that take
 * turns; look at the ratios. Then compares every note with what `git notes` shows. `--quick` runs few rounds.
 */
import { rmSync } from 'node:fs'
import { renderTable } from '../src/cli/table.js'
import { renderEntry } from '../src/memory/journal-note.js'
import { appendToNote } from '../src/memory/merge-notes.js'
import { median, NODE, runNode, runRalph } from './measure.js'
import { git, importStream, makeBenchRepo } from './seed.js'

const ROUNDS = process.argv.includes('--quick') ? 5 : 25
const LIMIT = 2
const SIZES = [
  { entries: 100, commits: 30 },
  { entries: 10_000, commits: 3_000 },
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

const places = SIZES.map(({ entries, commits }) => {
  const dir = makeBenchRepo()
  const notes = seedJournal(dir, entries, commits)
  const first = runRalph(dir, 'journal', 'list', '--last', '1')
  runRalph(dir, ...COMMANDS.add(0))
  const times = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, number[]>
  return { dir, entries, commits, notes, first, times }
})
const floors: number[] = []
for (let round = 1; round <= ROUNDS; round++) {
  floors.push(runNode('/', ...NODE).ms)
  for (const name of names)
    for (const { dir, times } of places) times[name].push(runRalph(dir, ...COMMANDS[name](round)).ms)
}
const floor = median(floors)
const [small, large] = places.map(
  ({ times }) =>
    (name: Name) =>
      median(times[name]),
)
const right = { align: 'right' as const }
process.stdout.write(
  renderTable(
    [
      { title: 'JOURNAL' },
      { title: 'MS AT 100', ...right },
      { title: 'AT 10,000', ...right },
      { title: 'RATIO', ...right },
      { title: '/ NODE', ...right },
    ],
    names.map((name) => [
      name,
      small!(name).toFixed(1),
      large!(name).toFixed(1),
      `×${(large!(name) / small!(name)).toFixed(2)}`,
      `×${(large!(name) / floor).toFixed(2)}`,
    ]),
  ),
)
const { dir, first } = places[1]!
process.stdout.write(
  `the first command at 10,000, which builds the search index: ${first.ms.toFixed(0)} ms\n`,
)
const slow = (['add', 'list --last 5'] as const).filter((name) => large!(name) > LIMIT * small!(name))
for (const name of slow)
  process.stdout.write(`'journal ${name}' takes more than ×${LIMIT} of what it takes at 100\n`)
const wrong = disagreements(dir, places[1]!.notes)
process.stdout.write(`${places[1]!.notes.size} notes compared with git's own: ${wrong} differ\n`)
git(dir, 'fsck', '--strict', '--no-dangling')
for (const place of places) rmSync(place.dir, { recursive: true, force: true })
if (slow.length > 0 || wrong > 0) process.exitCode = 1

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
