/**
 * The first half of what agents' hooks call: understand what is reported, keep it, and see whether there may be something to tell. Most
 * of the time there is not, so this half is all that is loaded: nothing but files. See agent-hooks.ts for the other half.
 */
import { resolve } from 'node:path'
import type { Env } from '../env.js'
import { RalphError } from '../errors.js'
import type { AgentEvent, AgentName } from '../session/agent-event.js'
import { fileKey, isTold } from '../store/agent/told.js'
import { logHookFailure } from '../store/agent/hook-log.js'
import { readConfig } from '../store/git/config.js'
import { openRepo, type Repo } from '../store/git/repo.js'
import { findPlace, type Place } from '../store/sessions/place.js'
import { resolveSetting } from '../store/settings/settings.js'
import { observe } from '../verbs/sessions/observe.js'
import { ADAPTERS } from './agents/adapters.js'
import type { Payload } from './agents/adapter.js'

/** What is left to find out. */
export type Question = 'session' | 'prompt' | 'files' | 'failure'

export interface Begun {
  /** As given, but standing where the agent stands. */
  env: Env
  agent: AgentName
  eventName: string
  /** Undefined where nothing can be told. */
  ask: { question: Question; event: AgentEvent; repo: Repo } | undefined
  place: Place | undefined
  ended: boolean
}

/** `yes`, `go on`: nothing can be strong. */
const SHORTEST_PROMPT = 6

/** Never throws. */
export async function beginAgentEvent(
  env: Env,
  agent: AgentName,
  eventName: string,
  payload: unknown,
): Promise<Begun> {
  const said = isPayload(payload) ? payload : undefined
  const { place, cwd } = placeOf(env, said)
  const begun: Begun = { env: { ...env, cwd }, agent, eventName, ask: undefined, place, ended: false }
  if (place === undefined) return begun
  try {
    if (said === undefined) throw new Error(payload instanceof Error ? payload.message : 'no JSON object')
    const adapter = ADAPTERS[agent]
    const event = { ...adapter.read(eventName, said), cwd }
    if (event.kind !== 'other') observe(begun.env, event)
    begun.ended = event.kind === 'session-end'
    const question = adapter.hears(eventName) ? questionOf(event, place) : undefined
    if (question === undefined) return begun
    const repo = await openRepo(begun.env)
    if (!(await mayTell(repo))) return begun
    // Agents that compact without beginning anew are told there what they lost.
    const compacted = event.kind === 'after-compact' ? { source: 'compact' as const } : {}
    begun.ask = { question, event: { ...event, ...compacted }, repo }
  } catch (error) {
    // What looks like a repository and is none is nobody's business.
    if (error instanceof RalphError && error.code === 'not-a-repo') return { ...begun, place: undefined }
    logHookFailure(place.ralphDir, env.now(), `${agent} ${eventName}`, error)
  }
  return begun
}

const isPayload = (payload: unknown): payload is Payload =>
  typeof payload === 'object' && payload !== null && !Array.isArray(payload) && !(payload instanceof Error)

/** Where the agent says it stands, if that is in a repository; else where we were started. */
function placeOf(env: Env, payload: Payload | undefined): { place: Place | undefined; cwd: string } {
  const roots = payload?.['workspace_roots']
  const said = [payload?.['cwd'], payload?.['directory'], Array.isArray(roots) ? roots[0] : undefined]
  for (const one of said) {
    if (typeof one !== 'string' || one === '' || one.length > 4096 || one.includes('\0')) continue
    const cwd = resolve(env.cwd, one)
    const place = findPlace(cwd, env.vars)
    if (place) return { place, cwd }
  }
  return { place: findPlace(env.cwd, env.vars), cwd: env.cwd }
}

/** Read only where something could be told; what is observed asks for itself, and takes the settings as they were last read. */
async function mayTell(repo: Repo): Promise<boolean> {
  const config = await readConfig(repo)
  const valueOf = (name: 'enabled' | 'inject'): unknown => resolveSetting(name, config, repo.env.vars).value
  return valueOf('enabled') === true && valueOf('inject') === 'auto'
}

function questionOf({ kind, session, prompt, tool }: AgentEvent, { ralphDir }: Place): Question | undefined {
  switch (kind) {
    case 'session-start':
    case 'after-compact':
      return 'session'
    // What begins with a slash is for the agent's own program.
    case 'prompt':
      return prompt!.startsWith('/') || prompt!.length < SHORTEST_PROMPT ? undefined : 'prompt'
    case 'before-tool':
      return asksForFiles(tool?.files ?? []) ? 'files' : undefined
    case 'after-tool':
      if (tool?.failed) return 'failure'
      return asksForFiles(tool?.files ?? []) ? 'files' : undefined
    default:
      return undefined
  }

  function asksForFiles(files: readonly string[]): boolean {
    return files.some((file) => !isTold(ralphDir, session, fileKey(file)))
  }
}
