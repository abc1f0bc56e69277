import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { AGENTS, type AgentName } from '../../src/session/agent-event.js'
import { doctor } from '../../src/verbs/doctor.js'
import { agentStates, installAgents, type InstallOptions } from '../../src/verbs/install.js'
import { installSkill } from '../../src/verbs/skill.js'
import { uninstall } from '../../src/verbs/uninstall.js'
import { makeDir, makeRepo, TEST_VARS, type TestEnv, type TestRepo } from '../helpers/repo.js'
import { spawnSync } from '../helpers/spawn.js'

/** What people have in their files, in forms that none of us would write. */
const FOREIGN: Record<string, string> = {
  '.claude/settings.json':
    '{\n    "permissions": {"allow": ["Bash(npm test)"]},\n    "hooks": {\n        "PostToolUse": [\n            {"matcher": "Edit", "hooks": [{"type": "command", "command": "./format.sh"}]}\n        ],\n        "Stop": []\n    }\n}',
  '.mcp.json': '{"mcpServers":{"other":{"command":"x"}}}\n',
  'CLAUDE.md': '# Rules\r\n\r\nno tabs',
  '.codex/hooks.json': '{ "hooks": {} }\n',
  '.codex/config.toml': 'model = "o9"\n\n[mcp_servers.other]\ncommand = "x"',
  'AGENTS.md': 'be brief\n\n',
  '.gemini/settings.json': '{\n\t// mine\n\t"theme": "dark",\n\t"mcpServers": {},\n}\n',
  'GEMINI.md': '',
  'opencode.json': '{}',
  '.cursor/hooks.json': '{"version":1,"hooks":{"stop":[{"command":"./done.sh"}]}}',
  '.cursor/mcp.json': '{\r\n  "mcpServers": {\r\n    "other": { "url": "http://x" }\r\n  }\r\n}\r\n',
}

const COMMAND = { node: "/opt/it's/node", bin: '/opt/ralph/bin/git-ralph.cjs' }

interface Place {
  env: TestEnv
  root: string
  options: InstallOptions
  put(files: Record<string, string>): void
  /** Every file below, but git's. */
  files(): Record<string, string>
}

function placeAt(root: string, env: TestEnv, options: InstallOptions): Place {
  return {
    env,
    root,
    options,
    put(files) {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(root, path)), { recursive: true })
        writeFileSync(join(root, path), text)
      }
    },
    files: () =>
      Object.fromEntries(
        readdirSync(root, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
          .filter((path) => !path.startsWith('.git/'))
          .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
      ),
  }
}

function makePlace(scope: string): Place {
  const home = makeDir()
  const repo = makeRepo()
  const env = repo.env({ vars: { ...TEST_VARS, HOME: home } })
  return scope === 'user' ? placeAt(home, env, { user: true, command: COMMAND }) : placeAt(repo.dir, env, {})
}

const WIRED: Record<AgentName, { project: string[]; user: string[] }> = {
  claude: {
    project: ['.claude/settings.json', '.mcp.json', 'CLAUDE.md'],
    user: ['.claude/settings.json'],
  },
  codex: {
    project: ['.codex/config.toml', '.codex/hooks.json', 'AGENTS.md'],
    user: ['.codex/config.toml', '.codex/hooks.json'],
  },
  gemini: { project: ['.gemini/settings.json', 'GEMINI.md'], user: ['.gemini/settings.json'] },
  opencode: {
    project: ['.opencode/plugin/git-ralph.js', 'AGENTS.md', 'opencode.json'],
    user: ['.config/opencode/opencode.json', '.config/opencode/plugin/git-ralph.js'],
  },
  cursor: {
    project: ['.cursor/hooks.json', '.cursor/mcp.json', '.cursor/rules/git-ralph.mdc'],
    user: ['.cursor/hooks.json', '.cursor/mcp.json'],
  },
}

const MATRIX = AGENTS.flatMap((agent) =>
  (['project', 'user'] as const).flatMap((scope) =>
    ['nothing', 'files of others'].map((found) => [agent, scope, found] as const),
  ),
)

describe.each(MATRIX)('the wiring of %s for the %s beside %s', (agent, scope, found) => {
  it('is written once, and taken out byte for byte', async () => {
    const place = makePlace(scope)
    if (found !== 'nothing') place.put(FOREIGN)
    const before = place.files()

    const dry = await installAgents(place.env, [agent], { ...place.options, dryRun: true })
    expect(place.files()).toEqual(before)

    const { files } = await installAgents(place.env, [agent], place.options)
    expect(files).toEqual(dry.files)
    const after = place.files()
    const changed = Object.keys(after).filter((path) => after[path] !== before[path])
    expect(changed.toSorted()).toEqual(WIRED[agent][scope])
    expect(changed.filter((path) => !after[path]!.includes('git-ralph'))).toEqual([])

    const again = await installAgents(place.env, [agent], place.options)
    expect(again.files.map(({ what }) => what)).toEqual(files.map(() => 'unchanged'))
    expect(place.files()).toEqual(after)
    const state = (await agentStates(place.env, COMMAND)).find((one) => one.agent === agent)!
    expect(state[scope]).toBe('installed')

    await installAgents(place.env, [agent], { ...place.options, remove: true })
    expect(place.files()).toEqual(before)
    const left = (await agentStates(place.env, COMMAND)).find((one) => one.agent === agent)!
    expect(left[scope]).toBe('absent')
  })
})

