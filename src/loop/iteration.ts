/** One iteration: snapshot, prompt, agent, what it learnt, checks, judgement, journal. */
import { agentCommand } from '../loop-rules/agent.js'
import type { CriterionResult } from '../loop-rules/criterion.js'
import { hash, plain } from '../loop-rules/output.js'
import { type IterationRecord, resultsBefore } from '../loop-rules/state.js'
import { draftsOf } from '../memory/drafts.js'
import { parseSigils } from '../memory/sigils.js'
import { renderTime } from '../memory/text.js'
import { readOutput } from '../store/loop/loop-files.js'
import { filesBetween, type Snapshot, takeSnapshot, writeWorkTree } from '../store/loop/snapshot.js'
import { type AgentAnswer, runAgent } from './agent-run.js'
import { checkCriteria } from './check.js'
import { decideEnd, type End, judgeIteration } from './ending.js'
import { keepIteration } from './keep-iteration.js'
import { learn, proposeLessons } from './learn.js'
import { promptFor } from './prompting.js'
import { enter, type Run } from './run-state.js'
import { judgeSuccess, outcomeOf } from './success.js'

/** Answers why the loop ends with it, if it does. */
export async function runIteration(run: Run, number: number): Promise<End | undefined> {
  const { env, repo } = run
  const began = env.now()
  enter(run, 'snapshot', { iteration: number })
  const snapshot = await takeSnapshot(repo, run.state.id, String(number))
  enter(run, 'prompt', { snapshot: snapshot.commit })
  const before = resultsBefore(run.state, number)
  const outputs = outputsBefore(run, before, number)
  const { draft, answer, notes } = await attempt(run, { number, began, snapshot, before, outputs })
  const { rejected, ...judged } = await judgeSuccess(run, draft, answer)
  const record = { ...draft, ...judged, ...(await judgeIteration(run, draft)) }
  const feedback = await askWhenInterrupted(run)
  const end = decideEnd(run, record, answer)
  const whole: IterationRecord = {
    ...record,
    outcome: outcomeOf(run, record, end, rejected),
    durationMs: Math.max(0, env.now().getTime() - began.getTime()),
  }
  await keepIteration(run, whole, notes, feedback)
  await proposeLessons(run, whole, before, outputs, notes)
  return end
}

interface Beginning {
  number: number
  began: Date
  snapshot: Snapshot
  before: readonly CriterionResult[]
  outputs: ReadonlyMap<string, string>
}

interface Attempt {
  /** Whose outcome is not known yet. */
  draft: IterationRecord
  answer: AgentAnswer
  /** What the agent wrote for the journal. */
  notes: string | undefined
}

/** The agent works, what it marked is stored, and the criteria are checked. */
async function attempt(run: Run, { number, began, snapshot, before, outputs }: Beginning): Promise<Attempt> {
  const { env, repo, tell } = run
  const command = agentCommand(run.state.agent)
  const prompt = await promptFor(env, run.state, number, command, before, outputs)
  for (const message of prompt.warnings) tell({ event: 'warning', message })
  enter(run, 'agent', { what: command.name })
  const answer = await runAgent(run, command, prompt.text, number, 'agent')
  const { end, text, tokens, costUsd, model } = answer
  const { sigils } = parseSigils(text)
  const learnt = sigils.length === 0 ? [] : await learn(run, text, command.name)
  const tree = await writeWorkTree(repo)
  const draft: IterationRecord = {
    number,
    startedAt: renderTime(began),
    durationMs: 0,
    outcome: 'failed',
    snapshot: snapshot.commit,
    treeBefore: snapshot.tree,
    tree,
    results: end.interrupted || end.missing ? [] : await checkCriteria(run, number, text),
    files: await filesBetween(repo, snapshot.tree, tree),
    agent: {
      exitCode: end.exitCode,
      timedOut: end.timedOut,
      bytes: end.bytes,
      fingerprint: hash(plain(text)),
    },
    promptTokens: prompt.tokens,
    ...(tokens !== undefined && { tokens }),
    costUsd,
    ...(model !== undefined && { model }),
    learnt,
  }
  return { draft, answer, notes: draftsOf(sigils).notes }
}

function outputsBefore(run: Run, before: readonly CriterionResult[], number: number): Map<string, string> {
  const { state, repo } = run
  const last = state.iterations.findLast((one) => one.number < number && one.results.length > 0)?.number ?? 0
  const failing = before.filter(({ passed }) => !passed)
  return new Map(failing.map(({ name }) => [name, readOutput(repo, state.id, last, name)]))
}

/** Only where somebody is there who did it. */
async function askWhenInterrupted(run: Run): Promise<string | undefined> {
  if (run.interrupt.urgency !== 1 || run.interrupt.from !== 'user' || !run.askFeedback) return undefined
  const hurry = new Promise<undefined>((resolve) => {
    run.interrupt.onRise(() => resolve(undefined))
  })
  return (await Promise.race([run.askFeedback(), hurry]))?.trim() || undefined
}
