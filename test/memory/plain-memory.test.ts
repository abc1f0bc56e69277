/** The short way of reading a memory is the long way, where it goes at all. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../helpers/runs.js'
import { parseMemory, renderMemory } from '../../src/memory/markdown.js'
import { parsePlainMemory } from '../../src/memory/plain-memory.js'
import type { Memory } from '../../src/memory/memory.js'

const MEMORY: Memory = {
  id: 'mem-1737390000-a7b8',
  type: 'fix',
  tags: ['docker', 'ci-2'],
  created: '2025-01-21T10:00:00Z',
  body: 'ECONNREFUSED: start it',
}

describe('a memory as we write it', () => {
  it('is read without YAML', () => {
    expect(parsePlainMemory(renderMemory(MEMORY), MEMORY.id)).toEqual(MEMORY)
    const edited = { ...MEMORY, tags: [], updated: '2025-01-22T10:00:00Z' }
    expect(parsePlainMemory(renderMemory(edited), MEMORY.id)).toEqual(edited)
  })

  it('is left to YAML when it has anything more, or another id', () => {
    expect(parsePlainMemory(renderMemory({ ...MEMORY, title: 'x' }), MEMORY.id)).toBeUndefined()
    expect(parsePlainMemory(renderMemory({ ...MEMORY, tags: ['no'] }), MEMORY.id)).toBeUndefined()
    expect(parsePlainMemory(renderMemory(MEMORY), 'mem-1737390000-0000')).toBeUndefined()
    expect(parsePlainMemory(renderMemory(MEMORY).replace('fix', 'fax'), MEMORY.id)).toBeUndefined()
    expect(parsePlainMemory(renderMemory(MEMORY).replaceAll('\n', '\r\n'), MEMORY.id)).toBeUndefined()
  })

  it('says the same both ways, whatever the file', () => {
    const tag = fc.oneof(
      fc.stringMatching(/^[a-z0-9-]{1,8}$/),
      fc.constantFrom('true', 'null', 'off', '1e5', '-', '', 'a b'),
    )
    const time = fc.oneof(
      fc.constant('2025-01-21T10:00:00Z'),
      fc.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    )
    const file = fc
      .record({
        tags: fc.array(tag, { maxLength: 4 }),
        created: time,
        updated: fc.option(time),
        body: fc.string({ unit: 'binary' }),
      })
      .map(
        ({ tags, created, updated, body }) =>
          `---\nid: ${MEMORY.id}\ntype: fix\ntags: [${tags.join(', ')}]\ncreated: '${created}'\n${updated ? `updated: '${updated}'\n` : ''}---\n${body}\n`,
      )
    fc.assert(
      fc.property(file, (text) => {
        const plain = parsePlainMemory(text, MEMORY.id)
        if (plain !== undefined) expect(plain).toEqual(parseMemory(text, MEMORY.id))
      }),
      runs(200),
    )
  })
})
