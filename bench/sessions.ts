/**
 * What 1,000 sessions of 50 observations cost: disk, putting them away, searching them; and what one observation costs a hook, as a
 * process of its own with nothing else in it. Texts are this project's own sources and the documentation of packages.
 * `--quick`: 100 sessions, few rounds.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { renderTable } from '../src/cli/table.js'
import type { AgentEvent } from '../src/session/agent-event.js'
import { processEnv } from '../src/process-env.js'
import { drain } from '../src/verbs/sessions/drain.js'
import { observe } from '../src/verbs/sessions/observe.js'
import { median, NODE, runNode, runRalph, type Sample } from './measure.js'
import { makeBenchRepo } from './seed.js'
import { oneOf, toolUse } from './sessions/work.js'

declare const ROOT: string

const quick = process.argv.includes('--quick')
const SESSIONS = quick ? 100 : 1000
const OBSERVATIONS = 50
const rounds = quick ? 7 : 21

const dir = makeBenchRepo()
/** Where hooks write, so that nothing waits to be put away where searches are timed. */
const other = makeBenchRepo()
const ralph = join(dir, '.git/ralph')
// One observation a minute, up to now.
let minutes = -SESSIONS * OBSERVATIONS
const env = { ...processEnv(), cwd: dir, now: () => new Date(Date.now() + minutes * 60_000) }

function fill(session: string): void {
  const report = (event: Partial<AgentEvent>): void => {
    minutes = Math.min(0, minutes + 1)
    observe(env, { agent: 'claude', kind: 'other', session, cwd: dir, ...event })
  }
  report({ kind: 'session-start', source: 'startup' })
  for (let i = 2; i < OBSERVATIONS; i++) report(toolUse(dir))
  report({ kind: 'session-end', reason: 'other' })
}

function bytesBelow(path: string): number {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return 0
  return stat.isDirectory()
    ? readdirSync(path).reduce((sum, name) => sum + bytesBelow(join(path, name)), 0)
    : stat.size
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1)
const seconds = (since: bigint): number => Number(process.hrtime.bigint() - since) / 1e9
const rows: string[][] = []

/** A hook that does nothing but observe, as small as it can be. */
function makeObserver(): string {
  const scratch = mkdtempSync(join(tmpdir(), 'ralph-observer-'))
  const entry = join(scratch, 'entry.ts')
  const event = { agent: 'claude', kind: 'after-tool', session: 'bench', cwd: other, tool: toolUse(dir).tool }
  const src = join(ROOT, 'src')
  writeFileSync(
    entry,
    `import { processEnv } from '${src}/process-env.ts'
     import { observe } from '${src}/verbs/sessions/observe.ts'
     observe(processEnv(), ${JSON.stringify({ ...event, tool: event.tool ?? { name: 'Read', input: {}, files: [], edits: false } })})
     process.exit(0)`,
  )
  const outfile = join(scratch, 'observer.cjs')
  // As in our commands: the rules for secrets are loaded when a text may have one.
  const rules = '@secretlint/secretlint-rule-preset-recommend'
  const onFirstUse = join(scratch, 'rules.cjs')
  writeFileSync(
    onFirstUse,
    `const load = require; module.exports = { get rules() { return load('${ROOT}/dist/vendor/secretlint-secretlint-rule-preset-recommend.cjs').rules } }`,
  )
  const options = [
    '--bundle',
    '--minify',
    '--platform=node',
    '--format=cjs',
    `--alias:${rules}=${onFirstUse}`,
  ]
  const esbuild = join(ROOT, 'node_modules/.bin/esbuild')
  const { status, stderr } = spawnSync(esbuild, [entry, ...options, `--outfile=${outfile}`], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  return outfile
}

async function main(): Promise<void> {
  let start = process.hrtime.bigint()
  for (let i = 0; i < SESSIONS; i++) fill(`session-${i}`)
  rows.push([
    'observe, within one process, each',
    `${((seconds(start) * 1000) / SESSIONS / OBSERVATIONS).toFixed(2)} ms`,
  ])
  rows.push(['spool', `${megabytes(bytesBelow(join(ralph, 'spool')))} MB`])
  start = process.hrtime.bigint()
  const all = await drain(env)
  rows.push([
    `drain of ${all.sessions} sessions, ${all.observations} observations`,
    `${seconds(start).toFixed(1)} s`,
  ])
  fill('one-more')
  start = process.hrtime.bigint()
  await drain(env)
  rows.push(['drain of one more', `${(seconds(start) * 1000).toFixed(0)} ms`])
  for (const part of ['parts', 'summaries.jsonl', 'index'])
    rows.push([`on disk: ${part}`, `${megabytes(bytesBelow(join(ralph, 'sessions', part)))} MB`])
  rows.push(['on disk: together', `${megabytes(bytesBelow(join(ralph, 'sessions')))} MB`])

  const observer = makeObserver()
  const CASES: Record<string, () => Sample> = {
    'node -e 0': () => runNode(dir, ...NODE),
    'observe, a process': () => runNode(other, observer),
    'sessions search': () =>
      runRalph(
        dir,
        'sessions',
        'search',
        oneOf(['readFileSync encoding', 'manifest segment', 'vitest run merge', 'ECONNREFUSED']),
      ),
    'sessions search, after one more observation': () => {
      observe(env, { agent: 'claude', kind: 'prompt', session: 'going-on', cwd: dir, prompt: 'and now?' })
      return runRalph(dir, 'sessions', 'search', 'manifest segment')
    },
    'sessions list': () => runRalph(dir, 'sessions', 'list'),
    status: () => runRalph(dir, 'status'),
  }
  const samples = new Map(Object.keys(CASES).map((name) => [name, [] as Sample[]]))
  for (let round = -2; round < rounds; round++)
    for (const [name, run] of Object.entries(CASES)) {
      const sample = run()
      if (round >= 0) samples.get(name)!.push(sample)
    }
  const cpuOf = (name: string): number => median(samples.get(name)!.map(({ cpu }) => cpu))
  const right = { align: 'right' as const }
  process.stdout.write(
    renderTable([{ title: `${SESSIONS} SESSIONS × ${OBSERVATIONS}` }, { title: '', ...right }], rows) +
      '\n' +
      renderTable(
        [
          { title: `COLD PROCESSES, ${rounds} ROUNDS` },
          { title: 'MS', ...right },
          { title: 'CPU MS', ...right },
          { title: 'RATIO OF CPU', ...right },
        ],
        [...samples].map(([name, all_]) => [
          name,
          median(all_.map(({ ms }) => ms)).toFixed(1),
          cpuOf(name).toFixed(1),
          `×${(cpuOf(name) / cpuOf('node -e 0')).toFixed(2)}`,
        ]),
      ),
  )
  for (const made of [dir, other, dirname(observer)]) rmSync(made, { recursive: true, force: true })
}

void main()
