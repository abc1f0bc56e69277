/** From the sigils of an output to what can be stored, and why the rest cannot. Pure. */
import { RalphError } from '../errors.js'
import { admit, type SecretPolicy } from './admit.js'
import { checkWhole, type Draft } from './knowledge.js'
import { isMemoryType, type Memory, MEMORY_TYPES } from './memory.js'
import type { Sigil, SigilKind } from './sigils.js'
import { checkBody, cleanBody, cleanTitle, parseTags } from './text.js'

export type MemoryDraft = Pick<Memory, 'type' | 'tags' | 'body' | 'title' | 'extra'>

export interface Skipped {
  kind: SigilKind
  /** In the output, counted from 1. */
  line: number
  reason: string
}

export interface Drafts {
  memories: MemoryDraft[]
  articles: Draft[]
  /** What all journal sigils say. */
  notes?: string
  skipped: Skipped[]
  /** What was stored although its end had to be guessed. */
  warnings: string[]
}

/** One iteration has no more to say; an output that does was not written by an agent in its right mind. */
const MOST_SIGILS = 200
const LONGEST_NOTES = 16_000

export function draftsOf(sigils: readonly Sigil[], policy: SecretPolicy = {}): Drafts {
  const drafts: Drafts = { memories: [], articles: [], skipped: [], warnings: [] }
  const notes: string[] = []
  for (const [i, sigil] of sigils.entries()) {
    const { kind, line, body, closed } = sigil
    const skip = (reason: string): void => void drafts.skipped.push({ kind, line, reason })
    if (i >= MOST_SIGILS) skip(`more than ${MOST_SIGILS} in one output`)
    else if (body.trim() === '') skip('empty body')
    else {
      const reason = takeSigil(sigil, drafts, notes, policy)
      if (reason !== undefined) skip(reason)
      else if (!closed) drafts.warnings.push(`<${kind}> in line ${line} was never closed: its end is a guess`)
    }
  }
  const joined = cleanBody(notes.join('\n\n'))
  if (joined === '') return drafts
  const cut = joined.length > LONGEST_NOTES
  return { ...drafts, notes: cut ? `${cleanBody(joined.slice(0, LONGEST_NOTES))}\n\n[truncated]` : joined }
}

/** Answers why it cannot be stored, if so. */
function takeSigil(
  { kind, attributes, body }: Sigil,
  drafts: Drafts,
  notes: string[],
  policy: SecretPolicy,
): string | undefined {
  const tags = parseTags(attributes.get('tags') ?? '')
  const title = cleanTitle(attributes.get('title'))
  if (kind === 'journal') {
    notes.push(body)
    return undefined
  }
  try {
    if (kind === 'knowledge') {
      if (tags.length === 0) return 'no tags'
      if (title === undefined) return 'no title'
      const feature = attributes.get('feature')
      const draft = { title, tags, body, ...(feature !== undefined && { feature }) }
      checkWhole(draft)
      drafts.articles.push(admit<Draft>(draft, policy))
    } else {
      const type = (attributes.get('type') ?? 'pattern').trim().toLowerCase()
      if (!isMemoryType(type)) return `unknown type '${type}': types are ${MEMORY_TYPES.join(', ')}`
      const draft = { type, tags, body: checkBody(body), ...(title && { title }) }
      drafts.memories.push(admit<MemoryDraft>(draft, policy))
    }
    return undefined
  } catch (error) {
    if (error instanceof RalphError) return error.message
    throw error
  }
}
