/** Start a task on this branch, or in a worktree of its own; go on with one that is open, or reopen one that has ended. */
import type { Env } from '../../env.js'
import { RalphError } from '../../errors.js'
import { admitText, type SecretPolicy } from '../../memory/admit.js'
import { NO_PROGRESS } from '../../memory/task-progress.js'
import { checkTaskId, cleanPrd, type Task, titleOfPrd } from '../../memory/task.js'
import { cleanTitle, MAX_FILE_BYTES, renderTime } from '../../memory/text.js'
import { subjectOf } from '../../store/line/append.js'
import { appendTask } from '../../store/task/append-task.js'
import { writeCurrentTask } from '../../store/task/current-task.js'
import { readAllTasks, readArchive, type TaskFiles } from '../../store/task/read-tasks.js'
import { addWorktree } from '../../store/task/worktree.js'
import { openWorkspace, renderAfterWrite, type Workspace } from '../../store/workspace.js'

export interface StartTaskOptions extends SecretPolicy {
  title?: string
  /** The text of a prd.json. */
  prd?: string
  /** Work on it in `.worktrees/<id>`, on a branch of its own. */
  worktree?: boolean
}

export interface StartedTask {
  task: Task
  /** `open`: it was so already, and is what this worktree works on now. */
  outcome: 'started' | 'open' | 'reopened'
  /** The branch whose line has it. */
  branch: string
  /** Where the worktree is, if one was asked for. */
  worktree?: string
  parked?: string
  warnings: string[]
}

export async function startTask(
  env: Env,
  typed: string,
  options: StartTaskOptions = {},
): Promise<StartedTask> {
  const id = checkTaskId(typed)
  const prd = options.prd === undefined ? undefined : admitText(checkPrd(options.prd), options)
  const outside = await openWorkspace(env)
  await refuseAlike(outside, id)
  const worktree = options.worktree
    ? await addWorktree(outside.repo, id, branchFor(id, prd), outside.view.branch)
    : undefined
  const here = { ...env, cwd: worktree ?? env.cwd, vars: { ...env.vars, RALPH_TASK: id } }
  const workspace = await openWorkspace(here)
  const { repo, view } = workspace
  const now = renderTime(env.now())
  const { answer, parked } = await appendTask(repo, view.branch, id, async (before) => {
    const old = before && (await readArchive(repo, before.task))
    const files = revive(before, old) ?? {
      task: created(id, view.branch, now),
      prd: undefined,
      progress: NO_PROGRESS,
      insights: [],
    }
    const outcome: StartedTask['outcome'] =
      before === undefined ? 'started' : before.task.status === 'open' ? 'open' : 'reopened'
    const task = changed(
      files.task,
      options.title ?? (before ? undefined : titleOfPrd(prd)),
      outcome,
      now,
      prd !== undefined,
    )
    return {
      after: { ...files, task, prd: prd ?? files.prd },
      subject: subjectOf(
        outcome === 'reopened' ? 'reopen task' : outcome === 'open' ? 'edit task' : 'start task',
        titled(task),
      ),
      answer: { task, outcome },
    }
  })
  writeCurrentTask(repo, id)
  await renderAfterWrite(workspace)
  const { warnings } = workspace
  return {
    ...answer,
    branch: view.branch,
    ...(worktree && { worktree }),
    ...(parked && { parked }),
    warnings,
  }
}

export const titled = ({ id, title }: Task): string => (title === id ? id : `${id}: ${title}`)

const created = (id: string, branch: string, now: string): Task => ({
  id,
  title: id,
  status: 'open',
  branch,
  created: now,
  updated: now,
})

/** What an ended task left behind, and what came in since. */
function revive(before: TaskFiles | undefined, old: TaskFiles | undefined): TaskFiles | undefined {
  if (before === undefined || old === undefined) return before
  return {
    task: before.task,
    prd: before.prd ?? old.prd,
    progress: {
      preamble: before.progress.preamble || old.progress.preamble,
      patterns: [...new Set([...old.progress.patterns, ...before.progress.patterns])],
      entries: [...new Set([...old.progress.entries, ...before.progress.entries])],
    },
    insights: [
      ...old.insights.filter(({ id }) => !before.insights.some((one) => one.id === id)),
      ...before.insights,
    ],
  }
}

function changed(task: Task, title: string | undefined, outcome: string, now: string, hasPrd: boolean): Task {
  const next = cleanTitle(title) ?? task.title
  if (outcome === 'open' && next === task.title && !hasPrd) return task
  const { archive: _, ...rest } = task
  return { ...rest, title: next, status: 'open', updated: now }
}

function checkPrd(text: string): string {
  const prd = cleanPrd(text)
  if (Buffer.byteLength(prd) <= MAX_FILE_BYTES) return prd
  throw new RalphError('bad-content', `the prd.json has more than the ${MAX_FILE_BYTES} bytes it may have`)
}

/** The name that the prd.json asks for, else `task/<id>`. */
function branchFor(id: string, prd: string | undefined): string {
  const { branchName } = (prd === undefined ? {} : JSON.parse(prd)) as { branchName?: unknown }
  return typeof branchName === 'string' && /^\w[\w./-]*$/.test(branchName) ? branchName : `task/${id}`
}

/** On some file systems they would share a directory. */
async function refuseAlike({ repo }: Workspace, id: string): Promise<void> {
  const alike = (await readAllTasks(repo)).find(
    (task) => task.id !== id && task.id.toLowerCase() === id.toLowerCase(),
  )
  if (alike)
    throw new RalphError('bad-usage', `there is a task '${alike.id}' already, which differs in case only`)
}
