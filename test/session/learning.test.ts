import { describe, expect, it } from 'vitest'
import { candidatesOf } from '../../src/session/candidates.js'
import { plainCommand } from '../../src/session/commands.js'
import { errorEssence } from '../../src/session/error-essence.js'
import type { Observation } from '../../src/session/observation.js'
import { summarise } from '../../src/session/summary.js'

let clock = 0
function seen(given: Partial<Observation>): Observation {
  const at = new Date(Date.UTC(2025, 0, 21, 10, 0, ++clock)).toISOString()
  return {
    id: `o-${clock}`,
    type: 'note',
    at,
    event: 'after-tool',
    session: 's',
    agent: 'claude',
    branch: 'main',
    ...given,
  }
}
const fails = (command: string, error: string): Observation =>
  seen({ type: 'error', tool: 'Bash', command, error })
const passes = (command: string): Observation =>
  seen({ type: 'success', tool: 'Bash', command, result: 'ok' })
const edits = (...files: string[]): Observation =>
  seen({ type: 'tool_use', tool: 'Edit', files, edits: true })
const asks = (text: string): Observation => seen({ event: 'prompt', text })
const commits = (commit: string): Observation => seen({ event: 'commit', commit })

describe('the essence of an error', () => {
  it.each([
    [
      'Exit code 1\n\n> app@1.0.0 test\n\nTypeError: x is not a function\n    at foo (a.js:1:2)',
      'TypeError: x is not a function',
    ],
    [
      'Exit code 2\nsrc/a.ts(3,5): error TS2322: Type string is not number',
      'src/a.ts(3,5): error TS2322: Type string is not number',
    ],
    ['Exit code 3', 'Exit code 3'],
    ['connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED 127.0.0.1:5432'],
    ['make: *** No rule to make target', 'make: *** No rule to make target'],
    ['2025-01-21T10:00:00.123Z fatal: bad revision', 'fatal: bad revision'],
    ['', ''],
  ])('%j', (error, essence) => expect(errorEssence(error)).toBe(essence))
})

describe('a plain command', () => {
  it.each([
    ['npm test 2>&1 | tail -20', 'npm test'],
    ['cd /home/dev/project && npm  test', 'npm test'],
    ['timeout 60 npm test | head -5 | grep x', 'npm test'],
    ['npm test || true', 'npm test || true'],
  ])('%s → %s', (command, plain) => expect(plainCommand(command)).toBe(plain))
})

describe('learning candidates', () => {
  it('are commands that failed and pass after edits', () => {
    const story = [
      fails('npm test', 'Exit code 1\nTypeError: user.id is undefined'),
      edits('src/user.ts'),
      edits('src/user.ts', 'src/db.ts'),
      passes('npm test'),
    ]
    expect(candidatesOf('s', story)).toEqual([
      {
        type: 'fix',
        body: '`npm test` failed with: TypeError: user.id is undefined\nIt passed after a change of `src/user.ts`, `src/db.ts`.',
        tags: ['npm'],
        why: '`npm test` failed, then passed after 2 files were edited',
        source: { kind: 'session', session: 's' },
      },
    ])
  })

  it('speak of the last failure, and of what was edited since', () => {
    const story = [
      fails('make', 'error: one'),
      edits('a.c'),
      fails('make', 'error: another thing'),
      edits('b.c'),
      passes('make'),
    ]
    expect(candidatesOf('s', story).map(({ body }) => body)).toEqual([
      '`make` failed with: error: another thing\nIt passed after a change of `b.c`.',
    ])
  })

  it.each([
    ['nothing was edited', [fails('npm test', 'error: x'), passes('npm test')]],
    ['another command passed', [fails('npm test', 'error: x'), edits('a.ts'), passes('npm run lint')]],
    ['it never passed', [fails('npm test', 'error: x'), edits('a.ts')]],
    ['the edit came before', [edits('a.ts'), fails('npm test', 'error: x'), passes('npm test')]],
    [
      'only the end of a pipe passed',
      [fails('npm test', 'error: x'), edits('a.ts'), passes('npm test | tail -3')],
    ],
    [
      'to fail is how it answers',
      [fails('grep x a.ts', 'Exit code 1'), edits('a.ts'), passes('grep x a.ts')],
    ],
    [
      'the edit itself failed',
      [fails('npm test', 'e'), seen({ type: 'error', edits: true, files: ['a.ts'] }), passes('npm test')],
    ],
  ])('are none where %s', (_, story) => expect(candidatesOf('s', story)).toEqual([]))
})

describe('a summary', () => {
  it('tells what was asked, changed, mended, left broken and committed', () => {
    const summary = summarise([
      seen({ event: 'session-start', how: 'startup', project: '/home/dev/project', loop: 'loop-1' }),
      asks('please\nmend the login'),
      fails('npm test', 'Exit code 1\nTypeError: user.id is undefined'),
      edits('src/auth/user.ts'),
      passes('npm test'),
      fails('npm run lint', 'error: unused variable'),
      commits('0123456789abcdef0123456789abcdef01234567'),
      asks('now the docs'),
      seen({ event: 'session-end', how: 'other' }),
    ])
    expect(summary.text).toBe(
      [
        'Asked: please mend the login',
        'Then: now the docs',
        'Changed: src/auth/user.ts',
        'Failed, then passed: `npm test` (TypeError: user.id is undefined)',
        'Still failing: `npm run lint` (error: unused variable)',
        'Committed: 0123456789',
      ].join('\n'),
    )
    expect(summary).toMatchObject({
      session: 's',
      branch: 'main',
      project: '/home/dev/project',
      loop: 'loop-1',
      tags: ['loop', 'auth'],
      counts: { tool_use: 1, error: 2, success: 1, note: 5 },
      by: 'rules',
    })
    expect(summary.end).toBeDefined()
  })

  it('is what a command made of it, where one did', () => {
    const story = [
      asks('x'),
      seen({ event: 'session-end' }),
      seen({ event: 'summary', text: 'Better words.' }),
    ]
    expect(summarise(story)).toMatchObject({ text: 'Better words.', by: 'command', end: story[1]!.at })
  })

  it('shortens what is long, and says so', () => {
    const files = Array.from({ length: 40 }, (_, i) => `src/file-${i}.ts`)
    const { text, asked } = summarise([asks('word '.repeat(500)), edits(...files)])
    expect(asked[0]!.length).toBeLessThanOrEqual(160)
    expect(text).toContain('and 22 more')
  })
})
