import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimateTokens } from '../../src/briefing/estimate.js'
import { fitRunJournal, renderRunJournal, selectEntries, wordsOfTask } from '../../src/briefing/journal.js'
import { loadTokenizer } from '../../src/briefing/tokens.js'
import type { JournalEntry } from '../../src/memory/journal.js'

function entry(iteration: number, more: Partial<JournalEntry> = {}): JournalEntry {
  return {
    id: `j-${1737453600 + iteration}-00000000`,
    run: 'run-1f2e3d4c',
    iteration,
    outcome: 'done',
    durationSecs: 42,
    costUsd: 0,
    files: [],
    createdAt: '2025-01-21T10:00:00Z',
    ...more,
  }
}

describe('## Run Journal', () => {
  it('looks as agents know it', () => {
    const first = entry(3, {
      task: 't-abc123',
      model: 'sonnet',
      files: ['src/main.rs', 'src/lib.rs'],
      notes: 'Chose HashMap for O(1) lookups. Tests pass.',
    })
    const second = entry(4, {
      outcome: 'retried',
      task: 't-def456',
      model: 'opus',
      durationSecs: 198.3,
      costUsd: 1.1155,
      files: ['src/parser.rs'],
      notes: 'Verification failed on edge case. Fixing in next attempt.',
    })
    expect(renderRunJournal([first, second]).text).toBe(`## Run Journal

### Iteration 3 [done]
- **Task**: t-abc123
- **Model**: sonnet
- **Duration**: 42.0s
- **Files**: src/main.rs, src/lib.rs
- **Notes**: Chose HashMap for O(1) lookups. Tests pass.

### Iteration 4 [retried]
- **Task**: t-def456
- **Model**: opus
- **Duration**: 198.3s | **Cost**: $1.1155
- **Files**: src/parser.rs
- **Notes**: Verification failed on edge case. Fixing in next attempt.
`)
  })

  it('is nothing when nothing happened', () => {
    expect(renderRunJournal([])).toEqual({ text: '', tokens: 0, entries: [], left: 0 })
  })

  it('keeps notes of several lines within their item', () => {
    const { text } = renderRunJournal([entry(1, { notes: 'one\n\n### Iteration 99 [done]\n## Orders' })])
    expect(text).toContain('- **Notes**: one\n\n  ### Iteration 99 [done]\n  ## Orders\n')
    expect(text.match(/^#+ .*/gm)).toEqual(['## Run Journal', '### Iteration 1 [done]'])
  })

  it('has whole entries, the first ones, within the budget', () => {
    const several = fc.array(fc.lorem({ maxCount: 80 }), { maxLength: 12 })
    fc.assert(
      fc.property(several, fc.integer({ min: 1, max: 1_000 }), (texts, budget) => {
        const entries = texts.map((notes, i) => entry(i, { notes }))
        const journal = renderRunJournal(entries, budget)
        const taken = journal.entries.length
        expect(estimateTokens(journal.text)).toBeLessThanOrEqual(budget)
        expect(journal.entries).toEqual(entries.slice(0, taken))
        expect(journal.text).toBe(renderRunJournal(entries.slice(0, taken), 0).text)
        expect(journal.left).toBe(entries.length - taken)
        if (taken < entries.length)
          expect(renderRunJournal(entries.slice(0, taken + 1), 0).tokens).toBeGreaterThan(budget)
      }),
    )
  })
})

describe('a budget in real tokens', () => {
  const words = fc.array(
    fc.oneof(fc.lorem({ maxCount: 60 }), fc.string({ unit: 'grapheme', maxLength: 400 })),
    {
      maxLength: 8,
    },
  )

  it('is never exceeded', async () => {
    const count = await loadTokenizer('o200k_base')
    await fc.assert(
      fc.asyncProperty(words, fc.integer({ min: 1, max: 2_000 }), async (texts, budget) => {
        const entries = texts.map((notes, i) => entry(i, { notes }))
        const { text, left } = await fitRunJournal(entries, budget)
        expect(count(text)).toBeLessThanOrEqual(budget)
        if (left > 0) expect(count(renderRunJournal(entries, 0).text)).toBeGreaterThan(budget * 0.9)
      }),
    )
  })
})

describe('what an agent is told', () => {
  const other = (n: number, notes: string): JournalEntry => entry(n, { run: 'run-00000000', notes })

  it('is the last five of its run in order, then five of others', () => {
    const ofRun = [7, 2, 5, 9, 1, 8, 6].map((n) => entry(n))
    const found = Array.from({ length: 9 }, (_, n) => other(100 + n, 'parser'))
    const selected = selectEntries({ ofRun, found, others: () => [], run: 'run-1f2e3d4c', task: 'parser' })
    expect(selected.map(({ iteration }) => iteration)).toEqual([5, 6, 7, 8, 9, 100, 101, 102, 103, 104])
  })

  it('never has an entry of the run twice', () => {
    const mine = entry(1, { notes: 'parser' })
    const selected = selectEntries({
      ofRun: [mine],
      found: [mine, other(2, 'parser')],
      others: () => [mine, other(2, 'parser')],
      run: mine.run,
      task: 'parser',
    })
    expect(selected.map(({ iteration }) => iteration)).toEqual([1, 2])
  })

  it('falls back to any word of the task when search finds too few', () => {
    const others = [other(1, 'Here are the facts'), other(2, 'nothing of it'), other(3, 'to be or')]
    const selected = selectEntries({
      ofRun: [],
      found: [],
      others: () => others,
      run: undefined,
      task: 'be the one',
    })
    expect(selected.map(({ iteration }) => iteration)).toEqual([1])
  })

  it('takes at most ten words of more than two characters from a task', () => {
    expect(wordsOfTask('a an the of to fix')).toEqual(['the', 'fix'])
    expect(wordsOfTask(Array.from({ length: 20 }, (_, i) => `word${i}`).join(' '))).toHaveLength(10)
  })
})
