/** The commands for agents and loops, as they are typed. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SKILL_TEXT } from '../../src/briefing/skill.js'
import type { Command } from '../../src/cli/command.js'
import { command as exportCommand } from '../../src/cli/commands/export.js'
import { command as ingestCommand } from '../../src/cli/commands/ingest.js'
import { command as promptCommand } from '../../src/cli/commands/prompt.js'
import { command as rememberCommand } from '../../src/cli/commands/remember.js'
import { command as skillCommand } from '../../src/cli/commands/skill.js'
import { runCommand } from '../../src/cli/main.js'
import { makeRepo, type TestRepo } from '../helpers/repo.js'

async function run(repo: TestRepo, command: Command, args: string[], input = '') {
  const env = repo.env({ stdin: { isTTY: false, read: () => Promise.resolve(Buffer.from(input)) } })
  const code = await runCommand(command, args, env)
  return { code, out: env.out(), err: env.err() }
}

const OUTPUT = `<memory type="fix" tags="docker">start docker</memory>
<knowledge title="no tags">x</knowledge>
<journal>done</journal>`
const RUN = ['--run', 'run-1f2e3d4c', '-i', '1']

describe('ingest', () => {
  it('reads standard input and says what became of it', async () => {
    const { code, out } = await run(makeRepo(), ingestCommand, RUN, OUTPUT)
    expect(code).toBe(0)
    expect(out.replace(/mem-\d+-\w+/, '<id>').replace(/j-1-\w+ stored on \w+/, '<entry>')).toBe(
      '📝 <id> stored: start docker\n📓 <entry>\n• <knowledge> in line 2 skipped: no tags\n',
    )
  })

  it('answers in JSON', async () => {
    const repo = makeRepo()
    repo.write('out.txt', OUTPUT)
    const { out } = await run(repo, ingestCommand, ['out.txt', ...RUN, '--format', 'json'])
    expect(JSON.parse(out)).toMatchObject({
      kind: 'ingested',
      memories: [{ outcome: 'stored', content: 'start docker' }],
      articles: [],
      journal: { outcome: 'stored', entry: { notes: 'done' } },
      skipped: [{ kind: 'knowledge', line: 2, reason: 'no tags' }],
    })
  })

  it('says when nothing was marked', async () => {
    expect((await run(makeRepo(), ingestCommand, [], 'plain')).out).toBe('nothing was marked for keeping\n')
  })
})

describe('prompt', () => {
  it('prints markdown, or its parts as JSON', async () => {
    const repo = makeRepo()
    await run(repo, ingestCommand, RUN, OUTPUT)
    const { out } = await run(repo, promptCommand, [
      ...RUN.slice(0, 2),
      '--task-title',
      'docker',
      '--retry',
      '2',
      '--failure',
      'x',
    ])
    expect(out).toMatch(/# Memories[^]*## Run Journal[^]*## Retry Information[^]*## Memory/)
    const json = await run(repo, promptCommand, ['--format', 'json', '--budget', '4000'])
    expect(JSON.parse(json.out)).toMatchObject({
      kind: 'prompt',
      budget: 4000,
      parts: expect.any(Array) as [],
    })
  })

  it.each([['--budget=-1'], ['--retry=0'], ['--budget=1.5']])('refuses %s', async (flag) => {
    expect((await run(makeRepo(), promptCommand, [flag])).code).toBe(2)
  })
})

describe('skill', () => {
  it('prints the text, or says what it wrote', async () => {
    const repo = makeRepo()
    expect((await run(repo, skillCommand, [])).out).toBe(SKILL_TEXT)
    const dry = await run(repo, skillCommand, ['--install', 'codex', '--dry-run'])
    expect(dry.out).toBe("would write 'AGENTS.md'\n")
    const written = await run(repo, skillCommand, ['--install', 'codex', '--install', 'claude'])
    expect(written.out).toBe("✓ write 'AGENTS.md'\n✓ write '.claude/skills/git-ralph/SKILL.md'\n")
    expect((await run(repo, skillCommand, ['--install', 'codex'])).out).toBe("• 'AGENTS.md' is up to date\n")
    await run(repo, skillCommand, ['--uninstall'])
    expect(existsSync(join(repo.dir, 'AGENTS.md'))).toBe(false)
    expect((await run(repo, skillCommand, ['--uninstall'])).out).toBe('no skill is installed here\n')
    expect((await run(repo, skillCommand, ['--install', 'emacs'])).code).toBe(2)
  })
})

describe('export', () => {
  it('prints, or writes a file', async () => {
    const repo = makeRepo()
    await run(repo, rememberCommand, ['start docker', '-t', 'fix'])
    expect((await run(repo, exportCommand, ['--to', 'guardrails', '-'])).out).toMatch(
      /^# Guardrails\n\n## Fixes\n### fix-\d+-\w{4}\n> start docker\n/,
    )
    expect((await run(repo, exportCommand, ['out.md'])).out).toBe("📤 1 exported to 'out.md'\n")
    expect(readFileSync(join(repo.dir, 'out.md'), 'utf8')).toContain('> start docker')
    expect((await run(repo, exportCommand, ['out.md'])).out).toBe("'out.md' is up to date\n")
  })
})

describe('remember --where', () => {
  it('answers and stores nothing', async () => {
    const repo = makeRepo()
    const { out } = await run(repo, rememberCommand, ['--where', 'npm test fails: run npm build first'])
    expect(out).toBe(`a memory of type fix
  it tells of something that went wrong: “fails”

  git ralph remember 'npm test fails: run npm build first' --type fix
`)
    expect((await run(repo, rememberCommand, ['--where', '--format', 'quiet', 'next step: x'])).out).toBe(
      'scratchpad\n',
    )
    expect((await run(repo, rememberCommand, ['--where'])).code).toBe(2)
    expect(repo.git('for-each-ref', 'refs/ralph-memory')).toBe('')
  })
})
