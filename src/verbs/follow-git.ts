/**
 * Following git: what happens to memory when code is checked out, merged, rewritten, committed or pushed. None of it may fail the
 * git command it belongs to: what goes wrong is written down for `git ralph doctor`, until it goes right again.
 */
import type { Env } from '../env.js'
import { RalphError } from '../errors.js'
import { mergeArrivedBase } from '../store/line/base-arrived.js'
import { recordCodeTip } from '../store/line/code-tips.js'
import { readConfig } from '../store/git/config.js'
import { recordFailure, recordSuccess } from '../store/hooks/hook-failure.js'
import { landWhatHasLanded } from '../store/landing/land-quickly.js'
import { currentBranch, withLines } from '../store/line/line.js'
import { followRename, recordBase } from '../store/line/new-branch.js'
import { notesTip } from '../store/journal/notes.js'
import { readRef } from '../store/git/refs.js'
import { pushedWith, trackedJournal } from '../store/share/remote.js'
import { openRepo, type Repo } from '../store/git/repo.js'
import { resolveSettings, type Settings } from '../store/settings/settings.js'
import { absorbIfEdited, bringUpToDate } from '../store/workspace.js'
import { noteCommit } from './sessions/note-commit.js'
import { sayConflicts } from './say-conflicts.js'

export type Say = (text: string) => void

/** A push waits for us: what is not shared by then is shared next time. */
const PUSH_TIMEOUT_MS = 3_000

/** How long to look for landings: a merge is when they are expected. */
const CHECKOUT_LANDS_MS = 300
const MERGE_LANDS_MS = 1_500

interface Place {
  repo: Repo
  settings: Settings
  say: Say
}

export const afterCheckout = (env: Env, say: Say): Promise<void> =>
  follow(env, 'post-checkout', say, async ({ repo, settings }) => {
    await recordBase(repo)
    await followRename(repo)
    // Before the line that was edited lands.
    await absorbIfEdited(repo, settings)
    await land(repo, say, CHECKOUT_LANDS_MS)
    await bringUpToDate(repo, settings)
  })

export const afterMerge = (env: Env, say: Say): Promise<void> => follow(env, 'post-merge', say, takeOver)

export const afterRewrite = (env: Env, how: string | undefined, pairs: string, say: Say): Promise<void> =>
  follow(env, 'post-rewrite', say, async (place) => {
    await carryJournal(place.repo, pairs)
    await (how === 'amend' ? recordCodeTip(place.repo) : takeOver(place))
  })

export const afterCommit = (env: Env, say: Say): Promise<void> =>
  follow(env, 'post-commit', say, ({ repo, settings }) => {
    if (settings.observe) noteCommit(env)
    return recordCodeTip(repo)
  })

/** Shares the lines of the branches that are being pushed, in a push of their own. */
export const beforePush = (env: Env, remote: string | undefined, refs: string, say: Say): Promise<void> =>
  follow(env, 'pre-push', say, async ({ repo, settings }) => {
    if (!settings.autopush || !settings.share) return
    const name = pushedWith(await readConfig(repo), env.vars, remote)
    if (name === undefined) return
    const branches = await withLines(repo, await pushedBranches(repo, refs))
    if (branches.length > 0 || (await hasJournalNews(repo, name))) await share(env, name, branches, say)
  })

async function follow(
  env: Env,
  hook: string,
  say: Say,
  work: (place: Place) => Promise<unknown>,
): Promise<void> {
  const repo = await openRepo(env)
  try {
    const settings = resolveSettings(await readConfig(repo), env.vars)
    if (settings.enabled) await work({ repo, settings, say })
    recordSuccess(repo, hook)
  } catch (error) {
    recordFailure(repo, hook, error)
  }
}

async function takeOver({ repo, settings, say }: Place): Promise<void> {
  await recordCodeTip(repo)
  await mergeArrivedBase(repo)
  await land(repo, say, MERGE_LANDS_MS)
  await bringUpToDate(repo, settings)
}

/** `pairs` are the lines `<old> <new>` that git gives: the journal of each commit goes to the one that took its place. */
async function carryJournal(repo: Repo, pairs: string): Promise<void> {
  if ((await notesTip(repo)) === undefined) return
  const { carryNotes } = await import('../store/journal/merge-notes.js')
  const replaced = [...pairs.matchAll(/^([0-9a-f]{40}) ([0-9a-f]{40})\b/gm)]
  await carryNotes(
    repo,
    replaced.map(([, from, to]) => ({ from: from!, to: to! })),
    'carry the journal to rewritten commits',
  )
}

async function hasJournalNews(repo: Repo, remote: string): Promise<boolean> {
  return (await notesTip(repo)) !== (await readRef(repo, trackedJournal(remote)))
}

async function land(repo: Repo, say: Say, mostMs: number): Promise<void> {
  for (const report of await landWhatHasLanded(repo, mostMs)) {
    const conflicts = report.outcome === 'landed' ? sayConflicts(report.merge.conflicts) : undefined
    if (conflicts) say(`the memory of '${report.branch}' landed with ${conflicts}`)
  }
}

/** As git tells a pre-push hook: `<local ref> <oid> <remote ref> <oid>` on each line. */
async function pushedBranches(repo: Repo, refs: string): Promise<string[]> {
  const current = await currentBranch(repo)
  return refs.split('\n').flatMap((line) => {
    const ref = line.split(' ', 1)[0]!
    return (ref === 'HEAD' ? current : /^refs\/heads\/(.+)$/.exec(ref)?.[1]) ?? []
  })
}

async function share(env: Env, remote: string, branches: string[], say: Say): Promise<void> {
  const { sync } = await import('./sync.js')
  try {
    const answer = await sync(env, { remote, branches, unattended: true, timeout: PUSH_TIMEOUT_MS })
    for (const { branch, outcome, reason } of answer.pushed) {
      if (outcome === 'refused')
        say(`${remote} refused the memory of '${branch}' (${reason}); see \`git ralph push\``)
      if (outcome === 'withheld') say(`the memory of '${branch}' was not pushed: ${reason}`)
    }
    if (answer.journal.pushed?.outcome === 'withheld')
      say(`the journal was not pushed: ${answer.journal.pushed.reason}`)
    if (answer.journal.pushed?.outcome === 'refused')
      say(`${remote} refused the journal (${answer.journal.pushed.reason}); see \`git ralph push\``)
  } catch (error) {
    // Out of reach: the user's own push will say so.
    if (!(error instanceof RalphError) || error.code !== 'remote-failed') throw error
  }
}
