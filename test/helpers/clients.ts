/** The real clients of agents, for tests that speak with them. */
import { fileURLToPath } from 'node:url'
import { spawnSync } from './spawn.js'

const SCRIPT = fileURLToPath(new URL('../../scripts/agents.mjs', import.meta.url))

/**
 * The path of a client, installed on first use. Undefined where that is not wanted or not possible: only Claude Code is quick enough
 * for every run, the others need RALPH_E2E=all.
 */
export function client(name: 'claude' | 'codex' | 'gemini' | 'opencode' | 'inspector'): string | undefined {
  if (name !== 'claude' && process.env['RALPH_E2E'] !== 'all') return undefined
  const { status, stdout } = spawnSync(process.execPath, [SCRIPT, name], { encoding: 'utf8' })
  if (status === 0) return stdout.trim()
  console.warn(`tests with ${name} are skipped: it is not here and cannot be installed`)
  return undefined
}
