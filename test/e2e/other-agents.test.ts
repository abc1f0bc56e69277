/** The real Codex, Gemini CLI and opencode, wired by `git ralph install`: what reached the model, and what was kept. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { BIN, runBin } from '../helpers/bin.js'
import { client } from '../helpers/clients.js'
import { eventually } from '../helpers/eventually.js'
import { makeDir, makeRepo, TEST_VARS } from '../helpers/repo.js'
import { type ClientName, runClient } from './agents/clients.js'
import { startModel } from './agents/model.js'

/** How each of them calls the tool that runs a command. */
const SHELLS: Partial<
  Record<ClientName, (command: string) => { tool: string; input: Record<string, unknown> }>
> = {
  codex: (cmd) => ({ tool: 'exec_command', input: { cmd } }),
  gemini: (command) => ({ tool: 'run_shell_command', input: { command } }),
  opencode: (command) => ({ tool: 'bash', input: { command, description: 'a step' } }),
}

/** A directory with git-ralph in it, as after an installation. */
function installed(): string {
  const dir = join(makeDir('ralph-path-'), 'bin')
  mkdirSync(dir)
  writeFileSync(join(dir, 'git-ralph'), `#!/bin/sh\nexec '${process.execPath}' '${BIN}' "$@"\n`)
  chmodSync(join(dir, 'git-ralph'), 0o755)
  return dir
}

describe.each(Object.entries(SHELLS))('%s', (agent, shell) => {
  const name = agent as ClientName
  const bin = client(name)

  it.skipIf(bin === undefined)('is briefed, and what it does is kept', { timeout: 150_000 }, async () => {
    const repo = makeRepo()
    const vars = { PATH: `${installed()}:${TEST_VARS['PATH']!}` }
    const ralph = (...args: string[]): string => {
      const { code, out, err } = runBin(args, { cwd: repo.dir, vars })
      expect({ code, err }).toMatchObject({ code: 0 })
      return out
    }
    ralph('init')
    ralph('remember', 'Release trains leave on Thursdays', '-t', 'context')
    ralph('install', name)
    repo.commit('wired')
    const model = await startModel([
      { say: 'Let me look.', use: [shell('echo warp-core-is-fine')] },
      { say: 'All is well.' },
    ])
    try {
      const { code, output } = await runClient(name, {
        bin: bin!,
        cwd: repo.dir,
        model,
        prompt: 'When do release trains leave?',
        vars,
      })
      expect({ code, output }).toMatchObject({ code: 0 })
      expect(JSON.stringify(model.asked[0]).includes('Release trains leave on Thursdays')).toBe(true)
      await eventually(() =>
        expect(ralph('sessions', 'search', 'warp-core-is-fine')).toContain('echo warp-core-is-fine'),
      )
      const listed = ralph('sessions', 'list')
      expect(listed).toContain('When do release trains leave?')
      expect(listed).toContain(name)
    } finally {
      await model.close()
    }
  })
})
