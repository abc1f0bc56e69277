/** What an agent reported → the observation that is kept of it. */
import type { AgentEvent } from './agent-event.js'
import { type Keeper, keeper } from './keep.js'
import { type Observation, type ObservedAt, typeOf } from './observation.js'

/** In characters; all together stay below 16 KB. A file that was read or written is in the work tree: its text says little here. */
const MOST = {
  command: 2000,
  result: 5000,
  otherResult: 1000,
  error: 3000,
  text: 6000,
  name: 200,
  path: 1000,
} as const
const MOST_FILES = 32
const MOST_PATH = 250

const SAYS_MODE: readonly AgentEvent['kind'][] = ['session-start', 'prompt']

/** Undefined when there is nothing in it to keep. */
export function observed(event: AgentEvent, at: ObservedAt): Observation | undefined {
  const type = typeOf(event)
  if (type === undefined || event.session === '') return undefined
  const keep = keeper()
  const observation: Observation = {
    id: at.id,
    type,
    at: at.at,
    event: event.kind,
    session: event.session.slice(0, MOST.name),
    agent: event.agent,
    ...(at.branch && { branch: at.branch }),
    ...(at.commit && { commit: at.commit }),
    ...(at.loop && { loop: at.loop }),
    ...(at.task && { task: keep.text(at.task, MOST.name) }),
    ...(event.mode && SAYS_MODE.includes(event.kind) && { mode: event.mode }),
    ...(event.kind === 'session-start' &&
      event.transcript && { transcript: keep.text(event.transcript, MOST.path) }),
    ...(event.kind === 'session-start' && at.workTree && { project: at.workTree.slice(0, -1) }),
    ...said(event, keep),
    ...(event.kind === 'after-tool' && used(event, at, keep)),
  }
  return keep.cut() > 0 ? { ...observation, cut: keep.cut() } : observation
}

function said(event: AgentEvent, keep: Keeper): Partial<Observation> {
  const text = event.prompt ?? event.summary ?? (event.kind === 'stop' ? event.message : undefined)
  const how = event.source ?? event.reason
  return {
    ...(how && { how: keep.text(how, MOST.name) }),
    ...(text && { text: keep.text(text, MOST.text) }),
  }
}

function used({ tool }: AgentEvent, at: ObservedAt, keep: Keeper): Partial<Observation> {
  const { name, command, input, files, edits, failed, durationMs } = tool!
  // Said once: the command is one of the parameters too.
  const rest = Object.entries(input).filter(([, value]) => value !== command || command === undefined)
  const kept = keep.object(Object.fromEntries(rest))
  const error = tool!.error ?? (failed ? tool!.result : undefined)
  const result = error === tool!.result ? undefined : tool!.result
  const mostResult = command === undefined ? MOST.otherResult : MOST.result
  return {
    tool: keep.text(name, MOST.name),
    ...(command && { command: keep.text(command, MOST.command) }),
    ...(Object.keys(kept).length > 0 && { input: kept }),
    ...(files.length > 0 && { files: keepFiles(files, at.workTree, keep) }),
    ...(edits && { edits }),
    ...(result && { result: keep.text(result, mostResult) }),
    ...(error && { error: keep.text(error, MOST.error) }),
    ...(durationMs !== undefined && { ms: Math.round(durationMs) }),
  }
}

function keepFiles(files: string[], workTree: string | undefined, keep: Keeper): string[] {
  const near = files
    .slice(0, MOST_FILES)
    .map((file) => (workTree && file.startsWith(workTree) ? file.slice(workTree.length) : file))
  return [...new Set(near.map((file) => keep.text(file, MOST_PATH)))]
}
