/**
 * The open tasks of this branch as files in `.ralph/tasks/<id>/`, both ways as with `.agent/memories.md`: what was changed by hand is
 * stored first, then the files are written, and only those that differ. Where git tracks the directory it is left alone.
 */
import { lstatSync, rmdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { emptyTaskFile, type TaskFileEdit, whyNotStored, withEdit } from '../../memory/task-by-hand.js'
import { TASK_FILES, type TaskFileName, taskPath } from '../../memory/task.js'
import { taskPieces, withoutPieces } from '../../memory/task-pieces.js'
import { renderTime } from '../../memory/text.js'
import { takeTurn } from '../git/queue.js'
import type { Repo } from '../git/repo.js'
import { appendToLine, subjectOf } from '../line/append.js'
import { openView } from '../line/line.js'
import { addExclude } from '../rendered/exclude.js'
import { replaceFile, type WrittenFile } from '../rendered/mirror-files.js'
import { editedOn, type RenderReport } from '../rendered/render.js'
import { identityOf, indexIdentity, renderTurn } from '../rendered/rendered-file.js'
import type { Settings } from '../settings/settings.js'
import { openQuarantine, reviewIdentity } from '../trust/review.js'
import { readUserFile } from '../user-file.js'
import { readCurrentTask } from './current-task.js'
import { readTaskMirror, TASKS_DIR, type TaskMirrorState, tasksDir, writeTaskMirror } from './mirror-state.js'
import { filesAt, readTasks } from './read-tasks.js'

const WAIT_MS = 2_000

/** Absorbs hand edits and writes the files of the tasks that are worked on here. */
export async function refreshTasks(repo: Repo, settings: Settings): Promise<RenderReport> {
  if (repo.workTree === undefined || !settings.render || !settings.enabled)
    return { outcome: 'off', warnings: [] }
  const dir = tasksDir(repo)
  if (await isCurrent(repo, dir)) return { outcome: 'unchanged', path: dir, warnings: [] }
  const turn = await takeTurn(repo, `tasks-${renderTurn(repo)}`, WAIT_MS)
  if (!turn.held) return { outcome: 'busy', path: dir, warnings: [] }
  try {
    return await refreshInTurn(repo, dir)
  } finally {
    turn.release()
  }
}

const namesOf = (id: string): { key: string; name: TaskFileName }[] =>
  TASK_FILES.map((name) => ({ key: `${id}/${name}`, name }))

async function isCurrent(repo: Repo, dir: string): Promise<boolean> {
  const state = readTaskMirror(repo)
  if (!state || state.index !== indexIdentity(repo) || state.current !== readCurrentTask(repo)) return false
  if (state.review !== reviewIdentity(repo)) return false
  const isAsSeen = state.shown
    .flatMap(namesOf)
    .every(({ key }) => identityOf(join(dir, key)) === (state.left[key] ?? state.files[key]?.identity))
  if (!isAsSeen && !state.tracked) return false
  const { branch, tip } = await openView(repo)
  return state.tip === tip && state.branch === branch
}

async function refreshInTurn(repo: Repo, dir: string): Promise<RenderReport> {
  const before = readTaskMirror(repo)
  const index = indexIdentity(repo)
  const tracked =
    before?.index === index ? before.tracked : (await repo.git(['ls-files', '--', TASKS_DIR])) !== ''
  const found = look(dir, tracked ? undefined : before)
  const absorbed = await absorb(repo, dir, found.edits, before?.branch)
  const { branch, tip } = await openView(repo)
  const current = readCurrentTask(repo)
  const shown = (await readTasks(repo, tip))
    .filter((task) => task.status === 'open' && (task.branch === branch || task.id === current))
    .map(({ id }) => id)
  const review = reviewIdentity(repo)
  const state = { branch, tip, current, shown, left: found.left, index, tracked, review }
  const files = tracked ? {} : await write(repo, dir, shown, found)
  if (Object.keys(files).length > 0) addExclude(repo, TASKS_DIR)
  // What we wrote is still the base of a file that cannot be stored now, for when it is mended.
  for (const key of Object.keys(found.left)) if (before?.files[key]) files[key] = before.files[key]
  const isUsed = shown.length > 0 || current !== undefined || Object.keys(found.left).length > 0
  writeTaskMirror(repo, isUsed ? { ...state, files } : undefined)
  const warnings = tracked && !before?.tracked ? [TRACKED] : found.warnings
  return { outcome: 'written', path: dir, warnings, ...(absorbed && { absorbed }) }
}

const TRACKED = `'${TASKS_DIR}' is tracked by git and left as it is: the files of tasks are not written there`

interface Found {
  /** As they are on disk, whether edited or not. */
  there: Map<string, WrittenFile>
  edits: (TaskFileEdit & { id: string; key: string })[]
  left: Record<string, string>
  warnings: string[]
}

/** A file that is gone was cleaned away: nobody meant to forget what it said. */
function look(dir: string, before: TaskMirrorState | undefined): Found {
  const found: Found = { there: new Map(), edits: [], left: {}, warnings: [] }
  for (const id of before?.shown ?? []) {
    for (const { key, name } of namesOf(id)) {
      const identity = identityOf(join(dir, key))
      const text = identity === undefined ? undefined : readUserFile(join(dir, key))
      if (identity === undefined || text === undefined) continue
      const edit = { name, written: before!.files[key]?.text, found: text, id, key }
      const problem = isLinked(dir, key)
        ? 'it is no plain file'
        : text === edit.written
          ? undefined
          : whyNotStored(edit)
      if (problem === undefined) {
        found.there.set(key, { identity, text })
        if (text !== edit.written) found.edits.push(edit)
        continue
      }
      found.left[key] = identity
      if (before!.left[key] !== identity)
        found.warnings.push(`${key} is not stored and left as it is: ${problem}`)
    }
  }
  return found
}

/** A link may lead to a file that nobody meant to share. */
function isLinked(dir: string, key: string): boolean {
  const parts = key.split('/')
  return parts.some((_, at) => lstatSync(join(dir, ...parts.slice(0, at + 1))).isSymbolicLink())
}

/** Each edit goes to the branch that it was made on: one commit per branch, and there is seldom more than one. */
async function absorb(
  repo: Repo,
  dir: string,
  edits: Found['edits'],
  before: string | undefined,
): Promise<RenderReport['absorbed']> {
  const byBranch = new Map<string, Found['edits']>()
  for (const edit of edits) {
    const branch = await editedOn(repo, join(dir, edit.key), before)
    byBranch.set(branch, [...(byBranch.get(branch) ?? []), edit])
  }
  let edited = 0
  for (const [branch, ours] of byBranch) {
    const now = renderTime(repo.env.now())
    const { answer, changed } = await appendToLine(repo, branch, async (state) => {
      const files = new Map<string, string | undefined>()
      for (const edit of ours) {
        const path = taskPath(edit.id, edit.name)
        const there = await state.readFile(path)
        const text = withEdit(edit, there, now)
        if (text !== there) files.set(path, text)
      }
      const what = ours.map(({ key }) => key).join(', ')
      return { changes: [], files, subject: subjectOf('edit task by hand', what), answer: files.size }
    })
    if (changed) edited += answer
  }
  return edited > 0 ? { added: 0, edited, forgotten: 0 } : undefined
}

async function write(
  repo: Repo,
  dir: string,
  shown: readonly string[],
  found: Found,
): Promise<TaskMirrorState['files']> {
  const { tip } = await openView(repo)
  const readFile = filesAt(repo, tip)
  const heldFor = openQuarantine(repo)
  // What is held back is in neither the file nor its base, so that reading the file back does not remove it.
  const withoutHeld = (name: TaskFileName, text: string): string =>
    taskPieces(name, text).some(heldFor) ? withoutPieces(name, text, (piece) => !!heldFor(piece)) : text
  const files: TaskMirrorState['files'] = {}
  for (const id of shown) {
    for (const { key, name } of namesOf(id)) {
      if (key in found.left) continue
      const stored = await readFile(taskPath(id, name))
      const text = stored === undefined ? emptyTaskFile(name) : withoutHeld(name, stored)
      const there = found.there.get(key)
      if (text === undefined || text === there?.text) {
        if (there) files[key] = there
        continue
      }
      const identity = replaceFile(join(dir, key), text, there?.identity)
      if (identity !== undefined) files[key] = { identity, text }
      // Saved by somebody this moment: what we wrote before is what it was made from.
      else if (there) files[key] = there
    }
  }
  for (const [key, { identity }] of found.there) {
    if (shown.includes(key.split('/', 1)[0]!)) continue
    replaceFile(join(dir, key), undefined, identity)
    removeEmptyDirs(dirname(join(dir, key)), repo.workTree!)
  }
  return files
}

/** Up to the top of the work tree. */
function removeEmptyDirs(from: string, workTree: string): void {
  try {
    for (let dir = from; dir !== workTree; dir = dirname(dir)) rmdirSync(dir)
  } catch {
    // Something else is in it.
  }
}
