/** Runs the agents' own command line clients against a scripted model: a home of their own, a clean environment, no network. */
import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeDir, TEST_VARS } from '../../helpers/repo.js'
import type { Model } from './model.js'

export type ClientName = 'claude' | 'codex' | 'gemini' | 'opencode'

export interface ClientRun {
  /** Where the client's program is. */
  bin: string
  cwd: string
  model: Model
  prompt: string
  args?: string[]
  vars?: Record<string, string>
  /** @default a new one */
  home?: string
}

interface Setup {
  args: string[]
  vars: Record<string, string>
}

export interface ClientEnd {
  code: number | null
  output: string
}

/** No client of ours takes a tenth of it; one that waits for an answer must not hang the tests. */
const LONGEST_MS = 120_000

export async function runClient(name: ClientName, run: ClientRun): Promise<ClientEnd> {
  const home = run.home ?? makeDir('ralph-home-')
  const { args, vars } = SETUPS[name](home, run)
  const child = spawn(run.bin, [...args, ...(run.args ?? [])], {
    cwd: run.cwd,
    env: { ...TEST_VARS, HOME: home, ...vars, ...run.vars },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LONGEST_MS,
    killSignal: 'SIGKILL',
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output }))
  })
}

/** The variables that lead a client to the scripted model; its settings are written to `home`. */
export function leadToModel(
  name: ClientName,
  home: string,
  cwd: string,
  model: Model,
): Record<string, string> {
  return { HOME: home, ...SETUPS[name](home, { bin: '', cwd, model, prompt: '' }).vars }
}

const SETUPS: Record<ClientName, (home: string, run: ClientRun) => Setup> = {
  claude: (_home, { model, prompt }) => ({
    args: ['-p', prompt, '--allowedTools', 'Bash,Read,Write,Edit'],
    vars: {
      ANTHROPIC_BASE_URL: model.url,
      ANTHROPIC_API_KEY: 'dummy',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    },
  }),
  codex(home, { model, prompt, cwd }) {
    write(join(home, '.codex/config.toml'), codexConfig(model.url, cwd))
    return {
      args: ['exec', '--dangerously-bypass-approvals-and-sandbox', '--dangerously-bypass-hook-trust', prompt],
      vars: { STUB_KEY: 'dummy' },
    }
  },
  gemini(home, { model, prompt }) {
    const settings = { security: { auth: { selectedType: 'gemini-api-key' } } }
    write(join(home, '.gemini/settings.json'), JSON.stringify(settings))
    return {
      args: ['-p', prompt, '--yolo', '--model', 'gemini-2.5-flash'],
      vars: {
        GEMINI_API_KEY: 'dummy',
        GOOGLE_GEMINI_BASE_URL: model.url,
        GEMINI_CLI_TRUST_WORKSPACE: 'true',
        GEMINI_CLI_NO_RELAUNCH: 'true',
      },
    }
  },
  opencode(home, { model, prompt }) {
    write(join(home, '.config/opencode/opencode.json'), JSON.stringify(opencodeConfig(model.url)))
    return { args: ['run', prompt], vars: { OPENCODE_DISABLE_AUTOUPDATE: '1' } }
  },
}

const codexConfig = (url: string, project: string): string => `
model = "stub"
model_provider = "stub"
[model_providers.stub]
name = "stub"
base_url = "${url}/v1"
wire_api = "responses"
env_key = "STUB_KEY"
[projects."${project}"]
trust_level = "trusted"
`

const opencodeConfig = (url: string): unknown => ({
  autoupdate: false,
  share: 'disabled',
  model: 'anthropic/claude-stub',
  provider: {
    anthropic: {
      options: { baseURL: `${url}/v1`, apiKey: 'dummy' },
      models: { 'claude-stub': { name: 'stub', limit: { context: 100_000, output: 4096 } } },
    },
  },
})

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
