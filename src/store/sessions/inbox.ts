/**
 * The inbox: proposals that wait for a person, one file each in `<common dir>/ralph/inbox/waiting`, named by what they say. What was
 * decided is moved to `settled`, so that it is not proposed again. Files are made whole and moved whole: any number may write.
 */
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { normaliseText } from '../../memory/text.js'
import { hashText } from '../../search/bytes.js'
import type { Proposal } from '../../session/proposal.js'
import { readLocalJson, writeLocalFile } from '../git/local-files.js'
import { list } from './session-files.js'

export interface Waiting {
  id: string
  /** When it was proposed. */
  proposed: string
  proposal: Proposal
}

export interface Settled extends Waiting {
  outcome: 'approved' | 'dismissed'
  memory?: string
  /** Whether the approval made that memory; else it was known before. */
  made?: boolean
}

const waitingPath = (ralphDir: string, id: string): string => join(ralphDir, 'inbox/waiting', `${id}.json`)
const settledPath = (ralphDir: string, id: string): string => join(ralphDir, 'inbox/settled', `${id}.json`)

/** Where in a file an error was does not make it another one. */
const PLACES = /\(\d+,\d+\)|:\d+:\d+/g

export function proposalId({ type, body }: Pick<Proposal, 'type' | 'body'>): string {
  const text = normaliseText(body.replace(PLACES, ''))
  return [hashText(`${type} ${text}`), hashText(`${text} ${type}`)]
    .map((hash) => (hash >>> 0).toString(16).padStart(8, '0'))
    .join('')
    .slice(0, 12)
}

/** Answers false when it waits already, or was decided on. */
export function addProposal(ralphDir: string, proposal: Proposal, now: Date): boolean {
  const id = proposalId(proposal)
  if (existsSync(waitingPath(ralphDir, id)) || existsSync(settledPath(ralphDir, id))) return false
  const waiting: Waiting = { id, proposed: now.toISOString(), proposal }
  writeLocalFile(waitingPath(ralphDir, id), `${JSON.stringify(waiting, undefined, 2)}\n`)
  return true
}

/** The one proposed first coming first. */
export function listWaiting(ralphDir: string): Waiting[] {
  return list(join(ralphDir, 'inbox/waiting'))
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => readWaiting(ralphDir, name.slice(0, -'.json'.length)) ?? [])
    .toSorted((a, b) => (a.proposed < b.proposed ? -1 : a.proposed > b.proposed ? 1 : a.id < b.id ? -1 : 1))
}

export function listSettled(ralphDir: string): Settled[] {
  return list(join(ralphDir, 'inbox/settled'))
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .flatMap((id) => readWhole<Settled>(settledPath(ralphDir, id), id) ?? [])
}

const readWaiting = (ralphDir: string, id: string): Waiting | undefined =>
  readWhole<Waiting>(waitingPath(ralphDir, id), id)

function readWhole<T extends Waiting>(path: string, id: string): T | undefined {
  const found = readLocalJson<T>(path)
  const isWhole =
    found?.id === id &&
    typeof found.proposed === 'string' &&
    typeof found.proposal?.body === 'string' &&
    Array.isArray(found.proposal.tags)
  return isWhole ? found : undefined
}

export function settle(
  ralphDir: string,
  waiting: Waiting,
  outcome: Settled['outcome'],
  made?: Pick<Settled, 'memory' | 'made'>,
): void {
  const settled: Settled = { ...waiting, outcome, ...made }
  writeLocalFile(settledPath(ralphDir, waiting.id), `${JSON.stringify(settled, undefined, 2)}\n`)
  rmSync(waitingPath(ralphDir, waiting.id), { force: true })
}

/** Lets it wait again. */
export function unsettle(ralphDir: string, { id, proposed, proposal }: Settled): void {
  const waiting: Waiting = { id, proposed, proposal }
  writeLocalFile(waitingPath(ralphDir, id), `${JSON.stringify(waiting, undefined, 2)}\n`)
  rmSync(settledPath(ralphDir, id), { force: true })
}
