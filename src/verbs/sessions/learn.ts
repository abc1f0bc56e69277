/** Learn: what is made of a session once it is over: proposals, a better summary where a command writes one, an entry of the journal. */
import { candidatesOf } from '../../session/candidates.js'
import { insightsOf } from '../../session/insights.js'
import type { Observation } from '../../session/observation.js'
import { keepAnswer, renderForSummarizer } from '../../session/prompt-summary.js'
import { type SessionSummary, summarise } from '../../session/summary.js'
import type { Repo } from '../../store/git/repo.js'
import { readParts, writePart } from '../../store/sessions/session-files.js'
import { observationId } from '../../store/sessions/spool.js'
import { runSummarizer } from '../../store/sessions/summarizer.js'
import { type KeptSummary, markLearnt, readSummaries } from '../../store/sessions/summaries.js'
import type { Settings } from '../../store/settings/settings.js'
import { proposeIn } from '../inbox/propose.js'

/** Nothing was heard of it for so long: it has ended, though nobody said so. */
const IDLE_MS = 30 * 60_000

export interface LearnOptions {
  /** Leave out what takes long. */
  quick?: boolean
}

/** Answers how many memories were proposed. */
export async function learnFromSessions(
  repo: Repo,
  settings: Settings,
  options: LearnOptions,
): Promise<number> {
  const now = repo.env.now()
  let proposed = 0
  const done: KeptSummary[] = []
  const all = readSummaries(repo.ralphDir)
  for (const kept of all.filter(({ learnt }) => !learnt)) {
    const { summary } = kept
    const observations = readParts(repo.ralphDir, kept.parts)
    proposed += (await proposeIn(repo, candidatesOf(summary.session, observations))).added
    const isOver = summary.end !== undefined || now.getTime() - Date.parse(summary.last) > IDLE_MS
    if (!isOver || (settings.summarizer !== '' && options.quick)) continue
    const better = await sumUp(repo, settings.summarizer, kept, observations)
    if (settings.shareSessions && isWorthSharing(better)) {
      // Writes to git: not loaded where nothing is shared.
      const { shareSummary } = await import('./share-summary.js')
      await shareSummary(repo.env, repo, better)
    }
    done.push(kept)
  }
  if (done.length > 0)
    proposed += (await proposeIn(repo, insightsOf(all.map(({ summary }) => summary)))).added
  markLearnt(repo.ralphDir, done)
  return proposed
}

const isWorthSharing = ({ asked, files, commits }: SessionSummary): boolean =>
  asked.length + files.length + commits.length > 0

/** What the configured command says is one more observation of the session. */
async function sumUp(
  repo: Repo,
  command: string,
  { key, summary }: KeptSummary,
  observations: readonly Observation[],
): Promise<SessionSummary> {
  if (command === '' || summary.by === 'command' || !isWorthSharing(summary)) return summary
  const answer = await runSummarizer(repo, command, renderForSummarizer(summary, observations))
  const text = answer === undefined ? '' : keepAnswer(answer)
  if (text === '') return summary
  const now = repo.env.now()
  const { session, agent, branch } = summary
  const said: Observation = {
    id: observationId(now),
    type: 'note',
    at: summary.last > now.toISOString() ? summary.last : now.toISOString(),
    event: 'summary',
    session,
    agent,
    ...(branch && { branch }),
    text,
  }
  writePart(repo.ralphDir, key, said.id, [said])
  return summarise([...observations, said])
}
