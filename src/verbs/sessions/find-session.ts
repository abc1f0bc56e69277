/** A session by its id, or the beginning of it. */
import { RalphError } from '../../errors.js'
import type { KeptSummary } from '../../store/sessions/summaries.js'

export function findSession(summaries: readonly KeptSummary[], id: string): KeptSummary {
  const exact = summaries.find(({ summary }) => summary.session === id)
  if (exact) return exact
  const found = id === '' ? [] : summaries.filter(({ summary }) => summary.session.startsWith(id))
  if (found.length === 1) return found[0]!
  if (found.length === 0)
    throw new RalphError('session-not-found', `no session matches '${id}'`, {
      hint: 'run `git ralph sessions list` to see the sessions',
    })
  throw new RalphError('ambiguous-id', `'${id}' is the beginning of ${found.length} sessions`, {
    hint: `one of ${found
      .slice(0, 5)
      .map(({ summary }) => summary.session)
      .join(', ')}`,
  })
}
