/** `git ralph recall` as it is typed: any text is a question, and what is cached costs no process. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { BIN, runBin } from '../helpers/bin.js'
import { makeDir, makeRepo, TEST_VARS, type TestRepo } from '../helpers/repo.js'

let repo: TestRepo
const ralph = (...args: string[]): ReturnType<typeof runBin> => runBin(args, { cwd: repo.dir })

beforeAll(() => {
  repo = makeRepo()
  ralph(
    'remember',
    "ECONNREFUSED on port 5432 means PostgreSQL isn't running",
    '-t',
    'fix',
    '--tags',
    'docker',
  )
  ralph('remember', 'TypeError: x is not a function when the mock is hoisted', '-t', 'fix')
})

describe('any text', () => {
  it.each([
    'TypeError: x is not',
    'foo:bar',
    '+a -b',
    '"unclosed',
    'type:nonsense tag: "" -',
    '😀 🇰🇷 👩‍👩‍👧‍👦',
    '\\ ^ ~ * ? [ ( {',
    '^10 ~1 a~ b^',
    'a\u0007b\u001b[31m',
    `${'x'.repeat(100)} `.repeat(1000),
    '-- --limit',
  ])('is a question: %.40s', (question) => {
    const { code, err } = ralph('recall', '--', question)
    expect([code, err]).toEqual([0, ''])
  })

  it('finds an error message pasted as it is', () => {
    expect(ralph('recall', 'TypeError: x is not').out).toContain('when the mock is hoisted')
  })
})

describe('what is printed', () => {
  it('says how many tokens it is, in every format', () => {
    expect(ralph('recall', 'postgres').out).toMatch(/~\d+ tokens\n$/)
    expect(ralph('recall', 'postgres', '--layer', '2').out).toMatch(/~\d+ tokens\n$/)
    expect(ralph('recall', 'postgres', '--format', 'markdown').err).toMatch(/~\d+ tokens\n$/)
    expect(JSON.parse(ralph('recall', 'postgres', '--format', 'json').out)).toMatchObject({
      kind: 'recalled',
      tokenEstimate: expect.any(Number),
      leftOut: 0,
    })
  })

  it('has the layers of a search result as JSON', () => {
    const answer = JSON.parse(ralph('recall', 'postgres', '--layer', '3', '--format', 'json').out)
    expect(answer.layer1).toEqual([
      { id: answer.layer3[0].id, score: expect.any(Number), summary: expect.any(String), trust: 'own' },
    ])
    expect(answer.layer3[0].content).toContain('ECONNREFUSED')
  })

  it('says what a budget left out, and how to bring back what was forgotten', () => {
    expect(ralph('recall', '--budget', '45').out).toContain('1 left out by --budget')
    const { out } = ralph('remember', 'lint before you push', '--format', 'quiet')
    ralph('forget', out.trim())
    expect(ralph('recall', 'lint').out).toContain('no memories')
    expect(ralph('recall', 'lint', '--history').out).toContain(`git ralph restore ${out.trim()}`)
  })

  it('explains scores', () => {
    const { out } = ralph('recall', 'ECONNREFUSED 5432', '--explain')
    expect(out).toMatch(/econnrefus in body/)
    expect(out).toMatch(/all words/)
  })

  it('refuses a date that is none', () => {
    expect(ralph('recall', '--since', 'soon')).toMatchObject({
      code: 2,
      err: expect.stringContaining("'soon' is not a date"),
    })
  })
})

describe('near-duplicates', () => {
  it('are named on standard error, and refused with exit code 3 under --strict', () => {
    const near = 'ECONNREFUSED on port 5432 means that PostgreSQL is not running'
    const refused = ralph('remember', near, '--strict')
    expect(refused).toMatchObject({ code: 3, out: '', err: expect.stringContaining('looks like mem-') })
    const stored = ralph('remember', near)
    expect(stored.code).toBe(0)
    expect(stored.out).toMatch(/^📝 Memory stored: mem-\S+\n$/u)
    expect(stored.err).toMatch(/^looks like mem-/)
  })
})

describe('the cached path', () => {
  it('starts no git', () => {
    const tools = makeDir()
    const log = join(tools, 'log')
    writeFileSync(
      join(tools, 'git'),
      `#!/bin/sh\necho "$@" >> '${log}'\nexec /usr/bin/env PATH='${TEST_VARS['PATH']}' git "$@"\n`,
    )
    chmodSync(join(tools, 'git'), 0o755)
    const vars = { PATH: `${tools}:${TEST_VARS['PATH']}` }
    repo.git('branch', 'other')
    runBin(['remember', 'learnt on another branch', '--line', 'other'], { cwd: repo.dir, vars })
    expect(readFileSync(log, 'utf8')).not.toBe('')
    runBin(['recall', 'postgres', '--everywhere'], { cwd: repo.dir, vars })
    runBin(['recall', 'postgres'], { cwd: repo.dir, vars })
    writeFileSync(log, '')
    const { code, out } = runBin(['recall', 'another branch'], { cwd: repo.dir, vars })
    expect([code, out]).toEqual([0, expect.stringContaining('on other branches')])
    expect(existsSync(BIN) && readFileSync(log, 'utf8')).toBe('')
  })
})
