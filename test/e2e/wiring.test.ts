/** The real clients read what `install` wrote: a git-ralph that only takes notes is called at the right moments. */
import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installAgents } from '../../src/verbs/install.js'
import { client } from '../helpers/clients.js'
import { makeDir, makeRepo, TEST_VARS } from '../helpers/repo.js'

type Client = 'claude' | 'codex' | 'gemini' | 'opencode'

interface Start {
  args: string[]
  vars: (url: string) => Record<string, string>
  /** Settings of the person who starts it. */
  settings?: (url: string, project: string) => Record<string, string>
  /** What is called before a model has answered anything. */
  called: string[]
}

const STARTS: Record<Client, Start> = {
  claude: {
    args: ['-p', 'hi'],
    vars: (url) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'none',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      CLAUDE_CODE_MAX_RETRIES: '0',
    }),
    called: ['hook claude SessionStart', 'hook claude UserPromptSubmit', 'hook claude SessionEnd'],
  },
  codex: {
    args: ['exec', '--dangerously-bypass-hook-trust', '-c', 'model_provider=stub', 'hi'],
    vars: () => ({ STUB: 'none' }),
    settings: (url, project) => ({
      '.codex/config.toml': `[model_providers.stub]\nname = "stub"\nbase_url = "${url}/v1"\nenv_key = "STUB"\nwire_api = "responses"\n\n[projects."${project}"]\ntrust_level = "trusted"\n`,
    }),
    called: ['hook codex SessionStart', 'hook codex UserPromptSubmit', 'mcp'],
  },
  gemini: {
    args: ['-p', 'hi'],
    vars: (url) => ({
      GEMINI_API_KEY: 'none',
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    }),
    settings: () => ({
      '.gemini/settings.json': '{"security":{"auth":{"selectedType":"gemini-api-key"}}}',
    }),
    called: ['hook gemini SessionStart', 'hook gemini BeforeAgent', 'mcp'],
  },
  opencode: {
    args: ['run', 'hi'],
    vars: () => ({ OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_AUTOUPDATE: '1' }),
    settings: (url) => ({
      '.config/opencode/opencode.json': JSON.stringify({
        provider: {
          anthropic: {
            options: { baseURL: `${url}/v1`, apiKey: 'none' },
            models: { stub: { name: 'stub', limit: { context: 100000, output: 4096 } } },
          },
        },
        model: 'anthropic/stub',
        small_model: 'anthropic/stub',
      }),
    }),
    called: ['hook opencode session.created', 'hook opencode chat.message', 'hook opencode dispose', 'mcp'],
  },
}

/** A model that refuses everything: the clients give up at once. */
const model = createServer((_request, response) => {
  response.writeHead(400, { 'content-type': 'application/json' })
  response.end('{"type":"error","error":{"type":"invalid_request_error","message":"no model here"}}')
})
let url = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(model.address() as AddressInfo).port}`
})
afterAll(() => void model.close())

describe.each(Object.keys(STARTS) as Client[])('%s', (name) => {
  const program = client(name)
  const { args, vars, settings, called } = STARTS[name]

  it.skipIf(program === undefined)('calls git-ralph as it was told', { timeout: 120_000 }, async () => {
    const repo = makeRepo()
    const home = makeDir()
    const notes = join(home, 'notes')
    const files: Record<string, string> = {
      'bin/git-ralph': `#!/bin/sh\necho "$*" >> '${notes}'\n[ "$1" = mcp ] || cat >/dev/null\n`,
      ...settings?.(url, repo.dir),
      notes: '',
    }
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(home, path)), { recursive: true })
      writeFileSync(join(home, path), text)
    }
    chmodSync(join(home, 'bin/git-ralph'), 0o755)
    await installAgents(repo.env(), [name])
    const child = spawn(program!, args, {
      cwd: repo.dir,
      env: { ...TEST_VARS, ...vars(url), HOME: home, PATH: `${home}/bin:${TEST_VARS['PATH']}` },
      stdio: 'ignore',
      timeout: 90_000,
    })
    await new Promise((resolve) => child.on('close', resolve))
    expect(readFileSync(notes, 'utf8').split('\n')).toEqual(expect.arrayContaining(called))
  })
})
