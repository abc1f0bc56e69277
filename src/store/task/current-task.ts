/** The task that a worktree works on: a local note of `task start`, since many tasks may be open on one branch. */
import { rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isTaskId } from '../../memory/task.js'
import { readLocalFile, writeLocalFile } from '../git/local-files.js'

interface Place {
  gitDir: string
  commonDir: string
  ralphDir: string
}

const pathOf = ({ gitDir, commonDir, ralphDir }: Place): string =>
  join(ralphDir, 'tasks', gitDir === commonDir ? 'main' : `worktree-${basename(gitDir)}`)

/** By files alone: hooks ask too. */
export function readCurrentTask(place: Place): string | undefined {
  const id = readLocalFile(pathOf(place))?.toString('utf8').trim() ?? ''
  return isTaskId(id) ? id : undefined
}

export function writeCurrentTask(place: Place, id: string | undefined): void {
  if (id === undefined) rmSync(pathOf(place), { force: true })
  else writeLocalFile(pathOf(place), `${id}\n`)
}
