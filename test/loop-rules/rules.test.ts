import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { agentCommand, wordsWith } from '../../src/loop-rules/agent.js'
import { shareContext } from '../../src/loop-rules/budget.js'
import { saysMarker } from '../../src/loop-rules/criterion.js'
import { type DetectableType, detectCommand, type ProjectFiles } from '../../src/loop-rules/detect.js'
import { parseDuration, renderDuration } from '../../src/loop-rules/duration.js'
import { lessonOf } from '../../src/loop-rules/lesson.js'
import { countFailing, fingerprint, headAndTail } from '../../src/loop-rules/output.js'
import { foreignCommands, planCriteria, type Wished } from '../../src/loop-rules/plan.js'
import { renderTask } from '../../src/loop-rules/task-text.js'
import { readVerification, renderVerifyPrompt } from '../../src/loop-rules/verdict.js'
import { splitWords } from '../../src/loop-rules/words.js'
import { boundTokens } from '../../src/briefing/fit.js'

describe('a command line', () => {
  it.each([
    ['claude -p', ['claude', '-p']],
    [`sh -c 'a | b' "x y"`, ['sh', '-c', 'a | b', 'x y']],
    [`a\\ b "c\\"d" ''`, ['a b', 'c"d', '']],
    [`'$HOME' "$HOME"`, ['$HOME', '$HOME']],
  ])('%s is split as a shell would, and nothing is expanded', (line, words) => {
    expect(splitWords(line)).toEqual(words)
  })

  it.each(['a | b', 'a && b', 'a > b', 'a; b', 'a `b`'])('%s is refused: no shell is used', (line) => {
    expect(() => splitWords(line)).toThrow(/needs a shell/)
  })

  it('is refused when it is empty or a quote is open', () => {
    expect(() => splitWords('  ')).toThrow(/empty/)
    expect(() => splitWords('a "b')).toThrow(/not closed/)
  })

  it('gives every word back that is quoted', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 4 }), (words) => {
        const line = words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ')
        expect(splitWords(line)).toEqual(words)
      }),
    )
  })
})

describe('an agent', () => {
  it.each([
    [
      'claude',
      'stdin',
      ['claude', '-p', '--permission-mode', 'acceptEdits', '--output-format', 'stream-json', '--verbose'],
    ],
    ['claude -p', 'stdin', ['claude', '-p', '--output-format', 'stream-json', '--verbose']],
    ['claude --print --output-format text', 'stdin', ['claude', '--print', '--output-format', 'text']],
    ['codex', 'stdin', ['codex', 'exec', '--sandbox', 'workspace-write', '-']],
    ['/opt/codex exec -m x', 'stdin', ['/opt/codex', 'exec', '-m', 'x', '-']],
    ['gemini', 'stdin', ['gemini', '--approval-mode', 'auto_edit']],
    ['opencode', 'argument', ['opencode', 'run', '{prompt}']],
    ['opencode run -m x', 'argument', ['opencode', 'run', '-m', 'x', '{prompt}']],
    ['my-agent --now', 'stdin', ['my-agent', '--now']],
    ['my-agent --file {prompt-file}', 'file', ['my-agent', '--file', '{prompt-file}']],
  ] as const)('%s takes its prompt by %s', (line, prompt, words) => {
    const command = agentCommand(line)
    expect(command.prompt).toBe(prompt)
    expect(command.words).toEqual(words)
  })

  it('prints events only where it was told to', () => {
    expect(agentCommand('claude').output).toBe('stream-json')
    expect(agentCommand('claude -p --output-format=text').output).toBe('text')
    expect(agentCommand('codex').output).toBe('text')
  })

  it('gets the prompt as it is, whatever is in it', () => {
    const command = agentCommand('x {prompt} {prompt-file}')
    expect(wordsWith(command, '$& {prompt-file}', '/f').slice(1)).toEqual(['$& {prompt-file}', '/f'])
  })
})

