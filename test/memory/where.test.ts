import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commandFor, PLACES, whereToStore } from '../../src/memory/where.js'

describe('whereToStore', () => {
  it.each([
    ['npm test fails: run npm build first', 'fix'],
    ["ECONNREFUSED on port 5432 means PostgreSQL isn't running. Fix: `docker-compose up -d`", 'fix'],
    ['CORS errors mean nginx config needs update', 'fix'],
    ['테스트가 실패하면 먼저 빌드를 실행', 'fix'],
    ['Chose TailwindCSS over styled-components for bundle size', 'decision'],
    ['Chose JSONL over SQLite for event storage: simpler, git-friendly, append-only.', 'decision'],
    ['We went with Zod because it infers types', 'decision'],
    ['All API handlers return { success: boolean, data?: T }', 'pattern'],
    ['This codebase uses barrel exports for all module boundaries.', 'pattern'],
    ['API routes use kebab-case, handlers use camelCase', 'pattern'],
    ['Always run `cargo test` before declaring tasks complete.', 'pattern'],
    ['The `ralph-core` crate is the shared library; `ralph-cli` is the binary entry point.', 'context'],
    ['Next step: wire the parser into main', 'scratchpad'],
    ["I'm blocked on the review", 'scratchpad'],
    ['To build the project run make all', 'project'],
    ['Everyone must sign commits, project-wide', 'project'],
  ])('%j belongs to %s, for a reason', (sentence, place) => {
    const advice = whereToStore(sentence)
    expect(advice.place).toBe(place)
    expect(advice.reasons).not.toEqual([])
  })

  it('says so when nothing speaks for a place', () => {
    expect(whereToStore('blue')).toEqual({ place: 'pattern', reasons: [] })
  })

  it('names a second place when it is close', () => {
    expect(whereToStore('Decided to pin node 20: the build fails on 22')).toMatchObject({
      also: expect.any(String),
    })
  })

  it('answers for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => PLACES.includes(whereToStore(text).place)),
    )
  })

  it('looks at the beginning of a long text alone', () => {
    expect(whereToStore(`blue${' '.repeat(3000)}it fails`).place).toBe('pattern')
  })
})

describe('commandFor', () => {
  it('quotes the sentence for a shell', () => {
    expect(commandFor('fix', " it's `so` $HOME ").command).toBe(
      String.raw`git ralph remember 'it'\''s `.trimEnd() + " `so` $HOME' --type fix",
    )
  })

  it.each(PLACES)('knows what to type for %s', (place) => {
    expect(commandFor(place, 'x').command).toMatch(
      /^(?:git ralph remember 'x' --type|printf '%s\\n' 'x' >> [.A-Za-z/]+)/,
    )
  })
})
