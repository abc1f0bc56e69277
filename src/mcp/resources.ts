/** What a user can attach to a conversation: the memories of the view, one memory, one article, the journal. */
import { neutralise } from '../briefing/frame.js'
import { fitRunJournal } from '../briefing/journal.js'
import type { Env } from '../env.js'
import { RalphError } from '../errors.js'
import { renderMemories } from '../memory/memories-md.js'
import { type Memory, titleOf } from '../memory/memory.js'
import { inQuarantine } from '../verbs/find-memory.js'
import { journalList } from '../verbs/journal-list.js'
import { listArticles, showArticle } from '../verbs/know/list.js'
import { list } from '../verbs/list.js'
import { show } from '../verbs/show.js'
import { status } from '../verbs/status.js'
import { errorText } from './errors.js'
import { ErrorCode, McpError, type ReadResourceResult, type Resource } from './sdk.js'
import { memoryText } from './text.js'

const MARKDOWN = 'text/markdown'
/** More would be noise in a list, and a memory by itself can be had by its id. */
const LISTED = 50
const SHOWN = 200
const ITERATIONS = 20

export const MEMORY_URI = 'ralph://memory/{id}'
export const ARTICLE_URI = 'ralph://knowledge/{slug}'

export const TEMPLATES = [
  {
    uriTemplate: MEMORY_URI,
    name: 'memory',
    title: 'A memory',
    description: 'One memory, by its id',
    mimeType: MARKDOWN,
  },
  {
    uriTemplate: ARTICLE_URI,
    name: 'knowledge',
    title: 'An article',
    description: 'One article of knowledge, by its slug',
    mimeType: MARKDOWN,
  },
]

const FIXED: Resource[] = [
  {
    uri: 'ralph://memories',
    name: 'memories',
    title: 'Memories',
    description: `What this branch remembers: the newest ${SHOWN}`,
    mimeType: MARKDOWN,
  },
  {
    uri: 'ralph://journal',
    name: 'journal',
    title: 'Journal',
    description: `What happened in the last ${ITERATIONS} iterations`,
    mimeType: MARKDOWN,
  },
]

/** Outside a repository there is nothing but what would be there. */
export async function listResources(env: Env): Promise<Resource[]> {
  try {
    const { entries } = await listArticles(env, { trusted: true })
    const memories = await newest(env, LISTED)
    return [
      ...FIXED,
      ...entries.map(({ slug, article }) => ({
        uri: `ralph://knowledge/${encodeURIComponent(slug)}`,
        name: slug,
        title: article.title,
        description: `Article: ${article.tags.join(', ')}`,
        mimeType: MARKDOWN,
      })),
      ...memories.toReversed().map((memory) => ({
        uri: `ralph://memory/${memory.id}`,
        name: memory.id,
        title: titleOf(memory).slice(0, 100),
        description: [memory.type, ...memory.tags].join(', '),
        mimeType: MARKDOWN,
        annotations: { lastModified: memory.updated ?? memory.created },
      })),
    ]
  } catch (error) {
    if (error instanceof RalphError && error.code === 'not-a-repo') return FIXED
    throw error
  }
}

/** As the specification has it; the SDK has no name for it. */
const NOT_FOUND = -32002

export async function readResource(env: Env, uri: string): Promise<ReadResourceResult> {
  try {
    const text = await textOf(env, uri)
    return { contents: [{ uri, mimeType: MARKDOWN, text: neutralise(text) }] }
  } catch (error) {
    if (!(error instanceof RalphError)) throw error
    const code = error.code === 'memory-not-found' ? NOT_FOUND : ErrorCode.InternalError
    throw new McpError(code, errorText(error))
  }
}

async function textOf(env: Env, uri: string): Promise<string> {
  const [, kind, encoded] = /^ralph:\/\/([a-z]+)(?:\/(.+))?$/s.exec(uri) ?? []
  const name = encoded === undefined ? undefined : decode(encoded)
  if (kind === 'memories' && name === undefined) return allMemories(env)
  if (kind === 'journal' && name === undefined) return journal(env)
  if (kind === 'memory' && name !== undefined) return oneMemory(env, name)
  if (kind === 'knowledge' && name !== undefined) return article(env, name)
  throw new McpError(NOT_FOUND, `there is no resource '${uri.slice(0, 200)}'`)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** What is in quarantine is for people to decide on, not for agents to read. */
async function newest(env: Env, last: number): Promise<Memory[]> {
  const { memories, quarantine } = await list(env, { last })
  return memories.filter(({ id }) => !quarantine.has(id))
}

async function oneMemory(env: Env, id: string): Promise<string> {
  const { memory, quarantine } = await show(env, id)
  if (quarantine) throw inQuarantine(memory.id, quarantine)
  return memoryText(memory, env.now())
}

async function allMemories(env: Env): Promise<string> {
  const memories = await newest(env, SHOWN)
  const left = memories.length < SHOWN ? 0 : (await status(env)).count - memories.length
  return renderMemories(memories, { left })
}

async function article(env: Env, slug: string): Promise<string> {
  const { entry, quarantine } = await showArticle(env, slug)
  if (quarantine) throw inQuarantine(entry.slug, quarantine)
  const { title, tags, body } = entry.article
  return `# ${title}\n\ntags: ${tags.join(', ')}\n\n${body}\n`
}

async function journal(env: Env): Promise<string> {
  const records = await journalList(env, { last: ITERATIONS })
  const { text } = await fitRunJournal(
    records.map(({ entry }) => entry),
    0,
  )
  return text || 'No iteration has been recorded yet.\n'
}
