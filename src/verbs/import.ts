/** Import: read memories and articles from markdown files of this and other tools, as one commit. Importing twice changes nothing. */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Env } from '../env.js'
import { explainInput, RalphError } from '../errors.js'
import { admit, type SecretPolicy } from '../memory/admit.js'
import { foldInto } from '../memory/fold.js'
import { drawId, guardrailIdOf, plainIdOf, secondsOf, stylesOf } from '../memory/id.js'
import { parseGuardrails } from '../memory/guardrails.js'
import { looksLikeArticle } from '../memory/knowledge-file.js'
import type { ParsedBlock } from '../memory/memories-md.js'
import type { Memory, MemoryId } from '../memory/memory.js'
import { checkBody, decodeText, renderTime } from '../memory/text.js'
import { appendToLine, type Change } from '../store/line/append.js'
import type { LineState } from '../store/line/line-state.js'
import { reapply } from '../store/line/reapply.js'
import { openWorkspace, renderAfterWrite } from '../store/workspace.js'
import { type ArticleFile, isDirectory, newArticles, readArticle, readArticles } from './import-articles.js'
import { ORCHESTRATOR_PATH } from './init.js'

export interface Imported {
  files: string[]
  added: number
  /** How many of those are articles of knowledge. */
  articles: number
  /** Already known, by id or by text. */
  known: number
  parked?: string
  warnings: string[]
}

type ImportedBlock = ParsedBlock & Pick<Memory, 'extra'>

export async function importMemories(
  env: Env,
  paths: string[] = [],
  policy: SecretPolicy = {},
): Promise<Imported> {
  const workspace = await openWorkspace(env)
  const { repo, view, warnings } = workspace
  const files = paths.length > 0 ? paths : [join(repo.workTree ?? env.cwd, ORCHESTRATOR_PATH)]
  if (paths.length === 0 && !existsSync(files[0]!)) {
    throw new RalphError('bad-usage', 'which file shall be imported?', {
      hint: 'git ralph import .agent/memories.md',
    })
  }
  const blocks: ImportedBlock[] = []
  const articles: ArticleFile[] = []
  for (const file of files) {
    if (isDirectory(env, file)) {
      articles.push(...readArticles(env, file, readInput, { policy, warnings }))
      continue
    }
    const text = decodeText(readInput(env, file), `'${file}'`)
    if (looksLikeArticle(text)) {
      articles.push(...readArticle(file, text, { policy, warnings }))
      continue
    }
    const parsed = parseGuardrails(text)
    warnings.push(...parsed.warnings.map(({ line, message }) => `${file}:${line}: ${message}`))
    for (const block of parsed.blocks) {
      try {
        blocks.push(admit({ ...block, body: checkBody(block.body) }, policy))
      } catch (error) {
        if (!(error instanceof RalphError)) throw error
        warnings.push(`${file}:${block.line}: skipped: ${error.message}`)
      }
    }
  }
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
    return {
      changes,
      files: knowledge.files,
      subject: `import ${what.join(' and ')}`,
      answer: {
        added: added + knowledge.added,
        articles: knowledge.added,
        known: blocks.length - added + knowledge.known,
      },
    }
  })
  await renderAfterWrite(workspace)
  return { files, ...answer, ...(parked && { parked }), warnings }
}

/**
 * What the line does not have yet, and what is known already by its text and gets more tags. A block whose id is taken by another
 * text gets a new one.
 */
async function sortOut(
  env: Env,
  state: LineState,
  blocks: ImportedBlock[],
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
    const { type, tags, body, title, extra } = block
    fresh.set(id, { id, type, tags, created, body, ...(title && { title }), ...(extra && { extra }) })
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

function readInput(env: Env, file: string): Buffer {
  try {
    return readFileSync(resolve(env.cwd, file))
  } catch (error) {
    throw explainInput(error, file)
  }
}
