/** Link: say how one memory stands to another, or to an article. */
import type { Env } from '../../env.js'
import { RalphError } from '../../errors.js'
import { checkRelation, DEFAULT_RELATION } from '../../memory/links.js'
import type { Link, Memory } from '../../memory/memory.js'
import { useSnapshot } from '../../store/index/snapshot.js'
import { readKnowledge } from '../../store/knowledge/read-knowledge.js'
import { openWorkspace } from '../../store/workspace.js'
import { type Edited, storeEdited } from '../edit.js'
import { findMemory } from '../find-memory.js'
import { GraphReader } from './reader.js'

export interface LinkOptions {
  /** @default 'related_to' */
  rel?: string
  /** Take the link away instead; without `rel`, all links between the two. */
  remove?: boolean
}

export interface Linked extends Edited {
  link: Link
}

export async function link(env: Env, from: string, to: string, options: LinkOptions = {}): Promise<Linked> {
  const rel = checkRelation(options.rel ?? DEFAULT_RELATION)
  const workspace = await openWorkspace(env)
  const memory = await findMemory(workspace, from)
  const target = await targetOf(workspace, to)
  if (target === memory.id) throw new RalphError('bad-usage', 'a memory cannot be linked with itself')
  const others = (memory.links ?? []).filter(
    (one) =>
      one.to !== target || (options.remove ? options.rel !== undefined && one.rel !== rel : one.rel !== rel),
  )
  const links = options.remove ? others : [...others, { to: target, rel }]
  const { links: _, ...rest } = memory
  const edited: Memory = { ...rest, ...(links.length > 0 && { links }) }
  return { ...(await storeEdited(workspace, memory, edited)), link: { to: target, rel } }
}

/** The whole id of a memory, or the slug of an article. */
async function targetOf(
  workspace: Awaited<ReturnType<typeof openWorkspace>>,
  typed: string,
): Promise<string> {
  const { repo, view } = workspace
  const { entries } = await readKnowledge(repo, view.tip)
  const node = await useSnapshot(repo, view.tip, (snapshot) => new GraphReader(snapshot, entries).find(typed))
  if (node?.kind === 'article') return node.id.slice('article:'.length)
  if (node?.kind === 'file')
    throw new RalphError('bad-usage', `'${typed}' is a file`, {
      hint: 'anchor a memory in it: remember --anchor',
    })
  return node?.entry?.memory.id ?? (await findMemory(workspace, typed)).id
}
