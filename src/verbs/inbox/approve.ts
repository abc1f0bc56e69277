/** Approve: what waits in the inbox becomes a memory, with the session it came from as its provenance. */
import type { Env } from '../../env.js'
import type { Proposal } from '../../session/proposal.js'
import { openRepo, type Repo } from '../../store/git/repo.js'
import { settle, type Waiting } from '../../store/sessions/inbox.js'
import { remember, type Remembered } from '../remember.js'
import { findWaiting } from './list.js'

export interface Approved {
  waiting: Waiting
  remembered: Remembered
}

export async function approve(env: Env, names: readonly string[]): Promise<Approved[]> {
  const repo = await openRepo(env)
  const approved: Approved[] = []
  for (const waiting of findWaiting(repo, names)) {
    const remembered = await rememberProposal(env, waiting.proposal)
    takeOut(repo, waiting, remembered)
    approved.push({ waiting, remembered })
  }
  return approved
}

/** The trailers of the commit name the session that learnt it, not the one that approves. */
export async function rememberProposal(env: Env, proposal: Proposal): Promise<Remembered> {
  const { body, type, tags, title, source } = proposal
  const vars = source.kind === 'session' ? { ...env.vars, RALPH_SESSION: source.session } : env.vars
  return remember({ ...env, vars }, body, { type, tags, ...(title && { title }) })
}

/** It is stored by now, and approving it again would change nothing: where it cannot be taken out of the inbox, that is said. */
export function takeOut({ ralphDir }: Repo, waiting: Waiting, remembered: Remembered): void {
  try {
    settle(ralphDir, waiting, 'approved', settledAs(remembered))
  } catch (error) {
    remembered.warnings.push(
      `'${waiting.id}' is remembered, but stays in the inbox: ${(error as Error).message}`,
    )
  }
}

/** What is kept of an approval, so that it can be taken back. */
function settledAs({ memory, outcome }: Remembered): { memory: string; made: boolean } {
  return { memory: memory.id, made: outcome === 'stored' }
}