const read = (repo: TestRepo, path: string): string => readFileSync(join(repo.dir, path), 'utf8')
const hooksOf = (text: string): Record<string, { hooks: { command: string; timeout: number }[] }[]> =>
  (JSON.parse(text) as { hooks: never }).hooks

describe('install', () => {
  it('keeps the hooks of others in the same list', async () => {
    const repo = makeRepo({ '.claude/settings.json': FOREIGN['.claude/settings.json']! })
    await installAgents(repo.env(), ['claude'])
    const { PostToolUse, SessionEnd } = hooksOf(read(repo, '.claude/settings.json'))
    expect(PostToolUse!.map(({ hooks }) => hooks[0]!.command)).toEqual([
      './format.sh',
      'NODE_EXTRA_CA_CERTS= git-ralph hook claude PostToolUse || :',
    ])
    // What runs after the session may need the certificates.
    expect(SessionEnd![0]!.hooks[0]).toMatchObject({
      command: 'git-ralph hook claude SessionEnd || :',
      timeout: 10,
    })
  })

  it('gives Gemini milliseconds', async () => {
    const repo = makeRepo()
    await installAgents(repo.env(), ['gemini'])
    expect(hooksOf(read(repo, '.gemini/settings.json'))['AfterTool']![0]!.hooks[0]!.timeout).toBe(15_000)
  })

  it('brings what an earlier version wrote up to date', async () => {
    const old =
      '{"hooks":{"Gone":[{"hooks":[{"command":"git-ralph hook codex Gone"}]}],"Stop":[{"hooks":[{"command":"git-ralph hook codex Stop"},{"command":"mine"}]}]}}'
    const repo = makeRepo({ '.codex/hooks.json': old })
    expect((await agentStates(repo.env())).find(({ agent }) => agent === 'codex')!.project).toBe('outdated')
    await installAgents(repo.env(), ['codex'])
    const hooks = hooksOf(read(repo, '.codex/hooks.json'))
    expect(hooks['Gone']).toBeUndefined()
    expect(hooks['Stop']![0]!.hooks.map(({ command }) => command)).toEqual([
      'NODE_EXTRA_CA_CERTS= git-ralph hook codex Stop || :',
      'mine',
    ])
    await installAgents(repo.env(), ['codex'], { remove: true })
    expect(JSON.parse(read(repo, '.codex/hooks.json'))).toEqual({
      hooks: { Stop: [{ hooks: [{ command: 'mine' }] }] },
    })
  })

  it('writes nothing at all when one file cannot be read', async () => {
    const repo = makeRepo({ '.cursor/mcp.json': '{ broken' })
    await expect(installAgents(repo.env(), ['claude', 'cursor'])).rejects.toMatchObject({
      code: 'bad-settings',
      message: "'.cursor/mcp.json' is not JSON that can be read (line 1)",
    })
    expect(repo.git('status', '--short')).toBe('')
    expect((await agentStates(repo.env())).find(({ agent }) => agent === 'cursor')!.project).toBe(
      'unreadable',
    )
  })

  it('refuses shapes that it would have to break', async () => {
    const list = makeRepo({ '.claude/settings.json': '{"hooks": []}' })
    await expect(installAgents(list.env(), ['claude'])).rejects.toMatchObject({ code: 'bad-settings' })
    const inline = makeRepo({ '.codex/config.toml': 'mcp_servers = { x = { command = "y" } }\n' })
    await expect(installAgents(inline.env(), ['codex'])).rejects.toMatchObject({ code: 'needs-decision' })
    const plugin = makeRepo({ '.opencode/plugin/git-ralph.js': 'mine\n' })
    await expect(installAgents(plugin.env(), ['opencode'])).rejects.toMatchObject({ code: 'needs-decision' })
  })

  it('writes one block where CLAUDE.md is a link to AGENTS.md, and takes it out with the last agent', async () => {
    const repo = makeRepo({ 'AGENTS.md': 'be brief\n' })
    symlinkSync('AGENTS.md', join(repo.dir, 'CLAUDE.md'))
    repo.commit('link')
    await installAgents(repo.env(), ['claude', 'codex', 'opencode'])
    expect(read(repo, 'AGENTS.md').match(/git-ralph:skill begin/g)).toHaveLength(1)
    await installAgents(repo.env(), ['codex'], { remove: true })
    await installAgents(repo.env(), ['claude'], { remove: true })
    expect(read(repo, 'AGENTS.md')).toContain('git ralph recall')
    await installAgents(repo.env(), ['opencode'], { remove: true })
    expect(repo.git('status', '--short')).toBe('')
  })

  it('leaves a skill that says more', async () => {
    const repo = makeRepo()
    await installSkill(repo.env(), ['codex'])
    const skill = read(repo, 'AGENTS.md')
    await installAgents(repo.env(), ['codex'])
    expect(read(repo, 'AGENTS.md')).toBe(skill)
    await installAgents(repo.env(), ['codex'], { remove: true })
    expect(read(repo, 'AGENTS.md')).toBe(skill)
  })

  it('points to the file that is rendered here', async () => {
    const repo = makeRepo()
    repo.git('config', 'ralph.renderPath', 'notes/memory.md')
    await installAgents(repo.env(), ['gemini'])
    expect(read(repo, 'GEMINI.md')).toContain('Read `notes/memory.md`')
  })

  it('follows no link out of the work tree', async () => {
    const repo = makeRepo()
    const outside = makeDir()
    symlinkSync(outside, join(repo.dir, '.claude'))
    await expect(installAgents(repo.env(), ['claude'])).rejects.toMatchObject({ code: 'bad-usage' })
    expect(readdirSync(outside)).toEqual([])
  })

  it('goes with everything else of ours', async () => {
    const repo = makeRepo({ 'CLAUDE.md': 'x\n' })
    await installAgents(repo.env(), ['claude', 'cursor'])
    expect((await uninstall(repo.env(), { dryRun: true })).done).toContain(
      "take our wiring out of '.mcp.json'",
    )
    expect((await uninstall(repo.env())).done).toContain("take our wiring out of '.mcp.json'")
    expect(repo.git('status', '--short')).toBe('')
  })

  it('finds an agent by its program, and says so', async () => {
    const repo = makeRepo()
    const bin = makeDir()
    writeFileSync(join(bin, 'gemini'), '')
    const env = repo.env({ vars: { ...TEST_VARS, PATH: bin, HOME: makeDir() } })
    const states = await agentStates({ ...env, vars: { ...env.vars, PATH: `${bin}:${TEST_VARS['PATH']}` } })
    expect(states.find(({ agent }) => agent === 'gemini')!.detected).toBe(true)
    expect(states.map(({ project }) => project)).toEqual(AGENTS.map(() => 'absent'))
  })

  it('works for a person outside of any repository', async () => {
    const home = makeDir()
    const env = makeRepo().env({ cwd: home, vars: { ...TEST_VARS, HOME: home } })
    await installAgents(env, ['cursor'], { user: true })
    expect(existsSync(join(home, '.cursor/mcp.json'))).toBe(true)
    await expect(installAgents(env, ['cursor'])).rejects.toMatchObject({ code: 'not-a-repo' })
  })

  it('writes command lines that never fail the agent, also where git-ralph is missing', async () => {
    const repo = makeRepo()
    await installAgents(repo.env(), ['claude'])
    const { SessionStart } = hooksOf(read(repo, '.claude/settings.json'))
    const { status } = spawnSync('sh', ['-c', SessionStart![0]!.hooks[0]!.command], {
      env: { PATH: '/usr/bin:/bin' },
    })
    expect(status).toBe(0)
  })

  it('says when an agent would tell each event twice', async () => {
    const { env, root } = makePlace('project')
    const twice = /each event is told twice/
    expect((await installAgents(env, ['codex'])).hints.join()).not.toMatch(twice)
    const { hints } = await installAgents(env, ['codex'], { user: true, command: COMMAND })
    expect(hints[0]).toBe('codex is wired in this project and for you: each event is told twice')
    expect(existsSync(join(root, '.codex/hooks.json'))).toBe(true)
    const plugins = join(env.vars['HOME']!, '.claude/plugins')
    mkdirSync(plugins, { recursive: true })
    writeFileSync(join(plugins, 'installed_plugins.json'), '{"plugins":{"git-ralph@git-ralph":[]}}')
    expect((await installAgents(env, ['claude'])).hints[0]).toMatch(/plugin git-ralph too/)
  })

  it('lets doctor notice that what an agent calls is gone', async () => {
    const repo = makeRepo()
    const home = makeDir()
    const bin = makeDir()
    const vars = { ...TEST_VARS, HOME: home, PATH: `${bin}:${TEST_VARS['PATH']}` }
    const env = repo.env({ vars })
    const wrong = async (): Promise<string[]> =>
      (await doctor(env)).findings
        .filter(({ check, level }) => check === 'agents' && level !== 'ok')
        .map(({ message, hint }) => `${message}: ${hint}`)
    writeFileSync(join(bin, 'git-ralph'), '')
    writeFileSync(join(bin, 'git-ralph.cjs'), '')
    await installAgents(env, ['codex'])
    await installAgents(env, ['opencode'], {
      user: true,
      command: { node: process.execPath, bin: join(bin, 'git-ralph.cjs') },
    })
    expect(await wrong()).toEqual([])
    rmSync(bin, { recursive: true })
    expect(await wrong()).toEqual([
      "codex calls 'git-ralph', which is not on the PATH: git ralph install codex",
      `opencode calls '${bin}/git-ralph.cjs', which is not there: git ralph install opencode --user`,
    ])
  })
})
