/** Sharing: fetch, merge, land, push, and again when somebody else was faster. Objects travel before refs; nothing is forced. */
import { setTimeout as sleep } from 'node:timers/promises'
import { encodeBranch } from '../line/branch-name.js'
import { beforeFetch, inspectIncoming } from './incoming.js'
import { findLeaks } from './leaks.js'
import { codeRefs } from '../line/code-branch.js'
import { baseOf, defaultBranch, lineRef, listLines } from '../line/line.js'
import { landWhatHasLanded } from '../landing/land-quickly.js'
import { findCodeLanding, type LandReport } from '../landing/land.js'
import { type LineMerge, mergeIntoLine } from '../line/merge-lines.js'
import { adoptPendingNotes, mergeIntoNotes, type NotesMerge } from '../journal/merge-notes.js'
import { notesTip } from '../journal/notes.js'
import { deleteRef, readRef } from '../git/refs.js'
import { TRACKING, trackedJournal, trackingRef } from './remote.js'
import type { Oid, Repo } from '../git/repo.js'
import {
  type Answer,
  deleteRemoteLines,
  fetchLines,
  type Pushed,
  pushMemory,
  type Remote,
  trackedLines,
} from './transport.js'

export interface SyncPlan {
  pull: boolean
  push: boolean
  /** Only these branches' lines. */
  branches?: string[]
  /** Sign what is pushed. */
  sign?: boolean
}

export interface SyncReport {
  /** Lines of the remote that have news and no line here; their memories are seen all the same. */
  fetched: string[]
  /** What arrived, per line. */
  pulled: { branch: string; merge: LineMerge }[]
  /** Lines of the remote that are not kept here; their memories are seen all the same. */
  remoteOnly: string[]
  landed: LandReport[]
  pushed: Pushed[]
  /** Landed lines that were deleted on the remote. */
  deleted: string[]
  journal: { pulled: NotesMerge['how']; pushed?: Answer }
  /** What the user should know of what arrived. */
  noticed: string[]
}

const MOST_ROUNDS = 5
/** Lines looked at for landing; each costs some git processes the first time. The rest waits for the next sync. */
const MOST_LANDINGS = 100

export async function syncLines(repo: Repo, remote: Remote, plan: SyncPlan): Promise<SyncReport> {
  const report: SyncReport = {
    fetched: [],
    pulled: [],
    remoteOnly: [],
    landed: [],
    pushed: [],
    deleted: [],
    journal: { pulled: 'nothing' },
    noticed: [],
  }
  await adoptPendingNotes(repo)
  for (let round = 1; ; round++) {
    if (plan.pull || round > 1) await pull(repo, remote, plan, report)
    if (!plan.push) return finish(repo, remote, report)
    const outrun = await push(repo, remote, plan, report)
    if (outrun === 0 || round === MOST_ROUNDS) return finish(repo, remote, report)
    await sleep(20 * round + repo.env.random(1)[0]!)
  }
}

async function finish(repo: Repo, remote: Remote, report: SyncReport): Promise<SyncReport> {
  const ours = await listLines(repo)
  return {
    ...report,
    remoteOnly: [...(await trackedLines(repo, remote.name)).keys()].filter((branch) => !ours.has(branch)),
  }
}

async function pull(repo: Repo, remote: Remote, plan: SyncPlan, report: SyncReport): Promise<void> {
  const known = await beforeFetch(repo, remote.name)
  const before = known.lines
  await fetchLines(repo, remote)
  report.noticed.push(...(await inspectIncoming(repo, remote.name, known)))
  const theirs = await trackedLines(repo, remote.name)
  const ours = await listLines(repo)
  await dropLanded(repo, before, theirs, ours)
  for (const [branch, tip] of theirs) {
    if (!wanted(plan, branch)) continue
    if (!ours.has(branch)) {
      if (before.get(branch) !== tip) report.fetched.push(branch)
      continue
    }
    const merge = await mergeIntoLine(repo, branch, tip, `merge ${branch} of ${remote.name}`)
    if (merge.how !== 'nothing') report.pulled.push({ branch, merge })
  }
  await pullJournal(repo, remote, report)
  if (!plan.branches)
    report.landed.push(
      ...(await landWhatHasLanded(repo, MOST_LANDINGS)).filter(({ outcome }) => outcome === 'landed'),
    )
}

async function pullJournal(repo: Repo, remote: Remote, report: SyncReport): Promise<void> {
  const theirs = await readRef(repo, trackedJournal(remote.name))
  if (theirs === undefined) return
  const { how } = await mergeIntoNotes(repo, theirs, `merge the journal of ${remote.name}`)
  if (how !== 'nothing') report.journal.pulled = how
}

/**
 * A line that vanished from the remote, while the default branch's line there contains all of ours: somebody landed it. Our copy
 * goes too; pushing it again would bring the dead back.
 */
