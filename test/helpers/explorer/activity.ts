/** What only this machine knows: sessions, a loop, proposals, quarantine. And the journal. */
import type { LoopState } from '../../../src/loop-rules/state.js'
import { openRepo } from '../../../src/store/git/repo.js'
import { writeLoop } from '../../../src/store/loop/loop-files.js'
import { addProposal } from '../../../src/store/sessions/inbox.js'
import { hold } from '../../../src/store/trust/review.js'
import { journalAdd } from '../../../src/verbs/journal-add.js'
import { drain } from '../../../src/verbs/sessions/drain.js'
import { makeAgent } from '../agent.js'
import type { TestEnv } from '../env.js'
import type { Imported } from './lines.js'

const DAY = 86_400
const RUN = 'run-1f2e3d4c'
const OUTCOMES = ['failed', 'retried', 'failed', 'done'] as const

export async function addSessions(envAt: (ago: number) => TestEnv): Promise<void> {
  const tasks = [
    'make uploads resume',
    'the invoice of March is wrong',
    'upgrade to node 22',
    'speed up the search page',
  ]
  for (let n = 0; n < 10; n++) {
    const env = envAt((10 - n) * DAY * 1.7)
    const agent = makeAgent(env, `session-${n + 1}`)
    const name = (['claude', 'codex', 'gemini'] as const)[n % 3]!
    agent.report({ agent: name, kind: 'session-start', source: 'startup' })
    agent.report({ agent: name, kind: 'prompt', prompt: tasks[n % tasks.length]! })
    agent.runs('npm test', { error: `${n + 1} tests failed in src/storage/retry.ts` })
    env.tick(600)
    agent.edits('src/storage/retry.ts', 'src/queue/worker.ts')
    agent.runs('npm test', { result: 'all passed' })
    agent.report({ agent: name, kind: 'session-end', reason: 'other' })
  }
  await drain(envAt(0), { all: true, quick: true })
}

export async function addLoop(envAt: (ago: number) => TestEnv, commits: readonly string[]): Promise<void> {
  const began = 2 * DAY
  const timeOf = (ago: number): string => envAt(ago).now().toISOString()
  const repo = await openRepo(envAt(0))
  const iterations = OUTCOMES.map((outcome, i): LoopState['iterations'][number] => ({
    number: i + 1,
    startedAt: timeOf(began - i * 900),
    durationMs: 400_000 + i * 90_000,
    outcome,
    snapshot: commits[0]!,
    treeBefore: commits[0]!,
    tree: commits[0]!,
    results: [
      { name: 'test_pass', passed: i === 3, failing: 3 - i, durationMs: 42_000 },
      { name: 'lint_clean', passed: i > 0, durationMs: 3_000 },
    ],
    verdict: i === 2 ? 'unchanged' : 'better',
    files: ['src/storage/retry.ts'],
    agent: { exitCode: 0, timedOut: false, bytes: 1000, fingerprint: 'a' },
    promptTokens: 3200,
    tokens: 48_000 + i,
    costUsd: 0.21,
    learnt: i === 1 ? ['Uploads are resumed by their byte range'] : [],
  }))
  const limits = {
    maxIterations: 10,
    maxDurationMs: 3_600_000,
    noProgress: 3,
    cooldownMs: 0,
    maxCostUsd: 5,
    agentTimeoutMs: 0,
    contextBudget: 0.4,
    contextWindow: 200_000,
  }
  const criterion = (name: 'test_pass' | 'lint_clean', command: string) => ({
    name,
    type: name,
    command,
    expectedExitCode: 0,
    timeoutMs: 60_000,
    from: 'package.json',
  })
  writeLoop(repo, {
    format: 1,
    id: RUN,
    goal: 'uploads resume after a lost connection',
    status: 'success',
    reason: 'criteria-met',
    detail: 'all criteria are met',
    agent: 'claude',
    criteria: [criterion('test_pass', 'npm test'), criterion('lint_clean', 'npm run lint')],
    limits,
    workTree: repo.workTree!,
    branch: 'main',
    startedAt: timeOf(began),
    endedAt: timeOf(began - 3600),
    spentMs: 0,
    sittingAt: timeOf(began),
    iterations,
    judgedFrom: 0,
    rollbacks: 0,
  })
  for (const [i, outcome] of OUTCOMES.entries()) {
    const env = envAt(began - i * 900)
    const notes = outcome === 'done' ? 'Uploads go on where they stopped.' : 'The range header is off by one.'
    await journalAdd(env, {
      run: RUN,
      iteration: i + 1,
      outcome,
      notes,
      commit: commits[i % commits.length]!,
      files: ['src/storage/retry.ts'],
      durationSecs: 400 + i * 90,
      costUsd: 0.21,
      agent: 'claude',
    })
  }
}

export async function addWaiting(env: TestEnv, { hostile }: Imported): Promise<void> {
  const repo = await openRepo(env)
  const source = { kind: 'session', session: 'session-9' } as const
  addProposal(
    repo.ralphDir,
    {
      type: 'fix',
      body: 'The range header counts from zero: `bytes=0-` is the whole file.',
      tags: ['storage'],
      why: 'a command failed, then passed',
      source,
    },
    env.now(),
  )
  addProposal(
    repo.ralphDir,
    {
      type: 'pattern',
      body: 'Uploads larger than 8 MB are sent in parts of 5 MB.',
      tags: ['storage', 'http'],
      why: 'said twice in the session',
      source,
    },
    env.now(),
  )
  addProposal(
    repo.ralphDir,
    {
      type: 'context',
      body: 'The storage team is away in the second week of December.',
      tags: ['people'],
      why: 'noted by the agent',
      source: { kind: 'loop', loop: RUN, iteration: 2 },
    },
    env.now(),
  )
  hold(repo, [
    {
      body: hostile.body,
      held: { id: hostile.id, why: ['it tells the agent to ignore its instructions'], from: 'origin' },
    },
  ])
}
