import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderKnowledge, sectionText } from '../../src/briefing/knowledge.js'
import { loadTokenizer } from '../../src/briefing/tokens.js'
import { type Article, type Entry, slugOf } from '../../src/memory/knowledge.js'
import { anyArticle } from '../memory/articles.js'

const entry = (title: string, tags: string[], more: Partial<Article> = {}): Entry => ({
  slug: slugOf(title),
  article: { title, tags, body: 'text', ...more },
})

describe('## Project Knowledge', () => {
  it('looks as agents know it', () => {
    const entries = [
      entry('Cargo bench requires nightly', ['testing', 'cargo'], {
        body: 'Running `cargo bench`\nrequires nightly.',
      }),
      entry('SQLite WAL', ['database'], { body: 'Enable WAL.' }),
    ]
    expect(renderKnowledge(entries).text).toMatchInlineSnapshot(`
      "## Project Knowledge

      ### Cargo bench requires nightly
      _Tags: testing, cargo_

      Running \`cargo bench\`
      requires nightly.

      ### SQLite WAL
      _Tags: database_

      Enable WAL.
      "
    `)
  })

  it('is nothing without articles', () => {
    expect(renderKnowledge([])).toEqual({ text: '', tokens: 0, entries: [], left: 0 })
  })

  it('holds whole articles within the budget as the tokenizer counts, the first that fit', async () => {
    const count = await loadTokenizer('o200k_base')
    const anyEntries = fc
      .array(anyArticle, { maxLength: 12 })
      .map((articles) => articles.map((article, n): Entry => ({ slug: `a-${n}`, article })))
    fc.assert(
      fc.property(anyEntries, fc.integer({ min: 1, max: 400 }), (ranked, budget) => {
        const { text, tokens, entries, left } = renderKnowledge(ranked, budget, (entry) =>
          count(sectionText(entry)),
        )
        expect(tokens).toBeLessThanOrEqual(budget)
        expect(count(text)).toBeLessThanOrEqual(tokens)
        expect(entries.length + left).toBe(ranked.length)
        expect(ranked.filter((one) => entries.includes(one))).toEqual(entries)
        expect(renderKnowledge(entries, 0).text).toBe(text)
        if (ranked[0] && count(sectionText(ranked[0])) + 10 <= budget) expect(entries[0]).toBe(ranked[0])
      }),
    )
  })
})