describe('detection', () => {
  const npm = JSON.stringify({ scripts: { test: 'vitest', build: 'tsc', lint: 'eslint', typecheck: 'tsc' } })
  const cases: [string, ProjectFiles, Partial<Record<DetectableType, string>>][] = [
    [
      'npm',
      { 'package.json': npm },
      {
        test_pass: 'npm test',
        build_success: 'npm run build',
        lint_clean: 'npm run lint',
        type_check: 'npm run typecheck',
      },
    ],
    ['pnpm', { 'package.json': npm, 'pnpm-lock.yaml': '' }, { test_pass: 'pnpm test' }],
    ['bun', { 'package.json': npm, 'bun.lock': '' }, { test_pass: 'bun run test' }],
    [
      'npm init',
      { 'package.json': '{"scripts":{"test":"echo \\"Error: no test specified\\" && exit 1"}}' },
      {},
    ],
    [
      'TypeScript',
      { 'package.json': '{}', 'tsconfig.json': '{}' },
      { type_check: 'npx --no-install tsc --noEmit' },
    ],
    [
      'Python',
      { 'pyproject.toml': '[build-system]\n[tool.ruff]\n[tool.mypy]\n' },
      {
        test_pass: 'pytest',
        build_success: 'python -m build',
        lint_clean: 'ruff check .',
        type_check: 'mypy .',
      },
    ],
    [
      'Rust',
      { 'Cargo.toml': '' },
      {
        test_pass: 'cargo test',
        build_success: 'cargo build',
        lint_clean: 'cargo clippy -- -D warnings',
        type_check: 'cargo check',
      },
    ],
    ['Go', { 'go.mod': '' }, { test_pass: 'go test ./...', lint_clean: 'go vet ./...' }],
    [
      'make',
      { Makefile: 'all: x\ntest:\n\ttrue\nlint = 3\n' },
      { test_pass: 'make test', build_success: 'make all' },
    ],
    ['make beside npm', { 'package.json': npm, Makefile: 'test:\n' }, { test_pass: 'npm test' }],
    ['damaged', { 'package.json': '{' }, {}],
  ]
  it.each(cases)('knows %s', (_name, files, expected) => {
    for (const [type, command] of Object.entries(expected))
      expect(detectCommand(type as DetectableType, files)?.command).toBe(command)
    if (Object.keys(expected).length === 0) expect(detectCommand('test_pass', files)).toBeUndefined()
  })
})

describe('the plan', () => {
  const wished: Wished = { types: [], commands: [], yml: undefined, timeoutMs: 1000 }
  const files: ProjectFiles = { 'package.json': '{"scripts":{"test":"x","lint":"y","build":"z"}}' }
  // Word for word what the documentation of ralph.yml shows.
  const yml = [
    { type: 'test_pass' },
    { type: 'build_success' },
    { type: 'custom', command: 'npm run lint', expected_exit_code: 0 },
  ]

  it('runs the tests when nothing was said', () => {
    expect(planCriteria(wished, files)).toEqual([
      {
        name: 'test_pass',
        type: 'test_pass',
        command: 'npm test',
        expectedExitCode: 0,
        timeoutMs: 1000,
        from: 'detected, package.json',
      },
    ])
  })

  it('takes criteria from ralph.yml, and knows whose commands they are', () => {
    const criteria = planCriteria({ ...wished, yml }, files)
    expect(criteria.map(({ name, command }) => [name, command])).toEqual([
      ['test_pass', 'npm test'],
      ['build_success', 'npm run build'],
      ['custom', 'npm run lint'],
    ])
    expect(foreignCommands(criteria)).toEqual(['npm run lint'])
  })

  it('takes what was typed instead of ralph.yml, each with a name of its own', () => {
    const criteria = planCriteria(
      { ...wished, yml, types: ['marker', 'custom'], commands: ['a', 'b'] },
      files,
    )
    expect(criteria.map(({ name, command, marker }) => [name, command ?? marker])).toEqual([
      ['marker', '[RALPH_SUCCESS]'],
      ['custom', 'a'],
      ['custom-2', 'b'],
    ])
    expect(foreignCommands(criteria)).toEqual([])
  })

  it.each([
    [{ types: ['tests'] }, /no success criterion/],
    [{ types: ['custom'] }, /needs a command/],
    [{ types: ['type_check'] }, /cannot tell how 'type_check' is checked/],
    [{ yml: 'x' }, /no list/],
    [{ yml: [{ type: 'custom', command: 'evil \u001b[2K\rnpm test' }] }, /unseen characters/],
    [{ yml: [{ type: 'custom' }] }, /no command/],
    [{ yml: [{ type: 'custom', command: 'x', expected_exit_code: 'zero' }] }, /expected_exit_code/],
    [{ yml: [{ type: 'custom', command: 'x', timeout: { a: 1 } }] }, /span of time/],
    [{ yml: Array.from({ length: 21 }, () => ({ type: 'marker' })) }, /more than 20/],
  ])('refuses %j', (given, message) => {
    expect(() => planCriteria({ ...wished, ...given }, files)).toThrow(message)
  })
})

