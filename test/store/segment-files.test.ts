import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { encodeSegment } from '../../src/search/segment.js'
import { openSegmentFile } from '../../src/store/index/segment-files.js'
import { makeDir } from '../helpers/repo.js'

test('a segment that is asked for again and again stays open however many others are', () => {
  const dir = makeDir()
  const pathOf = (n: number): string => join(dir, `${n}.seg`)
  for (let n = 0; n < 200; n++) {
    const id = `mem-${1737000000 + n}-a1b2`
    const memory = { id, type: 'fix' as const, tags: [], created: '2025-01-16T04:00:00Z', body: `thing ${n}` }
    writeFileSync(pathOf(n), encodeSegment([{ memory, blob: '0'.repeat(40) }]))
  }
  const segment = openSegmentFile(pathOf(0))
  for (let n = 1; n < 200; n++) {
    openSegmentFile(pathOf(n))
    expect(openSegmentFile(pathOf(0))).toBe(segment)
  }
  expect(segment.entry(0).memory.body).toBe('thing 0')
})
