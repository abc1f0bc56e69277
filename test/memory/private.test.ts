import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutPrivate, privateCutter } from '../../src/memory/private.js'

describe('private text', () => {
  it.each([
    ['a <private>secret</private> b', 'a  b'],
    ['a <PRIVATE>secret</Private > b', 'a  b'],
    ['a < private >secret< / private > b', 'a  b'],
    ['a <private reason="x">secret</private> b', 'a  b'],
    ['a <private>secret', 'a '],
    ['secret</private> b', ' b'],
    ['a <private>x<private>secret</private>y</private> b', 'a  b'],
    ['a <private>x<private>secret</private> still secret', 'a '],
    ['a <private', 'a '],
    ['a &lt;private&gt;secret&lt;/private&gt; b', 'a  b'],
    [String.raw`a \u003cprivate\u003esecret\u003c/private\u003e b`, 'a  b'],
    ['<private>secret</private>a<private>secret</private>b', 'ab'],
  ])('is cut: %s', (text, kept) => expect(cutPrivate(text)).toBe(kept))

  it.each(['private', 'a < b', '<privateKey>', '<p>', 'x</privates>'])('%s is not private', (text) =>
    expect(cutPrivate(text)).toBe(text),
  )

  it('may be opened in one field and closed in a later one', () => {
    const cut = privateCutter()
    expect([cut('a <private>secret'), cut('secret'), cut('secret</private> b'), cut('c')]).toEqual([
      'a ',
      '',
      ' b',
      'c',
    ])
  })

  it('never comes through, however it is wrapped and whatever is around it', () => {
    const around = fc.string().filter((text) => !/[<&\\]|private/i.test(text))
    fc.assert(
      fc.property(around, around, fc.nat(3), (before, after, depth) => {
        const text = `${before}${'<private>'.repeat(depth + 1)}SECRET${'</private>'.repeat(depth + 1)}${after}`
        expect(cutPrivate(text)).toBe(before + after)
      }),
    )
  })

  it('takes no longer for what looks like tags without end', () => {
    const texts = [`<${' '.repeat(1e6)}`, '<private'.repeat(1e5), '<'.repeat(1e6), '<private '.repeat(1e5)]
    for (const text of texts) expect(cutPrivate(text).length).toBeLessThanOrEqual(text.length)
  })
})