describe('what a command printed', () => {
  it.each([
    ['  2 passing\n  3 failing\n', 3],
    ['Tests:       2 failed, 8 passed, 10 total', 2],
    [' Test Files  1 failed (1)\n      Tests  4 failed | 3 passed (7)', 4],
    ['test result: FAILED. 3 passed; 2 failed; 0 ignored\ntest result: FAILED. 3 passed; 1 failed;', 3],
    ['# tests 5\n# pass 3\n# fail 2', 2],
    ['FAILED (failures=2, errors=1)', 3],
    ['=== 3 failed, 10 passed in 0.12s ===', 3],
    ['--- FAIL: TestA (0.00s)\n--- FAIL: TestB (0.00s)\nFAIL', 2],
    ['✖ 12 problems (10 errors, 2 warnings)', 12],
    ['Found 7 errors in 3 files.', 7],
    ["a.ts(1,2): error TS2304: Cannot find name 'x'.\nb.ts(1,2): error TS1005: ';' expected.", 2],
    ['\u001b[31m1 failing\u001b[39m', 1],
    ['Segmentation fault', undefined],
  ])('%j has %s failing', (output, count) => {
    expect(countFailing(output)).toBe(count)
  })

  it('is the same failure when only numbers, times and colours differ', () => {
    expect(fingerprint('\u001b[31mError\u001b[0m at line 12 in 3.4s 0xdeadbeef01')).toBe(
      fingerprint('Error at line 13 in 3s 0xdeadbeef02'),
    )
    expect(fingerprint('Error: a')).not.toBe(fingerprint('Error: b'))
  })

  it('is cut to its head and tail, and never longer than asked', () => {
    const output = Array.from({ length: 500 }, (_, i) => `line ${i}`).join('\n')
    const cut = headAndTail(output, 1000)
    expect(cut).toMatch(/^line 0\n/)
    expect(cut).toMatch(/\nline 499$/)
    expect(cut).toMatch(/… \d+ lines left out …/)
    fc.assert(
      fc.property(fc.string({ maxLength: 3000 }), fc.integer({ min: 100, max: 800 }), (text, room) => {
        expect(headAndTail(text.replaceAll('a', '\n'), room).length).toBeLessThanOrEqual(room)
      }),
    )
  })
})

