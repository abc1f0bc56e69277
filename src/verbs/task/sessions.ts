/** The attempts at a task: the agents' sessions that worked on it; and how to go on with one. */
import type { Env } from '../../env.js'
import { RalphError } from '../../errors.js'
import type { SessionMode } from '../../session/agent-event.js'
import type { Observation } from '../../session/observation.js'
import { resumeCommand } from '../../session/resume.js'
import type { SessionSummary } from '../../session/summary.js'
import { readParts } from '../../store/sessions/session-files.js'
import { readSummaries } from '../../store/sessions/summaries.js'
import { findTip } from '../../store/line/line.js'
import { runAgent } from '../../store/task/run-agent.js'
import { sessionsThatWrote, type WritingSession } from '../../store/task/written-by.js'
import { openWorkspace } from '../../store/workspace.js'
import { drainAllFirst } from '../sessions/drain-on-the-side.js'
import { findTask } from './find-task.js'

/** Numbered from 1, the first attempt first. */
export interface Attempt extends SessionSummary {
  n: number
  mode: SessionMode
  /** Whether hooks saw it here; else only its writes on the line are known. */
  observed: boolean
}

export interface Message {
  at: string
  who: 'user' | 'agent'
  text: string
}

export interface TaskSessions {
  task: string
  attempts: Attempt[]
  warnings: string[]
}

interface Found extends TaskSessions {
  /** By session. */
  parts: ReadonlyMap<string, string[]>
  ralphDir: string
}

export async function taskSessions(env: Env, typed?: string): Promise<TaskSessions> {
  const { task, attempts, warnings } = await findAttempts(env, typed)
  return { task, attempts, warnings }
}

async function findAttempts(env: Env, typed: string | undefined): Promise<Found> {
  const workspace = await openWorkspace(env)
  const { repo, warnings } = workspace
  const { task, line } = await findTask(workspace, typed)
  await drainAllFirst(repo)
  const kept = readSummaries(repo.ralphDir).filter(({ summary }) => summary.task === task.id)
  const seen = kept.map(({ summary }) => ({ ...summary, mode: summary.mode ?? 'agent', observed: true }))
  const tip = (await findTip(repo, line))?.tip
  const wrote = tip === undefined ? [] : await sessionsThatWrote(repo, tip, task.id)
  const unseen = wrote.filter(({ session }) => !seen.some((one) => one.session === session)).map(fromWrites)
  const attempts = [...seen, ...unseen]
    .toSorted((one, other) => (one.start < other.start ? -1 : 1))
    .map((attempt, i) => ({ ...attempt, n: i + 1 }))
  const parts = new Map(kept.map(({ summary, parts: names }) => [summary.session, names]))
  return { task: task.id, attempts, warnings, parts, ralphDir: repo.ralphDir }
}

function fromWrites({ session, agent, start, last }: WritingSession): Omit<Attempt, 'n'> {
  return {
    session,
    agent,
    start,
    last,
    end: last,
    mode: 'agent',
    observed: false,
    tags: [],
    counts: { tool_use: 0, error: 0, success: 0, note: 0 },
    asked: [],
    files: [],
    mended: [],
    failing: [],
    commits: [],
    text: 'Wrote to the task; not observed here.',
    by: 'rules',
  }
}

export interface TaskHistory {
  task: string
  attempt: Attempt
  messages: Message[]
  warnings: string[]
}

/** What was said in one attempt, as far as it was observed; without a number in the last one. */
export async function taskHistory(env: Env, typed?: string, n?: number): Promise<TaskHistory> {
  const found = await findAttempts(env, typed)
  const attempt = n === undefined ? found.attempts.at(-1) : found.attempts[n - 1]
  if (attempt === undefined)
    throw new RalphError(
      'session-not-found',
      found.attempts.length === 0
        ? `no session of an agent has worked on task '${found.task}' here`
        : `task '${found.task}' has ${found.attempts.length} attempts, not ${n}`,
      { hint: `git ralph task sessions ${found.task}` },
    )
  const observations = readParts(found.ralphDir, found.parts.get(attempt.session) ?? [])
  return { task: found.task, attempt, messages: messagesOf(observations), warnings: found.warnings }
}

const SPEAKER: Partial<Record<Observation['event'], Message['who']>> = {
  prompt: 'user',
  stop: 'agent',
  'after-compact': 'agent',
}

function messagesOf(observations: readonly Observation[]): Message[] {
  return observations.flatMap(({ at, event, text }) => {
    const who = SPEAKER[event]
    return who && text ? [{ at, who, text }] : []
  })
}

export interface Resumable extends TaskHistory {
  command: string[]
  /** Where the session began, as long as that is there. */
  cwd: string
}

export async function planResume(
  env: Env,
  typed: string | undefined,
  n: number | undefined,
  mode?: SessionMode,
): Promise<Resumable> {
  const history = await taskHistory(env, typed, n)
  const { agent, session, project } = history.attempt
  const command = resumeCommand(agent, session, mode ?? history.attempt.mode)
  if (command === undefined)
    throw new RalphError('bad-usage', `how '${agent}' goes on with a session is not known`, {
      hint: `git ralph task sessions ${history.task} ${history.attempt.n} shows what was said`,
    })
  return { ...history, command, cwd: project ?? env.cwd }
}

/** Runs the agent on this terminal until it ends. Answers its exit code. */
export function resumeTask(env: Env, { command, cwd, task }: Resumable): Promise<number> {
  return runAgent(env, command, cwd, { RALPH_TASK: task })
}
