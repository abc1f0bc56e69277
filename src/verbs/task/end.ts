/**
 * End a task. Done: its insights and consolidated patterns become memories. Done or abandoned, its files leave the tip of the line and
 * stay in its history; the record stays, with the commit that has them.
 */
import type { Env } from '../../env.js'
import { sourceOfTask } from '../../memory/global-patterns.js'
import { drawId } from '../../memory/id.js'
import type { Insight } from '../../memory/insights.js'
import { foldInto } from '../../memory/merge.js'
import type { Memory } from '../../memory/memory.js'
import type { Task } from '../../memory/task.js'
import { normaliseText, renderTime } from '../../memory/text.js'
import { type Change, subjectOf } from '../../store/line/append.js'
import type { LineState } from '../../store/line/line-state.js'
import { appendTask } from '../../store/task/append-task.js'
import { readCurrentTask, writeCurrentTask } from '../../store/task/current-task.js'
import type { TaskFiles } from '../../store/task/read-tasks.js'
import { openWorkspace, renderAfterWrite } from '../../store/workspace.js'
import { checkOpen, findTask } from './find-task.js'
import { titled } from './start.js'

export type Promotable = Pick<Insight, 'type' | 'content' | 'tags'>

export interface PlannedEnd {
  task: Task
  /** What would become memories. */
  promotes: Promotable[]
  warnings: string[]
}

/** What `endTask` would do. */
export async function planEnd(env: Env, typed?: string): Promise<PlannedEnd> {
  const workspace = await openWorkspace(env)
  const found = checkOpen(await findTask(workspace, typed))
  return { task: found.task, promotes: promotable(found), warnings: workspace.warnings }
}

export interface EndedTask {
  task: Task
  branch: string
  /** The memories that its insights became; `known`: one said so already. */
  promoted: { memory: Memory; outcome: 'stored' | 'known' }[]
  parked?: string
  warnings: string[]
}

export async function endTask(
  env: Env,
  typed: string | undefined,
  status: 'done' | 'abandoned',
): Promise<EndedTask> {
  const first = await openWorkspace(env)
  const { task, line } = checkOpen(await findTask(first, typed))
  const workspace = await openWorkspace({ ...env, vars: { ...env.vars, RALPH_TASK: task.id } })
  const { repo } = workspace
  const { answer, parked } = await appendTask(repo, line, task.id, async (before, state) => {
    const files = before ?? {
      task,
      prd: undefined,
      progress: { preamble: '', patterns: [], entries: [] },
      insights: [],
    }
    const promoted = status === 'done' ? await promote(env, state, files) : { changes: [], promoted: [] }
    const ended: Task = {
      ...files.task,
      status,
      updated: renderTime(env.now()),
      ...(state.tip && { archive: state.tip }),
    }
    return {
      after: { task: ended },
      changes: promoted.changes,
      subject: subjectOf(status === 'done' ? 'end task' : 'abandon task', titled(ended)),
      answer: { task: ended, promoted: promoted.promoted },
    }
  })
  if (readCurrentTask(repo) === task.id) writeCurrentTask(repo, undefined)
  await renderAfterWrite(workspace)
  const warnings = [...first.warnings, ...workspace.warnings.filter((one) => !first.warnings.includes(one))]
  return { ...answer, branch: line, ...(parked && { parked }), warnings }
}

/** Insights, then the patterns at the top of its progress; what is said twice counts once. */
function promotable({ insights, progress }: Pick<TaskFiles, 'insights' | 'progress'>): Promotable[] {
  const patterns = progress.patterns.map((content) => ({ type: 'pattern' as const, content, tags: [] }))
  const found = new Map<string, Promotable>()
  for (const { type, content, tags } of [...insights, ...patterns]) {
    const key = normaliseText(content)
    if (!found.has(key)) found.set(key, { type, content, tags })
  }
  return [...found.values()]
}

async function promote(
  env: Env,
  state: LineState,
  files: TaskFiles,
): Promise<{ changes: Change[]; promoted: EndedTask['promoted'] }> {
  const now = env.now()
  const drawn = new Set<string>()
  const changes: Change[] = []
  const promoted: EndedTask['promoted'] = []
  for (const { type, content, tags } of promotable(files)) {
    const draft = { type, tags, body: content, created: renderTime(now), source: sourceOfTask(files.task.id) }
    const known = (await state.findSame(content))[0]
    if (known) {
      const folded = foldInto(known, { ...draft, id: known.id, created: known.created })
      if (folded !== known) changes.push({ id: known.id, after: { ...folded, updated: renderTime(now) } })
      promoted.push({ memory: folded, outcome: 'known' })
      continue
    }
    const id = await drawId(
      now,
      env.random,
      async (one) => drawn.has(one) || (await state.resolve(one)) !== undefined,
    )
    drawn.add(id)
    const memory: Memory = { id, ...draft }
    changes.push({ id, after: memory })
    promoted.push({ memory, outcome: 'stored' })
  }
  return { changes, promoted }
}
