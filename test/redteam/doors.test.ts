/** Hostile words at the doors: arguments, names of branches and remotes, settings and files of a cloned repository. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { renderMemories } from '../../src/memory/memories-md.js'
import { cleanBody, normaliseTags } from '../../src/memory/text.js'
import { importMemories } from '../../src/verbs/import.js'
import { init } from '../../src/verbs/init.js'
import { list } from '../../src/verbs/list.js'
import { remember } from '../../src/verbs/remember.js'
import { sync } from '../../src/verbs/sync.js'
import { BIN, runBin } from '../helpers/bin.js'
import { makeDir, makeRepo, TEST_VARS, type TestEnv, type TestRepo } from '../helpers/repo.js'
import { HOSTILE_TEXTS } from '../memory/hostile-texts.js'
import { execFileSync } from '../helpers/spawn.js'

// oxlint-disable-next-line no-control-regex
const DRIVES_A_TERMINAL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/

let repo: TestRepo
let env: TestEnv

beforeAll(async () => {
  repo = makeRepo()
  env = repo.env()
  await init(env)
  await remember(env, 'an honest memory about docker')
})

const owned = (): string[] => ['owned', 'x', 'pwned'].filter((name) => existsSync(join(repo.dir, name)))

describe('an argument', () => {
  const HOSTILE = {
    'a command substitution': '$(touch owned)',
    backticks: '`touch owned`',
    'a second command': '; touch owned',
    'a pipe': '| touch owned',
    'an ampersand': '& touch owned &',
    'a redirection': '> owned',
    'a newline and a command': 'x\ntouch owned',
    'an option of git': '--upload-pack=touch owned',
    'another option of git': '--exec=touch owned',
    'a configuration of git': '-c core.pager=touch owned',
    'an output file': '--output=owned',
    'a path out': '../../../../etc/passwd',
    'an absolute path': '/etc/passwd',
    'a device': '/dev/zero',
    'an escape sequence': '\u001b[2J\u001b]52;c;b3duZWQ=\u0007',
    'a reversal': '\u202egnp.exe',
    'half a character': '\ud800',
    'nothing but blanks': '   ',
    'a regular expression': '(a+)+$',
    'a format': '%s%n%x%d',
    'a key of objects': '__proto__',
    'a very long word': 'x'.repeat(100_000),
    'a query that lunr would parse': 'title:foo^9999 ~100 +-*',
    'a revision': 'HEAD@{1}^{/x}:..',
    'a number too large': '99999999999999999999',
  }
  const COMMANDS: ((value: string) => string[])[] = [
    (value) => ['recall', '--', value],
    (value) => ['show', '--', value],
    (value) => ['forget', '--', value],
    (value) => ['restore', '--', value],
    (value) => ['list', `--line=${value}`],
    (value) => ['log', '--', value],
    (value) => ['diff', '--', value],
    (value) => ['sync', '--', value],
    (value) => ['know', 'show', '--', value],
    (value) => ['review', 'approve', '--', value],
    (value) => ['purge', '--dry-run', '--', value],
    (value) => ['land', '--', value],
    (value) => ['config', '--', value],
  ]
  const cases = Object.entries(HOSTILE).map(([name, value], n) => {
    return [name, value, [COMMANDS[n % COMMANDS.length]!, COMMANDS[0]!].slice(0, 1 + (n % 2))] as const
  })

  it.each(cases)('that is %s is data', (_, value, commands) => {
    for (const command of commands) {
      const { code, out, err } = runBin(command(value), { cwd: repo.dir })
      expect([0, 1, 2, 3]).toContain(code)
      expect(out + err).not.toMatch(DRIVES_A_TERMINAL)
      expect(err).not.toContain('node:internal')
    }
    expect(owned()).toEqual([])
  })

  it('may say anything: all of it is stored at once', async () => {
    const memories = Object.entries(HOSTILE_TEXTS).map(([name, text], n) => ({
      id: `mem-1700000000-${n.toString(16).padStart(4, '0')}`,
      type: 'fix' as const,
      tags: normaliseTags([name]),
      created: '2025-01-01T00:00:00Z',
      body: cleanBody(`${text} (${name})`),
    }))
    writeFileSync(join(repo.dir, 'hostile.md'), renderMemories(memories))
    expect((await importMemories(env, ['hostile.md'])).added).toBe(memories.length)
  })

  it.each(Object.keys(HOSTILE_TEXTS).map((name, n) => [name, n] as const))(
    'is rendered as a quote: %s',
    (_, n) => {
      const rendered = readFileSync(join(repo.dir, '.agent/memories.md'), 'utf8')
      const heading = `### mem-1700000000-${n.toString(16).padStart(4, '0')}\n`
      expect(rendered).toContain(heading)
      const lines = rendered.slice(rendered.indexOf(heading)).split('\n').slice(1)
      const end = lines.findIndex((line) => !line.startsWith('>'))
      expect(lines[end]).toMatch(/^<!-- tags: [^<>]* \| created: [\d-]+ -->$/)
      expect(rendered).not.toMatch(DRIVES_A_TERMINAL)
    },
  )
})

describe('a branch', () => {
  it.each([
    '$(touch${IFS}owned)',
    '`touch${IFS}owned`',
    ';touch${IFS}owned',
    '|touch${IFS}owned',
    '&&owned',
    '-owned',
    'a%2Fb',
    'a/b/c/d/e/f',
    'a%2F%2E%2E%2Fb',
    "quote'd",
    'quote"d',
    'ünï/cødé',
    '한국어/브랜치',
    '@',
    'refs/heads/main',
    'x'.repeat(200),
    'con',
    '{a,b}',
    '#hash',
    '!bang',
  ])('called %s has a line of its own', async (name) => {
    const made = makeRepo()
    made.git('update-ref', `refs/heads/${name}`, 'HEAD')
    made.git('symbolic-ref', 'HEAD', `refs/heads/${name}`)
    const { branch } = await remember(made.env(), 'on an odd branch')
    expect(branch).toBe(name)
    expect((await list(made.env())).memories).toHaveLength(1)
    expect(existsSync(join(made.dir, 'owned'))).toBe(false)
    expect(made.git('for-each-ref', 'refs/ralph-memory').trim().split('\n')).toHaveLength(1)
  })
})

describe('a remote', () => {
  it.each([
    ['a helper that runs commands', "ext::sh -c 'touch owned'"],
    ['an option as a host', 'ssh://-oProxyCommand=touch%20owned/x'],
    ['an option as a path', '--upload-pack=touch owned'],
    ['a file that is no repository', '/etc/passwd'],
    ['nowhere', '/nowhere/at/all'],
    ['an unknown scheme', 'gopher://localhost/x'],
  ])('that is %s cannot be shared with, and nothing is run', async (_, url) => {
    const made = makeRepo()
    made.git('config', 'remote.origin.url', url)
    await remember(made.env(), 'kept')
    await expect(sync(made.env(), { unattended: true, timeout: 5000 })).rejects.toThrow(/could not|origin/)
    expect(existsSync(join(made.dir, 'owned'))).toBe(false)
    expect((await list(made.env())).memories).toHaveLength(1)
  })

  it.each(['--upload-pack=touch owned', '-o', '../x', 'no such', 'origin; touch owned'])(
    'called %s is not known',
    async (name) => {
      const made = makeRepo()
      await expect(sync(made.env(), { remote: name })).rejects.toThrow('there is no remote')
      expect(existsSync(join(made.dir, 'owned'))).toBe(false)
    },
  )
})

describe('a cloned repository', () => {
  const outside = makeDir()
  const SETTINGS: Record<string, string> = {
    'a path out': 'memories:\n  path: ../../outside.md\n',
    'an absolute path': `memories:\n  path: ${join(outside, 'owned.md')}\n`,
    'a path into git': 'memories:\n  path: .git/hooks/post-checkout.md\n',
    'a path that is no markdown': 'memories:\n  path: .bashrc\n',
    'where memory is sent': 'memories:\n  remote: evil\nremote: evil\n',
    'whom to trust': 'memories:\n  trust: unknown\ntrust: unknown\n',
    'which files are stored': 'memories:\n  knowledgePath: /etc\nknowledgePath: /etc\n',
    'a budget that is none': 'memories:\n  budget: [1, 2]\n',
    'a negative budget': 'memories:\n  budget: -5\n',
    'a key of objects': '__proto__:\n  polluted: yes\nmemories:\n  __proto__: { budget: 1 }\n',
    code: 'memories: !!js/function "function () { process.exit(9) }"\n',
    'a bomb': `a: &a [x, x]\n${'b: [*a, *a, *a, *a]\n'.repeat(3)}`,
    'no YAML': '\u0000\u0001{{{',
    'far too much': `memories:\n  path: ${'x'.repeat(1 << 20)}\n`,
  }

  it.each(Object.entries(SETTINGS))('cannot choose by ralph.yml: %s', async (_, text) => {
    const made = makeRepo({ 'README.md': 'x', 'ralph.yml': text })
    const result = runBin(['remember', 'an honest memory'], { cwd: made.dir })
    expect(result.code).toBe(0)
    expect(runBin(['list'], { cwd: made.dir }).out).toContain('honest')
    expect(readdirSync(outside)).toEqual([])
    expect(existsSync(join(made.dir, '.git/hooks/post-checkout.md'))).toBe(false)
    expect(existsSync(join(dirname(dirname(made.dir)), 'outside.md'))).toBe(false)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  it.each([
    ['a command', 'MEMORIES_BUDGET=$(touch owned)\n'],
    ['backticks', 'MEMORIES_BUDGET=`touch owned`\n'],
    ['a function', 'f() { touch owned; }; f\n'],
    ['a source', '. ./evil.sh\n'],
    ['a path', 'PATH=/evil:$PATH\nMEMORIES_ENABLED=true; touch owned\n'],
  ])('cannot run code by .ralph/config.sh: %s', (_, text) => {
    const made = makeRepo({ 'README.md': 'x', '.ralph/config.sh': text, 'evil.sh': 'touch owned\n' })
    expect(runBin(['remember', 'an honest memory'], { cwd: made.dir }).code).toBe(0)
    expect(existsSync(join(made.dir, 'owned'))).toBe(false)
  })

  it.each([
    ['the file', '.agent/memories.md'],
    ['the directory', '.agent'],
    ['a temporary file', `.agent/memories.md.${process.pid}.tmp`],
  ])('cannot lead writes away by a link in place of %s', async (_, path) => {
    const made = makeRepo()
    const target = makeDir()
    const victim = join(target, 'victim.md')
    writeFileSync(victim, 'precious')
    mkdirSync(dirname(join(made.dir, path)), { recursive: true })
    symlinkSync(path === '.agent' ? target : victim, join(made.dir, path))
    await remember(made.env(), 'an honest memory').catch(() => undefined)
    await init(made.env()).catch(() => undefined)
    expect(readFileSync(victim, 'utf8')).toBe('precious')
    expect(readdirSync(target)).toEqual(['victim.md'])
    expect((await list(made.env())).memories).toHaveLength(1)
  })

  it.each([
    ['huge', `# Memories\n\n## Fixes\n\n${'> x\n'.repeat(100_000)}`],
    ['deep quotes', `# Memories\n\n## Fixes\n\n${'>'.repeat(50_000)} x\n`],
    ['many headings', `# Memories\n\n${'### x\n'.repeat(20_000)}`],
    ['bytes', `# Memories\n\n\u0000\u0001\ufffd\n`],
    ['forged ids', '# Memories\n\n## Fixes\n\n### mem-1-aaaa ../../x\n> text\n\n### mem-1-aaaa\n> other\n'],
    ['unclosed comments', '# Memories\n\n## Fixes\n\n> x\n<!-- tags: a\n'],
  ])('may have left any .agent/memories.md: %s', (_, text) => {
    const made = makeRepo()
    runBin(['init'], { cwd: made.dir })
    writeFileSync(join(made.dir, '.agent/memories.md'), text)
    const started = performance.now()
    const { code } = runBin(['remember', 'an honest memory'], { cwd: made.dir })
    expect(code).toBe(0)
    expect(performance.now() - started).toBeLessThan(10_000)
    expect(runBin(['list'], { cwd: made.dir }).out).toContain('an honest memory')
  })
})

describe('what is written', () => {
  it('is readable by its owner alone, also under a loose umask', () => {
    const made = makeRepo()
    const script = 'umask 0; "$0" "$@"'
    for (const args of [
      ['init'],
      ['remember', 'one'],
      ['recall', 'one'],
      ['journal', 'add', '--run', 'run-1f2e3d4c', '-i', '1', '-m', 'x'],
    ])
      execFileSync('sh', ['-c', script, process.execPath, BIN, ...args], {
        cwd: made.dir,
        env: TEST_VARS,
        stdio: 'ignore',
      })
    const dir = join(made.dir, '.git/ralph')
    const open = ['', ...readdirSync(dir, { recursive: true, encoding: 'utf8' })].filter(
      (path) => (statSync(join(dir, path)).mode & 0o077) !== 0,
    )
    expect(open).toEqual([])
    chmodSync(dir, 0o700)
  })
})
