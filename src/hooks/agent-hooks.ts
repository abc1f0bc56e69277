/**
 * What agents' hooks call: one event in, at most one text out, in the agent's own format. Never throws, prints nothing, ends no process:
 * the command `hook`, the MCP server and tests all call this. What each event does is written in docs/agents.md.
 */
import type { Frame } from '../briefing/frame.js'
import type { Env } from '../env.js'
import type { AgentEvent, AgentName } from '../session/agent-event.js'
import type { Repo } from '../store/git/repo.js'
import { logHookFailure } from '../store/agent/hook-log.js'
import { briefSession } from '../verbs/agent/brief-session.js'
import { recallForFailure, recallForFiles, recallForPrompt } from '../verbs/agent/recall-for-agent.js'
import { ADAPTERS } from './agents/adapters.js'
import { beginAgentEvent, type Begun, type Question } from './agent-quick.js'

const ANSWERS: Record<Question, (repo: Repo, event: AgentEvent) => Promise<Frame>> = {
  session: briefSession,
  prompt: recallForPrompt,
  files: recallForFiles,
  failure: recallForFailure,
}

/** What the agent should read on standard output; '' for nothing. */
export async function handleAgentEvent(
  env: Env,
  agent: AgentName,
  eventName: string,
  payload: unknown,
): Promise<string> {
  return finishAgentEvent(await beginAgentEvent(env, agent, eventName, payload))
}

export async function finishAgentEvent({ env, agent, eventName, ask, place }: Begun): Promise<string> {
  let context = ''
  if (ask && place) {
    try {
      context = (await ANSWERS[ask.question](ask.repo, ask.event)).text
    } catch (error) {
      logHookFailure(place.ralphDir, env.now(), `${agent} ${eventName}`, error)
    }
  }
  return ADAPTERS[agent].write(eventName, context)
}
