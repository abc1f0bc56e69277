/**
 * What agents' hooks cost, and what they tell. First each event over an empty Node process, in turns, with 10,000 memories: goals are
 * ×1.25 for events that are only kept, ×2 for a prompt, ×2.2 for the beginning of a session. Then, on memories of a made project, how
 * often a prompt that has nothing to do with any of them gets one all the same (goal: 2 of 200), how often one that has gets it, and
 * what a conversation of fifty turns is told in all. `--quick` runs one round with 100 memories.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { estimateTokens } from '../src/briefing/estimate.js'
import { measureStrength, type Quality, readLines, readMemories } from './agent-hooks/sets.js'
import { makeRepository } from './recall/corpus.js'
import { countOf, inMs, ratioOf, type Table } from './report/table.js'
import { preparedRepo } from './prepared.js'

declare const ROOT: string

const quick = process.argv.includes('--quick')
const rounds = quick ? 1 : 21
const count = quick ? 100 : 10_000
const bin = join(ROOT, 'bin/git-ralph.cjs')
const data = join(ROOT, 'bench/agent-hooks')
const scratch = mkdtempSync(join(tmpdir(), 'ralph-agent-hooks-'))
// NODE_EXTRA_CA_CERTS alone costs Node 20 twice as much as an empty process.
const env: NodeJS.ProcessEnv = { ...process.env, NODE_EXTRA_CA_CERTS: undefined }

const usage = join(scratch, 'usage')
const preload = join(scratch, 'preload.cjs')
writeFileSync(
  preload,
  `process.on('exit', () => {
    const { user, system } = process.cpuUsage()
    require('node:fs').writeFileSync(${JSON.stringify(usage)}, String((user + system) / 1000))
  })`,
)

interface Ran {
  wall: number
  cpu: number
  out: string
}

function run(cwd: string, args: readonly string[], input = ''): Ran {
  const start = process.hrtime.bigint()
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-r', preload, ...args], {
    cwd,
    env,
    input,
    encoding: 'utf8',
  })
  const wall = Number(process.hrtime.bigint() - start) / 1e6
  if (status !== 0 || stderr !== '') throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`)
  return { wall, cpu: Number(readFileSync(usage, 'utf8')), out: stdout }
}

const hook = (cwd: string, event: string, payload: object): Ran =>
  run(cwd, [bin, 'hook', 'claude', event], JSON.stringify({ cwd, ...payload }))

/** Each round is a session of its own, so that nothing has been told before. */
const EVENTS: Record<string, (dir: string, round: number) => Ran> = {
  'node -e 0': (dir) => run(dir, ['-e', '0']),
  'PostToolUse, kept': (dir, round) =>
    hook(dir, 'PostToolUse', {
      session_id: `s${round}`,
      tool_name: 'Bash',
      tool_input: { command: 'npm test' },
      tool_response: { stdout: 'ok\n'.repeat(600), stderr: '' },
    }),
  'PreToolUse of a file, once more': (dir, round) =>
    hook(dir, 'PreToolUse', {
      session_id: 's-file',
      tool_name: 'Read',
      tool_input: { file_path: 'src/a.ts' },
      round,
    }),
  'PreToolUse of a file': (dir, round) =>
    hook(dir, 'PreToolUse', {
      session_id: `s${round}`,
      tool_name: 'Read',
      tool_input: { file_path: `src/module${round}.ts` },
    }),
  PostToolUseFailure: (dir, round) =>
    hook(dir, 'PostToolUseFailure', {
      session_id: `s${round}`,
      tool_name: 'Bash',
      tool_input: { command: 'npm test' },
      error:
        'Exit code 1\nTypeError: Cannot read properties of undefined (reading "length")\n    at parse (src/a.ts:10:3)',
    }),
  UserPromptSubmit: (dir, round) =>
    hook(dir, 'UserPromptSubmit', {
      session_id: `s${round}`,
      prompt:
        'the worker thread runs out of memory when a stream is piped without backpressure, please look into it',
    }),
  SessionStart: (dir, round) => hook(dir, 'SessionStart', { session_id: `s${round}`, source: 'startup' }),
  Stop: (dir, round) => hook(dir, 'Stop', { session_id: `s${round}`, last_assistant_message: 'done' }),
}

function measureCost(): Table {
  const dir = preparedRepo(count)
  const names = Object.keys(EVENTS)
  const samples = new Map(names.map((name): [string, Ran[]] => [name, []]))
  for (let round = -2; round < rounds; round++) {
    for (const name of names) {
      const ran = EVENTS[name]!(dir, round)
      if (round >= 0) samples.get(name)!.push(ran)
    }
  }
  const of = (name: string, field: 'wall' | 'cpu'): number[] => samples.get(name)!.map((ran) => ran[field])
  return {
    id: 'agent-hooks/cost',
    title: `Events of an agent with ${count.toLocaleString('en')} memories, ${rounds} rounds`,
    columns: ['event', 'ms', '/ node', 'CPU ms', 'CPU / node'],
    rows: names.map((name) => [
      name,
      ...(['wall', 'cpu'] as const).flatMap((field) => [
        inMs(of(name, field)),
        ratioOf(of(name, field), of(names[0]!, field)),
      ]),
    ]),
  }
}

function measureTelling(): Table {
  const [chosen, other] = [measureStrength(data, 'tune'), measureStrength(data, 'report')]
  const row = (name: string, of: (quality: Quality) => number): Table['rows'][number] => [
    name,
    countOf(of(other)),
    countOf(of(chosen)),
  ]
  if (process.argv.includes('--verbose'))
    for (const line of [chosen, other].flatMap(({ false: wrong, missed }) => [...wrong, ...missed]))
      console.log(line)
  return {
    id: 'agent-hooks/told',
    title: 'What prompts are told',
    columns: ['prompts', 'other half', 'half the weights were chosen on'],
    rows: [
      row('unrelated', ({ unrelated }) => unrelated),
      row('unrelated that were told something', ({ false: wrong }) => wrong.length),
      row('related', ({ related }) => related),
      row('related that were told their memory', ({ right }) => right),
      row('memories told to related prompts in all', ({ told }) => told),
    ],
  }
}

/** What one session of fifty turns is told: tokens of all answers, by event. */
function measureConversation(): Table {
  const dir = join(scratch, 'conversation')
  makeRepository(dir, readMemories(data))
  const tokens: Record<string, number[]> = { SessionStart: [], UserPromptSubmit: [] }
  const tell = (event: string, payload: object): void => {
    const { out } = hook(dir, event, { session_id: 'fifty', ...payload })
    if (out === '') return
    const { additionalContext } = JSON.parse(out).hookSpecificOutput as { additionalContext: string }
    tokens[event]!.push(estimateTokens(additionalContext))
  }
  tell('SessionStart', { source: 'startup' })
  const turns = readLines(data, 'conversation').slice(0, quick ? 3 : undefined)
  for (const prompt of turns) tell('UserPromptSubmit', { prompt })
  const sum = (event: string): number => tokens[event]!.reduce((all, n) => all + n, 0)
  return {
    id: 'agent-hooks/conversation',
    title: `What a session of ${turns.length} turns is told`,
    columns: ['when', 'tokens', 'times'],
    rows: [
      ['when it begins', countOf(sum('SessionStart')), countOf(tokens['SessionStart']!.length)],
      ['with its prompts', countOf(sum('UserPromptSubmit')), countOf(tokens['UserPromptSubmit']!.length)],
    ],
  }
}

export function measure(): Table[] {
  const tables = [measureCost(), measureTelling(), measureConversation()]
  rmSync(scratch, { recursive: true, force: true })
  return tables
}
