/** Blame: who taught each part of a memory, when, and on which code. */
import type { Env } from '../env.js'
import type { Memory } from '../memory/memory.js'
import { blameFile, type BlamedLine } from '../store/line/blame.js'
import { type LineCommit, readLineCommits } from '../store/line/commits.js'
import { openWorkspace } from '../store/workspace.js'
import { findMemory } from './find-memory.js'

export interface BlamedPart {
  /** `body`, or the name of a field: `type`, `tags`, `title`… */
  part: string
  /** Of the body, from 1. */
  line?: number
  text: string
  commit: string
}

export interface Blamed {
  memory: Memory
  parts: BlamedPart[]
  /** The commits of the parts, oldest first. */
  commits: LineCommit[]
  warnings: string[]
}

export async function blame(env: Env, id: string, options: { line?: string } = {}): Promise<Blamed> {
  const workspace = await openWorkspace(env, options)
  const { repo, view, warnings } = workspace
  const memory = await findMemory(workspace, id)
  const parts = partsOf(await blameFile(repo, view.tip!, memory.id))
  const commits = await readLineCommits(
    repo,
    parts.map(({ commit }) => commit),
  )
  const byTime = [...commits.values()].toSorted((a, b) => (a.when < b.when ? -1 : a.when > b.when ? 1 : 0))
  return { memory, parts, commits: byTime, warnings }
}

/** A memory file is front matter, one key a line as we write it, and the body after the second `---`. */
function partsOf(lines: readonly BlamedLine[]): BlamedPart[] {
  const end = lines.findIndex(({ text }, at) => at > 0 && text.trimEnd() === '---')
  const fields: BlamedPart[] = []
  for (const { text, commit } of lines.slice(1, end)) {
    const [, key, value] = /^([A-Za-z_][\w-]*):\s*(.*)$/.exec(text) ?? []
    // Somebody else may have written a value over several lines.
    const part = key ?? fields.at(-1)?.part
    if (part !== undefined) fields.push({ part, text: value ?? text, commit })
  }
  const body = lines.slice(end + 1)
  const first = body.findIndex(({ text }) => text.trim() !== '')
  const last = body.findLastIndex(({ text }) => text.trim() !== '')
  const taught = body.slice(Math.max(0, first), last + 1)
  return [
    ...fields.filter(({ part }) => part !== 'id'),
    ...taught.map(({ text, commit }, at) => ({ part: 'body', line: at + 1, text, commit })),
  ]
}
