/** The parts of a prompt that a task brings along: what it knows itself, and what holds all over the project. */
import { type Part, partOf } from '../../briefing/prompt.js'
import { renderPatternsPart, renderTaskPart } from '../../briefing/task.js'
import type { Env } from '../../env.js'
import { RalphError } from '../../errors.js'
import { PATTERN_TYPES } from '../../memory/global-patterns.js'
import type { MemoryId } from '../../memory/memory.js'
import { progressWithout, withoutPieces } from '../../memory/task-pieces.js'
import { storiesOf } from '../../memory/task.js'
import { filesAt, readTaskFiles, type TaskFiles } from '../../store/task/read-tasks.js'
import type { Repo } from '../../store/git/repo.js'
import { openQuarantine } from '../../store/trust/review.js'
import type { Workspace } from '../../store/workspace.js'
import { prime } from '../prime.js'
import { currentTask } from './find-task.js'

/** The open task that is worked on here, if there is one. A variable may name one that is none of ours. */
export async function taskAtHand(workspace: Workspace): Promise<TaskFiles | undefined> {
  const { repo, view, warnings } = workspace
  const id = await currentTask(workspace)
  if (id === undefined) return undefined
  try {
    const files = await readTaskFiles(filesAt(repo, view.tip), id)
    return files?.task.status === 'open' ? withoutHeld(repo, files) : undefined
  } catch (error) {
    if (!(error instanceof RalphError)) throw error
    warnings.push(error.message)
    return undefined
  }
}

/** What came from elsewhere and looks like orders is not told. */
function withoutHeld(repo: Repo, files: TaskFiles): TaskFiles {
  const heldFor = openQuarantine(repo)
  const isHeld = (piece: string): boolean => heldFor(piece) !== undefined
  const { task, prd, progress } = files
  return {
    ...files,
    task: isHeld(task.title) ? { ...task, title: task.id } : task,
    prd: prd && withoutPieces('prd.json', prd, isHeld),
    progress: progressWithout(progress, isHeld),
  }
}

/** Chosen as a briefing is, so that nothing is told that may not be; what the memories told already is not told twice. */
export async function patternsPart(
  env: Env,
  { settings }: Workspace,
  { task }: TaskFiles,
  told: ReadonlySet<MemoryId>,
  shares: { memories: number | undefined; patterns: number | undefined },
): Promise<Part[]> {
  if (!settings.enabled || settings.inject !== 'auto' || shares.patterns === undefined) return []
  const budget = shares.patterns === 0 || shares.memories === 0 ? 0 : shares.patterns + (shares.memories ?? 0)
  const { memories } = await prime(env, { types: PATTERN_TYPES, task: task.title, budget })
  const others = memories.filter(({ id }) => !told.has(id))
  const { text, left } = renderPatternsPart(others, shares.patterns)
  return text === '' ? [] : [partOf('patterns', text, left)]
}

export function taskPart({ task, prd, progress }: TaskFiles, budget: number | undefined): Part[] {
  if (budget === undefined) return []
  const { text, left } = renderTaskPart(task, prd === undefined ? [] : storiesOf(prd), progress, budget)
  return text === '' ? [] : [partOf('task', text, left)]
}
