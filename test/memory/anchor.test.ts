import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { citedIn, createAnchor, hashLines, parseCited } from '../../src/memory/anchor.js'
import { judge } from '../../src/memory/anchor-verdict.js'

const FILE = [
  'import { open } from "./disk"',
  '',
  'export class Pool {',
  '  connect(host) {',
  '    const port = 5432',
  '    return open(host, port)',
  '  }',
  '}',
  '',
].join('\n')

describe('parseCited', () => {
  it.each([
    ['src/db.ts', { path: 'src/db.ts' }],
    ['src/db.ts:10', { path: 'src/db.ts', range: { from: 10, to: 10 } }],
    ['src/db.ts:10-20', { path: 'src/db.ts', range: { from: 10, to: 20 } }],
    ['C:odd:3', { path: 'C:odd', range: { from: 3, to: 3 } }],
  ])('reads %s', (text, cited) => {
    expect(parseCited(text)).toEqual(cited)
  })

  it.each(['src/db.ts:0', 'src/db.ts:9-3', ' '])('refuses %j', (text) => {
    expect(() => parseCited(text)).toThrow(/names no lines|needs a path/)
  })
})

describe('citedIn', () => {
  it.each([
    ['the port is in src/db.ts:5', [{ path: 'src/db.ts', range: { from: 5, to: 5 } }]],
    ['see `lib/a-b.c:3-9`, then Makefile', [{ path: 'lib/a-b.c', range: { from: 3, to: 9 } }]],
    [
      'docs/guide.md#L4-L6 and package.json.',
      [{ path: 'docs/guide.md', range: { from: 4, to: 6 } }, { path: 'package.json' }],
    ],
    ['bin/run fails', [{ path: 'bin/run' }]],
    ['(.github/workflows/ci.yml)', [{ path: '.github/workflows/ci.yml' }]],
  ])('finds the paths in %j', (text, cited) => {
    expect(citedIn(text)).toEqual(cited)
  })

  it.each(['https://example.com/a/b.ts', 'version 1.2.3', 'nothing to see'])('finds none in %j', (text) => {
    expect(citedIn(text).filter(({ path }) => path.includes('/') || path.includes('ts'))).toEqual([])
  })

  it('takes any text in little time', () => {
    fc.assert(fc.property(fc.string({ maxLength: 300 }), (text) => void citedIn(text)))
    expect(citedIn('a/'.repeat(20_000)).length).toBeLessThan(2)
  })
})

describe('createAnchor', () => {
  it('keeps the lines, what they say, and the name they stand under', () => {
    const anchor = createAnchor({ path: 'src/db.js', range: { from: 5, to: 6 } }, 'b10b', FILE)
    expect(anchor).toEqual({
      path: 'src/db.js',
      lines: '5-6',
      blob: 'b10b',
      hash: hashLines(['const port = 5432', 'return open(host, port)']),
      symbol: 'connect',
    })
  })

  it.each([
    ['def load(path):\n    return 1', 2, 'load'],
    ['func (p *Pool) Open() error {\n\treturn nil\n}', 2, 'Open'],
    ['pub fn run() {\n    go();\n}', 2, 'run'],
    ['export const LIMIT = 3\nlimit(LIMIT)', 1, 'LIMIT'],
    ['function f() {\n  if (x) {\n    const y = 1\n  }\n}', 3, 'f'],
    ['plain text\nmore of it', 2, undefined],
  ])('finds the name around a line of %j', (text, line, symbol) => {
    expect(createAnchor({ path: 'f', range: { from: line, to: line } }, 'b', text).symbol).toBe(symbol)
  })

  it('refuses lines that the file does not have', () => {
    expect(() => createAnchor({ path: 'src/db.js', range: { from: 5, to: 60 } }, 'b', FILE)).toThrow(
      "'src/db.js' has no line 60",
    )
  })
})

describe('judge', () => {
  const anchor = createAnchor({ path: 'src/db.js', range: { from: 5, to: 6 } }, 'b', FILE)
  const judged = (now: string, before: string | undefined = FILE) => judge(anchor, before, now)

  it.each([FILE, undefined])('is fresh while the lines stay where they are', (before) => {
    expect(judged(FILE.replace('disk', 'drive'), before)).toEqual({ state: 'fresh' })
  })

  it.each([FILE, undefined])('is fresh when they are only indented anew', (before) => {
    expect(judged(FILE.replaceAll('    ', '\t\t'), before)).toEqual({ state: 'fresh' })
  })

  it.each([FILE, undefined])('has moved when lines were added above', (before) => {
    expect(judged(`// one\n// two\n${FILE}`, before)).toEqual({ state: 'moved', lines: '7-8' })
  })

  it.each([FILE, undefined])('has moved when the passage was put elsewhere', (before) => {
    const lines = FILE.split('\n')
    const passage = lines.splice(4, 2)
    expect(judged([...passage, ...lines].join('\n'), before)).toEqual({ state: 'moved', lines: '1-2' })
  })

  it.each([FILE, undefined])('has changed when one of the lines did', (before) => {
    expect(judged(FILE.replace('5432', '5433'), before)).toEqual({ state: 'changed' })
  })

  it('has changed when a line was put between them', () => {
    expect(judged(FILE.replace('5432\n', '5432\n    check(port)\n'))).toEqual({ state: 'changed' })
  })

  it('does not take any brace for the one that was meant', () => {
    const brace = createAnchor({ path: 'a', range: { from: 8, to: 8 } }, 'b', FILE)
    expect(judge(brace, FILE, FILE.replace('}\n}', '}\n'))).toEqual({ state: 'changed' })
  })

  it('knows a whole file again while half of it is left', () => {
    const whole = createAnchor({ path: 'src/db.js' }, 'b', FILE)
    expect(judge(whole, FILE, FILE.replace('5432', '5433')).state).toBe('fresh')
    expect(judge(whole, FILE, 'something\nelse\n').state).toBe('changed')
  })

  it('follows any edit that leaves the lines alone, and no other', () => {
    const line = fc.constantFrom('alpha beta gamma', 'delta epsilon', 'zeta eta theta', 'iota kappa', '}')
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 8 }),
        fc.array(line, { maxLength: 8 }),
        fc.array(line, { maxLength: 8 }),
        fc.array(line, { maxLength: 8 }),
        (above, below, newAbove, newBelow) => {
          const passage = ['unique passage number one', 'unique passage number two']
          const before = [...above, ...passage, ...below].join('\n')
          const now = [...newAbove, ...passage, ...newBelow].join('\n')
          const range = { from: above.length + 1, to: above.length + 2 }
          const verdict = judge(createAnchor({ path: 'f', range }, 'b', before), before, now)
          const same = newAbove.length === above.length
          const at = `${newAbove.length + 1}-${newAbove.length + 2}`
          expect(verdict).toEqual(same ? { state: 'fresh' } : { state: 'moved', lines: at })
          const edited = now.replace('number two', 'number three')
          expect(judge(createAnchor({ path: 'f', range }, 'b', before), before, edited).state).toBe('changed')
        },
      ),
    )
  })
})
