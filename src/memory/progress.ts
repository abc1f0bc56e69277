/**
 * What was learnt out of a `progress.txt`, where loops write down their iterations: the patterns at its top, and what each entry lists
 * as learnings. What was implemented is history, and stays there.
 *
 *     ## Codebase Patterns
 *     - Always use `IF NOT EXISTS` for migrations
 *     ---
 *     ## 2025-01-21 10:00 - US-003
 *     - Added the endpoint
 *     - **Learnings for future iterations:**
 *       - types.ts has to change with the API
 */
import { readItems } from './list-items.js'
import type { ParsedBlock } from './memories-md-parse.js'
import type { MemoryType } from './memory.js'
import { sectionsOf, slugOf } from './sections.js'
import { normaliseTags } from './text.js'

const PATTERNS = /^codebase patterns\b/i
const LEARNINGS = /^\*{0,2}learn(?:ing|t|ed)s?\b[^\n]*\n/i
const GOTCHA = /\b(?:gotcha|pitfall|careful|beware|don't|do not|never|fails?|error)\b/i

export function isProgress(text: string): boolean {
  return /^## Codebase Patterns\b/im.test(text) || /^\s*[-*] \*\*Learnings\b/im.test(text)
}

export function parseProgress(text: string): ParsedBlock[] {
  return sectionsOf(text).flatMap(({ headings, at, lines }) => {
    const heading = headings.at(-1) ?? ''
    const { items } = readItems(lines)
    if (PATTERNS.test(heading))
      return items.map(({ body, at: line }): ParsedBlock => ({
        type: 'pattern',
        tags: [],
        body,
        line: at + line + 1,
      }))
    return items.flatMap(({ body, at: line }) => {
      if (!LEARNINGS.test(body)) return []
      const learnt = readItems(body.split('\n').slice(1)).items
      return learnt.map((item) => ({ ...about(heading), ...typed(item.body), line: at + line + item.at + 2 }))
    })
  })
}

/** `2025-01-21 10:00 - US-003`, in brackets or not. */
function about(heading: string): Pick<ParsedBlock, 'tags' | 'created'> {
  const created = /\d{4}-\d{2}-\d{2}/.exec(heading)?.[0]
  const story = heading.split(' - ').slice(1).join(' - ')
  const isDate = created !== undefined && !Number.isNaN(Date.parse(created))
  return { tags: normaliseTags([slugOf(story)]), ...(isDate && { created }) }
}

function typed(body: string): { type: MemoryType; body: string } {
  return { type: GOTCHA.test(body) ? 'fix' : 'pattern', body }
}
