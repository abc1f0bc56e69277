/** Start a loop, resume one, or show what would be started. */
import type { Env } from '../env.js'
import { RalphError } from '../errors.js'
import type { LoopState } from '../loop-rules/state.js'
import { cleanBody, renderTime } from '../memory/text.js'
import { currentBranch } from '../store/line/line.js'
import { openRepo, type Repo } from '../store/git/repo.js'
import { approve } from '../store/loop/approvals.js'
import { claimWorkTree, releaseWorkTree } from '../store/loop/claim.js'
import { dropLoopFiles, findLoop, listLoops, LOOPS_KEPT, writeLoop } from '../store/loop/loop-files.js'
import { dropSnapshots } from '../store/loop/snapshot.js'
import { makeWorkTree } from '../store/loop/worktree.js'
import { changedLimits, type LoopPlan, type LoopWishes, planLoop } from '../verbs/loop/plan.js'
import { recoverLoops } from '../verbs/loop/recover.js'
import { promptFor } from './prompting.js'
import { type Driver, runLoop } from './run.js'

export interface StartOptions extends LoopWishes {
  /** In a work tree and on a branch of its own. */
  worktree?: boolean
}

export interface LoopDriver extends Driver {
  /** Asked when `ralph.yml` names commands that nobody has agreed to. */
  mayRun(commands: readonly string[]): Promise<boolean>
}

const LONGEST_GOAL = 32_000

export async function startLoop(
  env: Env,
  goal: string,
  options: StartOptions,
  driver: LoopDriver,
): Promise<LoopState> {
  const clean = checkGoal(goal)
  await tellRecovered(env, driver)
  const repo = await openRepo(env)
  const plan = await planLoop(env, options)
  for (const message of plan.warnings) driver.tell({ event: 'warning', message })
  await agree(repo, plan, driver)
  const id = drawId(env)
  const own = options.worktree ? await makeWorkTree(repo, id, clean) : undefined
  const place = own ? await openRepo({ ...env, cwd: own.path }) : repo
  claim(place, id)
  try {
    await dropOldLoops(repo)
    const now = renderTime(env.now())
    const branch = await currentBranch(place)
    const state: LoopState = {
      format: 1,
      id,
      goal: clean,
      status: 'running',
      agent: plan.agent,
      ...(plan.verify !== undefined && { verify: plan.verify }),
      ...(plan.judge !== undefined && { judge: plan.judge }),
      criteria: plan.criteria,
      limits: plan.limits,
      workTree: place.workTree!,
      ...(branch !== undefined && { branch }),
      startedAt: now,
      spentMs: 0,
      sittingAt: env.now().toISOString(),
      iterations: [],
      judgedFrom: 1,
      rollbacks: 0,
    }
    return await runLoop(env, state, driver)
  } finally {
    releaseWorkTree(place, id)
  }
}

/** Goes on where a loop ended, with all that is left of its limits, or with new ones. */
export async function resumeLoop(
  env: Env,
  id: string | undefined,
  wishes: LoopWishes,
  driver: Driver,
): Promise<LoopState> {
  await tellRecovered(env, driver)
  const loop = findLoop(await openRepo(env), id)
  if (loop.status === 'success') throw new RalphError('bad-usage', `${loop.id} has reached its goal already`)
  const repo = await openRepo({ ...env, cwd: loop.workTree })
  const done = loop.iterations.at(-1)?.number ?? 0
  const limits = changedLimits(loop.limits, wishes)
  const spent =
    done >= limits.maxIterations
      ? '--max-iterations'
      : loop.spentMs >= limits.maxDurationMs
        ? '--max-duration'
        : undefined
  if (loop.status !== 'running' && spent !== undefined)
    throw new RalphError('bad-usage', `${loop.id} has used up its limits`, {
      hint: `git ralph loop resume ${loop.id} ${spent} ${spent === '--max-iterations' ? done + 5 : '2h'}`,
    })
  claim(repo, loop.id)
  try {
    const { reason: _, detail: _detail, endedAt: _ended, ...rest } = loop
    const agent = wishes.agent ?? loop.agent
    const state: LoopState = { ...rest, status: 'running', agent, limits, judgedFrom: done + 1 }
    writeLoop(repo, state)
    return await runLoop(env, state, driver)
  } finally {
    releaseWorkTree(repo, loop.id)
  }
}

export interface LoopPreview {
  plan: LoopPlan
  prompt: string
  tokens: number
}

/** Runs nothing and writes nothing. */
export async function previewLoop(env: Env, goal: string, options: LoopWishes): Promise<LoopPreview> {
  const plan = await planLoop(env, options)
  const task = {
    id: drawId(env),
    goal: checkGoal(goal),
    criteria: plan.criteria,
    limits: plan.limits,
    iterations: [],
  }
  const { text, tokens } = await promptFor(env, task, 1, plan.command, [], new Map())
  return { plan, prompt: text, tokens }
}

function checkGoal(goal: string): string {
  const clean = cleanBody(goal)
  if (clean.trim() === '') throw new RalphError('bad-usage', 'a loop needs a goal')
  if (clean.length > LONGEST_GOAL)
    throw new RalphError('bad-usage', `the goal has more than ${LONGEST_GOAL} characters`, {
      hint: 'put the details into a file and name it in the goal',
    })
  return clean
}

function drawId(env: Env): string {
  return `run-${Array.from(env.random(4), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

function claim(repo: Repo, id: string): void {
  const holder = claimWorkTree(repo, id)
  if (holder)
    throw new RalphError('bad-usage', `${holder.loop} is running in this work tree`, {
      hint: '`git ralph loop stop` ends it; `--worktree` starts another one beside it',
    })
}

async function agree(repo: Repo, { unapproved }: LoopPlan, driver: LoopDriver): Promise<void> {
  if (unapproved.length === 0) return
  if (!(await driver.mayRun(unapproved)))
    throw new RalphError(
      'needs-decision',
      `ralph.yml names commands that you have not agreed to: ${unapproved.join('; ')}`,
      {
        hint: 'look at them, then run the same command with --yes; it is asked once for each set of commands',
      },
    )
  approve(repo, unapproved)
}

async function tellRecovered(env: Env, { tell }: Driver): Promise<void> {
  for (const { id, detail } of await recoverLoops(env))
    tell({ event: 'warning', message: `${id} was ${detail}; \`git ralph loop resume ${id}\` goes on` })
}

async function dropOldLoops(repo: Repo): Promise<void> {
  const ended = listLoops(repo).filter(({ status }) => status !== 'running')
  for (const { id } of ended.slice(LOOPS_KEPT - 1)) {
    await dropSnapshots(repo, id)
    dropLoopFiles(repo, id)
  }
}
