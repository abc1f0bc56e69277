/** Propose: put memories into the inbox, for a person to look at. */
import type { Env } from '../../env.js'
import type { Proposal } from '../../session/proposal.js'
import { textKey } from '../../search/segment.js'
import { findSimilar } from '../../search/near.js'
import { openView } from '../../store/line/line.js'
import { openRepo, type Repo } from '../../store/git/repo.js'
import { type Snapshot, useSnapshot } from '../../store/index/snapshot.js'
import { addProposal } from '../../store/sessions/inbox.js'

export interface Proposed {
  /** How many are new in the inbox. */
  added: number
  /** Known already, waiting already, or decided on before. */
  left: number
}

/** A memory that says nearly the same is as good; one that is only like it may be another lesson. */
const NEARLY_THE_SAME = 0.8

export async function propose(env: Env, proposals: readonly Proposal[]): Promise<Proposed> {
  if (proposals.length === 0) return { added: 0, left: 0 }
  return proposeIn(await openRepo(env), proposals)
}

export async function proposeIn(repo: Repo, proposals: readonly Proposal[]): Promise<Proposed> {
  const { tip } = await openView(repo)
  const known = await useSnapshot(repo, tip, (snapshot) =>
    proposals.map(({ body }) => isKnown(snapshot, body)),
  )
  const news = proposals.filter((_, i) => !known[i])
  const added = news.filter((proposal) => addProposal(repo.ralphDir, proposal, repo.env.now())).length
  return { added, left: proposals.length - added }
}

function isKnown({ parts, find }: Snapshot, body: string): boolean {
  if (find(textKey(body)).length > 0) return true
  return (findSimilar(parts, body, 1)[0]?.similarity ?? 0) >= NEARLY_THE_SAME
}
