/** The contract of `ralph memory`, word for word, with the built bin. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { makeDir, makeRepo, TEST_VARS } from '../helpers/repo.js'
import type { Ran } from '../helpers/bin.js'
import { spawnSync } from '../helpers/spawn.js'

const RALPH = fileURLToPath(new URL('../../bin/ralph.cjs', import.meta.url))
const ID = /^mem-\d{10}-[0-9a-f]{4}$/
const TEMPLATE = '# Memories\n\n## Patterns\n\n## Decisions\n\n## Fixes\n\n## Context\n'

type Run = (...args: string[]) => Ran

function ralphIn(cwd: string): Run {
  return (...args) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [RALPH, ...args], {
      cwd,
      env: TEST_VARS,
      encoding: 'utf8',
      input: '',
    })
    return { code: status, out: stdout, err: stderr }
  }
}

function scene(): { dir: string; ralph: Run; add(content: string, ...flags: string[]): string } {
  const { dir } = makeRepo()
  const ralph = ralphIn(dir)
  const add = (content: string, ...flags: string[]): string =>
    ralph('memory', 'add', content, ...flags, '--format', 'quiet').out.trim()
  return { dir, ralph, add }
}

const rows = ({ out }: Ran): number => out.match(/^mem-/gm)?.length ?? 0
const shown = ({ out }: Ran): number => out.match(/^### mem-/gm)?.length ?? 0
const json = ({ out }: Ran) => JSON.parse(out) as Record<string, never> & { memories: { id: string }[] }
const idsOf = (ran: Ran): string[] => json(ran).memories.map(({ id }) => id)

describe('ralph memory add', () => {
  it('stores a memory and says so', () => {
    const { ralph, dir } = scene()
    const { code, out, err } = ralph(
      'memory',
      'add',
      'uses barrel exports',
      '--type',
      'pattern',
      '--tags',
      'imports,structure',
    )
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^📝 Memory stored: mem-\d{10}-[0-9a-f]{4}\n$/u)
    const id = out.trim().split(' ').at(-1)!
    const today = new Date(Number(id.split('-')[1]) * 1000).toISOString().slice(0, 10)
    expect(readFileSync(join(dir, '.agent/memories.md'), 'utf8')).toBe(
      `# Memories\n\n## Patterns\n\n### ${id}\n> uses barrel exports\n<!-- tags: imports, structure | created: ${today} -->\n\n## Decisions\n\n## Fixes\n\n## Context\n`,
    )
  })

  it('prints the id alone with --format quiet, and takes pattern for granted', () => {
    const { ralph } = scene()
    const { code, out } = ralph('memory', 'add', 'text', '--format', 'quiet')
    expect(code).toBe(0)
    expect(out).toMatch(/^mem-\d{10}-[0-9a-f]{4}\n$/)
    expect(json(ralph('memory', 'show', out.trim(), '--format', 'json'))).toMatchObject({
      memory: { type: 'pattern', tags: [] },
    })
  })

  it('prints JSON', () => {
    const { ralph } = scene()
    expect(json(ralph('memory', 'add', 'text', '-t', 'fix', '--tags', 'Docker', '--format', 'json'))).toEqual(
      {
        version: 1,
        kind: 'remembered',
        outcome: 'stored',
        branch: 'main',
        similar: [],
        memory: {
          id: expect.stringMatching(ID) as string,
          type: 'fix',
          content: 'text',
          tags: ['docker'],
          created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string,
        },
      },
    )
  })

  it.each([
    [['memory', 'add'], /^error: too few arguments/],
    [
      ['memory', 'add', 'x', '-t', 'bug'],
      /^error: invalid value for 'type': "bug" is none of "pattern", "decision", "fix", "context"\n/,
    ],
    [['memory', 'add', 'x', '--format', 'markdown'], /^error: invalid value for 'format'/],
    [['memory', 'add', ''], /^error: nothing to remember: the content is empty\n/],
    [['memory', 'add', 'x', '--nope'], /^error: unknown argument 'nope'\n/],
  ])('refuses %j', (args, err) => {
    const { ralph } = scene()
    const ran = ralph(...args)
    expect(ran).toMatchObject({ code: 2, out: '' })
    expect(ran.err).toMatch(err)
  })
})

describe('ralph memory search', () => {
  it('finds by content and by tag, and filters by type and by any tag', () => {
    const { ralph, add } = scene()
    const fix = add('ECONNREFUSED means start docker', '-t', 'fix', '--tags', 'docker,database')
    const decision = add('chose Zod for validation', '-t', 'decision', '--tags', 'validation')
    const ids = (...args: string[]): string[] =>
      (
        json(ralph('memory', 'search', ...args, '--format', 'json')) as unknown as { hits: { id: string }[] }
      ).hits.map(({ id }) => id)
    expect(ids('econnrefused')).toEqual([fix])
    expect(ids('validation')).toEqual([decision])
    expect(ids('database')).toEqual([fix])
    expect(ids('--type', 'fix')).toEqual([fix])
    expect(ids('--tags', 'docker,validation').toSorted()).toEqual([decision, fix].toSorted())
    expect(ids('--tags', 'nothing')).toEqual([])
    expect(ids().toSorted()).toEqual([decision, fix].toSorted())
    expect(ids('docker', '-t', 'decision')).toEqual([])
  })

  it('shows ten at most, or --all', () => {
    const { dir, ralph } = scene()
    const blocks = Array.from({ length: 12 }, (_, n) => `> docker note number ${n}\n<!-- tags: -->`)
    spawnSync('tee', [join(dir, 'in.md')], { input: `## Fixes\n\n${blocks.join('\n\n')}\n` })
    expect(ralph('import', 'in.md').out).toBe('📥 12 imported, 0 known already\n')
    const ten = ralph('memory', 'search', 'docker')
    expect(rows(ten)).toBe(10)
    expect(ten.out).toMatch(/\n2 more: add --all; ~\d+ tokens\n$/)
    expect(rows(ralph('memory', 'search', 'docker', '--all'))).toBe(12)
    expect(rows(ralph('memory', 'search', '--all'))).toBe(12)
  })

  it('prints a table, JSON or markdown, and finds nothing with exit code 0', () => {
    const { ralph, add } = scene()
    const id = add('start docker', '-t', 'fix')
    expect(ralph('memory', 'search', 'docker').out).toMatch(
      new RegExp(
        `^ID +TYPE +SCORE +CREATED +TAGS +MEMORY\n${id}  fix +\\d+\\.\\d\\d  .* start docker\n~\\d+ tokens\n$`,
      ),
    )
    expect(ralph('memory', 'search', 'docker', '--format', 'markdown').out).toContain(
      `### ${id}\n> start docker\n`,
    )
    expect(ralph('memory', 'search', 'unheard')).toEqual({ code: 0, out: 'no memories\n', err: '' })
    expect(ralph('memory', 'search', 'docker', '--format', 'quiet').code).toBe(2)
  })

  it.each(['"', 'a:b^2 +x -y ~3 *', '--', "'; drop", '\\', '日本語', ' '])(
    'does not stumble over %j',
    (query) => {
      const { ralph, add } = scene()
      add('something')
      expect(ralph('memory', 'search', '--', query)).toMatchObject({ code: 0, err: '' })
    },
  )
})

describe('ralph memory list', () => {
  it('lists all memories, of one type, or the last N', () => {
    const { ralph, add } = scene()
    const ids = [add('one', '-t', 'fix'), add('two', '-t', 'context'), add('three', '-t', 'fix')]
    expect(idsOf(ralph('memory', 'list', '--format', 'json')).toSorted()).toEqual(ids.toSorted())
    expect(idsOf(ralph('memory', 'list', '-t', 'fix', '--format', 'json'))).toHaveLength(2)
    expect(idsOf(ralph('memory', 'list', '--last', '1', '--format', 'json'))).toHaveLength(1)
    expect(ralph('memory', 'list').out).toMatch(/^ID +TYPE +CREATED +TAGS +MEMORY\nmem-/)
    expect(ralph('memory', 'list', '--format', 'markdown').out).toMatch(
      /^# Memories\n\n## Patterns\n\n## Decisions\n\n## Fixes\n\n### mem-/,
    )
    expect(json(ralph('memory', 'list', '--format', 'json'))).toMatchObject({ version: 1, kind: 'memories' })
  })

  it('is empty without failing', () => {
    const { ralph } = scene()
    expect(ralph('memory', 'list')).toEqual({ code: 0, out: 'no memories\n', err: '' })
    expect(ralph('memory', 'list', '--format', 'markdown').out).toBe(TEMPLATE)
    expect(idsOf(ralph('memory', 'list', '--format', 'json'))).toEqual([])
  })

  it.each(['-1', '1.5', 'many'])('refuses --last %s', (n) => {
    const { code, err } = scene().ralph('memory', 'list', '--last', n)
    expect(code).toBe(2)
    expect(err).toContain(`error: option '--last' takes a whole number of 0 or more, not '${n}'\n`)
  })
})

describe('ralph memory show', () => {
  it('shows one memory in each format', () => {
    const { ralph, add } = scene()
    const id = add('first\n\nsecond', '-t', 'decision', '--tags', 'a,b')
    expect(ralph('memory', 'show', id).out).toMatch(
      new RegExp(`^${id} decision\ntags: a, b\ncreated: \\S+\n\nfirst\n\nsecond\n$`),
    )
    expect(ralph('memory', 'show', id, '--format', 'markdown').out).toContain(
      `### ${id}\n> first\n>\n> second\n<!-- tags: a, b | created: `,
    )
    expect(json(ralph('memory', 'show', id, '--format', 'json'))).toMatchObject({
      version: 1,
      kind: 'memory',
      memory: { id, content: 'first\n\nsecond', tags: ['a', 'b'] },
    })
  })

  it('says that it is not found', () => {
    expect(scene().ralph('memory', 'show', 'mem-1737372000-a1b2')).toEqual({
      code: 1,
      out: '',
      err: 'Error: Memory not found: mem-1737372000-a1b2\n',
    })
  })
})

describe('ralph memory delete', () => {
  it('deletes a memory and says so', () => {
    const { ralph, add } = scene()
    const id = add('to be deleted')
    expect(idsOf(ralph('memory', 'list', '--format', 'json'))).toEqual([id])
    expect(ralph('memory', 'delete', id)).toEqual({ code: 0, out: `🗑️  Memory deleted: ${id}\n`, err: '' })
    expect(idsOf(ralph('memory', 'list', '--format', 'json'))).toEqual([])
    expect(ralph('memory', 'delete', id)).toEqual({
      code: 1,
      out: '',
      err: `Error: Memory not found: ${id}\n`,
    })
  })

  it('needs an id', () => {
    expect(scene().ralph('memory', 'delete')).toMatchObject({ code: 2, out: '' })
  })
})

describe('ralph memory prime', () => {
  it('prints raw markdown, all of it or what fits and is asked for', () => {
    const { ralph, add } = scene()
    for (let n = 0; n < 8; n++)
      add(`fix number ${n} with a few more words to it`, '-t', 'fix', '--tags', `t${n % 2}`)
    add('a pattern', '-t', 'pattern')
    expect(ralph('memory', 'prime').out).toMatch(/^# Memories\n\n## Patterns\n\n### mem-/)
    expect(shown(ralph('memory', 'prime'))).toBe(9)
    const short = ralph('memory', 'prime', '--budget', '200')
    expect(shown(short)).toBeGreaterThan(0)
    expect(shown(short)).toBeLessThan(9)
    expect(short.out).toContain('\n<!-- truncated: budget exceeded -->\n')
    expect(shown(ralph('memory', 'prime', '--type', 'pattern,context'))).toBe(1)
    expect(shown(ralph('memory', 'prime', '--type', 'fix,pattern'))).toBe(9)
    expect(shown(ralph('memory', 'prime', '--tags', 't1'))).toBe(4)
    expect(shown(ralph('memory', 'prime', '--recent', '30'))).toBe(9)
    expect(json(ralph('memory', 'prime', '--format', 'json'))).toMatchObject({
      version: 1,
      kind: 'briefing',
      left: 0,
    })
  })

  it.each([
    [['--type', 'fix,bug'], "error: unknown memory type 'bug'\n"],
    [['--budget', 'x'], "error: option '--budget' takes a whole number of 0 or more, not 'x'\n"],
    [['--format', 'table'], 'error: invalid value for \'format\': "table" is none of "markdown", "json"\n'],
  ])('refuses %j', (args, err) => {
    const ran = scene().ralph('memory', 'prime', ...args)
    expect(ran).toMatchObject({ code: 2, out: '' })
    expect(ran.err).toContain(err)
  })
})

describe('ralph memory init', () => {
  it('creates the file with its template, and overwrites it with --force alone', () => {
    const { dir, ralph } = scene()
    const { code, err } = ralph('memory', 'init')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const path = join(dir, '.agent/memories.md')
    expect(readFileSync(path, 'utf8')).toBe(TEMPLATE)
    expect(ralph('memory', 'init')).toEqual({ code: 0, out: '✓ everything is in place\n', err: '' })
    spawnSync('tee', ['-a', path], { input: '\n## Mine\n\nmine\n' })
    ralph('memory', 'init')
    expect(readFileSync(path, 'utf8')).toContain('## Mine')
    spawnSync('tee', ['-a', path], { input: 'more\n' })
    expect(ralph('memory', 'init', '--force').code).toBe(0)
    expect(readFileSync(path, 'utf8')).toBe(TEMPLATE)
  })

  it('fails outside a repository', () => {
    expect(ralphIn(makeDir())('memory', 'init')).toMatchObject({ code: 1, out: '' })
  })
})

describe('ralph memory', () => {
  it('lists its commands when none is named', () => {
    const { code, out, err } = scene().ralph('memory')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^usage: ralph memory <command> \[options\]\n/)
    for (const name of ['add', 'search', 'list', 'show', 'delete', 'prime', 'init'])
      expect(out).toMatch(new RegExp(`^  memory ${name} `, 'm'))
  })

  it.each([
    ['lst', "error: 'memory lst' is not a git-ralph command\nhint: did you mean 'memory list'?\n"],
    [
      'foo',
      "error: 'memory foo' is not a git-ralph command\nhint: run `git ralph help --all` to see all commands\n",
    ],
  ])('refuses %s', (name, err) => {
    expect(scene().ralph('memory', name)).toEqual({ code: 2, out: '', err })
  })

  it.each(['add', 'search', 'list', 'show', 'delete', 'prime', 'init'])('explains %s', (name) => {
    const { code, out } = scene().ralph('memory', name, '--help')
    expect(code).toBe(0)
    expect(out).toMatch(new RegExp(`^usage: ralph memory ${name}`))
  })
})
