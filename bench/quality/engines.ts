/** Ours and the yardsticks: each takes documents and answers questions with ids, best first. */
import { spawnSync } from 'node:child_process'
import lunr from 'lunr'
import MiniSearch from 'minisearch'
import type { EmbeddingProvider } from '../../src/store/embeddings/provider.js'
import type { MeaningOptions } from '../../src/search/meaning.js'
import { nearness, quantise } from '../../src/search/vectors.js'
import { search } from '../../src/search/search.js'
import { encodeSegment, openSegment, type Entry } from '../../src/search/segment.js'
import type { Corpus, Document } from './sets.js'

export const DEPTH = 20

/** One list of ids per question; undefined when this engine can't run here. */
export type Engine = (corpus: Corpus) => string[][] | undefined | Promise<string[][]>

/** Ours, by words alone, or with the vectors of a provider. */
export function ours(provider?: EmbeddingProvider): Engine {
  return async ({ documents, questions }) => {
    const ids = new Map<string, string>()
    const entries = documents.map((document, n) => {
      const entry = entryOf(document, n)
      ids.set(entry.memory.id, document.id)
      return entry
    })
    const bytes = encodeSegment(entries)
    const file = { size: bytes.length, read: (at: number, length: number) => bytes.slice(at, at + length) }
    const segment = openSegment(file)
    const parts = [{ segment, dead: new Set<number>() }]
    const now = new Date((documents.at(-1)!.created + 86_400) * 1000)
    const nearTo =
      provider &&
      (await nearestBy(
        provider,
        [...segment.entries()].map(({ memory }) => memory.body),
      ))
    const vectors = await provider?.embed(
      questions.map(({ text }) => text),
      'query',
    )
    return questions.map(({ text }, i) => {
      const meaning = nearTo && { ...nearTo(vectors![i]!), weight: provider.weight }
      const { hits } = search(parts, text, { limit: DEPTH, now, ...(meaning && { meaning }) })
      return hits.map(({ entry }) => ids.get(entry.memory.id)!)
    })
  }
}

/** As a cache would have them: as bytes. */
async function nearestBy(
  provider: EmbeddingProvider,
  texts: readonly string[],
): Promise<(query: Float32Array) => Omit<MeaningOptions, 'weight'>> {
  const vectors = (await provider.embed(texts, 'document')).map(quantise)
  const dimensions = vectors[0]!.values.length
  const bytes = new Int8Array(vectors.length * dimensions)
  vectors.forEach(({ values }, n) => bytes.set(values, n * dimensions))
  const words = Int32Array.from(vectors, ({ scale }) => scale)
  const rows = { bytes, words, first: 0, step: dimensions, firstScale: 0, scaleStep: 1, dimensions }
  const all = Int32Array.from(vectors.keys())
  return (query) => {
    const { near, ...rest } = nearness(rows, all, quantise(query))
    return { near: [near], ...rest }
  }
}

function entryOf({ text, created }: Document, n: number): Entry {
  const id = `mem-${created}-${(n % 65_536).toString(16).padStart(4, '0')}`
  const time = `${new Date(created * 1000).toISOString().slice(0, 19)}Z`
  return { memory: { id, type: 'context', tags: [], created: time, body: text }, blob: '' }
}

export function lunrAsItComes({ documents, questions }: Corpus): string[][] {
  const index = lunr(function () {
    this.ref('id')
    this.field('text')
    for (const document of documents) this.add(document)
  })
  return questions.map(({ text }) => {
    try {
      return index
        .search(text)
        .slice(0, DEPTH)
        .map(({ ref }) => ref)
    } catch {
      return [] // its parser refuses the question
    }
  })
}

export function miniSearch({ documents, questions }: Corpus): string[][] {
  const index = new MiniSearch<Document>({ fields: ['text'] })
  index.addAll(documents)
  return questions.map(({ text }) =>
    index
      .search(text)
      .slice(0, DEPTH)
      .map(({ id }) => id as string),
  )
}

/** The words of the question longer than two characters, joined by OR; at most `cap` of them. */
export function fts5(cap: number): Engine {
  return ({ documents, questions }) => {
    const queries = questions.map(({ text }) =>
      text
        .split(/\s+/)
        .filter((word) => word.length > 2)
        .slice(0, cap)
        .map((word) => `"${word.replaceAll('"', '""')}"`)
        .join(' OR '),
    )
    const input = JSON.stringify({ documents, queries, depth: DEPTH })
    const run = spawnSync('python3', ['-c', FTS5], { input, encoding: 'utf8', maxBuffer: 1 << 28 })
    return run.status === 0 ? (JSON.parse(run.stdout) as string[][]) : undefined
  }
}

const FTS5 = `
import json, sqlite3, sys
given = json.load(sys.stdin)
db = sqlite3.connect(':memory:')
db.execute("create virtual table notes using fts5(id unindexed, text, tokenize='porter unicode61')")
db.executemany('insert into notes values (?, ?)', [(d['id'], d['text']) for d in given['documents']])
def ask(query):
    if query == '': return []
    rows = db.execute('select id from notes where notes match ? order by rank limit ?', (query, given['depth']))
    return [row[0] for row in rows]
json.dump([ask(query) for query in given['queries']], sys.stdout)
`
