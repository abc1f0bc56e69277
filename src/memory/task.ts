/** WHAT a task is: a piece of work with memory of its own, in `tasks/<id>/` of a line. Formats: docs/tasks.md. */
import { RalphError } from '../errors.js'
import { cleanTitle } from './text.js'

export const TASK_STATES = ['open', 'done', 'abandoned'] as const
export type TaskState = (typeof TASK_STATES)[number]

/** `tasks/<id>/task.json`: the task's row in the project's table. It stays when the task has ended. */
export interface Task {
  id: string
  title: string
  status: TaskState
  /** The branch that the task was started on. */
  branch: string
  created: string
  updated: string
  /** Of an ended task: the commit of the line that has its files. */
  archive?: string
  /** Keys we do not know, kept on rewrite. */
  extra?: Record<string, unknown>
}

export const TASK_FILES = ['prd.json', 'progress.txt', 'memory/insights.json'] as const
export type TaskFileName = (typeof TASK_FILES)[number]

const ID = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,62}[A-Za-z0-9_-])?$/
/** Names that some file systems keep for themselves. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)|\.lock$/i

export function isTaskId(text: string): boolean {
  return ID.test(text) && !RESERVED.test(text)
}

/** The id, or an error that says what one looks like. */
export function checkTaskId(text: string): string {
  if (isTaskId(text)) return text
  throw new RalphError('bad-usage', `'${text}' cannot be the id of a task`, {
    hint: 'use letters, digits, dots, hyphens and underscores, at most 64: task-003',
  })
}

export function taskPath(id: string, name: TaskFileName | 'task.json' = 'task.json'): string {
  return `tasks/${id}/${name}`
}

/** What a path of a line's tree names, or undefined when it is no file of a task. */
export function taskFileOf(path: string): { id: string; name: TaskFileName | 'task.json' } | undefined {
  const [, id, name] = /^tasks\/([^/]+)\/(.+)$/.exec(path) ?? []
  if (id === undefined || !isTaskId(id)) return undefined
  const known = (['task.json', ...TASK_FILES] as const).find((one) => one === name)
  return known && { id, name: known }
}

const KNOWN = ['id', 'title', 'status', 'branch', 'created', 'updated', 'archive']

/** Reads `task.json`. Throws `bad-memory` when it is none; `id` is the one its path names. */
export function parseTask(text: string, id: string): Task {
  const data = parseObject(text, `the record of task '${id}'`)
  const textOf = (key: string): string => (typeof data[key] === 'string' ? data[key] : '')
  const extra = Object.fromEntries(Object.entries(data).filter(([key]) => !KNOWN.includes(key)))
  const archive = /^[0-9a-f]{40}$/.exec(textOf('archive'))?.[0]
  return {
    id,
    title: cleanTitle(textOf('title')) ?? id,
    status: TASK_STATES.find((state) => state === data['status']) ?? 'open',
    branch: textOf('branch'),
    created: textOf('created'),
    updated: textOf('updated') || textOf('created'),
    ...(archive && { archive }),
    ...(Object.keys(extra).length > 0 && { extra }),
  }
}

export function renderTask({ extra, ...task }: Task): string {
  return renderJsonFile({ ...task, ...extra })
}

/** Two spaces, one newline at the end: how JSON is stored. */
export function renderJsonFile(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

/** Parsed JSON, or `bad-memory` with what is wrong. */
export function parseJsonFile(text: string, what: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new RalphError('bad-memory', `${what} is not JSON: ${(cause as Error).message}`, { cause })
  }
}

function parseObject(text: string, what: string): Record<string, unknown> {
  const data = parseJsonFile(text, what)
  if (data !== null && typeof data === 'object' && !Array.isArray(data))
    return data as Record<string, unknown>
  throw new RalphError('bad-memory', `${what} is no JSON object`)
}

/** `prd.json` as it is stored: any JSON object. */
export function cleanPrd(text: string): string {
  return renderJsonFile(parseObject(text, 'prd.json'))
}

/** What the task is called: what was said, else what its prd.json says. */
export function titleOfPrd(prd: string | undefined): string | undefined {
  if (prd === undefined) return undefined
  const data = parseObject(prd, 'prd.json')
  const found = ['title', 'name', 'description', 'project'].map((key) => data[key])
  return cleanTitle(found.find((one): one is string => typeof one === 'string')?.split('\n', 1)[0])
}

export interface Story {
  id: string
  title: string
  done: boolean
}

/** The stories of a prd.json, as far as they can be told: `userStories` or `stories`, each with `id`, `title`, `passes`. */
export function storiesOf(prd: string): Story[] {
  const data = parseObject(prd, 'prd.json')
  const list = data['userStories'] ?? data['stories']
  if (!Array.isArray(list)) return []
  return list.flatMap((one: unknown) => {
    if (one === null || typeof one !== 'object') return []
    const { id, title, passes } = one as Record<string, unknown>
    if (typeof id !== 'string' && typeof id !== 'number') return []
    return [{ id: `${id}`, title: typeof title === 'string' ? title : '', done: passes === true }]
  })
}
