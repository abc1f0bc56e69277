/** What the strength rule is measured on: memories of a made project, prompts that speak of them, and prompts that do not. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Memory, MemoryType } from '../../src/memory/memory.js'
import { searchStrong } from '../../src/search/strong.js'
import { encodeSegment, type IndexPart, openSegment } from '../../src/search/segment.js'

/** Even lines were used to choose the weights, odd ones are reported. */
export type Half = 'tune' | 'report'

const START = Date.UTC(2026, 0, 5)
const HOUR = 3_600_000

export function readLines(dir: string, name: string): string[] {
  return readFileSync(join(dir, `${name}.txt`), 'utf8')
    .trimEnd()
    .split('\n')
}

export function readMemories(dir: string): Memory[] {
  return readLines(dir, 'memories').map((line, n) => {
    const [type, tags, body] = line.split('|') as [MemoryType, string, string]
    const created = new Date(START + n * 7 * HOUR)
    const hex = ((n * 40_503) & 0xffff).toString(16).padStart(4, '0')
    return {
      id: `mem-${created.getTime() / 1000}-${hex}`,
      type,
      tags: tags.split(','),
      created: created.toISOString().replace('.000', ''),
      body,
    }
  })
}

/** An index of these memories, in memory. */
export function indexOf(memories: readonly Memory[]): IndexPart[] {
  const bytes = encodeSegment(
    memories.map((memory, n) => ({ memory, blob: n.toString(16).padStart(40, '0') })),
  )
  const segment = openSegment({
    size: bytes.length,
    read: (offset, length) => bytes.subarray(offset, offset + length),
  })
  return [{ segment, dead: new Set() }]
}

export interface Quality {
  unrelated: number
  /** Prompts that have nothing to do with any memory, and got one. */
  false: string[]
  related: number
  /** Whose memory was told; and those that got another one only, or none. */
  right: number
  missed: string[]
  told: number
}

const MOST = 3

export function measureStrength(dir: string, half?: Half): Quality {
  const memories = readMemories(dir)
  const parts = indexOf(memories)
  const ofHalf = (lines: string[]): string[] =>
    lines.filter((_, n) => half === undefined || n % 2 === (half === 'tune' ? 0 : 1))
  const unrelated = ofHalf(readLines(dir, 'unrelated'))
  const related = ofHalf(readLines(dir, 'related'))
  const strong = (prompt: string): string[] =>
    searchStrong(parts, prompt, { limit: MOST }).map(({ entry, evidence, words }) => {
      return `${entry.memory.id} ${evidence.toFixed(2)} ${words.join(' ')}`
    })
  const quality: Quality = {
    unrelated: unrelated.length,
    false: [],
    related: related.length,
    right: 0,
    missed: [],
    told: 0,
  }
  for (const prompt of unrelated) {
    const hits = strong(prompt)
    if (hits.length > 0) quality.false.push(`${prompt} → ${hits[0]}`)
  }
  for (const line of related) {
    const [number, prompt] = line.split('|') as [string, string]
    const hits = strong(prompt)
    quality.told += hits.length
    if (hits.some((hit) => hit.startsWith(memories[Number(number) - 1]!.id))) quality.right++
    else quality.missed.push(`${prompt} → ${hits[0] ?? 'nothing'}`)
  }
  return quality
}
