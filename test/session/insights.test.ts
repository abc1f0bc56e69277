import { describe, expect, it } from 'vitest'
import { insightsOf } from '../../src/session/insights.js'
import type { SessionSummary } from '../../src/session/summary.js'

function session(n: number, parts: Partial<SessionSummary>): SessionSummary {
  return {
    session: `s${n}`,
    agent: 'claude',
    start: '2025-01-21T10:00:00Z',
    last: '2025-01-21T10:00:00Z',
    tags: [],
    counts: { tool_use: 0, error: 0, success: 0, note: 0 },
    asked: [],
    files: [],
    mended: [],
    failing: [],
    commits: [],
    text: '',
    by: 'rules',
    ...parts,
  }
}

const many = (count: number, parts: (n: number) => Partial<SessionSummary>): SessionSummary[] =>
  Array.from({ length: count }, (_, n) => session(n, parts(n)))

const bodies = (summaries: SessionSummary[]): string[] => insightsOf(summaries).map(({ body }) => body)

describe('an error that comes back', () => {
  const failing = [{ command: 'npm test', error: 'ECONNREFUSED 127.0.0.1:5432' }]

  it('is proposed once several sessions met it', () => {
    expect(bodies(many(2, () => ({ failing })))).toEqual([])
    expect(bodies(many(3, () => ({ failing })))).toEqual([
      '`npm test` fails again and again with: ECONNREFUSED 127.0.0.1:5432',
    ])
  })

  it('is a fix once a session mended it', () => {
    const mended = [{ ...failing[0]!, files: ['compose.yml'] }]
    const found = insightsOf([...many(2, () => ({ failing })), session(9, { mended })])
    expect(found).toMatchObject([
      { type: 'fix', why: 'met in 3 sessions', source: { kind: 'session', session: 's9' } },
    ])
    expect(found[0]!.body).toContain('It passed after a change of `compose.yml`.')
  })
})

describe('files that are changed together', () => {
  it('are proposed when hardly any session changes one without the other', () => {
    expect(bodies(many(3, () => ({ files: ['b', 'a'] })))).toEqual([])
    expect(bodies(many(4, () => ({ files: ['b', 'a'] })))).toEqual([
      '`a` and `b` are changed together: who changes one should look at the other.',
    ])
    expect(bodies(many(8, (n) => ({ files: n < 4 ? ['a', 'b'] : ['a'] })))).toEqual([])
  })

  it('are not looked for where a session changed everything', () => {
    const files = Array.from({ length: 16 }, (_, n) => `f${n}`)
    expect(bodies(many(9, () => ({ files })))).toEqual([])
  })

  it('are proposed in the same words however often it happens, so that they are proposed once', () => {
    const few = bodies(many(4, () => ({ files: ['a', 'b'] })))
    expect(bodies(many(40, () => ({ files: ['a', 'b'] })))).toEqual(few)
  })
})
