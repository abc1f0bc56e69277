/** Every agent's adapter by its name. */
import type { AgentName } from '../../session/agent-event.js'
import type { Adapter } from './adapter.js'
import { claude } from './claude.js'
import { codex } from './codex.js'
import { cursor } from './cursor.js'
import { gemini } from './gemini.js'
import { opencode } from './opencode.js'

export const ADAPTERS: Record<AgentName, Adapter> = { claude, codex, gemini, opencode, cursor }

export function isAgent(name: string): name is AgentName {
  return Object.hasOwn(ADAPTERS, name)
}
