import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderTable } from '../../src/cli/table.js'
import { fit, widthOf } from '../../src/memory/width.js'

describe('widthOf', () => {
  it.each([
    ['abc', 3],
    ['été', 3],
    ['e\u0301', 1],
    ['한국어', 6],
    ['日本', 4],
    ['📝', 2],
    ['🗑️', 1], // as terminals draw it without the emoji presentation
    ['👩‍👩‍👧', 2],
    ['👍🏽', 2],
    ['', 0],
  ])('%s takes %i columns', (text, columns) => {
    expect(widthOf(text)).toBe(columns)
  })
})

describe('fit', () => {
  it.each([
    ['hello', 5, 'hello'],
    ['hello', 4, 'hel…'],
    ['日本語', 5, '日本…'],
    ['日本語', 4, '日…'],
    ['👩‍👩‍👧 family', 4, '👩‍👩‍👧 …'],
    ['hello', 0, ''],
  ])('cuts %j to %i columns', (text, columns, cut) => {
    expect(fit(text, columns)).toBe(cut)
  })

  it('never takes more columns than there are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), (text, columns) => {
        expect(widthOf(fit(text, columns))).toBeLessThanOrEqual(columns)
      }),
    )
  })
})

describe('renderTable', () => {
  const columns = [
    { title: 'ID' },
    { title: 'N', align: 'right' as const },
    { title: 'CONTENT', shrinks: true as const },
  ]
  const rows = [
    ['mem-1', '7', 'ECONNREFUSED on 5432 means\nPostgreSQL is down'],
    ['mem-22', '12', '도커를 먼저 켜세요'],
  ]

  it('is as wide as needed when nothing limits it', () => {
    expect(renderTable(columns, rows)).toBe(
      [
        'ID       N  CONTENT\n',
        'mem-1    7  ECONNREFUSED on 5432 means PostgreSQL is down\n',
        'mem-22  12  도커를 먼저 켜세요\n',
      ].join(''),
    )
  })

  it('fits the terminal', () => {
    expect(renderTable(columns, rows, 30)).toBe(
      ['ID       N  CONTENT\n', 'mem-1    7  ECONNREFUSED on 5…\n', 'mem-22  12  도커를 먼저 켜세요\n'].join(
        '',
      ),
    )
  })

  it('never lets a cell drive the terminal', () => {
    expect(renderTable([{ title: 'A' }], [['x\u001b[31my\u0007']])).toBe('A\nx[31my\n')
  })
})
