/**
 * Files as people, agents and other tools leave them come through without loss: read and written again they say the same, and
 * every word of them is still there.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parseGuardrails, renderGuardrails, renderTitled } from '../src/memory/guardrails.js'
import { parseArticle, renderArticle } from '../src/memory/knowledge-file.js'
import { type ParsedBlock, type ParsedMemories, renderMemories } from '../src/memory/memories-md.js'
import type { Memory } from '../src/memory/memory.js'
import { exportMemories } from '../src/verbs/export.js'
import { importMemories } from '../src/verbs/import.js'
import { list } from '../src/verbs/list.js'
import { makeRepo } from './helpers/repo.js'

const root = fileURLToPath(new URL('fixtures/corpus/', import.meta.url))
const files = (kind: string): string[] => readdirSync(join(root, kind)).toSorted()
const read = (kind: string, file: string): string => readFileSync(join(root, kind, file), 'utf8')

const LISTS = [
  ...files('memories').map((file): [string, string] => ['memories', file]),
  ...files('guardrails').map((file): [string, string] => ['guardrails', file]),
]

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}\p{Emoji}]+/gu) ?? []

/** Blocks without an id get one, in the order of the file. */
function memoriesOf({ blocks }: ParsedMemories): Memory[] {
  return blocks.map(({ line, id, created, ...rest }, i) => ({
    ...rest,
    id: id ?? `mem-${1_700_000_000 + i}-${line.toString(16).padStart(4, '0').slice(-4)}`,
    created: `${created ?? '2025-01-01'}T00:00:00Z`,
  }))
}

const saying = ({ title, type, body, tags }: Pick<ParsedBlock, 'title' | 'type' | 'body' | 'tags'>) => ({
  ...(title && { title }),
  type,
  body,
  tags,
})
/** Pieces that stand side by side are one when they are read again. */
const linesOf = (kept: string[]): string[] =>
  kept
    .flatMap((piece) => piece.split('\n'))
    .filter((line) => line.trim() !== '')
    .toSorted()
const byBody = (a: { body: string }, b: { body: string }): number => (a.body < b.body ? -1 : 1)

const RENDERERS = [
  [
    'memories',
    (memories: Memory[], kept: string[]) => renderMemories(memories, { kept, renderBlock: renderTitled }),
  ],
  ['guardrails', (memories: Memory[], kept: string[]) => renderGuardrails(memories, { kept })],
] as const

it('has files of many shapes', () => {
  expect(LISTS.length + files('knowledge').length).toBeGreaterThanOrEqual(60)
})

describe.each(RENDERERS)('written as %s', (_, render) => {
  it.each(LISTS)('%s/%s says the same', (kind, file) => {
    const parsed = parseGuardrails(read(kind, file))
    const memories = memoriesOf(parsed)
    const text = render(memories, parsed.kept)
    const again = parseGuardrails(text)
    expect(again.blocks.map(saying).toSorted(byBody)).toEqual(memories.map(saying).toSorted(byBody))
    expect(linesOf(again.kept)).toEqual(linesOf(parsed.kept))
    expect(render(memoriesOf(again), again.kept)).toBe(text)
  })
})

/** Words that are no content: headings that every file has, and what is said of the file itself. */
const FORMAT = new Set(
  wordsOf('memories guardrails pattern patterns decision decisions fix fixes context tags created sign'),
)

it.each(LISTS)('no word of %s/%s is lost', (kind, file) => {
  const found = read(kind, file)
  const parsed = parseGuardrails(found)
  const text = renderMemories(memoriesOf(parsed), { kept: parsed.kept, renderBlock: renderTitled })
  const there = new Set(wordsOf(text))
  expect(wordsOf(found).filter((word) => !there.has(word) && !FORMAT.has(word))).toEqual(
    LOST[`${kind}/${file}`] ?? [],
  )
})

/** What is not kept, on purpose. */
const LOST: Record<string, string[]> = {
  // A date that is none.
  'memories/bad-date.md': ['someday'],
  // What we say ourselves of a file that is cut short.
  'memories/older-not-shown.md': ['12', 'older', 'are', 'not', 'shown', 'run', 'git', 'ralph', 'list'],
}

describe('imported, exported and imported elsewhere', () => {
  it.each(LISTS)('%s/%s is the same', async (kind, file) => {
    const here = makeRepo()
    const env = here.env()
    here.write('in.md', read(kind, file))
    await importMemories(env, ['in.md'])
    const tip = here.git('for-each-ref', 'refs/ralph-memory')
    expect(await importMemories(env, ['in.md'])).toMatchObject({ added: 0 })
    for (const to of ['memories', 'guardrails'] as const) {
      const { text, memories } = await exportMemories(env, { to })
      here.write('out.md', text)
      expect(await importMemories(env, ['out.md'])).toMatchObject({
        added: 0,
        known: memories.length,
        warnings: [],
      })
      const elsewhere = makeRepo({})
      elsewhere.write('in.md', text)
      await importMemories(elsewhere.env(), ['in.md'])
      expect((await list(elsewhere.env())).memories.map(saying)).toEqual(memories.map(saying))
      expect((await exportMemories(elsewhere.env(), { to })).text).toBe(text)
    }
    expect(here.git('for-each-ref', 'refs/ralph-memory')).toBe(tip)
  })
})

describe('articles', () => {
  const [bad, good] = [
    files('knowledge').filter((file) => file.startsWith('bad-')),
    files('knowledge').filter((file) => !file.startsWith('bad-')),
  ]

  it.each(good)('%s says the same when it is written again', (file) => {
    const found = read('knowledge', file)
    const article = parseArticle(found)
    const text = renderArticle(article)
    expect(parseArticle(text)).toEqual(article)
    expect(renderArticle(parseArticle(text))).toBe(text)
    const there = new Set(wordsOf(text))
    // Comments in front matter are YAML's own, and lost.
    const words = wordsOf(found.replace(/^# a comment$/m, '').replace(' # trailing', ''))
    // YAML reads 1e5 as the number that it is.
    expect(words.filter((word) => !there.has(word) && word !== '1e5')).toEqual([])
  })

  it.each(bad)('%s is refused, twice alike', (file) => {
    const refuse = (): unknown => {
      try {
        return parseArticle(read('knowledge', file))
      } catch (error) {
        return error
      }
    }
    expect(refuse()).toMatchObject({ code: 'bad-memory' })
    expect((refuse() as Error).message).toBe((refuse() as Error).message)
  })
})
