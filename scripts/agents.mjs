/**
 * `node scripts/agents.mjs <name>` prints the path of an agent's command line client, in the version that we test with. It is
 * installed on first use into the user's cache: these packages are large, and no part of what this repository needs.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

export const CLIENTS = {
  claude: { package: '@anthropic-ai/claude-code', version: '2.1.326', bin: 'claude' },
  codex: { package: '@openai/codex', version: '0.169.0', bin: 'codex' },
  gemini: { package: '@google/gemini-cli', version: '0.61.0', bin: 'gemini' },
  opencode: { package: 'opencode-ai', version: '1.18.33', bin: 'opencode' },
  inspector: { package: '@modelcontextprotocol/inspector', version: '2.12.0', bin: 'mcp-inspector' },
}

const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'git-ralph-clients')

/** The path of the client, or undefined where it can't be installed. */
export function findClient(name) {
  const { package: wanted, version, bin } = CLIENTS[name]
  const place = join(cache, `${name}-${version}`)
  const path = join(place, 'node_modules/.bin', bin)
  if (existsSync(path)) return path
  mkdirSync(cache, { recursive: true })
  const building = mkdtempSync(join(cache, 'new-'))
  try {
    writeFileSync(join(building, 'package.json'), '{ "private": true }\n')
    const args = ['install', '--no-audit', '--no-fund', '--loglevel=error', `${wanted}@${version}`]
    const options = { cwd: building, stdio: ['ignore', 'ignore', 'inherit'], timeout: 180_000 }
    if (spawnSync('npm', args, { ...options, shell: process.platform === 'win32' }).status !== 0)
      return undefined
    renameSync(building, place)
  } catch (error) {
    // Somebody else was faster.
    if (!existsSync(path)) throw error
  } finally {
    rmSync(building, { recursive: true, force: true })
  }
  return path
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const name = process.argv[2] ?? ''
  if (!Object.hasOwn(CLIENTS, name)) {
    console.error(`usage: node scripts/agents.mjs ${Object.keys(CLIENTS).join('|')}`)
    process.exitCode = 2
  } else {
    const path = findClient(name)
    if (path) console.log(path)
    else process.exitCode = 1
  }
}
