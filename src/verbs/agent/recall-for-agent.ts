/** What is told unasked while a session goes on: memories that a prompt, a file or a failure calls for, none of them twice. */
import { resolve } from 'node:path'
import { type Frame, frameMemory, NOTHING_TOLD, renderFrame } from '../../briefing/frame.js'
import type { Memory } from '../../memory/memory.js'
import type { Entry } from '../../search/segment.js'
import { search } from '../../search/search.js'
import { searchStrong } from '../../search/strong.js'
import type { AgentEvent } from '../../session/agent-event.js'
import { errorWords } from '../../session/error-words.js'
import { claim, fileKey, memoryKey } from '../../store/agent/told.js'
import type { Repo } from '../../store/git/repo.js'
import { useTrusted } from '../../store/trust/review.js'
import type { Workspace } from '../../store/workspace.js'
import { workPath } from '../../store/git/work-path.js'
import { vet } from '../vet.js'
import { openQuietly } from './open-quietly.js'

/** Most memories, and most tokens of all of them. */
const PROMPT = { most: 3, tokens: 700 }
const FILE = { most: 3, tokens: 500 }
const FAILURE = { most: 1, tokens: 500 }
/** Some more are looked at: the best may have been told already. */
const LOOKED_AT = 12

export async function recallForPrompt(repo: Repo, { session, prompt = '' }: AgentEvent): Promise<Frame> {
  const workspace = await openQuietly(repo)
  const { view } = workspace
  const found = await useTrusted(repo, view.tip, ({ parts }) =>
    searchStrong(parts, prompt, { limit: LOOKED_AT }),
  )
  return tell(workspace, session, found, PROMPT, 'These speak of what was asked:')
}

export async function recallForFailure(repo: Repo, { session, tool }: AgentEvent): Promise<Frame> {
  const workspace = await openQuietly(repo)
  const { view } = workspace
  const words = errorWords(tool?.error ?? tool?.result ?? '')
  const found = await useTrusted(repo, view.tip, ({ parts }) =>
    searchStrong(parts, words, { limit: LOOKED_AT, types: ['fix'] }),
  )
  return tell(workspace, session, found, FAILURE, 'This failure may be known:')
}

/** Of each file once in a session, whatever is done with it. */
export async function recallForFiles(repo: Repo, { session, tool }: AgentEvent): Promise<Frame> {
  const workspace = await openQuietly(repo)
  const { view } = workspace
  const files = tool?.files ?? []
  const fresh = claim(repo.ralphDir, session, files.map(fileKey))
  const paths = files
    .filter((file) => fresh.includes(fileKey(file)))
    .flatMap((file) => pathInWorkTree(repo, file) ?? [])
  const found = await useTrusted(repo, view.tip, ({ parts }) =>
    paths.flatMap((path) => search(parts, '', { path, limit: LOOKED_AT }).hits),
  )
  const many = paths.length === 1 ? 'this file' : 'these files'
  return tell(workspace, session, found, FILE, `These speak of ${many}:`)
}

/** Whole as far as the tokens reach, the rest in a line each. */
async function tell(
  workspace: Workspace,
  session: string,
  hits: readonly { entry: Entry }[],
  { most, tokens }: { most: number; tokens: number },
  head: string,
): Promise<Frame> {
  const { ralphDir, env } = workspace.repo
  const told: Memory[] = []
  for (const memory of await vetted(workspace, hits)) {
    if (told.length === most) break
    if (claim(ralphDir, session, [memoryKey(memory.id)]).length > 0) told.push(memory)
  }
  if (told.length === 0) return NOTHING_TOLD
  return renderFrame(
    [head],
    told.map((memory) => frameMemory(memory, env.now())),
    { tokens, lines: true },
  )
}

async function vetted(workspace: Workspace, hits: readonly { entry: Entry }[]): Promise<Memory[]> {
  if (hits.length === 0) return []
  const entries = [...new Map(hits.map(({ entry }) => [entry.memory.id, entry])).values()]
  const { candidates } = await vet(workspace, {
    candidates: entries.map(({ memory }) => ({ memory, relevance: 1 })),
    total: entries.length,
    blobs: new Map(entries.map(({ memory, blob }) => [memory, blob])),
  })
  return candidates.map(({ memory }) => memory)
}

/** From the top of the work tree; undefined for what lies outside. */
function pathInWorkTree({ workTree, env }: Repo, file: string): string | undefined {
  return workTree && workPath(workTree, resolve(env.cwd, file))
}
