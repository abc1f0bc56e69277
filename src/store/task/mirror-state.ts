/** What we remember of the task files that we wrote into a worktree. */
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readLocalJson, writeLocalFile } from '../git/local-files.js'
import type { Oid, Repo } from '../git/repo.js'
import type { WrittenFile } from '../rendered/mirror-files.js'
import { identityOf, placeInWorkTree, stateDir } from '../rendered/rendered-file.js'
import { readCurrentTask } from './current-task.js'

export const TASKS_DIR = '.ralph/tasks'

export interface TaskMirrorState {
  branch: string
  tip: Oid | undefined
  current: string | undefined
  /** The tasks whose files are there. */
  shown: string[]
  /** By `<id>/<name>`. */
  files: Record<string, WrittenFile>
  /** Files that could not be stored and were left as they are, by identity. */
  left: Record<string, string>
  index: string
  tracked: boolean
  /** What was decided about texts in quarantine, by identity. */
  review: string | undefined
}

const statePath = (repo: Repo): string => join(stateDir(repo), 'tasks.json')

/** Whether this worktree has anything to do with tasks: most have not, and pay no more than this question. */
export function usesTasks(repo: Repo): boolean {
  return existsSync(statePath(repo)) || readCurrentTask(repo) !== undefined
}

/** Whether this worktree has a file of global patterns. */
export function hasPatterns(repo: Repo): boolean {
  return existsSync(patternsStatePath(repo))
}

export const patternsStatePath = (repo: Repo): string => join(stateDir(repo), 'patterns.json')

export function readTaskMirror(repo: Repo): TaskMirrorState | undefined {
  return readLocalJson<TaskMirrorState>(statePath(repo))
}

export function writeTaskMirror(repo: Repo, state: TaskMirrorState | undefined): void {
  if (state === undefined) rmSync(statePath(repo), { force: true })
  else writeLocalFile(statePath(repo), JSON.stringify(state))
}

/** Refused where a link leads out of the work tree. */
export function tasksDir(repo: Repo): string {
  return placeInWorkTree(repo, TASKS_DIR, 'directory', `move what is at '${TASKS_DIR}' away`)
}

/** The files that are as we wrote them. */
export function writtenTaskFiles(repo: Repo): string[] {
  const written = Object.entries(readTaskMirror(repo)?.files ?? {})
  return written
    .map(([key, { identity }]) => ({ path: join(repo.workTree ?? '', TASKS_DIR, key), identity }))
    .filter(({ path, identity }) => identityOf(path) === identity)
    .map(({ path }) => path)
}
