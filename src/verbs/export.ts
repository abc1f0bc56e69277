/** Export: the memories of the view as a file for other tools. Reading the file back changes nothing. */
import { resolve } from 'node:path'
import type { Env } from '../env.js'
import { RalphError } from '../errors.js'
import { parseGuardrails, renderGuardrails, renderTitled } from '../memory/guardrails.js'
import { renderMemories } from '../memory/memories-md.js'
import type { Memory, MemoryType } from '../memory/memory.js'
import { normaliseText } from '../memory/text.js'
import { readUserFile, writeUserFile } from '../store/user-file.js'
import { list } from './list.js'

export const EXPORT_FORMATS = ['memories', 'guardrails'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

export interface ExportOptions {
  /** @default 'memories' */
  to?: ExportFormat
  /** Write this file; without it the text is only answered. */
  path?: string
  type?: MemoryType
  /** Any of these. */
  tags?: string[]
  line?: string
  /** Replace a file even if it holds what no memory says. */
  force?: boolean
}

export interface Exported {
  text: string
  memories: Memory[]
  /** Absolute, when a file was asked for. */
  path?: string
  /** False when the file was there already as it should be. */
  written: boolean
  branch: string
  warnings: string[]
}

export async function exportMemories(env: Env, options: ExportOptions = {}): Promise<Exported> {
  const { to = 'memories', path: typed, force = false, ...filter } = options
  const { memories, branch, warnings } = await list(env, filter)
  const path = typed === undefined ? undefined : resolve(env.cwd, typed)
  const found = path === undefined ? undefined : readUserFile(path)
  const kept = found === undefined || force ? [] : keptFrom(found, memories, typed!)
  const text =
    to === 'guardrails'
      ? renderGuardrails(memories, { kept })
      : renderMemories(memories, { kept, renderBlock: renderTitled })
  const written = path !== undefined && found !== text
  if (written) writeUserFile(path, text)
  return { text, memories, ...(path !== undefined && { path }), written, branch, warnings }
}

/** What stands in the file beside memories and goes on standing there. A memory that only the file knows must not be lost. */
function keptFrom(found: string, memories: readonly Memory[], path: string): string[] {
  const { blocks, kept } = parseGuardrails(found)
  const said = new Set(memories.map(({ body }) => normaliseText(body)))
  const unknown = blocks.filter(({ body }) => !said.has(normaliseText(body)))
  if (unknown.length > 0) {
    const what = unknown.length === 1 ? 'a memory' : `${unknown.length} memories`
    throw new RalphError('needs-decision', `'${path}' holds ${what} that would be lost`, {
      hint: `git ralph import ${path}, or replace the file with --force`,
      data: { lines: unknown.map(({ line }) => line) },
    })
  }
  return kept
}
