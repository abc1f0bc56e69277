/** Review: what a pull brought that looks like orders to the agent, and what a person makes of it. */
import type { Env } from '../env.js'
import { RalphError } from '../errors.js'
import { decide, type Held, readReview } from '../store/trust/review.js'
import { refreshRendered } from '../store/rendered/render.js'
import { openWorkspace } from '../store/workspace.js'

export interface Reviewed extends Held {
  /** What it says, in lower case and on one line: enough to judge it. */
  text: string
}

export interface ReviewList {
  entries: Reviewed[]
  warnings: string[]
}

/** What waits for a decision, or with `all` also what was decided before. */
export async function reviewList(env: Env, options: { all?: boolean } = {}): Promise<ReviewList> {
  const { repo, warnings } = await openWorkspace(env)
  const entries = [...readReview(repo)]
    .map(([key, held]) => ({ ...held, text: key.replace(/^text:/, '') }))
    .filter(({ state }) => options.all || state === 'held')
  return { entries, warnings }
}

export async function review(env: Env, ids: readonly string[], state: Held['state']): Promise<ReviewList> {
  const workspace = await openWorkspace(env)
  const { repo, settings, warnings } = workspace
  const known = [...readReview(repo).values()].map(({ id }) => id)
  const chosen = ids.map((typed) => resolve(known, typed))
  const entries = decide(repo, chosen, state).map((held) => ({ ...held, text: '' }))
  warnings.push(...(await refreshRendered(repo, settings, { force: true })).warnings)
  return { entries, warnings }
}

function resolve(known: readonly string[], typed: string): string {
  const found = [...new Set(known)].filter(
    (id) =>
      id === typed || id.startsWith(typed) || id.endsWith(`-${typed}`) || id === `knowledge/${typed}.md`,
  )
  const exact = found.includes(typed) ? [typed] : found
  if (exact.length === 1 && typed !== '') return exact[0]!
  if (exact.length > 1)
    throw new RalphError('ambiguous-id', `'${typed}' matches ${exact.length} entries: ${exact.join(', ')}`, {
      hint: 'type more of the id',
    })
  throw new RalphError('memory-not-found', `nothing in quarantine matches '${typed}'`, {
    hint: 'git ralph review lists what is there',
  })
}
