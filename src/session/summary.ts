/** What a session came to, told without any model: what was asked, touched, mended, left broken and committed. */
import type { SessionMode } from './agent-event.js'
import { followCommands, type Failing, type Mended } from './commands.js'
import { oneLine } from './clip.js'
import { endsSession, type Observation, OBSERVATION_TYPES, type ObservationType } from './observation.js'

export interface SessionSummary {
  session: string
  agent: string
  /** The work tree it began in. */
  project?: string
  /** The branch it was on last. */
  branch?: string
  start: string
  /** When something was last seen of it. */
  last: string
  /** Not while it is going on. */
  end?: string
  loop?: string
  /** The task that it is an attempt at: the one it worked on last. */
  task?: string
  mode?: SessionMode
  /** Where the agent keeps the conversation. */
  transcript?: string
  tags: string[]
  counts: Record<ObservationType, number>
  /** The first things that were asked, shortened. */
  asked: string[]
  /** Files that were changed, most often changed first. */
  files: string[]
  mended: Mended[]
  failing: Failing[]
  /** The code commits that were made. */
  commits: string[]
  /** A few lines for people and agents. */
  text: string
  /** Who wrote the text: `rules`, or the configured `command`. */
  by: 'rules' | 'command'
}

const MOST = { asked: 3, question: 160, files: 30, mended: 10, failing: 5, commits: 50, text: 2000 } as const
const SHOWN = { files: 8, mended: 3, failing: 3, commits: 5 } as const

/** Of one session, in order; there is at least one observation. */
export function summarise(observations: readonly Observation[]): SessionSummary {
  const [first, last] = [observations[0]!, observations.at(-1)!]
  const story = followCommands(observations)
  const commits = observations.filter(({ event }) => event === 'commit').map(({ commit }) => commit!)
  const told = {
    asked: asked(observations),
    files: editedFiles(observations).slice(0, MOST.files),
    mended: story.mended.slice(-MOST.mended),
    failing: story.failing.slice(-MOST.failing),
    commits: [...new Set(commits)].slice(-MOST.commits),
  }
  const ended = observations.findLast(endsSession)
  // Resumed after its end: it is going on again.
  const end = ended === undefined || isResumed(observations, ended) ? undefined : ended.at
  const branch = observations.findLast((one) => one.branch)?.branch
  const loop = observations.find((one) => one.loop)?.loop
  const task = observations.findLast((one) => one.task)?.task
  const mode = observations.findLast((one) => one.mode)?.mode
  const transcript = observations.findLast((one) => one.transcript)?.transcript
  const project = observations.find((one) => one.project)?.project
  const written = observations.findLast(({ event }) => event === 'summary')?.text
  return {
    session: first.session,
    agent: observations.find(({ event }) => event !== 'commit')?.agent ?? first.agent,
    ...(project && { project }),
    ...(branch && { branch }),
    start: first.at,
    last: last.at,
    ...(end && { end }),
    ...(loop && { loop }),
    ...(task && { task }),
    ...(mode && { mode }),
    ...(transcript && { transcript }),
    tags: tagsOf(told.files, loop),
    counts: countTypes(observations),
    ...told,
    text: written ? oneOrMore(written) : renderTold(told),
    by: written ? 'command' : 'rules',
  }
}

const AFTERWARDS = ['summary', 'commit', 'stop']

function isResumed(observations: readonly Observation[], ended: Observation): boolean {
  return observations.some(({ at, event }) => at > ended.at && !AFTERWARDS.includes(event))
}

function asked(observations: readonly Observation[]): string[] {
  const prompts = observations.filter(({ event, text }) => event === 'prompt' && text)
  return prompts.slice(0, MOST.asked).map(({ text }) => oneLine(text!, MOST.question))
}

function editedFiles(observations: readonly Observation[]): string[] {
  const times = new Map<string, number>()
  for (const { edits, type, files = [] } of observations)
    if (edits && type !== 'error') for (const file of files) times.set(file, (times.get(file) ?? 0) + 1)
  return [...times].toSorted(([, a], [, b]) => b - a).map(([file]) => file)
}

function countTypes(observations: readonly Observation[]): Record<ObservationType, number> {
  const counts = Object.fromEntries(OBSERVATION_TYPES.map((type) => [type, 0])) as SessionSummary['counts']
  for (const { type } of observations) counts[type]++
  return counts
}

/** The directories it worked in, as labels: `src/store/git/refs.ts` → `store`, `docs/guide.md` → `docs`. */
function tagsOf(files: readonly string[], loop: string | undefined): string[] {
  const rooms = files.flatMap(
    (file) => /^(?:(?:src|lib|packages|apps)\/)?([^/.][^/]*)\//.exec(file)?.[1] ?? [],
  )
  const named = rooms.filter((room) => !/^(?:src|lib|packages|apps)$/.test(room))
  return [...new Set([...(loop ? ['loop'] : []), ...named])].slice(0, 5)
}

type Told = Pick<SessionSummary, 'asked' | 'files' | 'mended' | 'failing' | 'commits'>

function renderTold({ asked: questions, files, mended, failing, commits }: Told): string {
  const lines = [
    ...questions.slice(0, 1).map((question) => `Asked: ${question}`),
    ...questions.slice(1).map((question) => `Then: ${question}`),
    ...listed('Changed', files, SHOWN.files),
    ...mended
      .slice(-SHOWN.mended)
      .map(
        ({ command, error }) => `Failed, then passed: \`${oneLine(command, 80)}\` (${oneLine(error, 120)})`,
      ),
    ...failing
      .slice(-SHOWN.failing)
      .map(({ command, error }) => `Still failing: \`${oneLine(command, 80)}\` (${oneLine(error, 120)})`),
    ...listed(
      'Committed',
      commits.map((commit) => commit.slice(0, 10)),
      SHOWN.commits,
    ),
  ]
  return lines.length > 0 ? lines.join('\n') : 'Nothing was asked or changed.'
}

function listed(what: string, items: readonly string[], most: number): string[] {
  if (items.length === 0) return []
  const more = items.length > most ? ` and ${items.length - most} more` : ''
  return [`${what}: ${items.slice(0, most).join(', ')}${more}`]
}

function oneOrMore(text: string): string {
  return text.trim().slice(0, MOST.text)
}
