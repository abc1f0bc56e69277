/** The commands that read branches and history, as processes. */
import { beforeAll, describe, expect, it } from 'vitest'
import { runBin } from '../helpers/bin.js'
import { makeConflict, type TestConflict } from '../helpers/conflict.js'
import { makeRepo } from '../helpers/repo.js'

interface Json {
  kind: string
  [field: string]: unknown
}

let conflict: TestConflict
beforeAll(async () => {
  conflict = await makeConflict()
})
const run = (...args: string[]) => runBin(args, { cwd: conflict.repo.dir })
const json = (...args: string[]): Json => JSON.parse(run(...args, '--format', 'json').out) as Json

describe('git ralph lines', () => {
  it('prints a table that marks the current branch', () => {
    const { code, out } = run('lines')
    expect(code).toBe(0)
    expect(out).toMatch(/^ +BRANCH +BASE +STATE +MEMORIES +NEW +MISSING +COMMITS +LAST WRITE +BY\n/)
    expect(out).toMatch(/^\* +main +live +2 +2025-01-21 10:00 +Ada Author$/m)
    expect(out).toMatch(/^ +topic +main +live +1 +0 +1 +\+0 -2 +2025-01-21 10:00 +Ada Author$/m)
    expect(json('lines')).toMatchObject({
      kind: 'lines',
      lines: [
        { branch: 'main', current: true },
        { branch: 'topic', base: 'main' },
      ],
    })
  })

  it('says that there is nothing yet', () => {
    expect(runBin(['lines'], { cwd: makeRepo().dir })).toMatchObject({
      code: 0,
      out: 'no lines: nothing has been remembered yet\n',
    })
  })
})

describe('git ralph diff', () => {
  it('prints what was added and changed', () => {
    const { memory, variant } = conflict
    expect(run('diff', 'topic..main')).toMatchObject({
      code: 0,
      out: `topic..main: 1 added, 1 changed, 0 forgotten

+ ${variant} fix
    the port is 2

~ ${memory.id} fix [net]
    - the port is 2
    + the port is 3
`,
    })
    expect(json('diff', 'topic..main')).toMatchObject({
      kind: 'diff',
      since: 'tip',
      added: [{ id: variant }],
      changed: [{ before: { content: 'the port is 2' }, after: { content: 'the port is 3' } }],
      forgotten: [],
    })
    expect(run('diff', 'topic..main', '--format', 'markdown').out).toContain('### Memory: 1 added, 1 changed')
  })

  it('says plainly that there is nothing, or no such line', () => {
    expect(run('diff', 'main...topic')).toMatchObject({
      code: 0,
      out: "'topic' has learnt nothing that 'main' lacks\n",
    })
    expect(run('diff', 'nowhere')).toMatchObject({
      code: 1,
      err: "error: no memory line for branch 'nowhere'\nhint: there are lines for: main, topic\n",
    })
  })
})

describe('git ralph log', () => {
  it('prints the history of a memory with its texts', () => {
    const { code, out } = run('log', conflict.memory.id, '-p', '-n', '1')
    expect(code).toBe(0)
    expect(out).toMatch(
      /^[0-9a-f]{10} 2025-01-21T10:00:20Z edit fix: the port is 3\n {4}by Ada Author on main at /,
    )
    expect(out).toContain('      - the port is 1\n      + the port is 3\n')
    expect(out).toContain('there are older commits')
    expect(json('log', '-n', '1')).toMatchObject({
      kind: 'log',
      branch: 'main',
      more: true,
      commits: [{ subject: 'merge topic', changes: [{ id: conflict.variant, what: 'added' }] }],
    })
  })
})

describe('git ralph blame', () => {
  it('prints who taught each line', () => {
    const { code, out } = run('blame', conflict.memory.id)
    expect(code).toBe(0)
    expect(out).toMatch(/^COMMIT +WHEN +AUTHOR +PART +TEXT\n/)
    expect(out).toMatch(/^[0-9a-f]{10} +2025-01-21 +Ada Author +1 +the port is 3$/m)
    expect(out).toMatch(/\n {4}edit fix: the port is 3\n {4}branch: main {2}code: [0-9a-f]{40}\n/)
    expect(json('blame', conflict.memory.id)).toMatchObject({
      kind: 'blame',
      memory: { id: conflict.memory.id },
    })
  })
})

describe('git ralph resolve', () => {
  it('lists what waits and ends with 3 when nobody can be asked', () => {
    const { memory, variant } = conflict
    const { code, out, err } = run('resolve')
    expect(code).toBe(3)
    expect(out).toContain(
      `[1] ${memory.id} fix, 2025-01-21T10:00:20Z\n     the port is 3\n[2] ${variant} in conflict`,
    )
    expect(err).toMatch(/^hint: 1 conflict waits for a decision: /)
    expect(json('resolve')).toMatchObject({
      kind: 'conflicts',
      conflicts: [{ id: memory.id, memory: { id: memory.id }, variants: [{ id: variant }] }],
    })
  })

  it('takes one decision at a time', () => {
    expect(run('resolve', '--both', '--keep', 'x')).toMatchObject({ code: 2, out: '' })
  })

  it('settles by a flag, after which there is nothing left', async () => {
    const { repo, memory, variant } = await makeConflict()
    expect(runBin(['resolve', '--keep', variant], { cwd: repo.dir })).toMatchObject({
      code: 0,
      out: `✅ Kept: ${memory.id}\n🗑️  Forgotten: ${variant}\n`,
    })
    expect(runBin(['resolve'], { cwd: repo.dir })).toMatchObject({ code: 0, out: 'no conflicts\n', err: '' })
  })

  it('reads the text to put in their place from standard input', async () => {
    const { repo, memory } = await makeConflict()
    const args = ['resolve', memory.id, '--merge-with', '-', '--format', 'json']
    const { out } = runBin(args, { cwd: repo.dir, input: 'either port\n' })
    expect(JSON.parse(out)).toMatchObject({
      kind: 'resolved',
      memories: [{ id: memory.id, content: 'either port' }],
    })
  })
})
