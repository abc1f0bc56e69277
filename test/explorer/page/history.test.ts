import { describe, expect, it } from 'vitest'
import { spansOf } from '../../../src/explorer/page/branches/history.js'
import type { Line, LineCommit } from '../../../src/explorer/page/branches/shapes.js'
import { happenedIn } from '../../../src/explorer/page/timeline/events.js'

const at = (minute: number): string => `2026-01-01T00:${String(minute).padStart(2, '0')}:00Z`
const commit = (id: string, minute: number, branch: string, ...parents: string[]): LineCommit => ({
  commit: id,
  parents,
  when: at(minute),
  author: 'Ada',
  subject: id,
  branch,
  changes: [],
})
const line = (branch: string, minute: number, base?: string): Line => ({
  branch,
  ...(base !== undefined && { base }),
  state: 'live',
  current: false,
  memories: 1,
  ahead: { memories: 0, commits: 0 },
  behind: { memories: 0, commits: 0 },
  changed: 0,
  lastWrite: { when: at(minute), author: 'Ada', subject: '' },
  tip: '',
})
/** main: m1 m2 land m3; topic left after m1 and landed; live left after m2. */
const commits = [
  commit('m3', 9, 'main', 'land'),
  commit('l1', 7, 'live', 'm2'),
  commit('land', 6, 'main', 'm2', 't2'),
  commit('t2', 4, 'topic', 't1'),
  commit('m2', 3, 'main', 'm1'),
  commit('t1', 2, 'topic', 'm1'),
  commit('m1', 1, 'main'),
]
const spans = spansOf([line('main', 9), line('live', 7, 'main')], commits)
const spanOf = (branch: string) => spans.find((span) => span.branch === branch)!

describe('the past of lines', () => {
  it('shows a line that has landed and is gone, with where it left and came back', () => {
    expect(spanOf('topic')).toMatchObject({
      base: 'main',
      from: Date.parse(at(2)),
      to: Date.parse(at(4)),
      landed: Date.parse(at(6)),
      line: undefined,
    })
  })

  it('shows a line that lives as not landed', () => {
    expect(spanOf('live').from).toBe(Date.parse(at(7)))
    expect(spanOf('live').landed).toBeUndefined()
    expect(spanOf('live').line?.branch).toBe('live')
  })

  it('does not take a branch that took in its base for a landing of the base', () => {
    const merged = spansOf(
      [line('main', 9), line('live', 8, 'main')],
      [commit('merge', 8, 'live', 'l1', 'land'), ...commits],
    )
    expect(merged.find(({ branch }) => branch === 'main')?.landed).toBeUndefined()
  })

  it('takes a line that was written to after it landed as one that lives', () => {
    const again = spansOf([line('main', 9)], [commit('t3', 10, 'topic', 'm3'), ...commits])
    expect(again.find(({ branch }) => branch === 'topic')?.landed).toBeUndefined()
  })

  it('has every write', () => {
    expect(spanOf('main').writes).toHaveLength(4)
  })
})

describe('what happened', () => {
  it('is one list, newest first, of the time asked for', () => {
    const entry = {
      id: 'j',
      run: 'r',
      iteration: 1,
      outcome: 'done',
      createdAt: at(5),
      files: [],
      commits: [],
    }
    const list = happenedIn(
      { commits, sessions: [], loops: [], entries: [entry] },
      Date.parse(at(4)),
      Date.parse(at(6)),
    )
    expect(list.map(({ kind }) => kind)).toEqual(['write', 'journal', 'write'])
  })
})
