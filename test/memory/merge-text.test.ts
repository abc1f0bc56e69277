import { describe, expect, it } from 'vitest'
import { mergeBodies, mergeText } from '../../src/memory/merge-text.js'
import { MAX_BODY_BYTES } from '../../src/memory/text.js'

/** Whichever side is ours. */
function merged(base: string, one: string, other: string): string | undefined {
  const text = mergeText(base, one, other)
  expect(mergeText(base, other, one)).toBe(text)
  return text
}

describe('two edits of a text', () => {
  it('are both there when a line between them stayed', () => {
    expect(merged('a\nb\nc', 'A\nb\nc', 'a\nb\nC')).toBe('A\nb\nC')
    expect(merged('a\nb\nc', 'b\nc', 'a\nb')).toBe('b')
    expect(merged('a\nb\nc', 'new\na\nb\nc', 'a\nb\nc\nend')).toBe('new\na\nb\nc\nend')
  })

  it('are not merged when they touch', () => {
    expect(merged('a\nb\nc', 'A\nb\nc', 'a\nB\nc')).toBeUndefined()
    expect(merged('a\nb\nc', 'a\nX\nb\nc', 'a\nB\nc')).toBeUndefined()
    expect(merged('a\nb\nc', 'A\nb\nc', 'A\nX\nb\nc')).toBeUndefined()
  })

  it('are there once when both sides made the same, beside what one of them made alone', () => {
    expect(merged('a\nb\nc', 'A\nb\nc', 'A\nb\nC')).toBe('A\nb\nC')
    expect(merged('a\nb\nc', 'a\nc', 'a\nc\nd\ne')).toBe('a\nc\nd\ne')
    expect(merged('a\nb\nc\nd', 'a\nc\nd', 'a\nc\nD')).toBe('a\nc\nD')
  })

  it('are different when they take out different lines that lie together', () => {
    expect(merged('a\nb\nc\nd', 'a\nd', 'a\nc\nd')).toBeUndefined()
  })

  it('are different when one of them adds an empty line more', () => {
    expect(merged('a\nb\nc', 'a\n\nb\nc', 'a\n\n\nb\nc')).toBeUndefined()
    expect(merged('a\nb\nc', 'a\nxy\nb\nc', 'a\nx\ny\nb\nc')).toBeUndefined()
  })

  it('are not merged when one side has nothing in common with the text any more', () => {
    const lines = (of: string, count: number): string =>
      Array.from({ length: count }, (_, n) => `${of} ${n}`).join('\n')
    expect(
      merged(`a\nb\n${lines('old', 900)}`, `a\nb\n${lines('new', 900)}`, `A\nb\n${lines('old', 900)}`),
    ).toContain('A\nb\nnew 0')
    expect(
      merged(`a\nb\n${lines('old', 1100)}`, `a\nb\n${lines('new', 1100)}`, `A\nb\n${lines('old', 1100)}`),
    ).toBeUndefined()
  })
})

describe('a body that both sides edited', () => {
  it('is the one that changed, as it is written', () => {
    const odd = 'trailing  \n\n\n'
    expect(mergeBodies('old', odd, 'old')).toBe(odd)
    expect(mergeBodies('old', 'old', odd)).toBe(odd)
    expect(mergeBodies('old', odd, odd)).toBe(odd)
    expect(mergeBodies(undefined, odd, odd)).toBe(odd)
  })

  it('is not merged when nothing would be left of it, or nothing but blanks', () => {
    expect(mergeBodies('a\nb\nc', 'a\nb', 'b\nc')).toBe('b')
    expect(mergeBodies('a\n  \nc', 'a\n  ', '  \nc')).toBeUndefined()
    expect(mergeBodies(undefined, 'a', 'b')).toBeUndefined()
  })

  it('is not merged when both together are larger than a body may be', () => {
    const half = (letter: string) => letter.repeat(MAX_BODY_BYTES / 2)
    expect(mergeBodies('a\nb\nc', `${half('x')}\nb\nc`, 'a\nb\nC')).toBe(`${half('x')}\nb\nC`)
    expect(mergeBodies('a\nb\nc', `${half('x')}\nb\nc`, `a\nb\n${half('y')}`)).toBeUndefined()
  })
})
