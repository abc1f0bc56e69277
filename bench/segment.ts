/**
 * What the search room costs by itself: building a segment, its size, and what one question reads of it, cold and again.
 * `npm run bench -- segment [count…]`, 1,000 and 10,000 unless said.
 */
import { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mergeSegments } from '../src/search/merge-segments.js'
import { findSimilar } from '../src/search/near.js'
import { search } from '../src/search/search.js'
import { encodeSegment, openSegment, type Entry, type IndexPart } from '../src/search/segment.js'
import { readIdentifiers } from './quality/sets.js'
import { countOf, type Table } from './report/table.js'

const WORDS = 49
const QUESTIONS = [
  'why does the server refuse the connection',
  'readFileSync encoding option',
  'how to cancel a pending promise with AbortSignal',
  'strem backpresure',
]

const [corpus] = readIdentifiers('report')
const vocabulary = corpus!.documents.flatMap(({ text }) => text.split(' '))
const given = process.argv.slice(2).map(Number).filter(Boolean)
const SIZES = process.argv.includes('--quick') ? [1_000] : [1_000, 10_000]

/** Real runs of words, each memory with a number of its own, so that the vocabulary grows with their count. */
function makeEntries(count: number): Entry[] {
  let seed = 1
  return Array.from({ length: count }, (_, n) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    const at = seed % (vocabulary.length - WORDS)
    const seconds = 1_600_000_000 + n * 700
    const created = `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`
    const id = `mem-${seconds}-${(n % 65_536).toString(16).padStart(4, '0')}`
    const body = `${vocabulary.slice(at, at + WORDS - 1).join(' ')} ref${n}`
    return {
      blob: n.toString(16).padStart(40, '0'),
      memory: { id, type: 'fix', tags: ['bench'], created, body },
    }
  })
}

function timed<T>(work: () => T): { value: T; ms: number } {
  const start = performance.now()
  const value = work()
  return { value, ms: performance.now() - start }
}

function measureAt(count: number, path: string): Table {
  const entries = makeEntries(count)
  const built = timed(() => encodeSegment(entries))
  writeFileSync(path, built.value)
  const fd = openSync(path, 'r')
  const read = { times: 0, bytes: 0 }
  const open = (): IndexPart => ({
    segment: openSegment({
      size: fstatSync(fd).size,
      read(offset, length) {
        const bytes = new Uint8Array(length)
        read.times++
        read.bytes += length
        return bytes.subarray(0, readSync(fd, bytes, 0, length, offset))
      },
    }),
    dead: new Set(),
  })
  const rows = QUESTIONS.map((question): Table['rows'][number] => {
    Object.assign(read, { times: 0, bytes: 0 })
    const cold = timed(() => {
      const part = open()
      search([part], question, { limit: 10 })
      return part
    })
    const { times, bytes } = read
    const again = timed(() => search([cold.value], question, { limit: 10 }))
    return [
      question,
      { value: cold.ms, unit: 'ms' },
      { value: again.ms, unit: 'ms' },
      countOf(times),
      countOf(bytes / 1000),
    ]
  })
  const similar = timed(() => findSimilar([open()], entries[count >> 1]!.memory.body, 3))
  const merged = timed(() => mergeSegments([open()]))
  closeSync(fd)
  return {
    id: `segment/${count}`,
    title: `A segment of ${count.toLocaleString('en')} memories, once`,
    columns: ['question', 'opened and searched ms', 'again ms', 'reads', 'kB read'],
    rows,
    notes: [
      `built in ${built.ms.toFixed(0)} ms, ${(built.value.length / 1e6).toFixed(1)} MB`,
      `near-duplicates ${similar.ms.toFixed(1)} ms, merging ${merged.ms.toFixed(0)} ms`,
    ],
  }
}

export function measure(): Table[] {
  const directory = mkdtempSync(join(tmpdir(), 'ralph-segment-'))
  const tables = (given.length > 0 ? given : SIZES).map((count) =>
    measureAt(count, join(directory, 'segment')),
  )
  rmSync(directory, { recursive: true, force: true })
  return tables
}
