/** Remember: store one learnt thing on the line of the branch checked out. */
import type { Env } from '../env.js'
import { RalphError } from '../errors.js'
import { admit, type SecretPolicy } from '../memory/admit.js'
import { citedIn, MAX_ANCHORS } from '../memory/anchor.js'
import { drawId } from '../memory/id.js'
import { foldInto } from '../memory/merge.js'
import {
  type Anchor,
  checkType,
  type Memory,
  type MemoryId,
  type MemoryType,
  titleOf,
} from '../memory/memory.js'
import { checkBody, cleanTitle, normaliseTags, renderTime } from '../memory/text.js'
import { appendToLine, type Decision, subjectOf } from '../store/line/append.js'
import type { LineState, SimilarMemory } from '../store/line/line-state.js'
import { baseOf, lineRef, type View } from '../store/line/line.js'
import { readRef } from '../store/git/refs.js'
import type { Repo } from '../store/git/repo.js'
import { openWorkspace, renderAfterWrite, type Workspace } from '../store/workspace.js'
import { findMemory, notFound } from './find-memory.js'

export interface RememberOptions extends SecretPolicy {
  /** @default 'pattern' */
  type?: MemoryType
  tags?: string[]
  title?: string
  /** Write to the line of the branch's base instead. */
  shared?: boolean
  /** Write to the line of this branch instead. */
  line?: string
  /** Store nothing when a memory says nearly the same. */
  strict?: boolean
  /** The memory that this one replaces, as typed: it is forgotten in the same commit. */
  supersede?: string
  /** The code it speaks of, as `src/db.ts:10-20`, seen from where the user stands. */
  anchors?: string[]
  /** Whether to anchor it also in files that its text cites. @default true */
  guess?: boolean
}

export interface Remembered {
  memory: Memory
  /** `stored` as new; `known` already; `updated`: known already, now with more tags. */
  outcome: 'stored' | 'known' | 'updated'
  /** Memories that say nearly the same, the most similar first. */
  similar: SimilarMemory[]
  branch: string
  /** Set when the line was busy: the memory is safe on this ref and joins the line with the next command. */
  parked?: string
  warnings: string[]
}

export async function remember(
  env: Env,
  content: string,
  options: RememberOptions = {},
): Promise<Remembered> {
  const body = checkBody(content)
  const type = checkType(options.type ?? 'pattern')
  const title = cleanTitle(options.title)
  const admitted = admit<Draft>(
    { type, tags: normaliseTags(options.tags ?? []), body, ...(title && { title }) },
    options,
  )
  const workspace = await openWorkspace(env)
  const branch = await chooseBranch(workspace, options)
  const anchors = await anchorsOf(workspace, body, options)
  const draft: Draft = { ...admitted, ...(anchors.length > 0 && { anchors }) }
  const old = options.supersede === undefined ? undefined : await findMemory(workspace, options.supersede)
  const { answer, parked } = await appendToLine(workspace.repo, branch, (state) =>
    decide(env, state, draft, { old: old?.id, strict: options.strict ?? false }),
  )
  await renderAfterWrite(workspace)
  return { ...answer, branch, ...(parked && { parked }), warnings: workspace.warnings }
}

/** What was named expressly, then what the text cites. */
async function anchorsOf(
  { repo }: Workspace,
  body: string,
  { anchors = [], guess = true }: RememberOptions,
): Promise<Anchor[]> {
  if (anchors.length === 0 && !(guess && citedIn(body).length > 0)) return []
  const { guessAnchors, makeAnchors } = await import('../store/anchors/make-anchors.js')
  const named = makeAnchors(repo, repo.env.cwd, anchors)
  const guessed = guess ? guessAnchors(repo, body) : []
  return [...named, ...guessed.filter(({ path }) => !named.some((one) => one.path === path))].slice(
    0,
    MAX_ANCHORS,
  )
}

/** The branch whose line is written to. */
export async function chooseBranch(
  { repo, view }: Workspace,
  options: Pick<RememberOptions, 'shared' | 'line'>,
): Promise<string> {
  if (options.line !== undefined) return knownBranch(repo, view, options.line)
  return (options.shared && (await baseOf(repo, view.branch))) || view.branch
}

/** A line is made for a branch there is, not for a typing error. */
async function knownBranch(repo: Repo, view: View, branch: string): Promise<string> {
  if (branch === view.branch) return branch
  for (const ref of [lineRef(branch), `refs/heads/${branch}`]) if (await readRef(repo, ref)) return branch
  throw new RalphError('line-not-found', `there is no branch '${branch}', nor a memory line of that name`, {
    hint: 'run `git branch` to see the branches',
  })
}

type Draft = Pick<Memory, 'type' | 'tags' | 'body' | 'title' | 'supersedes' | 'links' | 'anchors' | 'extra'>
type Answer = Pick<Remembered, 'memory' | 'outcome' | 'similar'>

/** What is known already is not stored twice: the older memory answers, and takes up tags it did not have. */
async function decide(
  env: Env,
  state: LineState,
  given: Draft,
  { old, strict }: { old: MemoryId | undefined; strict: boolean },
): Promise<Decision<Answer>> {
  const now = env.now()
  const known = (await state.findSame(given.body))[0]
  const replaced = old === known?.id ? undefined : old
  if (replaced !== undefined && (await state.read(replaced)) === undefined) throw notFound(replaced)
  const draft: Draft =
    replaced === undefined
      ? given
      : { ...given, supersedes: replaced, links: [{ to: replaced, rel: 'supersedes' }] }
  const forgotten = replaced === undefined ? [] : [{ id: replaced, after: undefined }]
  if (known) {
    const folded = foldInto(known, { ...draft, id: known.id, created: known.created })
    const changed = folded !== known
    const memory = changed ? { ...folded, updated: renderTime(now) } : known
    return {
      changes: [...(changed ? [{ id: known.id, after: memory }] : []), ...forgotten],
      subject: subjectOf(`tag ${known.type}`, titleOf(known)),
      answer: { memory, outcome: changed ? 'updated' : 'known', similar: [] },
    }
  }
  const similar = (await state.findSimilar(draft.body)).filter(({ memory }) => memory.id !== replaced)
  if (strict && similar.length > 0) throw looksLike(similar)
  const id = await drawId(now, env.random, async (drawn) => (await state.resolve(drawn)) !== undefined)
  const memory: Memory = { id, ...draft, created: renderTime(now) }
  return {
    changes: [{ id, after: memory }, ...forgotten],
    subject: subjectOf(`remember ${draft.type}`, titleOf(memory)),
    answer: { memory, outcome: 'stored', similar },
  }
}

function looksLike(similar: readonly SimilarMemory[]): RalphError {
  const { memory } = similar[0]!
  return new RalphError('needs-decision', `looks like ${memory.id}: ${titleOf(memory)}`, {
    hint: `nothing was stored; replace it with --supersede ${memory.id}, or store both without --strict`,
    data: { similar: similar.map((one) => ({ id: one.memory.id, similarity: one.similarity })) },
  })
}
