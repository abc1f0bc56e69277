/** Import: store what files of this and other tools know, as one commit. Importing twice changes nothing. */
import { existsSync } from 'node:fs'
import type { Env } from '../env.js'
import { RalphError } from '../errors.js'
import type { SecretPolicy } from '../memory/admit.js'
import { foldInto } from '../memory/fold.js'
import { drawId, guardrailIdOf, plainIdOf, secondsOf, stylesOf } from '../memory/id.js'
import type { ParsedBlock } from '../memory/memories-md.js'
import type { Memory, MemoryId } from '../memory/memory.js'
import { renderTime } from '../memory/text.js'
import { appendToLine, type Change } from '../store/line/append.js'
import type { Repo } from '../store/git/repo.js'
import type { LineState } from '../store/line/line-state.js'
import { reapply } from '../store/line/reapply.js'
import { openWorkspace, renderAfterWrite } from '../store/workspace.js'
import { newArticles } from './import-articles.js'
import { type FoundBlock, IMPORT_KINDS, type ImportKind, placeOf, readFiles } from './import-files.js'

export interface Imported {
  files: string[]
  added: number
  /** How many of those are articles of knowledge. */
  articles: number
  /** Already known, by id or by text. */
  known: number
  /** The memories that are new. */
  memories: Memory[]
  dryRun: boolean
  parked?: string
  warnings: string[]
}

export interface ImportOptions extends SecretPolicy {
  /** Which tool wrote the files. @default what they look like */
  from?: ImportKind
  /** Store nothing, only say what would be. */
  dryRun?: boolean
}

export async function importMemories(
  env: Env,
  paths: readonly string[] = [],
  options: ImportOptions = {},
): Promise<Imported> {
  const { from, dryRun = false, ...policy } = options
  const workspace = await openWorkspace(env)
  const { repo, view, warnings } = workspace
  const files = paths.length > 0 ? [...paths] : [defaultFile(env, repo, from)]
  const { blocks, articles } = readFiles(env, repo, files, { from, policy, warnings })
  const { answer, parked } = await appendToLine(repo, view.branch, async (state) => {
    const { fresh, known } = await sortOut(env, state, blocks)
    const { changes: additions } = await reapply(state, new Map(), fresh)
    const added = additions.filter(({ id, after }) => after && fresh.has(id)).length
    const settled = new Set(additions.map(({ id }) => id))
    const changes = [...additions, ...known.filter(({ id }) => !settled.has(id))]
    const knowledge = await newArticles(env, repo, state, articles)
    const what = [
      ...(added > 0 || knowledge.added === 0 ? [`${added} ${added === 1 ? 'memory' : 'memories'}`] : []),
      ...(knowledge.added > 0
        ? [`${knowledge.added} ${knowledge.added === 1 ? 'article' : 'articles'}`]
        : []),
    ]
    const memories = additions.flatMap(({ id, after }) => (after && fresh.has(id) ? [after] : []))
    return {
      changes: dryRun ? [] : changes,
      ...(!dryRun && { files: knowledge.files }),
      subject: `import ${what.join(' and ')}`,
      answer: {
        added: added + knowledge.added,
        articles: knowledge.added,
        known: blocks.length - added + knowledge.known,
        memories,
      },
    }
  })
  if (!dryRun) await renderAfterWrite(workspace)
  return { files, dryRun, ...answer, ...(parked && { parked }), warnings }
}

/**
 * What the line does not have yet, and what is known already by its text and gets more tags. A block whose id is taken by another
 * text gets a new one.
 */
async function sortOut(
  env: Env,
  state: LineState,
  blocks: FoundBlock[],
): Promise<{ fresh: Map<MemoryId, Memory>; known: Change[] }> {
  const fresh = new Map<MemoryId, Memory>()
  const known = new Map<MemoryId, Memory>()
  const now = env.now()
  const holderOf = async (id: MemoryId): Promise<Memory | undefined> =>
    stylesOf(id)
      .map((style) => fresh.get(style))
      .find(Boolean) ?? (await state.resolve(id))
  const isTaken = async (id: MemoryId): Promise<boolean> => (await holderOf(id)) !== undefined
  // An id in the style that is stored is nobody else's; then come those that may take either.
  const isPlain = ({ id }: ParsedBlock): boolean => id !== undefined && id === plainIdOf(id)
  for (const block of [...blocks.filter(isPlain), ...blocks.filter((one) => !isPlain(one))]) {
    const same = (await state.findSame(block.body))[0]
    if (same) {
      const before = known.get(same.id) ?? same
      const after = foldInto(before, { ...before, tags: block.tags })
      if (after !== before) known.set(same.id, { ...after, updated: renderTime(now) })
      continue
    }
    const id = (await freeId(block, holderOf)) ?? (await drawId(now, env.random, isTaken))
    const created = createdOf(block) ?? renderTime(now)
    const { type, tags, body, title, source, extra } = block
    const kept = { ...(title && { title }), ...(source && { source }), ...(extra && { extra }) }
    fresh.set(id, { id, type, tags, created, body, ...kept })
  }
  return { fresh, known: [...known].map(([id, after]) => ({ id, after })) }
}

/** The id of the block in the style that is stored; its own, where another type has that one; or none that is free. */
async function freeId(
  { id }: ParsedBlock,
  holderOf: (id: MemoryId) => Promise<Memory | undefined>,
): Promise<MemoryId | undefined> {
  if (id === undefined) return undefined
  const holder = await holderOf(id)
  if (holder === undefined) return plainIdOf(id)
  const isHolders = [holder.id, guardrailIdOf(holder), ...(holder.aliases ?? [])].includes(id)
  return isHolders || id === plainIdOf(id) ? undefined : id
}

/** Files tell the day alone; an id of that day knows the time too. */
function createdOf({ id, created }: ParsedBlock): string | undefined {
  if (created === undefined) return undefined
  const drawn = id === undefined ? '' : renderTime(new Date(secondsOf(id) * 1000))
  return drawn.startsWith(created) ? drawn : `${created}T00:00:00Z`
}

function defaultFile(env: Env, repo: Repo, from: ImportKind | undefined): string {
  const place = placeOf(env, repo, from ?? 'ralph')
  if (existsSync(place)) return place
  if (from !== undefined) throw new RalphError('bad-usage', `there is no '${place}'`)
  const other = IMPORT_KINDS.find((kind) => existsSync(placeOf(env, repo, kind)))
  throw new RalphError('bad-usage', 'which file shall be imported?', {
    hint: other ? `git ralph import --from ${other}` : 'git ralph import .agent/memories.md',
  })
}
