/** Tasks as lines have them. */
import { type Insight, parseInsights } from '../../memory/insights.js'
import { NO_PROGRESS, parseProgress, type Progress } from '../../memory/task-progress.js'
import { isTaskId, parseTask, type Task, taskPath } from '../../memory/task.js'
import { objectsOf } from '../git/objects.js'
import type { Oid, Repo } from '../git/repo.js'
import { findDirectory, findInTree } from '../git/tree.js'
import { readLines, readRemoteLines } from '../line/lines.js'

export interface TaskFiles {
  task: Task
  prd: string | undefined
  progress: Progress
  insights: Insight[]
}

type ReadFile = (path: string) => Promise<string | undefined>

/** Everything of one task, or undefined when there is none of this id. */
export async function readTaskFiles(readFile: ReadFile, id: string): Promise<TaskFiles | undefined> {
  const record = await readFile(taskPath(id))
  if (record === undefined) return undefined
  const progress = await readFile(taskPath(id, 'progress.txt'))
  const insights = await readFile(taskPath(id, 'memory/insights.json'))
  return {
    task: parseTask(record, id),
    prd: await readFile(taskPath(id, 'prd.json')),
    progress: progress === undefined ? NO_PROGRESS : parseProgress(progress),
    insights: insights === undefined ? [] : parseInsights(insights),
  }
}

/** Reads files of the line as it was at `tip`. */
export function filesAt(repo: Repo, tip: Oid | undefined): ReadFile {
  const objects = objectsOf(repo)
  return async (path) => {
    if (tip === undefined) return undefined
    const { tree } = await objects.readCommit(tip)
    const blob = await findInTree(objects, tree, path)
    return blob && (await objects.readBlob(blob)).toString('utf8')
  }
}

/** What an ended task left in the history; undefined where that is not here, or not what it says. */
export async function readArchive(repo: Repo, { id, archive }: Task): Promise<TaskFiles | undefined> {
  if (archive === undefined) return undefined
  try {
    return await readTaskFiles(filesAt(repo, archive), id)
  } catch {
    return undefined
  }
}

/** The records of all tasks at `tip`; one that cannot be read is passed over. */
export async function readTasks(repo: Repo, tip: Oid | undefined): Promise<Task[]> {
  if (tip === undefined) return []
  const objects = objectsOf(repo)
  const tree = await findDirectory(objects, (await objects.readCommit(tip)).tree, 'tasks')
  return tree === undefined ? [] : readRecords(repo, tree)
}

async function readRecords(repo: Repo, tree: Oid): Promise<Task[]> {
  const objects = objectsOf(repo)
  const dirs = (await objects.readTree(tree)).filter(({ mode, name }) => mode === '040000' && isTaskId(name))
  const entries = await objects.readTrees(dirs.map(({ oid }) => oid))
  const found = dirs.flatMap(({ name }, i) => {
    const file = entries[i]!.find((entry) => entry.name === 'task.json' && entry.mode === '100644')
    return file ? [{ id: name, oid: file.oid }] : []
  })
  const blobs = await objects.readBlobs(found.map(({ oid }) => oid))
  return found.flatMap(({ id }, i) => {
    try {
      return [parseTask(blobs[i]?.toString('utf8') ?? '', id)]
    } catch {
      return []
    }
  })
}

/** A task and the line that knows most about it. */
export interface ListedTask extends Task {
  /** The branch of that line. */
  line: string
  /** Set when only this remote has that line. */
  remote?: string
  tip: Oid
}

/** The project's task table: every task of every line, as it was changed last. */
export async function readAllTasks(repo: Repo): Promise<ListedTask[]> {
  const objects = objectsOf(repo)
  const newest = new Map<string, ListedTask>()
  const read = new Map<Oid, Task[]>()
  for (const { line, remote, tip } of await allLines(repo)) {
    const tree = await findDirectory(objects, (await objects.readCommit(tip)).tree, 'tasks')
    if (tree === undefined) continue
    if (!read.has(tree)) read.set(tree, await readRecords(repo, tree))
    for (const task of read.get(tree)!) {
      const known = newest.get(task.id)
      // The line of the task's own branch says it best where several say the same.
      const isBetter = !known || task.updated > known.updated
      const isHome = known?.updated === task.updated && line === task.branch && remote === undefined
      if (isBetter || isHome) newest.set(task.id, { ...task, line, ...(remote && { remote }), tip })
    }
  }
  return [...newest.values()].toSorted((a, b) => (`${a.created} ${a.id}` < `${b.created} ${b.id}` ? -1 : 1))
}

async function allLines(repo: Repo): Promise<{ line: string; remote?: string; tip: Oid }[]> {
  const ours = await readLines(repo)
  const theirs = await readRemoteLines(repo, ours)
  return [
    ...ours.map(({ branch, tip }) => ({ line: branch, tip })),
    ...theirs.map(({ branch, tip }) => {
      const slash = branch.indexOf('/')
      return { line: branch.slice(slash + 1), remote: branch.slice(0, slash), tip }
    }),
  ]
}
