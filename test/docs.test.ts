/** The documentation speaks of everything there is, and of nothing that is not there. */
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CATALOGUE } from '../src/cli/catalogue.js'
import { fullName, type Command } from '../src/cli/command.js'
import { type ErrorCode, EXIT, RalphError } from '../src/errors.js'
import { SETTINGS } from '../src/store/settings/every-setting.js'
import { type SettingName, variableOf } from '../src/store/settings/settings.js'
import { PAGES, readPage, ROOT } from './docs/fences.js'
import { problemWith, spokenOn } from './docs/spoken.js'

const read = readPage
const guide = read('docs/guide.md')

/** The text below a heading, up to the next one. */
function section(text: string, heading: string): string {
  const [, after] = text.split(`\n${heading}\n`)
  return after?.split(/\n#{1,3} /)[0] ?? ''
}

/** The cells of the table rows below a heading. */
function rows(text: string, heading: string): string[][] {
  const below = text.slice(text.indexOf(`\n${heading}\n`)).split(/\n## /)[1] ?? ''
  return below
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
    .map((cells) => cells.slice(1, -1))
}

describe('docs/guide.md', () => {
  it.each(CATALOGUE.map(({ name }) => name))('describes %s with all of its flags', async (name) => {
    const file = `../src/cli/commands/${name.replace(' ', '/')}.ts`
    const { command } = (await import(new URL(file, import.meta.url).href)) as { command: Command }
    const text = section(guide, `### \`${fullName(command)}\``)
    expect(text).not.toBe('')
    const missing = Object.entries(command.options)
      .filter(([, { hidden }]) => !hidden)
      .flatMap(([flag, { alias, choices = [] }]) => [
        `--${flag}`,
        ...(alias ? [`-${alias}`] : []),
        ...(flag === 'format' ? choices : []),
      ])
      .filter((word) => !text.includes(`\`${word}\``))
    expect(missing).toEqual([])
  })

  it('describes no command that is not there', () => {
    const described = [...guide.matchAll(/^### `(?:git ralph|ralph) (.+)`$/gm)].map(([, name]) => name!)
    expect(described.toSorted()).toEqual(CATALOGUE.map(({ name }) => name).toSorted())
  })

  it('lists every exit code, and every error with its own', () => {
    const listed = rows(guide, '## Exit codes')
    const numbers = listed.map(([code]) => code)
    for (const code of Object.values(EXIT)) expect(numbers).toContain(String(code))
    const table = /const EXIT_CODES = \{([\s\S]*?)\}/.exec(read('src/errors.ts'))![1]!
    const codes = [...table.matchAll(/^\s*'?([a-z-]+)'?:/gm)].map(([, code]) => code as ErrorCode)
    expect(codes).toContain('not-a-repo')
    const errors = listed.filter(([code]) => /^[a-z]+(-[a-z]+)*$/.test(code!) && code !== 'code')
    const expected = codes.map((code) => [code, String(new RalphError(code, '').exitCode)])
    expect(errors.filter(([code]) => code !== 'error').map((cells) => cells.slice(0, 2))).toEqual(expected)
  })

  it('lists every setting with its default, its variable and its place in ralph.yml', () => {
    const listed = rows(guide, '## Settings').filter(([name]) => name !== 'setting')
    const expected = (Object.keys(SETTINGS) as SettingName[]).map((name) => {
      const setting: { default: unknown; yml?: string } = SETTINGS[name]
      return [name, String(setting.default) || 'none', variableOf(name), setting.yml ?? '—']
    })
    expect(listed.map((cells) => cells.slice(0, 4))).toEqual(expected)
  })
})

describe('docs/json.md', () => {
  it('lists every kind that is printed, and no other', () => {
    const sources = readdirSync(join(ROOT, 'src/cli'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => read(`src/cli/${file}`))
      .join('\n')
    const printed = [
      ...sources.matchAll(/(?:renderJson(?:Line)?\(|printMemories\(env, args\.format, )'([a-z-]+)'/g),
    ]
    const kinds = [...new Set(printed.map(([, kind]) => kind!))].toSorted()
    expect(kinds).toContain('recalled')
    const listed = rows(read('docs/json.md'), '## Shapes').map(([kind]) => kind!)
    expect(listed.filter((kind) => kind !== 'kind').toSorted()).toEqual(kinds)
  })
})

describe('docs/decisions.md', () => {
  it('says of every dependency what it is for, and of no other', () => {
    const manifest = JSON.parse(read('package.json')) as Record<string, Record<string, string> | undefined>
    const used = [
      ...Object.keys(manifest['dependencies'] ?? {}),
      ...Object.keys(manifest['devDependencies']!),
    ]
    const listed = rows(read('docs/decisions.md'), '## Dependencies').flatMap(([names]) => names!.split(', '))
    expect(listed.filter((name) => name !== 'package').toSorted()).toEqual(used.toSorted())
  })
})

describe('a command line', () => {
  it.each([
    ['git ralph recal docker', "no command 'recal'"],
    ['git ralph recall docker --limits 1', "unknown argument 'limits'"],
    ['git ralph remember x --type fxi', "'fxi' is none of the values of '--type'"],
    ['git ralph show', 'too few arguments: 0 given, 1 needed'],
    ['git ralph know list|burn', "no command 'know'"],
    ['git ralph recall <question> --limit 1', undefined],
  ])('%s is judged as the program judges it', async (line, problem) => {
    expect(await problemWith({ line, inProse: false })).toBe(problem)
  })

  it('is found in blocks and in prose', () => {
    expect(spokenOn('docs/guide.md')).toEqual(
      expect.arrayContaining([
        { line: 'git ralph know match --task-title "Speed up the cargo build"', inProse: false },
        { line: 'git ralph import --from claude --dry-run', inProse: false },
        { line: 'git ralph config sign true', inProse: true },
      ]),
    )
  })
})

/** The anchor that a heading gets. */
function slug(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

const FILES = /`((?:bench|src|test|scripts|docs|bin|\.ci)\/[\w./-]+)`/g
/** Pages about the code leave `src/` out. */
const IN_SOURCES = /`((?:memory|search|briefing|store|verbs|cli)\/[\w./-]+\.ts)`/g

describe.each(PAGES)('%s', (page) => {
  const text = read(page).replace(/^```[\s\S]*?^```/gm, '')

  it('links to what is there', () => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!)
    const broken = links.filter((link) => {
      if (/^[a-z]+:/.test(link)) return false
      const [file, anchor] = link.split('#')
      const target = file ? join(dirname(page), file) : page
      if (!existsSync(join(ROOT, target))) return true
      return anchor !== undefined && !anchorsOf(target).includes(anchor)
    })
    expect(broken).toEqual([])
  })

  it('shows only command lines that the program takes', async () => {
    const wrong: string[] = []
    for (const spoken of spokenOn(page)) {
      const problem = await problemWith(spoken)
      if (problem) wrong.push(`${spoken.line}: ${problem}`)
    }
    expect(wrong).toEqual([])
  })

  it('names only scripts that are there', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const named = [...read(page).matchAll(/npm (test\b|run [a-z]+)/g)].map(([, name]) =>
      name!.replace('run ', ''),
    )
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
  })

  it('names only files that are there', () => {
    const named = [...text.matchAll(FILES)].map(([, file]) => file!)
    const inSources = [...text.matchAll(IN_SOURCES)].map(([, file]) => `src/${file}`)
    const commands = [...read(page).matchAll(/npm run bench -- ([a-z][a-z-]*)/g)].map(
      ([, name]) => `bench/${name}`,
    )
    const missing = [...named, ...inSources, ...commands].filter(
      (file) => !existsSync(join(ROOT, file)) && !existsSync(join(ROOT, `${file}.ts`)),
    )
    expect(missing).toEqual([])
  })
})

function anchorsOf(page: string): string[] {
  return [...read(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => slug(heading!))
}
