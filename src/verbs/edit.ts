/** Edit: change a memory in place. Its earlier versions stay in the line's history. */
import type { Env } from '../env.js'
import { RalphError } from '../errors.js'
import { admit, type SecretPolicy } from '../memory/admit.js'
import { parseMemory, renderMemory } from '../memory/markdown.js'
import { checkType, type Memory, type MemoryType, titleOf } from '../memory/memory.js'
import { checkBody, cleanTitle, normaliseTags, renderTime } from '../memory/text.js'
import { appendToLine, subjectOf } from '../store/line/append.js'
import { editText } from '../store/editor.js'
import { reapply } from '../store/line/reapply.js'
import { openWorkspace, renderAfterWrite, type Workspace } from '../store/workspace.js'
import { findMemory } from './find-memory.js'

export interface EditOptions extends SecretPolicy {
  content?: string
  type?: MemoryType
  /** Replaces all tags. */
  tags?: string[]
  addTags?: string[]
  removeTags?: string[]
  /** Replaces all anchors: `src/db.ts:10-20`, seen from where the user stands. */
  anchors?: string[]
  /** Anchor it in the code as it is now. */
  reanchor?: boolean
  /** An empty one takes the title away. */
  title?: string
}

export interface Edited {
  memory: Memory
  changed: boolean
  parked?: string
  warnings: string[]
}

/** Without any option the memory file is opened in the user's editor. */
export async function edit(env: Env, id: string, options: EditOptions = {}): Promise<Edited> {
  const workspace = await openWorkspace(env)
  const before = await findMemory(workspace, id)
  const { redact, allowSecret, anchors, reanchor, ...given } = options
  const policy = { ...(redact && { redact }), ...(allowSecret !== undefined && { allowSecret }) }
  // A policy alone settles what to do with a secret that is there already.
  const told = { ...given, ...policy, anchors, reanchor: reanchor || undefined }
  const byHand = Object.values(told).every((value) => value === undefined)
  if (byHand) return storeEdited(workspace, before, await editFile(workspace, before))
  const edited = settle(applyOptions(before, given), policy)
  if (anchors === undefined && !reanchor) return storeEdited(workspace, before, edited)
  const { anchorsNow } = await import('./anchors-now.js')
  const { anchors: _, ...rest } = edited
  const now = await anchorsNow(workspace, before, anchors)
  const anchored: Memory = { ...rest, ...(now.length > 0 && { anchors: now }) }
  return storeEdited(workspace, before, anchored)
}

/** Stores a memory as it shall be now, as a merge with whatever others did to it meanwhile. */
export async function storeEdited(workspace: Workspace, before: Memory, edited: Memory): Promise<Edited> {
  if (renderMemory(edited) === renderMemory(before))
    return { memory: before, changed: false, warnings: workspace.warnings }
  const after: Memory = { ...edited, updated: renderTime(workspace.repo.env.now()) }
  const { answer, parked } = await appendToLine(workspace.repo, workspace.view.branch, async (state) => {
    const { changes } = await reapply(state, new Map([[before.id, before]]), new Map([[before.id, after]]))
    const stored = changes.find(
      (change) => change.after?.id === before.id || change.after?.aliases?.includes(before.id),
    )?.after
    return { changes, subject: subjectOf(`edit ${after.type}`, titleOf(after)), answer: stored ?? after }
  })
  await renderAfterWrite(workspace)
  return { memory: answer, changed: true, ...(parked && { parked }), warnings: workspace.warnings }
}

/** Without a policy it is the store that refuses: a secret that came with a pull must not forbid a new tag. */
function settle(memory: Memory, policy: SecretPolicy): Memory {
  return Object.keys(policy).length === 0 ? memory : admit(memory, policy)
}

function applyOptions(memory: Memory, options: Omit<EditOptions, keyof SecretPolicy>): Memory {
  const dropped = new Set(normaliseTags(options.removeTags ?? []))
  const tags = normaliseTags([...(options.tags ?? memory.tags), ...(options.addTags ?? [])]).filter(
    (tag) => !dropped.has(tag),
  )
  const { title: before, ...rest } = memory
  const title = options.title === undefined ? before : cleanTitle(options.title)
  return {
    ...rest,
    tags,
    ...(title !== undefined && { title }),
    ...(options.type !== undefined && { type: checkType(options.type) }),
    ...(options.content !== undefined && { body: checkBody(options.content) }),
  }
}

/** The memory file as stored; what cannot be read when the editor closes is not stored, and not lost either. */
async function editFile({ repo }: Workspace, memory: Memory): Promise<Memory> {
  const { text, path, discard } = await editText(repo, `${memory.id}.md`, renderMemory(memory))
  try {
    const edited = parseMemory(text, memory.id)
    const result = admit<Memory>({ ...edited, body: checkBody(edited.body), created: memory.created })
    discard()
    return result
  } catch (error) {
    if (!(error instanceof RalphError)) throw error
    throw new RalphError(error.code, error.message, {
      hint: `${error.hint ? `${error.hint}; ` : ''}nothing was stored, your text is in '${path}'`,
      cause: error,
    })
  }
}
