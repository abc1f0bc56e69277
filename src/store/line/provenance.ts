/** The trailers of a memory commit: on which code, by which agent and session. */
import type { Oid, Repo } from '../git/repo.js'
import { readCurrentTask } from '../task/current-task.js'
import { headCommit } from './line.js'

export async function renderTrailers(repo: Repo, branch: string): Promise<string> {
  const head: Oid | undefined = await headCommit(repo)
  const { vars } = repo.env
  const trailers: [string, string | undefined][] = [
    ['Ralph-Code', head],
    ['Ralph-Branch', branch],
    ['Ralph-Agent', agentOf(vars)],
    ['Ralph-Session', sessionOf(vars)],
    ['Ralph-Task', vars['RALPH_TASK'] || readCurrentTask(repo)],
  ]
  return trailers
    .filter(([, value]) => value)
    .map(([key, value]) => `${key}: ${value!.replace(/\s+/g, ' ')}\n`)
    .join('')
}

export function sessionOf(vars: Record<string, string | undefined>): string | undefined {
  return (
    vars['RALPH_SESSION'] ||
    vars['CLAUDE_CODE_SESSION_ID'] ||
    vars['CODEX_SESSION_ID'] ||
    vars['CODEX_THREAD_ID']
  )
}

/** `claude-code_2-1-326_agent` → `claude-code`. */
export function agentOf(vars: Record<string, string | undefined>): string | undefined {
  if (vars['RALPH_AGENT']) return vars['RALPH_AGENT']
  if (vars['AI_AGENT']) return vars['AI_AGENT'].split('_')[0]
  if (vars['CLAUDECODE']) return 'claude-code'
  if (vars['CODEX_SESSION_ID'] || vars['CODEX_THREAD_ID']) return 'codex'
  if (vars['GEMINI_CLI']) return 'gemini'
  return vars['OPENCODE'] ? 'opencode' : undefined
}
