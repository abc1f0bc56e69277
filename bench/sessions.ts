/**
 * What 1,000 sessions of 50 observations cost: disk, putting them away, searching them; and what one observation costs a hook, as a
 * process of its own with nothing else in it. Texts are this project's own sources and the documentation of packages.
 * `--quick`: 20 sessions, one round.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { AgentEvent } from '../src/session/agent-event.js'
import { processEnv } from '../src/process-env.js'
import { drain } from '../src/verbs/sessions/drain.js'
import { observe } from '../src/verbs/sessions/observe.js'
import { inTurns, NODE, runNode, runRalph, type Sample } from './measure.js'
import { type Figure, inMB, type Table, tableOfSamples } from './report/table.js'
import { makeBenchRepo } from './seed.js'
import { oneOf, toolUse } from './sessions/work.js'

declare const ROOT: string

const quick = process.argv.includes('--quick')
const SESSIONS = quick ? 20 : 1000
const OBSERVATIONS = 50
const rounds = quick ? 1 : 11

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

const megabytes = (path: string): Figure => inMB(bytesBelow(path) / 1e6)
const seconds = (since: bigint): number => Number(process.hrtime.bigint() - since) / 1e9

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

export async function measure(): Promise<Table[]> {
  let start = process.hrtime.bigint()
  for (let i = 0; i < SESSIONS; i++) fill(`session-${i}`)
  const observing = (seconds(start) * 1000) / SESSIONS / OBSERVATIONS
  const spool = megabytes(join(ralph, 'spool'))
  start = process.hrtime.bigint()
  const all = await drain(env)
  const draining = seconds(start)
  fill('one-more')
  start = process.hrtime.bigint()
  await drain(env)
  const one = seconds(start)
  const disk: Table = {
    id: 'sessions/disk',
    title: `${SESSIONS.toLocaleString('en')} sessions of ${OBSERVATIONS} observations on disk`,
    columns: ['what', 'MB'],
    rows: [
      ['spool', spool],
      ...['parts', 'summaries.jsonl', 'index'].map((part): Table['rows'][number] => [
        `on disk: ${part}`,
        megabytes(join(ralph, 'sessions', part)),
      ]),
      ['on disk: together', megabytes(join(ralph, 'sessions'))],
    ],
    notes: [
      `observing takes ${observing.toFixed(2)} ms each within one process`,
      `putting ${all.sessions} sessions with ${all.observations} observations away takes ${draining.toFixed(1)} s, one more ${(one * 1000).toFixed(0)} ms`,
    ],
  }
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
  inTurns(1, CASES)
  const samples = inTurns(rounds, CASES)
  for (const made of [dir, other, dirname(observer)]) rmSync(made, { recursive: true, force: true })
  const title = `Beside ${SESSIONS.toLocaleString('en')} sessions, cold processes, ${rounds} rounds`
  return [disk, tableOfSamples({ id: 'sessions/cost', title }, samples)]
}
