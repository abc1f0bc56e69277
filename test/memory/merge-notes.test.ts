import { describe, expect, it } from 'vitest'
import { MAX_NOTE_CHARS } from '../../src/memory/journal-note.js'
import { appendToNote, mergeNotes } from '../../src/memory/merge-notes.js'

const block = (n: number, words = 'did it', hour = n): string =>
  `Ralph-Journal: j-${n}-aaaaaaaa\nRun: run-00000000\nCreated: 2025-01-21T1${hour}:00:00Z\n\n    ${words}`
const note = (...pieces: string[]): string => `${pieces.join('\n\n')}\n`

/** Whichever side is ours. */
function merged(base: string | undefined, one: string, other: string): string {
  const text = mergeNotes(base, one, other)
  expect(mergeNotes(base, other, one)).toBe(text)
  return text
}

describe('two versions of a note', () => {
  it('become one with the entries of both, by time and then by id', () => {
    expect(merged(undefined, note(block(3)), note(block(2)))).toBe(note(block(2), block(3)))
    const [late, early] = [block(1, 'late', 9), block(2, 'early', 0)]
    expect(merged(undefined, note(late), note(early))).toBe(note(early, late))
    const [first, second] = [block(1, 'x', 5), block(2, 'y', 5)]
    expect(merged(undefined, note(second), note(first))).toBe(note(first, second))
  })

  it('put an entry that does not say when before those that do', () => {
    const timeless = 'Ralph-Journal: j-9-aaaaaaaa\nRun: run-00000000\n\n    Created: 2099'
    expect(merged(undefined, note(block(1)), note(timeless))).toBe(note(timeless, block(1)))
  })

  it('leave a side that has it all as it is written', () => {
    const loose = `${block(2)}\n\n\n\n${block(1)}\n\n\n`
    expect(merged(undefined, loose, note(block(1)))).toBe(loose)
    expect(merged(note(block(3)), loose, note(block(1)))).toBe(loose)
    const [more, less] = [note('words', block(1)), note(block(1))]
    expect(merged(undefined, more, less)).toBe(more)
  })

  it('take the side that changed', () => {
    const odd = `\n\n${block(1)}\n\n\n`
    expect(merged(note(block(1)), odd, note(block(1)))).toBe(odd)
    expect(merged(undefined, odd, odd)).toBe(odd)
  })

  it('have an entry as the side that changed it has it, else the longer one', () => {
    const [old, short, long] = [block(1, 'as it was'), block(1, 'x'), block(1, 'much more than it was')]
    expect(merged(note(old), note(short), note(old, block(2)))).toBe(note(short, block(2)))
    expect(merged(note(old), note(short), note(long, block(2)))).toBe(note(long, block(2)))
    expect(merged(undefined, note(short), note(long))).toBe(note(long))
  })

  it('are without an entry that one side removed, unless the other changed it', () => {
    const [old, changed] = [block(1), block(1, 'changed')]
    const [base, more] = [note(old, block(2)), note(old, block(2), block(3))]
    expect(merged(base, note(block(2)), more)).toBe(note(block(2), block(3)))
    expect(merged(base, note(block(2)), note(changed, block(2)))).toBe(note(changed, block(2)))
    expect(merged(base, note(block(2)), note(old))).toBe('')
  })

  it('keep the larger of two that are too large to be read', () => {
    const [large, larger] = ['x'.repeat(MAX_NOTE_CHARS + 1), 'x'.repeat(MAX_NOTE_CHARS + 2)]
    expect(merged(undefined, large, larger)).toBe(larger)
    const full = 'x'.repeat(MAX_NOTE_CHARS)
    expect(merged(undefined, full, note(block(1)))).toBe(note(full, block(1)))
  })
})

describe('what others wrote into a note', () => {
  it('is the paragraphs of both, when both wrote', () => {
    expect(merged(undefined, 'b\nb\n', 'a\n\n\nc\n')).toBe('a\n\nb\nb\n\nc\n')
  })

  it('is as the side has it that changed it', () => {
    expect(merged(note('old', block(1)), note('new', block(1)), note('old', block(1), block(2)))).toBe(
      note('new', block(1), block(2)),
    )
    expect(merged(note('old', block(1)), note(block(1)), note('old', block(1), block(2)))).toBe(
      note(block(1), block(2)),
    )
  })

  it('is as the side has it that has all the paragraphs', () => {
    expect(merged(undefined, note('z\n\na', block(1)), note('a', block(2)))).toBe(
      note('z\n\na', block(1), block(2)),
    )
    expect(merged(undefined, note('z\n\n\na', block(1)), note('z\n\na', block(2)))).toBe(
      note('z\n\n\na', block(1), block(2)),
    )
  })
})

describe('adding to a note', () => {
  it('leaves its own text alone, and puts one blank line between', () => {
    expect(appendToNote('\n\n  mine\n\n\n', '\nadded\n\n')).toBe('\n\n  mine\n\nadded\n')
  })

  it('begins one that is empty', () => {
    expect(appendToNote('', 'added\n')).toBe('added\n')
    expect(appendToNote('\n\n', '\n\nadded')).toBe('added\n')
  })
})
