import { describe, expect, it } from 'vitest'
import { type Article, type Entry, slugOf } from '../../src/memory/knowledge.js'
import { linksIn, scoreKnowledge, type TaskContext } from '../../src/memory/knowledge-match.js'

const entry = (title: string, tags: string[], more: Partial<Article> = {}): Entry => ({
  slug: slugOf(title),
  article: { title, tags, body: 'text', ...more },
})
const scores = (entries: Entry[], context: TaskContext): Record<string, number> =>
  Object.fromEntries(scoreKnowledge(entries, context).map(({ slug, score }) => [slug, score]))
const scoreOf = (tags: string[], context: TaskContext): number =>
  scores([entry('x', tags)], context)['x'] ?? 0

describe('the score of an article', () => {
  it.each<[string, string[], TaskContext, number]>([
    ['a word of the title', ['cargo'], { taskTitle: 'Fix Cargo bench' }, 2],
    ['a word of the description', ['cargo'], { taskDescription: 'with (cargo), maybe' }, 2],
    ['a word in both, once', ['cargo'], { taskTitle: 'cargo', taskDescription: 'cargo' }, 2],
    ['two words', ['cargo', 'bench'], { taskTitle: 'Fix cargo bench' }, 4],
    ['part of a word', ['car'], { taskTitle: 'Fix cargo' }, 0],
    ['the feature', ['perf-optimization'], { feature: 'perf-optimization' }, 2],
    ['a word of the feature', ['perf'], { feature: 'Perf-Optimization' }, 2],
    ['a word of a path', ['parser'], { recentPaths: ['src/sql-parser.rs'] }, 1],
    ['two words of paths', ['parser', 'sql'], { recentPaths: ['src/sql_parser.rs', 'parser/x'] }, 2],
    ['a short word of a path', ['rs'], { recentPaths: ['src/x.rs'] }, 0],
    ['everything', ['sql'], { taskTitle: 'sql', feature: 'sql', recentPaths: ['sql/x'] }, 5],
    ['a tag of two words', ['error handling'], { taskTitle: 'better error-handling here' }, 2],
    ['two words apart', ['error handling'], { taskTitle: 'error in handling' }, 0],
    ['a name with punctuation', ['c++', 'node.js'], { taskTitle: 'Use C++, not Node.js.' }, 4],
    ['less than a name with punctuation', ['c++'], { taskTitle: 'plan c' }, 0],
    ['another script', ['한국어'], { taskTitle: '한국어 문서' }, 2],
    ['nothing', ['cargo'], {}, 0],
  ])('counts %s: %j in %j is %i', (_, tags, context, expected) => {
    expect(scoreOf(tags, context)).toBe(expected)
  })

  it('of nothing leaves the article out; the best come first, ties by feature, time and slug', () => {
    const entries = [
      entry('b', ['sql'], { createdAt: '2025-01-01T00:00:00Z' }),
      entry('a', ['sql'], { createdAt: '2025-01-01T00:00:00Z' }),
      entry('newer', ['sql'], { createdAt: '2024-01-01T00:00:00Z', updated: '2026-01-01T00:00:00Z' }),
      entry('same feature', ['sql'], { feature: 'Storage' }),
      entry('best', ['sql', 'wal']),
      entry('none', ['other']),
    ]
    const context = { taskTitle: 'sql wal', feature: 'storage' }
    const order = ['best', 'same-feature', 'newer', 'a', 'b']
    expect(scoreKnowledge(entries, context).map(({ slug }) => slug)).toEqual(order)
    expect(scoreKnowledge(entries.toReversed(), context).map(({ slug }) => slug)).toEqual(order)
  })
})

describe('links', () => {
  it('are read from the text', () => {
    expect(linksIn('[[A b]], [[c|shown as]] [[A b]] [[]] [no] [[x\ny]]')).toEqual(['A b', 'c'])
  })

  it('bring what a hit names right below it, one hop and no further', () => {
    const entries = [
      entry('Hit', ['sql', 'wal'], { body: 'see [[FAR AWAY]], [[hit]] and [[nowhere]]' }),
      entry('Far away', ['other'], { body: 'see [[Further]]' }),
      entry('Further', ['other']),
      entry('Weak', ['sql']),
    ]
    const found = scoreKnowledge(entries, { taskTitle: 'sql wal' })
    expect(found.map(({ slug, score, linkedFrom }) => [slug, score, linkedFrom])).toEqual([
      ['hit', 4, undefined],
      ['far-away', 3.5, 'hit'],
      ['weak', 2, undefined],
    ])
  })

  it('by slug work too, and never lower a score', () => {
    const entries = [
      entry('Strong', ['sql', 'wal', 'db']),
      entry('Weak', ['sql'], { body: '[[strong]] [[far-away]]' }),
      entry('Far away', ['x']),
    ]
    expect(scores(entries, { taskTitle: 'sql wal db' })).toEqual({ strong: 6, weak: 2, 'far-away': 1.5 })
  })
})
