/**
 * A repository as a team has it after ten months: memories on twelve branches with forks and landings, articles, links, anchors (some stale), sessions, a
 * loop, the journal, proposals, a memory in quarantine and a conflict. Needs no test runner: the bench uses it, too.
 */
import { execFileSync } from 'node:child_process'
import { openRepo } from '../../src/store/git/repo.js'
import { deleteRef, readRef } from '../../src/store/git/refs.js'
import { lineRef } from '../../src/store/line/line.js'
import { mergeIntoLine } from '../../src/store/line/merge-lines.js'
import { makeEnv, type TestEnv } from './env.js'
import { TEST_VARS } from './git.js'
import { addLoop, addSessions, addWaiting } from './explorer/activity.js'
import { BRANCHES } from './explorer/branches.js'
import { importCode } from './explorer/code.js'
import { importLines } from './explorer/lines.js'

export interface ExplorerRepo {
  dir: string
  /** The memory that has a conflict. */
  contested: string
  /** The memory in quarantine. */
  quarantined: string
}

export interface ExplorerRepoOptions {
  /** How many things were written, on all lines together. */
  memories?: number
  now?: Date
}

const DAY = 86_400
const SPAN = 300 * DAY

/** Fills the empty directory `dir`. */
export async function makeExplorerRepo(
  dir: string,
  { memories = 2000, now = new Date() }: ExplorerRepoOptions = {},
): Promise<ExplorerRepo> {
  const end = Math.floor(now.getTime() / 1000)
  const timeAt = (part: number): number => Math.floor(end - SPAN * (1 - part))
  const envAt = (ago: number): TestEnv => {
    const env = makeEnv(dir)
    env.tick(end - ago - env.now().getTime() / 1000)
    return env
  }
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: dir, env: TEST_VARS, encoding: 'utf8' })
  git('init', '-q', '-b', 'main', '--template=')
  git('config', 'user.name', 'Ada Author')
  git('config', 'user.email', 'ada@example.com')
  git('config', 'remote.origin.url', '../origin.git')
  for (const { name, base } of BRANCHES)
    if (base !== '' && base !== 'main') git('config', `branch.${name}.ralphBase`, base)
  importCode(dir, timeAt)
  git('reset', '-q', '--hard')
  const commits = git('rev-list', '--first-parent', '--reverse', 'main').trim().split('\n')
  const imported = importLines(
    dir,
    memories,
    timeAt,
    (part) => commits[Math.floor(part * commits.length)] ?? commits.at(-1)!,
  )
  await landContested(envAt(0.002 * SPAN))
  for (const { name, fate } of BRANCHES) if (fate === 'landed') git('update-ref', '-d', lineRef(name))
  await addSessions(envAt)
  await addLoop(envAt, commits.slice(-4))
  await addWaiting(envAt(DAY), imported)
  return { dir, contested: imported.contested, quarantined: imported.hostile.id }
}

async function landContested(env: TestEnv): Promise<void> {
  const repo = await openRepo(env)
  const ref = lineRef('chore/rename-tables')
  const tip = (await readRef(repo, ref))!
  await mergeIntoLine(repo, 'main', tip, 'land chore/rename-tables')
  await deleteRef(repo, ref, tip)
}
