/**
 * What a pull has brought, looked at before anybody is told it: who wrote it is recorded, what holds a secret is named, what looks like
 * orders to the agent goes into quarantine. Nothing is refused: it is in the repository already.
 */
import { nameSecrets } from '../../memory/admit.js'
import { idOfPath } from '../../memory/id.js'
import { taskFileOf, type TaskFileName } from '../../memory/task.js'
import { taskPieces } from '../../memory/task-pieces.js'
import { findSecrets } from '../../memory/secrets.js'
import { suspicionsOf } from '../../memory/suspicion.js'
import { cleanBody } from '../../memory/text.js'
import { readRef } from '../git/refs.js'
import type { Oid, Repo } from '../git/repo.js'
import { NOTES } from '../journal/notes-refs.js'
import { type LoggedCommit, logRange } from '../line/commits.js'
import { LINES } from '../line/line.js'
import { recordOrigins } from '../trust/origins.js'
import { hold } from '../trust/review.js'
import { nameOfText, type NewText, newTexts, rangeOf } from './new-texts.js'
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
  return [...nameLeaks(texts, remote), ...holdSuspicious(repo, texts, remote)]
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

function holdSuspicious(repo: Repo, texts: readonly NewText[], remote: string): string[] {
  const found = texts.flatMap(({ path, text }) => {
    const task = taskFileOf(path)
    if (task) return suspiciousPieces(task.name, text, { id: path, from: remote })
    if (!/^(?:memories|knowledge)\//.test(path)) return []
    const why = suspicionsOf(text)
    const body = cleanBody(text.replace(/^---\n[\s\S]*?\n---\n/, ''))
    return why.length > 0 ? [{ body, held: { id: idOfPath(path) ?? path, why, from: remote } }] : []
  })
  return hold(repo, found).map(
    ({ id, why }) =>
      `'${id}' from ${remote} is in quarantine, it ${why.join(', and ')}: see git ralph review`,
  )
}

function suspiciousPieces(
  name: TaskFileName | 'task.json',
  text: string,
  held: { id: string; from: string },
): { body: string; held: { id: string; from: string; why: string[] } }[] {
  return taskPieces(name, text).flatMap((body) => {
    const why = suspicionsOf(body)
    return why.length > 0 ? [{ body, held: { ...held, why } }] : []
  })
}
