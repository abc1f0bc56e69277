/** Which task is meant, and the branch whose line has it. */
import { RalphError } from '../../errors.js'
import { readCurrentTask } from '../../store/task/current-task.js'
import {
  filesAt,
  readAllTasks,
  readTaskFiles,
  readTasks,
  type TaskFiles,
} from '../../store/task/read-tasks.js'
import type { Workspace } from '../../store/workspace.js'

export interface FoundTask extends TaskFiles {
  /** The branch whose line is written to. */
  line: string
}

/** The task named, else the one of `RALPH_TASK`, else the one this worktree works on, else the only one open on this branch. */
export async function findTask(workspace: Workspace, typed?: string): Promise<FoundTask> {
  const id = typed ?? (await currentTask(workspace))
  if (id === undefined)
    throw new RalphError('task-not-found', 'no task is open here', {
      hint: 'name one, or start one: git ralph task start <id>',
    })
  const { repo, view } = workspace
  const here = await readTaskFiles(filesAt(repo, view.tip), id)
  if (here?.task.status === 'open') return { ...here, line: view.branch }
  const listed = (await readAllTasks(repo)).find((task) => task.id === id)
  const files = listed && (await readTaskFiles(filesAt(repo, listed.tip), id))
  if (files === undefined)
    throw new RalphError('task-not-found', `there is no task '${id}'`, {
      hint: 'run `git ralph task list` to see the tasks',
      data: { task: id },
    })
  if (here && here.task.updated >= files.task.updated) return { ...here, line: view.branch }
  return { ...files, line: listed!.line }
}

/** Undefined when none is open, or several. */
export async function currentTask({ repo, view }: Workspace): Promise<string | undefined> {
  const noted = repo.env.vars['RALPH_TASK'] || readCurrentTask(repo)
  if (noted) return noted
  const open = (await readTasks(repo, view.tip)).filter(
    ({ status, branch }) => status === 'open' && branch === view.branch,
  )
  return open.length === 1 ? open[0]!.id : undefined
}

/** Nothing is noted on a task that has ended. */
export function checkOpen(found: FoundTask): FoundTask {
  const { id, status } = found.task
  if (status === 'open') return found
  throw new RalphError('bad-usage', `task '${id}' is ${status}`, {
    hint: `git ralph task start ${id} reopens it`,
  })
}
