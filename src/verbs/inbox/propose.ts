/** Propose: put memories into the inbox, for a person to look at. */
import type { Env } from '../../env.js'
import type { Proposal } from '../../session/proposal.js'
import { textKey } from '../../search/segment.js'
import { openView } from '../../store/line/line.js'
import { openRepo, type Repo } from '../../store/git/repo.js'
import { useSnapshot } from '../../store/index/snapshot.js'
import { addProposal } from '../../store/sessions/inbox.js'

export interface Proposed {
  /** How many are new in the inbox. */
  added: number
  /** Known already, waiting already, or decided on before. */
  left: number
}

export async function propose(env: Env, proposals: readonly Proposal[]): Promise<Proposed> {
  if (proposals.length === 0) return { added: 0, left: 0 }
  return proposeIn(await openRepo(env), proposals)
}

export async function proposeIn(repo: Repo, proposals: readonly Proposal[]): Promise<Proposed> {
  const { tip } = await openView(repo)
  const known = await useSnapshot(repo, tip, (snapshot) =>
    proposals.map(({ body }) => snapshot.find(textKey(body)).length > 0),
  )
  const news = proposals.filter((_, i) => !known[i])
  const added = news.filter((proposal) => addProposal(repo.ralphDir, proposal, repo.env.now())).length
  return { added, left: proposals.length - added }
}
