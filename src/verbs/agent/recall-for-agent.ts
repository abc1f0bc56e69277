/** What is told unasked while a session goes on: memories that a prompt, a file or a failure calls for, none of them twice. */
import { relative, resolve, sep } from 'node:path'
import { type Frame, frameMemory, NOTHING_TOLD, renderFrame } from '../../briefing/frame.js'
import type { Env } from '../../env.js'
import type { Memory } from '../../memory/memory.js'
import { search } from '../../search/search.js'
import { searchStrong } from '../../search/strong.js'
import type { AgentEvent } from '../../session/agent-event.js'
import { errorWords } from '../../session/error-words.js'
import { claim, fileKey, memoryKey } from '../../store/agent/told.js'
import { useSnapshot } from '../../store/index/snapshot.js'
import type { Workspace } from '../../store/workspace.js'
import { openQuietly } from './open-quietly.js'

/** Most memories, and most tokens of all of them. */
const PROMPT = { most: 3, tokens: 700 }
const FILE = { most: 3, tokens: 500 }
const FAILURE = { most: 1, tokens: 500 }
/** Some more are looked at: the best may have been told already. */
const LOOKED_AT = 12

export async function recallForPrompt(env: Env, { session, prompt = '' }: AgentEvent): Promise<Frame> {
  const workspace = await openQuietly(env)
  const { repo, view } = workspace
  const found = await useSnapshot(repo, view.tip, ({ parts }) =>
    searchStrong(parts, prompt, { limit: LOOKED_AT }),
  )
  return tell(workspace, session, memoriesOf(found), PROMPT, 'These speak of what was asked:')
}

export async function recallForFailure(env: Env, { session, tool }: AgentEvent): Promise<Frame> {
  const workspace = await openQuietly(env)
  const { repo, view } = workspace
  const words = errorWords(tool?.error ?? tool?.result ?? '')
  const found = await useSnapshot(repo, view.tip, ({ parts }) =>
    searchStrong(parts, words, { limit: LOOKED_AT, types: ['fix'] }),
  )
  return tell(workspace, session, memoriesOf(found), FAILURE, 'This failure may be known:')
}

/** Of each file once in a session, whatever is done with it. */
export async function recallForFiles(env: Env, { session, tool }: AgentEvent): Promise<Frame> {
  const workspace = await openQuietly(env)
  const { repo, view } = workspace
  const files = tool?.files ?? []
  const fresh = claim(repo.ralphDir, session, files.map(fileKey))
  const paths = files
    .filter((file) => fresh.includes(fileKey(file)))
    .flatMap((file) => pathInWorkTree(workspace, env.cwd, file) ?? [])
  const found = await useSnapshot(repo, view.tip, ({ parts }) =>
    paths.flatMap((path) => search(parts, '', { path, limit: LOOKED_AT }).hits),
  )
  const many = paths.length === 1 ? 'this file' : 'these files'
  return tell(workspace, session, memoriesOf(found), FILE, `These speak of ${many}:`)
}

const memoriesOf = (hits: readonly { entry: { memory: Memory } }[]): Memory[] => [
  ...new Map(hits.map(({ entry: { memory } }) => [memory.id, memory])).values(),
]

/** Whole as far as the tokens reach, the rest in a line each. */
function tell(
  { repo }: Workspace,
  session: string,
  memories: readonly Memory[],
  { most, tokens }: { most: number; tokens: number },
  head: string,
): Frame {
  const told: Memory[] = []
  for (const memory of memories) {
    if (told.length === most) break
    if (claim(repo.ralphDir, session, [memoryKey(memory.id)]).length > 0) told.push(memory)
  }
  if (told.length === 0) return NOTHING_TOLD
  return renderFrame(
    [head],
    told.map((memory) => frameMemory(memory, repo.env.now())),
    { tokens, lines: true },
  )
}

/** From the top of the work tree; undefined for what lies outside. */
function pathInWorkTree({ repo }: Workspace, cwd: string, file: string): string | undefined {
  if (repo.workTree === undefined) return undefined
  const path = relative(repo.workTree, resolve(cwd, file))
  return path === '' || path.startsWith('..') ? undefined : path.split(sep).join('/')
}
