import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInThisContext } from 'node:vm'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../helpers/runs.js'
import { RalphError } from '../../src/errors.js'
import { parseMemory, renderMemory } from '../../src/memory/markdown.js'
import type { Memory } from '../../src/memory/memory.js'
import { anyMemory } from './arbitrary.js'

const ID = 'mem-1737390000-a7b8'
const memory: Memory = {
  id: ID,
  type: 'fix',
  tags: ['docker', 'debugging', 'database'],
  created: '2025-01-21T10:00:00Z',
  body: "ECONNREFUSED on port 5432 means PostgreSQL isn't running. Fix: `docker-compose up -d`",
}

/** A file with this front matter, and a body unless one is given. */
const file = (head: string, body = 'text\n') => `---\n${head}\n---\n${body}`
const minimal = `id: ${ID}\ntype: fix`

function problemOf(text: string, id?: string): string {
  try {
    parseMemory(text, id)
  } catch (error) {
    if (error instanceof RalphError && error.code === 'bad-memory') return error.message
    throw error
  }
  throw new Error('expected the text to be refused')
}

describe('a memory file', () => {
  it('is written as the data model shows it', () => {
    expect(renderMemory(memory)).toBe(
      [
        '---',
        'id: mem-1737390000-a7b8',
        'type: fix',
        'tags: [docker, debugging, database]',
        "created: '2025-01-21T10:00:00Z'",
        '---',
        "ECONNREFUSED on port 5432 means PostgreSQL isn't running. Fix: `docker-compose up -d`",
        '',
      ].join('\n'),
    )
  })

  it('writes optional keys in their order, then unknown ones in theirs', () => {
    const text = renderMemory({
      extra: { zebra: 1, apple: [1, { a: 'b' }] },
      anchors: [{ path: 'src/db.ts', lines: '10-20' }],
      links: [{ to: 'mem-1-aaaa', rel: 'affects' }],
      source: 'claude',
      confidence: 0.5,
      supersedes: 'mem-1-bbbb',
      conflicts: 'mem-1-cccc',
      aliases: ['mem-1-dddd'],
      updated: '2025-01-22T10:00:00Z',
      title: 'Port: 5432',
      ...memory,
    })
    expect(text.split('\n').slice(5, -3)).toEqual([
      "title: 'Port: 5432'",
      "updated: '2025-01-22T10:00:00Z'",
      'aliases: [mem-1-dddd]',
      'conflicts: mem-1-cccc',
      'supersedes: mem-1-bbbb',
      'confidence: 0.5',
      'source: claude',
      'links: [{to: mem-1-aaaa, rel: affects}]',
      'anchors: [{path: src/db.ts, lines: 10-20}]',
      'zebra: 1',
      'apple: [1, {a: b}]',
    ])
  })

  it('reads back exactly what was written, and writes what was read', () => {
    fc.assert(
      fc.property(anyMemory, (drawn) => {
        const text = renderMemory(drawn)
        expect(parseMemory(text, drawn.id)).toEqual(drawn)
        expect(renderMemory(parseMemory(text))).toBe(text)
        expect(text).toMatch(/[^\n]\n$/)
      }),
      runs(250),
    )
  })

  it.each([
    '---',
    '--- \nx',
    '> quote',
    '# heading',
    '  two spaces first',
    'ends in \\',
    '---\nid: x\n---\ny',
  ])('keeps the body %j', (body) => {
    expect(parseMemory(renderMemory({ ...memory, body })).body).toBe(body)
  })
})

describe('lenient reading', () => {
  it('takes a BOM, CRLF and spaces after the fences', () => {
    const text = `\ufeff${renderMemory({ ...memory, body: 'a\n\nb' })}`
      .replace(/---\n/g, '--- \n')
      .replace(/\n/g, '\r\n')
    expect(parseMemory(text)).toEqual({ ...memory, body: 'a\n\nb' })
  })

  it('turns times that YAML reads as dates back into our form', () => {
    const read = parseMemory(
      file(`${minimal}\ncreated: 2025-01-20\nupdated: 2025-01-21T12:00:00.5+02:00\nseen: 2025-01-22`),
    )
    expect(read).toMatchObject({ created: '2025-01-20T00:00:00Z', updated: '2025-01-21T10:00:00Z' })
    expect(read.extra).toEqual({ seen: '2025-01-22T00:00:00Z' })
  })

  it.each([
    ['tags: Docker, database ,docker', ['docker', 'database']],
    ['tags: [Docker, 5, null, true, [x]]', ['docker', '5', 'true']],
    ['tags: 5', ['5']],
    ['tags:', []],
    ['tags: {a: b}', []],
    ['', []],
  ])('reads %j as tags', (line, tags) => {
    expect(parseMemory(file(`${minimal}\n${line}`)).tags).toEqual(tags)
  })

  it('takes the time of creation from the id when it is missing or cannot be read', () => {
    expect(parseMemory(file(minimal)).created).toBe('2025-01-20T16:20:00Z')
    expect(parseMemory(file(`${minimal}\ncreated: yesterday`)).created).toBe('2025-01-20T16:20:00Z')
    expect(parseMemory(file('id: mem-999999999999-abcd\ntype: fix')).created).toBe('9999-12-31T23:59:59Z')
  })

  it('drops optional keys of a type that they cannot have', () => {
    const odd = [
      'title: [a]',
      'updated: soon',
      'aliases: {a: b}',
      'conflicts: 7',
      'supersedes: x',
      'confidence: high',
    ]
    const text = file(
      [minimal, ...odd, 'source: {a: 1}', 'links: [{rel: x}, 5]', 'anchors: [{lines: 3}]'].join('\n'),
    )
    expect(parseMemory(text)).toEqual({
      id: ID,
      type: 'fix',
      tags: [],
      created: '2025-01-20T16:20:00Z',
      links: [{ to: '5', rel: 'related_to' }],
      body: 'text',
    })
  })

  it('drops keys that reach for prototypes', () => {
    const read = parseMemory(
      file(
        `${minimal}\n__proto__: {polluted: 1}\nconstructor: {prototype: {polluted: 1}}\nok: {__proto__: {a: 1}, b: 2}`,
      ),
    )
    expect(read.extra).toEqual({ ok: { b: 2 } })
    expect(Object.keys(read.extra!)).toEqual(['ok'])
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })
})

