import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { putValue, pushValue, takeValue } from '../../src/wiring/json-edit.js'
import { parseJson, valueOf } from '../../src/wiring/json-text.js'

const FILE = 'settings.json'
const read = (text: string): unknown => valueOf(parseJson(text, FILE))

describe('JSON with comments', () => {
  it('is read with the place of each value', () => {
    const text = '\ufeff{ // one\n  "a": [1, -2.5e3, null,], /* two */ "b": {"c": "x\\"}"},\n}\n'
    expect(read(text)).toEqual({ a: [1, -2500, null], b: { c: 'x"}' } })
  })

  it.each(['', '  ', '{', '{"a" 1}', '{"a": 1 "b": 2}', '{a: 1}', '[1]]', '{"a": 01x}', '"\n"', '[,]'])(
    'is refused when it is broken: %j',
    (text) => {
      expect(() => parseJson(text, FILE)).toThrow(/'settings\.json' is not JSON that can be read \(line \d/)
    },
  )

  it('is refused when it nests without end', () => {
    expect(() => parseJson('['.repeat(100_000), FILE)).toThrow(/not JSON/)
  })

  it('is read as JSON.parse reads it', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom('', '  ', '\t'), (json, indent) => {
        const text = JSON.stringify(JSON.parse(json), null, indent)
        expect(read(text)).toEqual(JSON.parse(text))
      }),
    )
  })
})

describe('a value put into JSON', () => {
  it('stands as its neighbours do', () => {
    const text = '{\n    "a": 1,\n    "b": {\n        "c": [ ]\n    }\n}\n'
    expect(putValue(text, ['b', 'd'], { e: [1] }, FILE)).toBe(
      '{\n    "a": 1,\n    "b": {\n        "c": [ ],\n        "d": {\n            "e": [\n                1\n            ]\n        }\n    }\n}\n',
    )
  })

  it('replaces what was there, and leaves comments around it', () => {
    const text = '{\r\n\t"a": 1, // mine\r\n\t"b": 2 // too\r\n}'
    expect(putValue(text, ['b'], { c: 3 }, FILE)).toBe(
      '{\r\n\t"a": 1, // mine\r\n\t"b": {\r\n\t\t"c": 3\r\n\t} // too\r\n}',
    )
  })

  it('goes without the comment that somebody wrote beside its neighbour', () => {
    const text = '{\n  "a": 1, // mine\n  "x": 2\n}\n'
    expect(takeValue(text, ['x'], FILE)).toBe('{\n  "a": 1 // mine\n  \n}\n')
  })
})

/** Texts as people write them. */
const written = fc
  .tuple(
    fc.dictionary(
      fc.constantFrom('hooks', 'a', 'b', '__proto__x'),
      fc.jsonValue({ maxDepth: 3, stringUnit: fc.constantFrom('a', '"', '\\', '/', ',', ':', '*', ' ') }),
    ),
    fc.constantFrom(undefined, ' ', '  ', '    ', '\t'),
    fc.constantFrom('', '\n', '\n\n', ' '),
    fc.boolean(),
    fc.boolean(),
  )
  .map(([value, indent, end, crlf, commas]) => {
    let text = JSON.stringify(value, null, indent)
    if (commas && indent) text = text.replace(/([^{[,\s])(\n\s*[}\]])/g, '$1,$2')
    if (commas) text = text.replaceAll('{}', '{ /* none */ }').replaceAll('[]', '[\n]')
    return (crlf ? text.replaceAll('\n', '\r\n') : text) + end
  })

describe('what was put in and taken out', () => {
  it('leaves the bytes as they were, wherever it was put', () => {
    fc.assert(
      fc.property(written, fc.jsonValue(), fc.jsonValue(), (text, one, other) => {
        const root = read(text) as Record<string, unknown>
        const isRoom =
          typeof root['hooks'] === 'object' && root['hooks'] !== null && !Array.isArray(root['hooks'])
        const inside = isRoom || !('hooks' in root) ? ['hooks', 'new', 'thing'] : ['new', 'thing']
        if (isRoom && 'new' in (root['hooks'] as object)) return
        const both = putValue(putValue(text, inside, one, FILE), ['second'], other, FILE)
        expect(read(both)).toMatchObject({ second: JSON.parse(JSON.stringify(other)) as unknown })
        const back = takeValue(takeValue(both, inside, FILE)!, ['second'], FILE)
        expect(back).toBe(text)
        expect(takeValue(takeValue(both, ['second'], FILE)!, inside, FILE)).toBe(text)
      }),
      { numRuns: 300 },
    )
  })

  it('leaves lists as they were', () => {
    fc.assert(
      fc.property(written, fc.array(fc.jsonValue()), fc.jsonValue(), (text, list, value) => {
        const file = putValue(text, ['list'], list, FILE)
        const pushed = pushValue(file, ['list'], value, FILE)
        expect(takeValue(pushed, ['list', list.length], FILE)).toBe(file)
      }),
    )
  })

  it('leaves no file where there was none', () => {
    const made = `${JSON.stringify({ a: { b: 1 }, c: 2 }, null, 2)}\n`
    expect(takeValue(takeValue(made, ['a', 'b'], FILE)!, ['c'], FILE)).toBeUndefined()
    expect(takeValue(putValue('{}\n', ['a', 'b'], 1, FILE), ['a', 'b'], FILE)).toBe('{}\n')
  })
})
