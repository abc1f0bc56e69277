import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkEntry, type JournalEntry, OUTCOMES } from '../../src/memory/journal.js'
import { parseJournal, parseNote, renderEntry, splitNote } from '../../src/memory/journal-note.js'
import { appendToNote, mergeNotes } from '../../src/memory/merge-notes.js'

const hex = (digits: number) =>
  fc
    .array(fc.integer({ min: 0, max: 15 }), { minLength: digits, maxLength: digits })
    .map((all) => all.map((one) => one.toString(16)).join(''))
/** Words that look like our own format, and worse. */
const text = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(
        '\n',
        '\n\n',
        '\r\n',
        'Ralph-Journal: j-1-aaaaaaaa',
        'Run: run-00000000',
        '    ',
        '\u202e',
        '\u2028',
        '\0',
      ),
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(''))
const optional = <T>(key: string, value: fc.Arbitrary<T>) =>
  fc.option(
    value.map((one) => ({ [key]: one })),
    { nil: {} },
  )

const entries: fc.Arbitrary<JournalEntry> = fc
  .tuple(
    fc.record({
      id: fc.tuple(fc.integer({ min: 1, max: 40 }), hex(1)).map(([n, h]) => `j-${n}-aaaaaaa${h}`),
      run: hex(8).map((one) => `run-${one}`),
      iteration: fc.integer({ min: 0, max: 1e6 }),
      outcome: fc.constantFrom(...OUTCOMES),
      durationSecs: fc.double({ min: 0, max: 1e6, noNaN: true }),
      costUsd: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 100, noNaN: true })),
      files: fc.array(text, { maxLength: 4 }),
      createdAt: fc.constantFrom('2025-01-21T10:00:00Z', '2025-01-21T10:00:01Z'),
    }),
    optional(
      'task',
      hex(6).map((one) => `t-${one}`),
    ),
    optional(
      'feature',
      hex(6).map((one) => `f-${one}`),
    ),
    optional('model', text),
    optional('notes', text),
    optional('agent', text),
    optional('session', text),
  )
  .map((parts) => checkEntry(Object.assign({}, ...parts) as JournalEntry))

const notes = fc
  .array(
    fc.oneof(entries.map(renderEntry), fc.constantFrom('words of mine', 'more\n\nof them', '  indented')),
    {
      maxLength: 5,
    },
  )
  .map((pieces) => pieces.reduce(appendToNote, ''))

const example: JournalEntry = {
  id: 'j-1737453600-a7b8c9d0',
  run: 'run-1f2e3d4c',
  iteration: 3,
  task: 't-abc123',
  outcome: 'done',
  model: 'sonnet',
  durationSecs: 42,
  costUsd: 0,
  files: ['src/main.rs', 'src/lib.rs'],
  notes: 'Chose HashMap for O(1) lookups.\n\nTests pass.',
  createdAt: '2025-01-21T10:00:00Z',
}

describe('an entry in a note', () => {
  it('reads well', () => {
    expect(renderEntry(example)).toBe(`Ralph-Journal: j-1737453600-a7b8c9d0
Run: run-1f2e3d4c
Iteration: 3
Outcome: done
Task: t-abc123
Model: sonnet
Duration: 42.0
File: src/main.rs
File: src/lib.rs
Created: 2025-01-21T10:00:00Z

    Chose HashMap for O(1) lookups.

    Tests pass.
`)
  })

  it('comes back as it was, whatever it says', () => {
    fc.assert(
      fc.property(entries, (entry) => {
        expect(parseJournal(renderEntry(entry))).toEqual([entry])
      }),
    )
  })

  it('comes back from among others, whatever they say', () => {
    fc.assert(
      fc.property(fc.uniqueArray(entries, { selector: ({ id }) => id }), (several) => {
        const note = several.map(renderEntry).reduce(appendToNote, '')
        expect(parseJournal(note)).toEqual(several)
      }),
    )
  })

  it('is read with line ends of another system', () => {
    expect(parseJournal(renderEntry(example).replaceAll('\n', '\r\n'))).toEqual([example])
  })

  it.each([
    ['run', { run: 'run-xyz' }],
    ['task', { task: 'login' }],
    ['iteration', { iteration: 1.5 }],
    ['duration', { durationSecs: Number.NaN }],
    ['cost', { costUsd: -1 }],
  ])('is refused with a bad %s', (name, wrong) => {
    expect(() => checkEntry({ ...example, ...wrong })).toThrow(name)
  })
})

