/** The project's task table, from all lines; and one task with all that is known of it. */
import type { Env } from '../../env.js'
import type { Insight } from '../../memory/insights.js'
import type { Progress } from '../../memory/task-progress.js'
import { type Story, storiesOf, type Task, taskPath, type TaskState } from '../../memory/task.js'
import { filesAt, type ListedTask, readAllTasks, readArchive } from '../../store/task/read-tasks.js'
import { openWorkspace } from '../../store/workspace.js'
import { currentTask, findTask } from './find-task.js'

export interface ListedTasks {
  tasks: (ListedTask & { stories?: { done: number; all: number } })[]
  /** The one that this worktree works on. */
  current?: string
  warnings: string[]
}

export async function listTasks(env: Env, options: { status?: TaskState } = {}): Promise<ListedTasks> {
  const workspace = await openWorkspace(env)
  const { repo, warnings } = workspace
  const wanted = (await readAllTasks(repo)).filter(({ status }) => (options.status ?? status) === status)
  const tasks: ListedTasks['tasks'] = []
  for (const task of wanted) {
    const archived = await readArchive(repo, task)
    const prd = archived ? archived.prd : await filesAt(repo, task.tip)(taskPath(task.id, 'prd.json'))
    const stories = prd === undefined ? [] : tryStories(prd)
    tasks.push({
      ...task,
      ...(stories.length > 0 && {
        stories: { done: stories.filter(({ done }) => done).length, all: stories.length },
      }),
    })
  }
  const current = await currentTask(workspace)
  return { tasks, ...(current && { current }), warnings }
}

export interface ShownTask {
  task: Task
  line: string
  prd?: string
  stories: Story[]
  progress: Progress
  insights: Insight[]
  warnings: string[]
}

/** Of an ended task, as it was when it ended. */
export async function showTask(env: Env, typed?: string): Promise<ShownTask> {
  const workspace = await openWorkspace(env)
  const found = await findTask(workspace, typed)
  const { task, line } = found
  const { prd, progress, insights } = (await readArchive(workspace.repo, task)) ?? found
  return {
    task,
    line,
    ...(prd !== undefined && { prd }),
    stories: prd === undefined ? [] : tryStories(prd),
    progress,
    insights,
    warnings: workspace.warnings,
  }
}

function tryStories(prd: string): Story[] {
  try {
    return storiesOf(prd)
  } catch {
    return []
  }
}
