/** Writing tasks. */
import { renderInsights } from '../../memory/insights.js'
import { isEmptyProgress, renderProgress } from '../../memory/task-progress.js'
import { renderTask, taskPath } from '../../memory/task.js'
import { type Appended, appendToLine, type Change } from '../line/append.js'
import type { LineState } from '../line/line-state.js'
import type { Repo } from '../git/repo.js'
import { readTaskFiles, type TaskFiles } from './read-tasks.js'

export interface TaskDecision<T> {
  /** The task as it shall be; where only its record is given, its files are taken off the line. */
  after: TaskFiles | Pick<TaskFiles, 'task'>
  /** Memories that change with it. */
  changes?: Change[]
  subject: string
  answer: T
}

/** Appends what `decide` makes of a task; it is asked again on a newer tip when somebody else was faster. */
export function appendTask<T>(
  repo: Repo,
  branch: string,
  id: string,
  decide: (before: TaskFiles | undefined, state: LineState) => Promise<TaskDecision<T>>,
): Promise<Appended<T>> {
  return appendToLine(repo, branch, async (state) => {
    const before = await readTaskFiles(state.readFile, id)
    const { after, changes = [], subject, answer } = await decide(before, state)
    const files = new Map<string, string | undefined>()
    for (const [path, text] of textsOf(after))
      if (text !== (await state.readFile(path))) files.set(path, text)
    return { changes, files, subject, answer }
  })
}

function textsOf(files: TaskFiles | Pick<TaskFiles, 'task'>): Map<string, string | undefined> {
  const { task } = files
  const all = 'progress' in files ? files : undefined
  return new Map([
    [taskPath(task.id), renderTask(task)],
    [taskPath(task.id, 'prd.json'), all?.prd],
    [
      taskPath(task.id, 'progress.txt'),
      all && !isEmptyProgress(all.progress) ? renderProgress(all.progress) : undefined,
    ],
    [
      taskPath(task.id, 'memory/insights.json'),
      all && all.insights.length > 0 ? renderInsights(all.insights) : undefined,
    ],
  ])
}