describe('a note', () => {
  it('keeps what others wrote as it is', () => {
    const foreign = 'mine:\n\n\n  a\n\tb  '
    const note = appendToNote(appendToNote(foreign, renderEntry(example)), 'and after')
    expect(note.startsWith(foreign)).toBe(true)
    expect(splitNote(note)).toMatchObject({
      foreign: `${foreign}\n\nand after`,
      blocks: [{ id: example.id }],
    })
    expect(parseJournal(note)).toEqual([example])
  })

  it('is not read when it is absurdly large, and its parts are cut to size', () => {
    const block = renderEntry({ ...example, notes: 'x'.repeat(200_000) })
    expect(parseJournal(block)[0]!.notes).toHaveLength(64 * 1024)
    expect(parseNote(block.repeat(30))).toEqual({ entries: [], foreign: '' })
    const many = renderEntry({ ...example, files: Array.from({ length: 10_000 }, (_, i) => `f${i}`) })
    expect(parseJournal(many)[0]!.files).toHaveLength(500)
  })

  it('shows no unseen characters of an entry that was made elsewhere', () => {
    const hostile = renderEntry({ ...example, model: 'a\u001b[2Jb', notes: 'x\u202ey' })
    expect(parseJournal(hostile)[0]).toMatchObject({ model: 'a[2Jb', notes: 'xy' })
  })

  it.each(['Outcome: won', 'Created: yesterday', 'Run: '])('has no entry from a block with "%s"', (line) => {
    const [name] = line.split(':')
    const broken = renderEntry(example).replace(new RegExp(`^${name}: .*$`, 'm'), line)
    expect(parseJournal(broken)).toEqual([])
    expect(splitNote(broken).blocks).toHaveLength(1)
  })
})

describe('merging notes', () => {
  const said = (note: string) => {
    const { foreign, blocks } = splitNote(note)
    return {
      foreign: new Set(foreign.split(/\n{2,}/).filter(Boolean)),
      blocks: new Set(blocks.map(({ id }) => id)),
    }
  }
  const union = <T>(a: Set<T>, b: Set<T>) => new Set([...a, ...b])

  it('is the union of both', () => {
    fc.assert(
      fc.property(notes, notes, (a, b) => {
        const merged = said(mergeNotes(undefined, a, b))
        expect(merged.blocks).toEqual(union(said(a).blocks, said(b).blocks))
        expect(merged.foreign).toEqual(union(said(a).foreign, said(b).foreign))
      }),
    )
  })

  it('does not depend on the order of the sides', () => {
    fc.assert(
      fc.property(fc.option(notes, { nil: undefined }), notes, notes, (base, a, b) => {
        expect(mergeNotes(base, a, b)).toBe(mergeNotes(base, b, a))
      }),
    )
  })

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(notes, notes, (a, b) => {
        const merged = mergeNotes(undefined, a, b)
        expect(mergeNotes(undefined, merged, b)).toBe(merged)
        expect(mergeNotes(undefined, a, merged)).toBe(merged)
        expect(mergeNotes(undefined, merged, merged)).toBe(merged)
      }),
    )
  })

  it('says the same in any order of three', () => {
    fc.assert(
      fc.property(notes, notes, notes, (a, b, c) => {
        const merge = (x: string, y: string) => mergeNotes(undefined, x, y)
        const [left, right] = [merge(merge(a, b), c), merge(a, merge(b, c))]
        expect(said(left)).toEqual(said(right))
        expect(parseJournal(left).toSorted(byId)).toEqual(parseJournal(right).toSorted(byId))
      }),
    )
  })

  it('keeps a note that can be read rather than one that is absurdly large, and is not slow on either', () => {
    const huge = 'x\n'.repeat(3 << 20)
    const note = renderEntry(example)
    expect(mergeNotes(undefined, note, huge)).toBe(note)
    expect(mergeNotes(undefined, huge, note)).toBe(note)
    const newlines = `a${'\n'.repeat(1 << 20)}b`
    expect(parseJournal(mergeNotes(undefined, note, appendToNote(newlines, 'c')))).toEqual([example])
  })

  it('forgets what one side removed and the other left alone', () => {
    const other = renderEntry({ ...example, id: 'j-1737453601-00000000' })
    const base = appendToNote(renderEntry(example), other)
    const more = appendToNote(base, renderEntry({ ...example, id: 'j-1737453602-00000000' }))
    expect(parseJournal(base)).toHaveLength(2)
    expect(parseJournal(mergeNotes(base, other, more)).map(({ id }) => id)).toEqual([
      'j-1737453601-00000000',
      'j-1737453602-00000000',
    ])
  })
})

const byId = (a: JournalEntry, b: JournalEntry) => (a.id < b.id ? -1 : 1)
