/** A proposal in the inbox, as a session would have left it. */
import { propose } from '../../src/verbs/inbox/propose.js'
import type { TestRepo } from './repo.js'

export async function plantProposal(repo: TestRepo, body: string): Promise<void> {
  await propose(repo.env(), [
    {
      type: 'fix',
      body,
      tags: [],
      why: 'it failed, then passed',
      source: { kind: 'session', session: 's1' },
    },
  ])
}