async function dropLanded(
  repo: Repo,
  before: ReadonlyMap<string, Oid>,
  theirs: ReadonlyMap<string, Oid>,
  ours: Map<string, Oid>,
): Promise<void> {
  const gone = [...before.keys()].filter((branch) => !theirs.has(branch) && ours.has(branch))
  if (gone.length === 0) return
  const contained = await containedIn(repo, theirs.get(await defaultBranch(repo)), 'refs/ralph-memory')
  for (const branch of gone) {
    const ref = lineRef(branch)
    if (contained.has(ref) && (await deleteRef(repo, ref, ours.get(branch)!))) ours.delete(branch)
  }
}

/** Answers how many refs were outrun by somebody else's push. */
async function push(repo: Repo, remote: Remote, plan: SyncPlan, report: SyncReport): Promise<number> {
  const theirs = await trackedLines(repo, remote.name)
  const ours = await listLines(repo)
  const news = new Map(
    [...ours].filter(([branch, tip]) => wanted(plan, branch) && theirs.get(branch) !== tip),
  )
  if (plan.sign) {
    const { signUnpushed } = await import('./sign.js')
    const { tips, problem } = await signUnpushed(repo, remote, news)
    for (const [branch, tip] of tips) news.set(branch, tip)
    if (problem && !report.noticed.includes(problem)) report.noticed.push(problem)
  }
  const notes = await notesTip(repo)
  const journal = notes === (await readRef(repo, trackedJournal(remote.name))) ? undefined : notes
  const leaks = await findLeaks(repo, remote.name, news, journal)
  const { lines: told, journal: shared = notSent(leaks) } = await pushMemory(
    repo,
    remote,
    new Map([...news].filter(([branch]) => !leaks.has(branch))),
    leaks.has(undefined) ? undefined : journal,
  )
  const held = [...news.keys()].flatMap((branch) => {
    const answer = notSent(leaks, branch)
    return answer ? [{ branch, ...answer }] : []
  })
  const answers = [...told, ...held]
  if (shared) report.journal.pushed = shared
  const settled = answers.filter(({ outcome }) => outcome !== 'outrun')
  report.pushed = [
    ...report.pushed.filter(
      ({ branch, outcome }) => outcome !== 'outrun' && !settled.some((one) => one.branch === branch),
    ),
    ...answers,
  ]
  if (!plan.branches) report.deleted.push(...(await deleteLanded(repo, remote, ours)))
  return answers.length - settled.length + (shared?.outcome === 'outrun' ? 1 : 0)
}

function notSent(leaks: ReadonlyMap<string | undefined, string>, branch?: string): Answer | undefined {
  const reason = leaks.get(branch)
  return reason === undefined ? undefined : { outcome: 'withheld', reason }
}

/**
 * Only what is contained in the default branch's line as the remote now has it. That alone does not make it landed, since the line
 * of a branch that goes on can be merged too.
 */
async function deleteLanded(repo: Repo, remote: Remote, ours: ReadonlyMap<string, Oid>): Promise<string[]> {
  const main = await defaultBranch(repo)
  const theirs = await trackedLines(repo, remote.name)
  const mainTip = theirs.get(main)
  if (mainTip === undefined) return []
  const contained = await containedIn(repo, mainTip, `${TRACKING}/${encodeBranch(remote.name)}`)
  const done = new Map<string, Oid>()
  for (const [branch, tip] of theirs) {
    if (branch === main || ours.has(branch) || !contained.has(trackingRef(remote.name, branch))) continue
    if (await hasLanded(repo, branch, main, tip, mainTip)) done.set(branch, tip)
  }
  return deleteRemoteLines(repo, remote, done)
}

/** Nobody has such a branch any more, its code has landed, or a person said so. */
async function hasLanded(repo: Repo, branch: string, main: string, tip: Oid, mainTip: Oid): Promise<boolean> {
  if ((await codeRefs(repo, branch)).length === 0) return true
  const { landed } = await findCodeLanding(repo, branch, (await baseOf(repo, branch)) ?? main, tip)
  if (landed) return true
  const merges = await repo.git(['log', '--merges', '--format=%P %s', `${tip}..${mainTip}`])
  return merges.split('\n').some((line) => line.includes(`${tip} land ${branch}`))
}

async function containedIn(repo: Repo, tip: Oid | undefined, prefix: string): Promise<Set<string>> {
  if (tip === undefined) return new Set()
  const listing = await repo.git(['for-each-ref', `--merged=${tip}`, '--format=%(refname)', prefix])
  return new Set(listing.split('\n').filter(Boolean))
}

function wanted(plan: SyncPlan, branch: string): boolean {
  return plan.branches === undefined || plan.branches.includes(branch)
}