describe('refusals', () => {
  it.each([
    ['', /has no front matter/],
    ['just text', /has no front matter/],
    [file(minimal).replace('---\n', '----\n'), /opens its front matter with '----'/],
    [`---\n${minimal}\n`, /never ends/],
    [`---\n${minimal}\n----\ntext\n`, /ends its front matter with '----'/],
    [file('type: fix'), /has no id/],
    [file('id: fix\ntype: fix'), /ill-formed id 'fix'/],
    [file('id: ../../etc\ntype: fix'), /ill-formed id/],
    [file('id: [a]\ntype: fix'), /ill-formed id/],
    [file(`id: ${ID}`), /has no type/],
    [file(`id: ${ID}\ntype: rumour`), /unknown type 'rumour'/],
    [file(minimal, '\n \n'), /has no body/],
    [file(`${minimal}\na: [`), /not YAML/],
    [file(`${minimal}\n- a`), /not YAML/],
    [file('- a'), /not a mapping/],
    [file(`${minimal}\na: !!js/function "function () {}"`), /not YAML/],
  ])('says what is wrong with %j, twice alike', (text, message) => {
    expect(problemOf(text)).toMatch(message)
    expect(problemOf(text)).toBe(problemOf(text))
  })

  it('refuses a file that names itself otherwise than its path', () => {
    expect(parseMemory(file(minimal), ID).id).toBe(ID)
    expect(problemOf(file(minimal), 'mem-1-aaaa')).toBe(`memory 'mem-1-aaaa' names itself '${ID}'`)
  })

  it.each(['js', 'javascript', ' js', 'JS', 'json', 'coffee', 'yaml', 'toml'])(
    'never runs ---%s front matter',
    (language) => {
      const dir = mkdtempSync(join(tmpdir(), 'ralph-'))
      try {
        const target = join(dir, 'owned')
        const payload = `{ id: '${ID}', type: (process.getBuiltinModule('fs').writeFileSync(${JSON.stringify(target)}, 'x'), 'fix') }`
        runInThisContext(`(${payload})`)
        expect(existsSync(target)).toBe(true)
        rmSync(target)
        expect(problemOf(`---${language}\n${payload}\n---\ntext\n`)).toMatch(/opens its front matter with/)
        expect(existsSync(target)).toBe(false)
      } finally {
        rmSync(dir, { recursive: true })
      }
    },
  )

  it('refuses bombs of aliases, depth and size', () => {
    const bomb = [
      'a: &a [x,x,x,x,x,x,x,x,x]',
      ...Array.from('bcdefgh').map(
        (key, i) => `${key}: &${key} [${Array(9).fill(`*${'abcdefg'[i]}`).join()}]`,
      ),
    ]
    expect(problemOf(file(`${minimal}\n${bomb.join('\n')}`))).toMatch(/more than 2000 values|nested deeper/)
    expect(problemOf(file(`${minimal}\na: &a [*a]`))).toMatch(/nested deeper than 8|not YAML/)
    expect(problemOf(file(`${minimal}\na: ${'['.repeat(9)}${']'.repeat(9)}`))).toMatch(/nested deeper than 8/)
    expect(problemOf(file(`${minimal}\na: ${'['.repeat(15_000)}`))).toMatch(/not YAML/)
    expect(problemOf(file(`${minimal}\na: [${'x,'.repeat(2000)}]`))).toMatch(/more than 2000 values/)
    expect(problemOf(file(`${minimal}\na: ${'x'.repeat(33_000)}`))).toMatch(/bytes of front matter/)
    expect(problemOf(file(minimal, 'x'.repeat(300_000)))).toMatch(/larger than 262144 bytes/)
  })

  it('gives the same answer to any text twice, and never an error of another kind', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.string().map((head) => file(`${minimal}\n${head}`)),
        ),
        (text) => {
          const answer = () => {
            try {
              return parseMemory(text)
            } catch (error) {
              if (error instanceof RalphError) return error.message
              throw error
            }
          }
          expect(answer()).toEqual(answer())
        },
      ),
    )
  })
})
