/**
 * An agent's hook as a process: the payload on standard input, the answer on standard output, and nothing else, ever. Ends with 0
 * whatever happens: agents take anything else for a reason to stop.
 */
import { spawn } from 'node:child_process'
import type { Env } from '../env.js'
import type { AgentName } from '../session/agent-event.js'
import { processEnv } from '../process-env.js'
import { ADAPTERS, isAgent } from './agents/adapters.js'
import { beginAgentEvent, type Begun } from './agent-quick.js'

type Finish = (begun: Begun) => Promise<string>

/** Never returns, unless `name` is no agent. */
export async function runAsProcess(
  [name = '', eventName = '']: readonly string[],
  finish: Finish,
  otherwise: () => void,
): Promise<void> {
  if (!isAgent(name)) return otherwise()
  await runAgentHook(processEnv(), name, eventName, finish)
  process.exit(0)
}

/** `finish` is the other half of the door, loaded when something is to be told. */
export async function runAgentHook(
  env: Env,
  agent: AgentName,
  eventName: string,
  finish: Finish,
): Promise<void> {
  try {
    const begun = await beginAgentEvent(env, agent, eventName, await readPayload(env))
    const answer = begun.ask ? await finish(begun) : ADAPTERS[agent].write(eventName, '')
    if (answer !== '') env.stdout.write(`${answer}\n`)
    if (begun.ended && begun.place) drainLater(begun.env)
  } catch {
    // Standard output is closed: nobody listens.
  }
}

/** What was sent, or why that cannot be read. */
async function readPayload(env: Env): Promise<unknown> {
  try {
    const text = (await env.stdin.read()).toString('utf8')
    return text.trim() === '' ? new Error('standard input is empty') : JSON.parse(text)
  } catch (error) {
    return error
  }
}

/** The agent waits for its hooks when it ends, and not for long: what they left is put away by a process that outlives it. */
function drainLater({ cwd, vars }: Env): void {
  const bin = process.argv[1]
  if (bin === undefined) return
  spawn(process.execPath, [bin, 'hook', 'drain'], { cwd, env: vars, detached: true, stdio: 'ignore' })
    .on('error', () => {})
    .unref()
}
