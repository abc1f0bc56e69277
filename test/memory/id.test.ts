import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareIds, drawId, idOfPath, isMemoryId, pathOf, secondsOf } from '../../src/memory/id.js'
import { anyId } from './arbitrary.js'

const NOW = new Date('2025-01-21T10:00:00Z')

describe('ids', () => {
  it('are recognised in the form we write and in the older forms', () => {
    for (const id of ['mem-1737390000-a7b8', 'fix-1737390000-0zz9', 'decision-1-aaaa', 'context-0-1234'])
      expect(isMemoryId(id)).toBe(true)
  })

  it('are not recognised in any other form', () => {
    for (const text of [
      '',
      'mem-1737390000',
      'mem-1-abcde',
      'mem-1-ABCD',
      'mem--1-abcd',
      'mem-1-abcd\n',
      '../x-1-abcd',
    ])
      expect(isMemoryId(text)).toBe(false)
  })

  it('are drawn from the clock and chance', async () => {
    const id = await drawId(
      NOW,
      () => Uint8Array.of(0x0a, 0xb8),
      () => Promise.resolve(false),
    )
    expect(id).toBe('mem-1737453600-0ab8')
  })

  it('are drawn again when taken, and from the next second when the second is crowded', async () => {
    const taken = (id: string) => Promise.resolve(id.startsWith('mem-1737453600-'))
    expect(await drawId(NOW, () => Uint8Array.of(0, 1), taken)).toBe('mem-1737453601-0001')
  })

  it('are ordered by age, and then alike everywhere', () => {
    const ordered = ['mem-9-zzzz', 'fix-10-aaaa', 'mem-10-0000', 'mem-10-0001']
    expect(ordered.toReversed().toSorted(compareIds)).toEqual(ordered)
    expect(secondsOf('mem-10-0000')).toBe(10)
  })
})

describe('paths', () => {
  it('are part of the stored format', () => {
    expect(pathOf('mem-1737390000-a7b8')).toBe('memories/19/mem-1737390000-a7b8.md')
  })

  it('lead back to their id', () => {
    fc.assert(
      fc.property(anyId, (id) => {
        expect(idOfPath(pathOf(id))).toBe(id)
      }),
    )
  })

  it('of another form lead nowhere', () => {
    const right = pathOf('mem-1-aaaa')
    expect(idOfPath(right)).toBe('mem-1-aaaa')
    const shard = right.slice(9, 11)
    const other = shard === '00' ? '01' : '00'
    for (const path of [
      right.replace(`/${shard}/`, `/${other}/`),
      `x/${right}`,
      `${right}x`,
      'memories/mem-1-aaaa.md',
    ])
      expect(idOfPath(path)).toBeUndefined()
  })
})
