import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../helpers/runs.js'
import { parseMarkdown, renderMarkdown } from '../../src/memory/markdown-blocks.js'
import { mergeMarkdown } from '../../src/memory/merge-markdown.js'

const anyLine = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('- a', '- b', '- c', '* d', '1. e', '- f\n  more', 'text', 'other text'),
  },
  { weight: 2, arbitrary: fc.constantFrom('', '', '# Top', '## One', '## Two', '### Below') },
  { weight: 1, arbitrary: fc.constantFrom('```\n# not a heading\n\n- nor an item\n```', '---', '| a |') },
)
const anyText = fc.array(anyLine, { maxLength: 12 }).map((lines) => `${lines.join('\n').trim()}\n`)
const saidIn = (text: string): string[] => [
  ...new Set(parseMarkdown(text).flatMap(({ blocks }) => blocks.map(({ key }) => key))),
]
const RUNS = runs(400)

describe('markdown as sections and blocks', () => {
  it('is the same text again', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        fc.pre(text.trim() !== '')
        expect(renderMarkdown(parseMarkdown(text))).toBe(text)
      }),
      RUNS,
    )
  })
})

describe('the merge of two versions of a markdown file', () => {
  it('leaves ours alone, byte for byte, when the other side learnt nothing', () => {
    fc.assert(
      fc.property(anyText, anyText, (base, ours) => {
        expect(mergeMarkdown(base, ours, base)).toBe(ours)
        expect(mergeMarkdown(base, ours, ours)).toBe(ours)
      }),
      RUNS,
    )
  })

  it('loses nothing that ours says and they did not take out, and nothing that they added', () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, (base, ours, theirs) => {
        const merged = saidIn(mergeMarkdown(base, ours, theirs))
        const [old, other] = [saidIn(base), saidIn(theirs)]
        const stays = saidIn(ours).filter((key) => !old.includes(key) || other.includes(key))
        expect(merged).toEqual(expect.arrayContaining(stays))
        expect(merged).toEqual(expect.arrayContaining(other.filter((key) => !old.includes(key))))
      }),
      RUNS,
    )
  })

  it('says nothing twice that one of them said once', () => {
    fc.assert(
      fc.property(anyText, anyText, (ours, theirs) => {
        const keys = (text: string) =>
          parseMarkdown(text).flatMap(({ blocks }) => blocks.map(({ key }) => key))
        fc.pre(new Set(keys(ours)).size === keys(ours).length)
        const merged = keys(mergeMarkdown('', ours, theirs))
        expect(new Set(merged).size).toBe(merged.length)
      }),
      RUNS,
    )
  })

  it('changes nothing when it is done again, unless a heading stands there twice', () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, (base, ours, theirs) => {
        fc.pre(!parseMarkdown(ours).some(({ key }) => /\n\d+$/.test(key)))
        const once = mergeMarkdown(base, ours, theirs)
        expect(mergeMarkdown(base, once, theirs)).toBe(once)
      }),
      RUNS,
    )
  })

  it('puts items where they stand over there, and new sections after those they follow', () => {
    const base = '# Project\n\n## Build\n\n- npm ci\n- npm test\n\n## Style\n\nTabs.\n'
    const ours = '# Project\n\nOurs.\n\n## Build\n\n- npm ci\n- npm test\n\n## Style\n\nTabs.\n'
    const theirs =
      '# Project\n\n## Build\n\n- npm ci\n- npm run lint\n  before the tests\n- npm test\n\n## Gotchas\n\n### Database\n\n- OURS\n- Start it first\n\n## Style\n\nSpaces.\n'
    expect(mergeMarkdown(base, ours, theirs)).toBe(
      '# Project\n\nOurs.\n\n## Build\n\n- npm ci\n- npm run lint\n  before the tests\n- npm test\n\n## Gotchas\n\n### Database\n\n- Start it first\n\n## Style\n\nSpaces.\n',
    )
  })

  it('brings a heading along only when something below it is new', () => {
    const ours = '# A\n\n- a\n'
    expect(mergeMarkdown('', ours, '# A\n\n- a\n\n## B\n\n### C\n\n- c\n')).toBe(
      '# A\n\n- a\n\n## B\n\n### C\n\n- c\n',
    )
    expect(mergeMarkdown('', ours, '# A\n\n- a\n\n## B\n\n### C\n\n- a\n\n## D\n\n- d\n')).toBe(
      '# A\n\n- a\n\n## D\n\n- d\n',
    )
  })

  it('puts a new block after the nearest one above it that both have', () => {
    expect(mergeMarkdown('', '- a\n- b\n- c\n', '- a\n- b\n- new\n- c\n')).toBe('- a\n- b\n- new\n- c\n')
    const without = mergeMarkdown('- a\n- gone\n- b\n', '- a\n- b\n', '- a\n- gone\n- new\n- b\n')
    expect(without).toBe('- a\n- new\n- b\n')
    expect(mergeMarkdown('', '- a\n- b\n', '- new\n- z\n')).toBe('- a\n- b\n- new\n- z\n')
  })

  it('sets a paragraph off from the items around it', () => {
    expect(mergeMarkdown('', '- a\n- b\n', '- a\n\ntext\n')).toBe('- a\n\ntext\n\n- b\n')
    expect(mergeMarkdown('', '# H\n- a\n- b\n', '# H\n- a\n- new\n')).toBe('# H\n- a\n- new\n- b\n')
  })

  it('leaves wider gaps as they are', () => {
    expect(mergeMarkdown('', 'a\n\n\n\nb\n', 'a\n\nnew\n')).toBe('a\n\nnew\n\n\n\nb\n')
    expect(mergeMarkdown('', '# A\n- a\n\n\n# C\n', '# A\n- a\n# B\n- b\n')).toBe(
      '# A\n- a\n\n# B\n- b\n\n\n# C\n',
    )
  })

  it('begins a section or a file that is empty as it begins over there', () => {
    expect(mergeMarkdown('', '# H\n', '# H\n\n- new\n')).toBe('# H\n\n- new\n')
    expect(mergeMarkdown('', '# H\n', '# H\n- new\n')).toBe('# H\n- new\n')
    expect(mergeMarkdown('', '', '\n\n- new\n')).toBe('- new\n')
    expect(mergeMarkdown('', '', '\n\n# H\n- new\n')).toBe('# H\n- new\n')
  })

  it('does not come between a section of ours and those below it', () => {
    const ours = '# A\n\n- a\n\n### Deep\n\n- deep\n\n## Z\n\n- z\n'
    expect(mergeMarkdown('', ours, '# A\n\n- a\n\n## New\n\n- new\n')).toBe(
      '# A\n\n- a\n\n### Deep\n\n- deep\n\n## New\n\n- new\n\n## Z\n\n- z\n',
    )
  })

  it('sets a new section off from one that stands close', () => {
    expect(mergeMarkdown('', '# A\n- a\n# C\n- c\n', '# A\n- a\n# B\n- b\n')).toBe(
      '# A\n- a\n\n# B\n- b\n\n# C\n- c\n',
    )
  })

  it('is without what they took out, and without a heading that has nothing left below it', () => {
    const base = '# A\n\n- a\n\n## B\n\n- b\n\n### C\n\n- c\n'
    expect(mergeMarkdown(base, base, '# A\n\n- a\n')).toBe('# A\n\n- a\n')
    expect(mergeMarkdown(base, base, '# A\n\n- a\n\n## B\n\n### C\n\n- c\n')).toBe(
      '# A\n\n- a\n\n## B\n\n### C\n\n- c\n',
    )
    const more = `${base}- ours\n`
    expect(mergeMarkdown(base, more, '# A\n\n- a\n')).toBe('# A\n\n- a\n\n## B\n\n### C\n- ours\n')
    const beside = '# A\n\n- a\n\n## B\n\n## C\n\n- c\n'
    expect(mergeMarkdown(beside, beside, '# A\n\n- a\n\n## C\n\n- c\n')).toBe('# A\n\n- a\n\n## C\n\n- c\n')
  })
})
