/** Import: read memories from markdown files of this and other tools, as one commit. Importing twice changes nothing. */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Env } from '../env.js'
import { explainFsError, RalphError } from '../errors.js'
import { drawId } from '../memory/id.js'
import { type ParsedBlock, parseMemories } from '../memory/memories-md.js'
import type { Memory, MemoryId } from '../memory/memory.js'
import { checkBody, decodeText, renderTime } from '../memory/text.js'
import { appendToLine } from '../store/append.js'
import type { LineState } from '../store/line-state.js'
import { reapply } from '../store/reapply.js'
import { openWorkspace, renderAfterWrite } from '../store/workspace.js'
import { ORCHESTRATOR_PATH } from './init.js'

export interface Imported {
  files: string[]
  added: number
  /** Already known, by id or by text. */
  known: number
  parked?: string
  warnings: string[]
}

export async function importMemories(env: Env, paths: string[] = []): Promise<Imported> {
  const workspace = await openWorkspace(env)
  const { repo, view, warnings } = workspace
  const files =
    paths.length > 0
      ? paths.map((path) => resolve(env.cwd, path))
      : [join(repo.workTree ?? env.cwd, ORCHESTRATOR_PATH)]
  if (paths.length === 0 && !existsSync(files[0]!)) {
    throw new RalphError('bad-usage', 'which file shall be imported?', {
      hint: 'git ralph import .agent/memories.md',
    })
  }
  const blocks: ParsedBlock[] = []
  for (const file of files) {
    const parsed = parseMemories(decodeText(readInput(file), `'${file}'`))
    warnings.push(...parsed.warnings.map(({ line, message }) => `${file}:${line}: ${message}`))
    blocks.push(...parsed.blocks)
  }
  const { answer, parked } = await appendToLine(repo, view.branch, async (state) => {
    const after = await newMemories(env, state, blocks)
    const { changes } = await reapply(state, new Map(), after)
    const added = changes.filter(({ id }) => after.has(id)).length
    return {
      changes,
      subject: `import ${added} ${added === 1 ? 'memory' : 'memories'}`,
      answer: { added, known: blocks.length - added },
    }
  })
  await renderAfterWrite(workspace)
  return { files, ...answer, ...(parked && { parked }), warnings }
}

/** What the line does not have yet. A block whose id is taken by another text gets a new one. */
async function newMemories(
  env: Env,
  state: LineState,
  blocks: ParsedBlock[],
): Promise<Map<MemoryId, Memory>> {
  const fresh = new Map<MemoryId, Memory>()
  const now = env.now()
  const isTaken = async (id: MemoryId): Promise<boolean> =>
    fresh.has(id) || (await state.resolve(id)) !== undefined
  for (const block of blocks) {
    const body = checkBody(block.body)
    if ((await state.findSame(body)).length > 0) continue
    const id =
      block.id !== undefined && !(await isTaken(block.id)) ? block.id : await drawId(now, env.random, isTaken)
    const created = block.created ? `${block.created}T00:00:00Z` : renderTime(now)
    fresh.set(id, {
      id,
      type: block.type,
      tags: block.tags,
      created,
      body,
      ...(block.title && { title: block.title }),
    })
  }
  return fresh
}

function readInput(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new RalphError('bad-usage', `there is no file '${file}'`)
    throw explainFsError(error, 'reading')
  }
}
