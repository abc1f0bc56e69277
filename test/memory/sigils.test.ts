import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growthOf, SQUARE } from '../helpers/growth.js'
import { runs } from '../helpers/runs.js'
import { parseSigils } from '../../src/memory/sigils.js'

const bodies = (text: string): string[] =>
  parseSigils(text).sigils.map(({ kind, body }) => `${kind}: ${body}`)
const attributes = (text: string): Record<string, string> =>
  Object.fromEntries(parseSigils(text).sigils[0]?.attributes ?? [])

describe('parseSigils', () => {
  it('finds the three kinds, in order', () => {
    const output = `I am done.

<journal>
Chose HashMap over BTreeMap for O(1) lookups.

Tests pass.
</journal>
<knowledge tags="testing,cargo,nightly" title="Cargo bench requires nightly">
Running \`cargo bench\` requires the nightly Rust toolchain.
</knowledge>
<memory type="fix" tags="docker">start docker</memory>
<task-done>t-abc123</task-done>
`
    expect(parseSigils(output)).toEqual({
      outcome: 'done',
      sigils: [
        {
          kind: 'journal',
          attributes: new Map(),
          body: 'Chose HashMap over BTreeMap for O(1) lookups.\n\nTests pass.',
          line: 3,
          closed: true,
        },
        {
          kind: 'knowledge',
          attributes: new Map([
            ['tags', 'testing,cargo,nightly'],
            ['title', 'Cargo bench requires nightly'],
          ]),
          body: 'Running `cargo bench` requires the nightly Rust toolchain.',
          line: 8,
          closed: true,
        },
        {
          kind: 'memory',
          attributes: new Map([
            ['type', 'fix'],
            ['tags', 'docker'],
          ]),
          body: 'start docker',
          line: 11,
          closed: true,
        },
      ],
    })
  })

  it.each([
    [`<knowledge title="T" tags="a,b">x</knowledge>`, { title: 'T', tags: 'a,b' }],
    [`<knowledge tags='a' title='it "is"'>x</knowledge>`, { title: 'it "is"', tags: 'a' }],
    [`<knowledge tags=a,b title=T>x</knowledge>`, { title: 'T', tags: 'a,b' }],
    [`<KNOWLEDGE Tags = "a"\n  TITLE="b > c">x</Knowledge>`, { title: 'b > c', tags: 'a' }],
    [`<knowledge tags=“a” title=“b c”>x</knowledge>`, { title: 'b c', tags: 'a' }],
    [
      `<knowledge title="a &lt;b&gt; &amp; &#39;c&#x27;" tags="x">x</knowledge>`,
      { title: "a <b> & 'c'", tags: 'x' },
    ],
    [`<knowledge title="a" title="b" tags="x" pinned>x</knowledge>`, { title: 'a', tags: 'x' }],
    [
      `<knowledge title="show <journal> tags" tags="x">x</knowledge>`,
      { title: 'show <journal> tags', tags: 'x' },
    ],
    [`<knowledge tags="x" title="forgotten>\nx "y" </knowledge>`, { title: 'forgotten', tags: 'x' }],
    [`<knowledge title="" tags="x">x</knowledge>`, { title: '', tags: 'x' }],
  ])('reads the attributes of %j', (text, expected) => {
    expect(attributes(text)).toEqual(expected)
    expect(parseSigils(text).sigils).toHaveLength(1)
  })

  it.each([
    ['```\n<journal>\nshown\n</journal>\n```', []],
    ['````md\n```\n<journal>shown</journal>\n```\n````', []],
    ['~~~\n<journal>shown</journal>\n~~~', []],
    ['- item\n  ```\n  <journal>shown</journal>\n  ```', []],
    ['> ```\n> <journal>shown</journal>\n> ```', []],
    ['Use `<journal>x</journal>` at the end', []],
    ['Use ``<journal>`x`</journal>`` at the end', []],
    ['I shall emit a <journal> sigil now.\n\n<journal>real</journal>', ['journal: real']],
    ['as `<journal>` says:\n<journal>real</journal>', ['journal: real']],
    ['<journal>a ```\ncode\n``` b</journal>', ['journal: a ```\ncode\n``` b']],
    ['<journal>\n```\n</journal>\n```\nb\n</journal>', ['journal: ```\n</journal>\n```\nb']],
    ['```\nnever closed\n\n<journal>kept</journal>', ['journal: kept']],
  ])('tells what is code: %j', (text, expected) => {
    expect(bodies(text)).toEqual(expected)
  })

  it.each([
    ['<journal>a <knowledge tags="x" title="t">b</knowledge> c</journal>', ['journal: a  c', 'knowledge: b']],
    ['<journal>a<journal>b</journal>c</journal>', ['journal: ac', 'journal: b']],
    ['<journal>a<memory>b</journal>c</memory>', ['journal: a<memory>b', 'memory: b</journal>c']],
    ['</journal><journal>a</journal></journal>', ['journal: a']],
    ['<journal>\ncut off', ['journal: cut off']],
    ['<journal>\nfirst\n<journal>\nsecond\n</journal>', ['journal: first', 'journal: second']],
    ['<journal>\nnotes\n<task-failed>t-1</task-failed>', ['journal: notes']],
    ['<journal>\nuse `foo\n</journal> then `bar', ['journal: use `foo']],
    ['<journal/>', ['journal: ']],
    ['<journal>   </journal>', ['journal: ']],
    ['<journal', []],
    ['<journal <journal>x</journal>', ['journal: x']],
    ['<journals>x</journals>', []],
    ['&lt;journal&gt;x&lt;/journal&gt;', []],
  ])('makes the best of %j', (text, expected) => {
    expect(bodies(text)).toEqual(expected)
  })

  it('says when the end is a guess', () => {
    expect(parseSigils('<journal>\ncut off').sigils).toMatchObject([{ closed: false }])
  })

  it('reads CRLF, indentation and entities; code stays as it is', () => {
    expect(bodies('<journal>\r\n  a &lt; b\r\n    `&lt;`\r\n</journal>\r\n')).toEqual([
      'journal: a < b\n  `&lt;`',
    ])
  })

  it('reads any text, and the same twice', () => {
    const piece = fc.constantFrom(
      '<journal>',
      '</journal>',
      '<knowledge tags="a" title=\'b\'>',
      '</knowledge>',
      '<memory type=fix>',
      '</memory>',
      '`',
      '```',
      '\n',
      '\r\n',
      ' ',
      '"',
      "'",
      '<',
      '>',
      '&lt;',
      '&#1114112;',
      '<task-done>',
      '~~~',
      '\ud800',
      '<journal ',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string())), (pieces) => {
        const parsed = parseSigils(pieces.join(''))
        expect(parseSigils(pieces.join(''))).toEqual(parsed)
        for (const { body, line } of parsed.sigils) {
          expect(body).toBe(body.trimEnd())
          expect(line).toBeGreaterThan(0)
        }
      }),
      runs(200),
    )
  })

  it('finds what was written, in any surroundings that are no code', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}( [a-z]{1,8}){0,3}$/)
    fc.assert(
      fc.property(word, word, word, (before, body, after) => {
        expect(bodies(`${before}\n<journal>${body}</journal>\n${after}`)).toEqual([`journal: ${body}`])
      }),
    )
  })

  const hostile: [string, (n: number) => string][] = [
    ['opening tags', (n) => '<journal>'.repeat(n)],
    ['nested tags', (n) => '<journal>'.repeat(n / 2) + '</journal>'.repeat(n / 2)],
    [
      'crossed tags',
      (n) => '<journal>\n<memory>'.repeat(n / 4) + '</journal>'.repeat(n / 4) + '</memory>'.repeat(n / 4),
    ],
    ['broken tags', (n) => '<journal a="'.repeat(n)],
    ['broken tags without quotes', (n) => `<journal a="${'<journal b='.repeat(n)}`],
    ['backticks', (n) => '`a'.repeat(n * 4)],
    ['runs of backticks', (n) => Array.from({ length: Math.sqrt(n * 8) }, (_, i) => '`'.repeat(i)).join(' ')],
    ['fences', (n) => '```a\n'.repeat(n * 2)],
    ['closing fences', (n) => '<journal>\n```\n'.repeat(n)],
    ['blank lines', (n) => '\n'.repeat(n * 8)],
    ['spaces', (n) => `<journal>${' '.repeat(n * 8)}x</journal>`],
    ['entities', (n) => `<journal>${'&lt;'.repeat(n * 2)}</journal>`],
  ]
  it.each(hostile)('takes time in proportion to many %s', (_, make) => {
    expect(growthOf(parseSigils, make, 4000)).toBeLessThan(SQUARE)
  })
})
