/** The repository is a Claude Code plugin: Claude Code itself says whether it is one, and its parts agree with each other. */
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { CATALOGUE } from '../../src/cli/catalogue.js'
import { LISTENED, pluginHooks } from '../../src/wiring/hook-entries.js'
import { VERSION } from '../../src/version.js'
import { client } from '../helpers/clients.js'
import { makeDir, makeRepo, TEST_VARS } from '../helpers/repo.js'
import { spawnSync } from '../helpers/spawn.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const json = (path: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(root, path), 'utf8')) as Record<string, unknown>

describe('the plugin', () => {
  it('has the version of the package', () => {
    for (const file of ['.claude-plugin/plugin.json', '.codex-plugin/plugin.json'])
      expect(json(file)).toMatchObject({ name: 'git-ralph', version: VERSION })
    // A checkout has no build; the package has.
    expect(json('.claude-plugin/marketplace.json')['plugins']).toMatchObject([
      { name: 'git-ralph', source: { source: 'npm', package: json('package.json')['name'] } },
    ])
  })

  it('listens to the events that `git ralph install` listens to', () => {
    expect(json('hooks/hooks.json')['hooks']).toEqual(pluginHooks('claude'))
    expect(json('hooks/codex.json')['hooks']).toEqual(pluginHooks('codex'))
    expect(Object.keys(pluginHooks('claude'))).toEqual(LISTENED.claude.map(({ event }) => event))
  })

  it('has the skills and commands that it should, and they name commands that are there', () => {
    expect(readdirSync(join(root, 'skills')).toSorted()).toEqual([
      'recall',
      'remember',
      'review',
      'setup',
      'status',
    ])
    const commands = readdirSync(join(root, 'commands')).toSorted()
    expect(commands).toEqual(['mem-forget.md', 'mem-inject.md', 'mem-search.md', 'mem-status.md', 'ralph.md'])
    const texts = [
      ...commands.map((file) => readFileSync(join(root, 'commands', file), 'utf8')),
      ...readdirSync(join(root, 'skills')).map((name) =>
        readFileSync(join(root, 'skills', name, 'SKILL.md'), 'utf8'),
      ),
    ]
    const named = texts.flatMap((text) => [...text.matchAll(/git ralph ([a-z]+)/g)].map(([, word]) => word!))
    expect(named).toContain('recall')
    const known = CATALOGUE.map(({ name }) => name.split(' ')[0]!)
    expect([...new Set(named)].filter((word) => !known.includes(word))).toEqual([])
  })
})

describe('hooks/run', () => {
  const run = (dir: string, args: string[], path = '/usr/bin:/bin') =>
    spawnSync('/bin/sh', [join(dir, 'hooks/run'), ...args], {
      cwd: makeRepo().dir,
      env: { ...TEST_VARS, PATH: path, NODE_EXTRA_CA_CERTS: 'certificates' },
      input: '{}',
      encoding: 'utf8',
    })

  /** A plugin as a git checkout is: without dist. */
  function checkout(): string {
    const dir = makeDir()
    mkdirSync(join(dir, 'hooks'))
    cpSync(join(root, 'hooks/run'), join(dir, 'hooks/run'))
    return dir
  }

  function programIn(dir: string, name: string): string {
    mkdirSync(dir, { recursive: true })
    writeFileSync(join(dir, name), `#!/bin/sh\necho "${name} $*" "[$NODE_EXTRA_CA_CERTS]"\n`)
    chmodSync(join(dir, name), 0o755)
    return `${dir}:/usr/bin:/bin`
  }

  it('says once in a session that there is no build, and is silent at every other event', () => {
    const dir = checkout()
    const start = run(dir, ['hook', 'claude', 'SessionStart'], '/bin')
    expect(start).toMatchObject({ status: 0, stderr: '' })
    expect(JSON.parse(start.stdout)).toEqual({
      systemMessage: expect.stringContaining('npm install -g git-ralph') as string,
    })
    for (const event of ['PostToolUse', 'UserPromptSubmit', 'SessionEnd'])
      expect(run(dir, ['hook', 'claude', event], '/bin')).toMatchObject({ status: 0, stdout: '', stderr: '' })
    expect(run(dir, ['mcp'], '/bin').status).toBe(1)
  })

  it('takes the git-ralph on the PATH where there is no build', () => {
    const dir = checkout()
    const path = programIn(join(dir, 'elsewhere'), 'git-ralph')
    expect(run(dir, ['hook', 'claude', 'Stop'], path).stdout).toBe('git-ralph hook claude Stop []\n')
  })

  it('runs its own build without the certificates that slow Node down, but leaves them to what outlives the hook', () => {
    const dir = checkout()
    mkdirSync(join(dir, 'dist'))
    writeFileSync(join(dir, 'dist/build-id'), 'x')
    const path = programIn(join(dir, 'programs'), 'node')
    const bin = `${dir}/bin/git-ralph.cjs`
    expect(run(dir, ['hook', 'claude', 'Stop'], path).stdout).toBe(`node ${bin} hook claude Stop []\n`)
    expect(run(dir, ['hook', 'claude', 'SessionEnd'], path).stdout).toBe(
      `node ${bin} hook claude SessionEnd [certificates]\n`,
    )
    expect(run(dir, ['mcp'], path).stdout).toBe(`node ${bin} mcp [certificates]\n`)
  })
})

const claude = client('claude')

describe.skipIf(claude === undefined)('claude plugin validate --strict', () => {
  it.each(['.claude-plugin/plugin.json', '.claude-plugin/marketplace.json'])(
    'has nothing to say of %s',
    (file) => {
      const { status, stdout } = spawnSync(
        claude!,
        ['plugin', 'validate', join(root, file), '--strict', '--json'],
        {
          env: { ...TEST_VARS, HOME: makeDir(), CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' },
          encoding: 'utf8',
        },
      )
      expect({ status, report: JSON.parse(stdout) as unknown }).toMatchObject({
        status: 0,
        report: { success: true, manifest: { errors: [], warnings: [] } },
      })
    },
  )
})
