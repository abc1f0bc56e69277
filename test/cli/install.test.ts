import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runBin } from '../helpers/bin.js'
import { makeDir, makeRepo } from '../helpers/repo.js'

describe('git ralph install', () => {
  it('shows what it would change, line by line, and changes nothing', () => {
    const repo = makeRepo({ '.cursor/mcp.json': '{\n  "mcpServers": {}\n}\n' })
    const { code, out, err } = runBin(['install', 'cursor', '--dry-run'], { cwd: repo.dir })
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain(`would change '.cursor/mcp.json' (cursor)
      {
    -   "mcpServers": {}
    +   "mcpServers": {
    +
    +     "git-ralph": {
    +       "command": "git-ralph",
    +       "args": [
    +         "mcp"
    +       ]
    +     }
    +   }
      }
`)
    expect(repo.git('status', '--short')).toBe('')
  })

  it('says what it did, lists what is wired, and takes it out again', () => {
    const repo = makeRepo()
    const vars = { HOME: makeDir() }
    const run = (...args: string[]) => runBin(['install', ...args], { cwd: repo.dir, vars })
    expect(run('codex').out).toBe(
      "✓ wrote '.codex/hooks.json' (codex)\n✓ wrote '.codex/config.toml' (codex)\n✓ wrote 'AGENTS.md' (codex)\n" +
        '• Codex runs hooks only after you trusted them: type /hooks in Codex\n',
    )
    expect(run().out).toMatch(/^AGENT +FOUND +PROJECT +USER\n[^]*codex +yes +installed +absent\n/)
    expect(JSON.parse(run('codex', '--format', 'json').out)).toMatchObject({
      kind: 'installed',
      dryRun: false,
      files: [{ what: 'unchanged' }, { what: 'unchanged' }, { what: 'unchanged' }],
    })
    expect(run('--remove').out).toContain("✓ removed 'AGENTS.md' (codex)")
    expect(run('--remove').out).toBe('everything is as it should be\n')
    expect(repo.git('status', '--short')).toBe('')
  })

  it('names this very git-ralph in the settings of a person', () => {
    const home = makeDir()
    runBin(['install', 'gemini', '--user'], { cwd: home, vars: { HOME: home } })
    const settings = readFileSync(join(home, '.gemini/settings.json'), 'utf8')
    expect(settings).toContain(`'${process.execPath}' '`)
    expect(settings).toContain("/bin/git-ralph.cjs' hook gemini SessionStart || :")
  })

  it('knows no other agents', () => {
    const { code, err } = runBin(['install', 'vim'], { cwd: makeRepo().dir })
    expect({ code, err }).toEqual({
      code: 2,
      err: "error: there is no agent 'vim'\nhint: agents are claude, codex, gemini, opencode, cursor\n",
    })
  })
})

describe('git ralph import --dry-run', () => {
  it('shows what is new', () => {
    const repo = makeRepo({ 'AGENTS.md': '# Rules\n\n## Gotchas\n\n- no tabs\n' })
    const { out } = runBin(['import', 'AGENTS.md', '--dry-run'], { cwd: repo.dir })
    expect(out).toBe('TYPE  TAGS     MEMORY\nfix   gotchas  no tabs\n1 would be imported, 0 known already\n')
    expect(repo.git('for-each-ref', 'refs/ralph-memory')).toBe('')
  })
})
