import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AgentEvent } from '../../src/session/agent-event.js'
import { observed } from '../../src/session/observed.js'
import { parseObservations } from '../../src/session/parse-observation.js'

const AT = { id: 'o-1', at: '2025-01-21T10:00:00.000Z', workTree: '/home/dev/project/' }

function event(given: Partial<AgentEvent>): AgentEvent {
  return { agent: 'claude', kind: 'after-tool', session: 's', cwd: '/', ...given }
}

const ran = (command: string, result: string): AgentEvent =>
  event({
    tool: { name: 'Bash', input: { command }, command, files: [], edits: false, failed: false, result },
  })

describe('what is kept of an event', () => {
  it('is clipped in the middle, and says how much is missing', () => {
    const { result, cut } = observed(ran('cat log', `first line\n${'x'.repeat(50_000)}\nlast line`), AT)!
    expect(result).toMatch(/^first line\n/)
    expect(result).toMatch(/\nlast line$/)
    expect(result).toContain(`… ${cut} characters left out …`)
    expect(result!.length).toBeLessThan(5100)
    expect(cut).toBeGreaterThan(40_000)
  })

  it('stays below 16 KB whatever comes', () => {
    const huge = 'wide: é '.repeat(1e4)
    const input = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`key-${i}-${huge}`, huge]))
    const tool = {
      name: huge,
      input: { ...input, deep: { a: { b: { c: { d: { e: huge } } } } }, list: Array(1000).fill(huge) },
      command: huge,
      files: Array.from({ length: 1000 }, (_, i) => `${i}${huge}`),
      edits: true,
      failed: true,
      error: huge,
      result: `${huge}!`,
    }
    const kept = observed(event({ tool, session: huge }), AT)!
    const line = JSON.stringify({ ...kept, files: kept.files!.slice(0, 8) })
    expect(line.length).toBeLessThan(20_000)
    expect(kept.files!.join('').length).toBeLessThan(10_000)
    expect(parseObservations(line).observations).toHaveLength(1)
  })

  it('has no colours, no cursor moves and no unseen marks', () => {
    const { result } = observed(
      ran('ls', '\u001b[31mred\u001b[0m \u001b]8;;x\u0007link\r\nnext\u202e\u0000'),
      AT,
    )!
    expect(result).toBe('red link\nnext')
  })

  it('has no secrets, neither in texts nor as parameters', () => {
    const key = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`
    const long = `${'x'.repeat(9000)}${key}${'y'.repeat(9000)}`
    for (const text of [key, `token ${key} here`, long, `${'z'.repeat(2495)}${key}${'z'.repeat(9000)}`]) {
      const line = JSON.stringify(observed(ran(`curl -H ${key}`, text), AT))
      expect(line).not.toContain(key.slice(0, 20))
    }
    const tool = { name: 'Login', input: { password: 'hunter2', user: 'ada' }, files: [], edits: false }
    expect(observed(event({ tool }), AT)!.input).toEqual({ password: '[redacted]', user: 'ada' })
  })

  it('has nothing private, in whichever field it begins and ends', () => {
    const tool = {
      name: 'Write',
      input: { content: 'a <private>SECRET', other: 'SECRET', nested: [{ x: 'SECRET</private> b' }] },
      files: ['src/a.ts'],
      edits: true,
      result: 'written',
    }
    const kept = observed(event({ tool }), AT)!
    expect(JSON.stringify(kept)).not.toContain('SECRET')
    expect(kept).toMatchObject({ input: { content: 'a ' }, result: 'written' })
  })

  it('names files from the top of the work tree', () => {
    const files = ['/home/dev/project/src/a.ts', '/etc/hosts', 'b.ts']
    const tool = { name: 'Edit', input: {}, files, edits: true }
    expect(observed(event({ tool }), AT)!.files).toEqual(['src/a.ts', '/etc/hosts', 'b.ts'])
  })

  it('takes the output for the error where a failure has no other', () => {
    const tool = {
      name: 'shell',
      input: {},
      command: 'make',
      files: [],
      edits: false,
      failed: true,
      result: 'no rule',
    }
    const kept = observed(event({ tool }), AT)!
    expect(kept).toMatchObject({ type: 'error', error: 'no rule' })
    expect(kept.result).toBeUndefined()
  })

  it('is read back as it was written', () => {
    const tools = fc.record({
      name: fc.string(),
      input: fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.array(fc.string()))),
      command: fc.string(),
      files: fc.array(fc.string()),
      edits: fc.boolean(),
      failed: fc.boolean(),
      result: fc.string({ unit: 'binary' }),
    })
    fc.assert(
      fc.property(tools, (tool) => {
        const kept = observed(event({ tool }), AT)!
        expect(parseObservations(`\n${JSON.stringify(kept)}\n`)).toEqual({
          observations: [JSON.parse(JSON.stringify(kept))],
          skipped: 0,
        })
      }),
      { numRuns: 40 },
    )
  })
})
