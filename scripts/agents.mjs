/**
 * `node scripts/agents.mjs <name>` prints the path of an agent's command line client, in the version that we test with. It is
 * installed on first use into the user's cache: these packages are large, and no part of what this repository needs.
 */
import { pathToFileURL } from 'node:url'
import { findOnDemand } from './on-demand.mjs'

export const CLIENTS = {
  claude: { package: '@anthropic-ai/claude-code', version: '2.1.326', bin: 'claude' },
  codex: { package: '@openai/codex', version: '0.169.0', bin: 'codex' },
  gemini: { package: '@google/gemini-cli', version: '0.61.0', bin: 'gemini' },
  opencode: { package: 'opencode-ai', version: '1.18.33', bin: 'opencode' },
  inspector: { package: '@modelcontextprotocol/inspector', version: '2.12.0', bin: 'mcp-inspector' },
}

/** The path of the client, or undefined where it can't be installed. */
export const findClient = (name) => findOnDemand(name, CLIENTS[name])

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
