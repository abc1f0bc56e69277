/**
 * What a pull has brought, looked at before anybody is told it: who wrote it is recorded, what holds a secret is named, what looks like
 * orders to the agent goes into quarantine. Nothing is refused: it is in the repository already.
 */
import { nameSecrets } from '../../memory/admit.js'
import { idOfPath } from '../../memory/id.js'
import { taskFileOf } from '../../memory/task.js'
import { taskPieces } from '../../memory/task-pieces.js'
import { findSecrets } from '../../memory/secrets.js'
import { parseNote } from '../../memory/journal-note.js'
import { suspicionsOf } from '../../memory/suspicion.js'
import { cleanBody } from '../../memory/text.js'
import { textKey } from '../../search/segment.js'
import { readRef } from '../git/refs.js'
import type { Oid, Repo } from '../git/repo.js'
import { useJournal } from '../journal/journal-index.js'
import { NOTES } from '../journal/notes-refs.js'
import { type LoggedCommit, logRange } from '../line/commits.js'
import { LINES } from '../line/line.js'
import { recordOrigins } from '../trust/origins.js'
import { hold } from '../trust/review.js'
import { isNote, nameOfText, type NewText, newTexts, rangeOf } from './new-texts.js'
import { trackedJournal } from './remote.js'
import { trackedLines } from './transport.js'

const LOG_TIMEOUT_MS = 20_000

/** What was known of the remote before it was asked. */
export interface Before {
  lines: ReadonlyMap<string, Oid>
  journal: Oid | undefined
}

export async function beforeFetch(repo: Repo, remote: string): Promise<Before> {
  return { lines: await trackedLines(repo, remote), journal: await readRef(repo, trackedJournal(remote)) }
}

/** Answers what the user should know about what has arrived since. */
export async function inspectIncoming(repo: Repo, remote: string, before: Before): Promise<string[]> {
  const after = await beforeFetch(repo, remote)
  const old = [...before.lines.values(), ...(before.journal ? [before.journal] : [])]
  const isNew = (tip: Oid): boolean => !old.includes(tip)
  const lines = [...after.lines.values()].filter(isNew)
  const tips = [...lines, ...[after.journal ?? []].flat().filter(isNew)]
  if (tips.length === 0) return []
  const known = { commits: old, refs: [`${LINES}/*`, NOTES] }
  const texts = await newTexts(repo, tips, known)
  if (lines.length > 0) {
    const commits = await logRange(repo, rangeOf(lines, known), LOG_TIMEOUT_MS)
    await recordOrigins(repo, commits ?? [allFrom(remote, lines[0]!, texts)])
  }
  return [...nameLeaks(texts, remote), ...(await holdSuspicious(repo, texts, remote))]
}

/** When it cannot be told who wrote what, it is by nobody we know. */
function allFrom(remote: string, commit: Oid, texts: readonly NewText[]): LoggedCommit {
  const changes = texts.flatMap(({ path, blob }) => {
    const id = idOfPath(path)
    return id === undefined ? [] : [{ id, before: undefined, after: blob }]
  })
  return { commit, parents: [], when: '', author: remote, email: '', subject: '', changes }
}

function nameLeaks(texts: readonly NewText[], remote: string): string[] {
  return texts.flatMap(({ path, text }) => {
    const findings = findSecrets(text)
    if (findings.length === 0) return []
    const what = `${nameOfText(path)} from ${remote} looks like it holds a secret: ${nameSecrets(findings)}`
    return [`${what}; tell its author, the remote has it`]
  })
}

async function holdSuspicious(repo: Repo, texts: readonly NewText[], remote: string): Promise<string[]> {
  const said = [...texts.flatMap(saidInFile), ...(await newInNotes(repo, texts))]
  const found = said.map(({ id, body, why }) => ({ body, held: { id, why, from: remote } }))
  return hold(repo, found).map(
    ({ id, why }) =>
      `'${id}' from ${remote} is in quarantine, it ${why.join(', and ')}: see git ralph review`,
  )
}

interface Suspicious {
  id: string
  body: string
  why: string[]
}

function saidInFile({ path, text }: NewText): Suspicious[] {
  const task = taskFileOf(path)
  if (task) return taskPieces(task.name, text).flatMap((body) => suspicious(path, body))
  const why = /^(?:memories|knowledge)\//.test(path) ? suspicionsOf(text) : []
  const body = cleanBody(text.replace(/^---\n[\s\S]*?\n---\n/, ''))
  return why.length > 0 ? [{ id: idOfPath(path) ?? path, body, why }] : []
}

function suspicious(id: string, body: string): Suspicious[] {
  const why = suspicionsOf(body)
  return why.length > 0 ? [{ id, body, why }] : []
}

/** A note that arrives has our own entries on the same commit too: what our journal says already is not new. */
async function newInNotes(repo: Repo, texts: readonly NewText[]): Promise<Suspicious[]> {
  const said = texts.flatMap(({ path, text }) => {
    if (!isNote(path)) return []
    const { entries, foreign } = parseNote(text)
    const bodies = entries.map(({ id, notes = '' }) => ({ id, body: notes }))
    return [...bodies, { id: path.replaceAll('/', ''), body: foreign }].flatMap(({ id, body }) =>
      suspicious(id, body),
    )
  })
  if (said.length === 0) return []
  return useJournal(repo, (journal) => said.filter(({ body }) => journal.find(textKey(body)).length === 0))
}
