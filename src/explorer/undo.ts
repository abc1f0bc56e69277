/** How each write is taken back: mostly by reverting the commit that it made. */
import type { Undo, WritePath } from './api.js'
import type { Given } from './words.js'

export interface Write {
  path: string
  body: Given
}

type Ask = (path: string, words: readonly string[]) => Promise<string>

interface Commits {
  commits: { commit: string; changes: { id: string }[] }[]
}

/** Of the commits that are new after a write, no more than these are looked at. */
const MOST_COMMITS = 20

/** Says of each write what a button that takes it back should say; those that are not here change no line. */
const SAYS: Partial<Record<WritePath, string>> = {
  remember: 'forget it again',
  edit: 'put the earlier version back',
  forget: 'bring it back',
  restore: 'forget it again',
  revert: 'do it again',
  link: 'take the link back',
  stale: 'put the anchors back',
  resolve: 'open the conflict again',
  merge: 'take the merged memories off again',
  rescue: 'take the rescued memories off again',
  'know/add': 'forget the article again',
  'know/edit': 'put the earlier version back',
  'know/forget': 'bring the article back',
}

export async function withUndo(
  ask: Ask,
  { path, body }: Write,
  write: () => Promise<string>,
): Promise<{ printed: string; undo: Undo | undefined }> {
  const says = SAYS[path as WritePath]
  if (says === undefined) {
    const printed = await write()
    return { printed, undo: undoLocal(path, body, JSON.parse(printed) as Answer) }
  }
  const line = path === 'merge' || path === 'rescue' ? undefined : lineOf(body)
  const newest = async (max: number): Promise<Commits['commits']> => {
    const words = [`--max=${max}`, ...(line === undefined ? [] : [`--line=${line}`]), '--format=json']
    return (JSON.parse(await ask('log', words)) as Commits).commits
  }
  const before = (await newest(1).catch(() => []))[0]?.commit
  const printed = await write()
  const after = await newest(MOST_COMMITS).catch(() => [])
  const known = after.findIndex(({ commit }) => commit === before)
  const fresh = known === -1 ? after.slice(0, 1) : after.slice(0, known)
  const made = ofThisWrite(fresh, printed)
  if (made.length === 0) return { printed, undo: undefined }
  return {
    printed,
    undo: { path: 'revert', body: { commits: made, ...(line !== undefined && { line }) }, says },
  }
}

const lineOf = (body: Given): string | undefined =>
  typeof body['line'] === 'string' ? body['line'] : undefined

/** Others may have written at the same time: theirs name other memories. */
function ofThisWrite(fresh: Commits['commits'], printed: string): string[] {
  const own = fresh.filter(
    ({ changes }) => changes.length === 0 || changes.some(({ id }) => printed.includes(id)),
  )
  return own.map(({ commit }) => commit)
}

interface Answer {
  memories?: { proposal: string }[]
  proposals?: { id: string }[]
  entries?: { id: string }[]
}

/** What was decided in local files. */
function undoLocal(path: string, body: Given, answer: Answer): Undo | undefined {
  if (path === 'review')
    return {
      path,
      body: { action: 'hold', ids: (answer.entries ?? []).map(({ id }) => id) },
      says: 'hold it again',
    }
  const proposals =
    path === 'inbox/dismiss'
      ? answer.proposals?.map(({ id }) => id)
      : answer.memories?.map(({ proposal }) => proposal)
  if (path === 'inbox/approve' || path === 'inbox/edit' || path === 'inbox/dismiss')
    return { path: 'inbox/reopen', body: { proposals }, says: 'put it back into the inbox' }
  if (path === 'inbox/reopen')
    return { path: 'inbox/dismiss', body: { proposals: body['proposals'] }, says: 'dismiss it' }
  return undefined
}