describe('the task', () => {
  const criteria = planCriteria(
    { types: ['marker'], commands: ['npm test'], yml: undefined, timeoutMs: 1 },
    {},
  )
  const task = {
    goal: 'Add JWT auth',
    iteration: 2,
    maxIterations: 10,
    criteria,
    results: [{ name: 'custom', passed: false, exitCode: 1, failing: 3, durationMs: 1 }],
    outputs: new Map([['custom', 'a ``` b\n3 failing']]),
    outputBudget: 500,
  }

  it('tells the goal, the criteria with how they stand, and what failing ones said', () => {
    const text = renderTask(task)
    expect(text).toContain('## Goal\n\nAdd JWT auth')
    expect(text).toContain('- custom: `npm test`: fails now (3 failing)')
    expect(text).toContain('````\na ``` b\n3 failing\n````')
  })

  it('does not hold the marker in a line of its own: an agent that repeats its prompt has not succeeded', () => {
    expect(renderTask(task)).toContain('[RALPH_SUCCESS]')
    expect(saysMarker(renderTask(task), '[RALPH_SUCCESS]')).toBe(false)
    expect(saysMarker('done\n **[RALPH_SUCCESS]** \n', '[RALPH_SUCCESS]')).toBe(true)
  })

  it('keeps outputs within their budget', () => {
    const long = 'x y z 12 '.repeat(20_000)
    const [with_, without] = [long, ''].map((output) =>
      boundTokens(renderTask({ ...task, outputs: new Map([['custom', output]]) })),
    )
    expect(with_! - without!).toBeLessThan(550)
  })
})

describe('the context budget', () => {
  it('is shared 10, 15, 35 and 40', () => {
    const shares = shareContext({ contextBudget: 0.6, contextWindow: 200_000 })
    expect([shares.system, shares.memory, shares.task, 200_000 - shares.total]).toEqual([
      20_000, 30_000, 70_000, 80_000,
    ])
  })

  it('scales with the share that a prompt may take', () => {
    const shares = shareContext({ contextBudget: 0.3, contextWindow: 100_000 })
    expect([shares.system, shares.memory, shares.task, shares.total]).toEqual([5_000, 7_500, 17_500, 30_000])
  })
})

describe('a verdict', () => {
  it('is what was said last, and silence is none', () => {
    expect(readVerification('looks good\n[RALPH_VERIFIED]').accepted).toBe(true)
    expect(readVerification('[RALPH_VERIFIED]\n**[RALPH_REJECTED]: tests were removed**')).toEqual({
      accepted: false,
      reason: 'tests were removed',
    })
    expect(readVerification('fine with me').accepted).toBe(false)
  })

  it('is not found in the question', () => {
    const prompt = renderVerifyPrompt('goal', ['npm test'], 'diff', 100)
    expect(readVerification(prompt).accepted).toBe(false)
  })
})

describe('a lesson', () => {
  const [criterion] = planCriteria({ types: [], commands: ['npm test'], yml: undefined, timeoutMs: 1 }, {})
  const repaired = {
    loop: 'run-1f2e3d4c',
    iteration: 2,
    criterion: criterion!,
    before: { name: 'custom', passed: false, durationMs: 1 },
    output: 'running\nTypeError: x is not a function\n    at a.js:1',
    files: ['src/a.ts'],
  }

  it('names the error, the files and what the agent said', () => {
    const lesson = lessonOf({ ...repaired, notes: 'x had been renamed to y.\n\nMore.' })!
    expect(lesson.body).toBe(
      '`npm test` failed with: TypeError: x is not a function\nFixed in src/a.ts: x had been renamed to y.',
    )
    expect(lesson.source).toEqual({ kind: 'loop', loop: 'run-1f2e3d4c', iteration: 2 })
  })

  it('is none when nothing was changed', () => {
    expect(lessonOf({ ...repaired, files: [] })).toBeUndefined()
  })
})

describe('a span of time', () => {
  it.each([
    ['30m', 1_800_000, '30m 00s'],
    ['1h30m', 5_400_000, '1h 30m'],
    ['500ms', 500, '0.5s'],
    ['1.5s', 1500, '1.5s'],
  ])('%s is %d ms, told as %s', (typed, ms, told) => {
    expect(parseDuration(typed, '--max-duration')).toBe(ms)
    expect(renderDuration(ms)).toBe(told)
  })

  it.each(['', '30', 'm', '1x', '-5m', '8d', '0s'])('%j is none', (typed) => {
    expect(() => parseDuration(typed, '--max-duration')).toThrow(/span of time/)
  })
})
