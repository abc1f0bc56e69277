/** Export: the memories of the view as a file for other tools. Reading the file back changes nothing. */
import { dirname, join, resolve } from 'node:path'
import { IN_AGENTS_MD, putBlock, textOfBlock } from '../briefing/marked-block.js'
import type { Env } from '../env.js'
import { RalphError } from '../errors.js'
import { looksLikeTopic, parseTopic, renderTopic } from '../memory/claude-memory.js'
import { parseGuardrails, renderGuardrails, renderTitled } from '../memory/guardrails.js'
import { renderMemories } from '../memory/memories-md.js'
import type { Memory, MemoryType } from '../memory/memory.js'
import { normaliseText } from '../memory/text.js'
import { openRepo } from '../store/git/repo.js'
import { placeInWorkTree, readUserFile, writeUserFile } from '../store/user-file.js'
import { claudeMemoryDir } from './import-files.js'
import { list } from './list.js'

export const EXPORT_FORMATS = ['memories', 'guardrails', 'agents', 'claude'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

export interface ExportOptions {
  /** @default 'memories' */
  to?: ExportFormat
  /** Write this file; without it the text is only answered. */
  path?: string
  /** Write the file where the tool looks for it. */
  there?: boolean
  type?: MemoryType
  /** Any of these. */
  tags?: string[]
  line?: string
  /** Replace a file even if it holds what no memory says. */
  force?: boolean
}

export interface Exported {
  /** The whole file. */
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
  const { to = 'memories', path: typed, there = false, force = false, ...filter } = options
  const { memories: all, quarantine, branch, warnings } = await list(env, filter)
  // Agents read these files: what must not be told to them must not be written there either.
  const memories = all.filter(({ id }) => !quarantine.has(id))
  if (quarantine.size > 0) warnings.push(`${quarantine.size} in quarantine left out: git ralph review`)
  const path = there ? await placeFor(env, to) : typed === undefined ? undefined : resolve(env.cwd, typed)
  const found = path === undefined ? undefined : readUserFile(path)
  const before = found === undefined || force ? undefined : memoriesIn(found, to)
  const kept = before === undefined ? [] : keptFrom(before, memories, typed ?? path!)
  const text = render(to, memories, kept, found)
  const written = path !== undefined && found !== text
  if (written) {
    writeUserFile(path, text)
    if (to === 'claude' && there) addToIndex(path)
  }
  return { text, memories, ...(path !== undefined && { path }), written, branch, warnings }
}

/** Where the tool looks. Memories as such are rendered by us, and need no export. */
async function placeFor(env: Env, to: ExportFormat): Promise<string> {
  const repo = await openRepo(env)
  if (to === 'claude') return join(claudeMemoryDir(env, repo), TOPIC)
  if (to !== 'memories' && repo.workTree !== undefined)
    return placeInWorkTree(repo.workTree, to === 'agents' ? 'AGENTS.md' : 'guardrails.md')
  throw new RalphError('bad-usage', `there is no place of its own for '${to}' here`, {
    hint: 'name the file to write',
  })
}

const TOPIC = 'git-ralph.md'
const DESCRIPTION =
  'What was learnt in this project, written by git-ralph; search for more with `git ralph recall`'

const EMPTY_SECTION = /^## (?:Patterns|Decisions|Fixes|Context)\n(?:\n(?=## )|(?![^]))/gm

function render(
  to: ExportFormat,
  memories: readonly Memory[],
  kept: readonly string[],
  found: string | undefined,
): string {
  if (to === 'guardrails') return renderGuardrails(memories, { kept })
  const whole = renderMemories(memories, { kept, renderBlock: renderTitled })
  if (to === 'memories') return whole
  const sections = whole.replace(/^# Memories\n\n/, '').replace(EMPTY_SECTION, '')
  if (to === 'agents') return putBlock(found, sections, IN_AGENTS_MD)
  return renderTopic('git-ralph', DESCRIPTION, sections.trimEnd())
}

/** The part of the file that is written anew. */
function memoriesIn(found: string, to: ExportFormat): string {
  if (to === 'agents') return textOfBlock(found, IN_AGENTS_MD) ?? ''
  return to === 'claude' && looksLikeTopic(found) ? parseTopic(found, TOPIC).content : found
}

/** Claude Code begins with the index, and reads a topic when its line there promises something. */
function addToIndex(topic: string): void {
  const path = join(dirname(topic), 'MEMORY.md')
  const found = readUserFile(path)
  const text = putBlock(found, `- [Project memory](${TOPIC}) — ${DESCRIPTION}`, IN_AGENTS_MD)
  if (text !== found) writeUserFile(path, text)
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
